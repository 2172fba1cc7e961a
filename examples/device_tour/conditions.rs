//! Algebraic models at many conditions: throughput, transfer, sensitivities, estimation.

use lyapax::fit::{Fit, ReadyFit};
use lyapax::{Batch, Error, model};

use crate::table::{Table, Turn, absent, column};
use crate::target::{Place, Target};

model! {
    /// A stirred tank with a reaction of order n.
    pub Reactor {
        param k0 = 2.0e7, E_R = 6000.0, n = 1.5;
        input T, C_in, tau;
        let k = k0 * exp(-E_R / T);
        let C_out = C_in / (1 + k * tau * C_in^(n - 1));
        output conversion = (C_in - C_out) / C_in;
    }
}

model! {
    /// Two reactions, one after the other, in a stirred tank.
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

/// Numbers between two others, spread evenly.
fn spread(from: f64, to: f64, turns: usize, len: usize) -> Vec<f64> {
    let place = |i: usize| (i * turns % len) as f64 / len as f64;
    (0..len).map(|i| from + (to - from) * place(i)).collect()
}

fn reactor(len: usize, place: Place) -> Result<Batch<Reactor>, Error> {
    let reactor = Reactor {
        T: spread(300.0, 450.0, 1, len).into(),
        C_in: spread(0.1, 3.0, 7, len).into(),
        tau: spread(1.0, 60.0, 31, len).into(),
        ..Reactor::default()
    };
    Ok(Batch::new(reactor)?.device(place.device).float(place.float))
}

/// A table with a column for each place.
#[derive(Clone, Copy)]
struct Kind {
    name: &'static str,
    title: &'static str,
    of: &'static str,
    unit: &'static str,
    more_is_better: bool,
}

fn everywhere(
    kind: Kind,
    sizes: &[usize],
    targets: &[Target],
    budget: f64,
    prepare: impl Fn(usize, Place) -> Result<Turn<'static>, Error>,
    figure: impl Fn(usize, f64) -> f64,
) -> Table {
    let columns = targets.iter().map(|target| match &target.place {
        Ok(place) => {
            let prepare = |size| prepare(size, *place);
            column(&target.name, sizes, budget, 1.0, prepare, &figure)
        }
        Err(reason) => absent(&target.name, sizes, reason),
    });
    Table {
        name: kind.name,
        title: kind.title.into(),
        of: kind.of,
        unit: kind.unit,
        more_is_better: kind.more_is_better,
        is_compared: true,
        sizes: sizes.to_vec(),
        columns: columns.collect(),
    }
}

/// χ² and its gradient at a time.
pub fn throughput(sizes: &[usize], targets: &[Target], budget: f64) -> Table {
    let kind = Kind {
        name: "throughput",
        title: "Gradients in batches: χ² of three outputs with its gradient by four parameters",
        of: "conditions",
        unit: "millions of conditions a second",
        more_is_better: true,
    };
    let prepare = |len, place| {
        let mut fit = tank(len, place)?;
        Ok(Box::new(move || Ok(fit.evaluate(&AT)?.0)) as Turn<'static>)
    };
    let figure = |len: usize, seconds: f64| len as f64 / seconds / 1e6;
    everywhere(kind, sizes, targets, budget, prepare, figure)
}

/// What moving the results costs: derivatives that come back, and those that stay where they are.
pub fn transfer(sizes: &[usize], targets: &[Target], budget: f64) -> Table {
    let figure = |len: usize, seconds: f64| 7.0 * 8.0 * len as f64 / seconds / 1e9;
    let columns = targets.iter().flat_map(|target| {
        [("moved back", true), ("staying", false)].map(|(how, is_moved)| {
            let name = format!("{}, {how}", target.name);
            let prepare = |place: Place| {
                move |len: usize| -> Result<Turn<'static>, Error> {
                    let batch = reactor(len, place)?;
                    let mut found = batch.derivatives()?;
                    let sum = |found: &lyapax::Derivatives<Reactor>| -> f64 {
                        found.of(Reactor::conversion, Reactor::T).iter().sum()
                    };
                    let check = sum(&found);
                    Ok(Box::new(move || {
                        if is_moved {
                            batch.derivatives_into(&mut found)?;
                            return Ok(sum(&found));
                        }
                        batch.evaluate_there(true)?;
                        Ok(check)
                    }))
                }
            };
            match &target.place {
                Ok(_) if target.is_cpu() && !is_moved => {
                    absent(&name, sizes, "on the CPU nothing is moved")
                }
                Ok(place) => column(&name, sizes, budget, 1.0, prepare(*place), figure),
                Err(reason) => absent(&name, sizes, reason),
            }
        })
    });
    Table {
        name: "transfer",
        title: "Moving results or leaving them: seven numbers of each condition".into(),
        of: "conditions",
        unit: "GB a second of results",
        more_is_better: true,
        is_compared: false,
        sizes: sizes.to_vec(),
        columns: columns.collect(),
    }
}

/// The value and its six derivatives at each condition, all of them read.
pub fn sensitivities(sizes: &[usize], targets: &[Target], budget: f64) -> Table {
    let kind = Kind {
        name: "sensitivities",
        title: "Sensitivities: the conversion of a stirred tank and its six derivatives",
        of: "conditions",
        unit: "ms",
        more_is_better: false,
    };
    let prepare = |len, place| {
        let batch = reactor(len, place)?;
        let mut found = batch.derivatives()?;
        Ok(Box::new(move || {
            batch.derivatives_into(&mut found)?;
            let all = [
                found.values(Reactor::conversion),
                found.of(Reactor::conversion, Reactor::k0),
                found.of(Reactor::conversion, Reactor::E_R),
                found.of(Reactor::conversion, Reactor::n),
                found.of(Reactor::conversion, Reactor::T),
                found.of(Reactor::conversion, Reactor::C_in),
                found.of(Reactor::conversion, Reactor::tau),
            ];
            Ok(all.iter().flat_map(|column| column.iter()).sum())
        }) as Turn<'static>)
    };
    everywhere(kind, sizes, targets, budget, prepare, |_, seconds| {
        seconds * 1e3
    })
}

/// Where a fit is evaluated.
const AT: [f64; 4] = [9.9, 4980.0, 12.1, 6020.0];

fn tank(len: usize, place: Place) -> Result<ReadyFit<'static, Tank>, Error> {
    let tank = Tank {
        T: spread(300.0, 400.0, 1, len).into(),
        tau: spread(1.0, 10.0, 7, len).into(),
        ..Tank::default()
    };
    let truth = Tank {
        ln_k0_1: 10.0.into(),
        E_R_1: 5000.0.into(),
        ln_k0_2: 12.0.into(),
        E_R_2: 6000.0.into(),
        ..tank.clone()
    };
    let exact = Batch::new(truth)?.values()?;
    let noisy = |output, turns| -> Vec<f64> {
        let noise = spread(-0.017, 0.017, turns, len);
        exact
            .of(output)
            .iter()
            .zip(noise)
            .map(|(a, b)| a + b)
            .collect()
    };
    Fit::conditions(tank)
        .data_with(Tank::C_A, noisy(Tank::C_A, 101), 0.01)
        .data_with(Tank::C_B, noisy(Tank::C_B, 211), 0.01)
        .data_with(Tank::C_C, noisy(Tank::C_C, 307), 0.01)
        .device(place.device)
        .float(place.float)
        .ready()
}

/// A hundred iterations of an estimation: χ² with its gradient at a hundred places.
pub fn estimation(sizes: &[usize], targets: &[Target], budget: f64) -> Table {
    let kind = Kind {
        name: "estimation",
        title: "Estimation of four parameters from three concentrations: 100 iterations",
        of: "experiments",
        unit: "ms",
        more_is_better: false,
    };
    let prepare = |len, place| {
        let mut fit = tank(len, place)?;
        Ok(Box::new(move || {
            let mut sum = 0.0;
            for i in 0..100 {
                let at = AT.map(|value| value * (1.0 + 1e-6 * f64::from(i)));
                let (misfit, slopes) = fit.evaluate(&at)?;
                sum += misfit + slopes.iter().sum::<f64>();
            }
            Ok(sum)
        }) as Turn<'static>)
    };
    everywhere(kind, sizes, targets, budget, prepare, |_, seconds| {
        seconds * 1e3
    })
}
