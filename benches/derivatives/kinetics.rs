//! χ² of a kinetic model with its gradient: two reactions in a stirred tank.

use lyapax::fit::Fit;
use lyapax::model;
use lyapax_workspace::models::spread;

use super::Case;

model! {
    pub Tank {
        param ln_k0_1 = 8.0, E_R_1 = 4000.0, ln_k0_2 = 10.0, E_R_2 = 5000.0;
        input T, tau;
        let k1 = exp(ln_k0_1 - E_R_1 / T);
        let k2 = exp(ln_k0_2 - E_R_2 / T);
        let a = 1 / (1 + k1 * tau);
        let b = k1 * a * tau / (1 + k2 * tau);
        output C_A = a;
        output C_B = b;
        output C_C = 1 - a - b;
    }
}

const NOISE: f64 = 0.01;

/// Where it is evaluated.
const AT: [f64; 4] = [9.9, 4980.0, 12.1, 6020.0];

/// Temperatures and times, and what was measured of three concentrations.
fn experiments(len: usize) -> ([Vec<f64>; 2], [Vec<f64>; 3]) {
    let inputs =
        [(300.0, 400.0, 1), (1.0, 10.0, 7)].map(|(from, to, turns)| spread(from, to, turns, len));
    // As large as noise, and the same in any language.
    let mut data = [101, 108, 115].map(|turns| spread(-1.5 * NOISE, 1.5 * NOISE, turns, len));
    for i in 0..len {
        let (t, tau) = (inputs[0][i], inputs[1][i]);
        let (k1, k2) = ((10.0 - 5000.0 / t).exp(), (12.0 - 6000.0 / t).exp());
        let a = 1.0 / (1.0 + k1 * tau);
        let b = k1 * a * tau / (1.0 + k2 * tau);
        for (column, value) in data.iter_mut().zip([a, b, 1.0 - a - b]) {
            column[i] += value;
        }
    }
    (inputs, data)
}

pub fn case(len: usize) -> Case {
    let side = |threads: Option<usize>| {
        let ([temperatures, times], [a, b, c]) = experiments(len);
        let tank = Tank {
            T: temperatures.into(),
            tau: times.into(),
            ..Tank::default()
        };
        let mut fit = Fit::conditions(tank)
            .data_with(Tank::C_A, a, NOISE)
            .data_with(Tank::C_B, b, NOISE)
            .data_with(Tank::C_C, c, NOISE);
        if let Some(threads) = threads {
            fit = fit.threads(threads);
        }
        let mut ready = fit.ready().expect("as many of each");
        Box::new(move |evaluations: usize| {
            repeated(evaluations, |at| {
                ready.evaluate(at).expect("all is finite there")
            })
        }) as Box<dyn FnMut(usize) -> Vec<f64>>
    };
    Case {
        name: format!("kinetics/{len}/χ² and gradient"),
        part: "a condition",
        parts: len,
        evaluations: 100,
        sides: [side(None), side(Some(1)), by_hand(len)],
    }
}

/// At points that differ a little, so that none is the one before; and the sums over all.
fn repeated(evaluations: usize, mut of: impl FnMut(&[f64]) -> (f64, Vec<f64>)) -> Vec<f64> {
    let mut sums = vec![0.0; 5];
    for i in 0..evaluations {
        let at = AT.map(|value| value * (1.0 + 1e-6 * i as f64));
        let (value, slopes) = of(&at);
        for (sum, found) in sums.iter_mut().zip([value].into_iter().chain(slopes)) {
            *sum += found;
        }
    }
    sums
}

fn by_hand(len: usize) -> Box<dyn FnMut(usize) -> Vec<f64>> {
    let ([temperatures, times], data) = experiments(len);
    let one = move |at: &[f64]| {
        let mut value = 0.0;
        let mut slopes = vec![0.0; 4];
        for i in 0..temperatures.len() {
            let (t, tau) = (temperatures[i], times[i]);
            let inverse = 1.0 / t;
            let (k1, k2) = (
                f64::exp(at[0] - at[1] * inverse),
                f64::exp(at[2] - at[3] * inverse),
            );
            let a = 1.0 / (1.0 + k1 * tau);
            let rest = 1.0 / (1.0 + k2 * tau);
            let b = k1 * a * tau * rest;
            // By ln k1 and by ln k2.
            let a1 = -a * a * k1 * tau;
            let b1 = b + k1 * tau * rest * a1;
            let b2 = -b * rest * k2 * tau;
            let missed = [a - data[0][i], b - data[1][i], 1.0 - a - b - data[2][i]]
                .map(|missed| missed / NOISE);
            value += missed.iter().map(|missed| missed * missed).sum::<f64>();
            let by_1 = missed[0] * a1 + missed[1] * b1 - missed[2] * (a1 + b1);
            let by_2 = (missed[1] - missed[2]) * b2;
            slopes[0] += by_1;
            slopes[1] -= by_1 * inverse;
            slopes[2] += by_2;
            slopes[3] -= by_2 * inverse;
        }
        for slope in &mut slopes {
            *slope *= 2.0 / NOISE;
        }
        (value, slopes)
    };
    Box::new(move |evaluations| repeated(evaluations, &one))
}
