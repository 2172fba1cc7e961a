//! All six derivatives of a stirred tank's conversion.

use lyapax::{Batch, Signal};
use lyapax_workspace::models::Reactor;

use super::Case;

pub fn case(len: usize) -> Case {
    let model = Reactor::at_many(len);
    let side = |batch: Batch<Reactor>| {
        let mut found = batch.derivatives().expect("all is finite there");
        Box::new(move |evaluations: usize| {
            for _ in 0..evaluations {
                batch
                    .derivatives_into(&mut found)
                    .expect("all is finite there");
            }
            let by = |name: lyapax::Variable<Reactor>| -> f64 {
                found.of(Reactor::conversion, name).iter().sum()
            };
            vec![
                found.values(Reactor::conversion).iter().sum(),
                by(Reactor::k0.into()),
                by(Reactor::E_R.into()),
                by(Reactor::n.into()),
                by(Reactor::T.into()),
                by(Reactor::C_in.into()),
                by(Reactor::tau.into()),
            ]
        }) as Box<dyn FnMut(usize) -> Vec<f64>>
    };
    let all = side(Batch::new(model.clone()).expect("as many of each"));
    let one = Batch::new(model).expect("as many of each").threads(1);
    Case {
        name: format!("reactor/{len}/value and six derivatives"),
        part: "a condition",
        parts: len,
        // Reading all of it once is a part of what is timed: it is done after ten evaluations.
        evaluations: 10,
        sides: [all, side(one.expect("a thread")), by_hand(len)],
    }
}

/// By hand: what the derivatives have in common is computed once.
fn by_hand(len: usize) -> Box<dyn FnMut(usize) -> Vec<f64>> {
    let Reactor { T, C_in, tau, .. } = Reactor::at_many(len);
    let [temperatures, concentrations, times] = [T, C_in, tau].map(|signal| match signal {
        Signal::PerNode(values) => values,
        other => panic!("{other:?} is no value for each condition"),
    });
    let (k0, e, n) = (2.0e7, 6000.0, 1.5);
    let mut found = vec![[0.0; 7]; len];
    Box::new(move |evaluations| {
        for _ in 0..evaluations {
            let all = found.iter_mut().zip(&temperatures);
            let all = all.zip(&concentrations).zip(&times);
            for (((found, &t), &c), &tau) in all {
                let arrhenius = f64::exp(-e / t);
                let power = f64::powf(c, n - 1.0);
                let a = k0 * arrhenius * tau * power;
                let rest = 1.0 / (1.0 + a);
                let slope = a * rest * rest;
                *found = [
                    a * rest,
                    slope / k0,
                    -slope / t,
                    slope * f64::ln(c),
                    slope * e / (t * t),
                    slope * (n - 1.0) / c,
                    slope / tau,
                ];
            }
        }
        (0..7)
            .map(|i| found.iter().map(|found| found[i]).sum())
            .collect()
    })
}
