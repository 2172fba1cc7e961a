//! Algebraic models at many conditions: throughput, transfer, sensitivities, estimation.

use lyapax::fit::Fit;
use lyapax::{Batch, Error};
use lyapax_workspace::models::Reactor;

use super::experiments::{Experiments, Tank, experiments};
use super::table::{Kind, Table, Turn, absent, column};
use super::target::{Place, Target};

fn reactor(len: usize, place: Place) -> Result<Batch<Reactor>, Error> {
    Ok(Batch::new(Reactor::at_many(len))?
        .device(place.device)
        .float(place.float))
}

/// χ² and its gradient at a time.
pub fn throughput(sizes: &[usize], targets: &[Target], budget: f64) -> Table {
    let kind = Kind {
        name: "throughput",
        title: "Gradients in batches: χ² of three outputs with its gradient by four parameters",
        of: "conditions",
        unit: "millions of conditions a second",
        more_is_better: true,
        is_compared: true,
    };
    let prepare = |len, place| {
        let mut fit = tank_fit(experiments(len, NOISE, 0), place).ready()?;
        Ok(Box::new(move || {
            let (misfit, slopes) = fit.evaluate(&AT)?;
            Ok(misfit + slopes.iter().sum::<f64>())
        }) as Turn)
    };
    let figure = |len: usize, seconds: f64| len as f64 / seconds / 1e6;
    kind.everywhere(sizes, targets, budget, 1.0, prepare, figure)
}

/// What moving the results costs: derivatives that come back, and those that stay where they are, which the check value
/// is not of: it is of an evaluation before.
pub fn transfer(sizes: &[usize], targets: &[Target], budget: f64) -> Table {
    let columns = targets.iter().flat_map(|target| {
        [("moved back", true), ("staying", false)].map(|(how, is_moved)| {
            let name = format!("{}, {how}", target.name);
            let prepare = |place: Place| {
                move |len: usize| -> Result<Turn, Error> {
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
            let figure = |place: Place| {
                let bytes = 7 * place.float.bytes();
                move |len: usize, seconds: f64| bytes as f64 * len as f64 / seconds / 1e9
            };
            match &target.place {
                Ok(_) if target.is_cpu() && !is_moved => {
                    absent(&name, sizes, "on the CPU nothing is moved")
                }
                Ok(place) => column(&name, sizes, budget, 1.0, prepare(*place), figure(*place)),
                Err(reason) => absent(&name, sizes, reason),
            }
        })
    });
    let kind = Kind {
        name: "transfer",
        title: "Moving results back, checked and in rows of f64, or leaving them: seven numbers of each condition",
        of: "conditions",
        unit: "GB a second of results",
        more_is_better: true,
        is_compared: false,
    };
    kind.with(sizes, columns)
}

/// The value and its six derivatives at each condition, all of them read.
pub fn sensitivities(sizes: &[usize], targets: &[Target], budget: f64) -> Table {
    let kind = Kind {
        name: "sensitivities",
        title: "Sensitivities: the conversion of a stirred tank and its six derivatives",
        of: "conditions",
        unit: "ms",
        more_is_better: false,
        is_compared: true,
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
        }) as Turn)
    };
    kind.everywhere(sizes, targets, budget, 1.0, prepare, |_, seconds| {
        seconds * 1e3
    })
}

const NOISE: f64 = 0.01;

/// Where a fit is evaluated.
const AT: [f64; 4] = [9.9, 4980.0, 12.1, 6020.0];

fn tank_fit(experiments: Experiments, place: Place) -> Fit<'static, Tank> {
    let Experiments {
        tank,
        c_a,
        c_b,
        c_c,
    } = experiments;
    Fit::conditions(tank)
        .data_with(Tank::C_A, c_a, NOISE)
        .data_with(Tank::C_B, c_b, NOISE)
        .data_with(Tank::C_C, c_c, NOISE)
        .device(place.device)
        .float(place.float)
}

/// A whole fit, by Levenberg and Marquardt's method until it has converged, a hundred steps at most.
pub fn estimation(sizes: &[usize], targets: &[Target], budget: f64) -> Table {
    let kind = Kind {
        name: "estimation",
        title: "Estimation: a fit of four parameters to three concentrations, from its data to their errors",
        of: "experiments",
        unit: "ms",
        more_is_better: false,
        is_compared: true,
    };
    let prepare = |len, place| {
        let measured = experiments(len, NOISE, 0);
        Ok(Box::new(move || {
            let fit = tank_fit(measured.clone(), place).iterations(100).run()?;
            Ok(fit.chi_squared() + fit.values().iter().sum::<f64>())
        }) as Turn)
    };
    kind.everywhere(sizes, targets, budget, 1.0, prepare, |_, seconds| {
        seconds * 1e3
    })
}
