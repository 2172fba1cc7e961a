//! Many systems, each beside itself on the CPU.

use lyapax::{Device, Ensemble, Float, Integrator, Model, Signal, SpectrumOptions};

use crate::models::{Chain, Everything, Henon, Logistic, Lorenz, Pendulum};
use crate::{devices, found, gxx, kernel, near};

/// More than a workgroup has threads.
const MEMBERS: usize = 70;

/// All members there and here.
fn same<M: Model>(ensemble: &Ensemble<M>, options: &SpectrumOptions) {
    within(ensemble, options, Float::F64, 1e-12);
}

fn within<M: Model>(
    ensemble: &Ensemble<M>,
    options: &SpectrumOptions,
    float: Float,
    tolerance: f64,
) {
    if !gxx::is_there() {
        return;
    }
    let [device, _] = devices();
    let there = found(ensemble.spectrum(&options.clone().device(device).float(float)));
    let here = found(ensemble.spectrum(&options.clone().device(Device::CPU)));
    for (there, here) in there.iter().zip(here.iter()) {
        let (there, here) = (there.unwrap(), here.unwrap());
        near(there.exponents(), here.exponents(), tolerance);
        near(there.final_state(), here.final_state(), tolerance);
        match (there.sum_rule(), here.sum_rule()) {
            (Some(there), Some(here)) => near(&[there], &[here], tolerance),
            (there, here) => assert_eq!(there, here),
        }
    }
}

fn lorenz() -> Ensemble<Lorenz> {
    Ensemble::new(Lorenz::default(), MEMBERS)
        .initial_with(Lorenz::x, |member| 1.0 + 0.01 * member as f64)
}

fn everything() -> Ensemble<Everything> {
    Ensemble::new(Everything::default(), MEMBERS)
        .initial_with(Everything::x, |member| 0.045 * member as f64 - 1.6)
        .initial_with(Everything::y, |member| 1.3 - 0.04 * member as f64)
}

fn options(steps: u64, dt: f64) -> SpectrumOptions {
    SpectrumOptions::new(steps).dt(dt).t_transient(4.0 * dt)
}

#[test]
fn a_flow_by_all_methods() {
    for integrator in Integrator::ALL {
        same(&lorenz(), &options(60, 0.005).integrator(integrator));
    }
}

#[test]
fn fewer_tangents_and_a_shorter_last_block() {
    for k in [1, 2] {
        same(&lorenz(), &options(53, 0.005).k(k).renorm_every(7));
    }
}

#[test]
fn maps() {
    let a: Vec<f64> = (0..50)
        .map(|member| 1.2 + 0.004 * f64::from(member))
        .collect();
    let henon = Henon {
        a: a.into(),
        ..Henon::default()
    };
    let options = SpectrumOptions::new(15).t_transient(3.0);
    same(&Ensemble::new(henon.clone(), 50), &options);
    same(
        &Ensemble::new(henon, 50),
        &options.clone().renorm_every(4).k(1),
    );
    let logistic = Ensemble::new(Logistic::default(), MEMBERS)
        .initial_with(Logistic::x, |member| 0.2 + 0.003 * member as f64);
    same(&logistic, &options);
}

#[test]
fn signals() {
    let samples: Vec<f64> = (0..40).map(|i| 0.5 * (f64::from(i) * 1.3).sin()).collect();
    let each: Vec<f64> = (0..MEMBERS).map(|member| 0.1 * member as f64).collect();
    for (drive, bias) in [
        (Signal::sampled(0.0, 0.25, samples), Signal::PerNode(each)),
        (0.3.into(), Signal::Zero),
    ] {
        let pendulum = Pendulum {
            drive,
            bias,
            ..Pendulum::default()
        };
        let ensemble = Ensemble::new(pendulum, MEMBERS)
            .initial_with(Pendulum::q, |member| 0.1 * member as f64);
        same(&ensemble, &options(60, 0.01).start_time(0.25));
    }
}

/// Loops over values remain, those over stages too where a step is long.
#[test]
fn loops_that_are_not_written_out() {
    let chain = Ensemble::new(Chain::default(), MEMBERS)
        .initial_with(Chain::a, |member| 0.4 + 0.01 * member as f64);
    for integrator in Integrator::ALL {
        same(&chain, &options(40, 0.02).integrator(integrator));
    }
}

#[test]
fn every_function() {
    same(&everything(), &options(50, 0.01));
    same(
        &everything(),
        &options(50, 0.01).integrator(Integrator::Euler),
    );
}

#[test]
fn single_precision() {
    let options = options(40, 0.005);
    within(&lorenz(), &options, Float::F32, 2e-4);
    within(&everything(), &options, Float::F32, 2e-4);
    let maps = SpectrumOptions::new(6).t_transient(0.0);
    let henon = Ensemble::new(Henon::default(), MEMBERS);
    within(&henon, &maps, Float::F32, 1e-4);
}

/// A number that is rounded to single precision on its way is seen in no test that compares to single precision.
#[test]
fn literals_keep_their_digits() {
    same(&everything(), &options(5, 0.01));
    same(&lorenz(), &options(5, 0.005).integrator(Integrator::Rk6));
    let texts = kernel::texts();
    if texts.is_empty() {
        return;
    }
    let has = |literal: f64| {
        let written = format!("double({literal:?})");
        texts.iter().any(|text| text.contains(&written))
    };
    for literal in [8.0 / 3.0, 0.1, 0.7, core::f64::consts::PI, 1e-200, f64::MAX] {
        assert!(has(literal), "{literal:?}");
    }
}
