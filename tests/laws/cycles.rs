//! Orbits that repeat exactly because numbers have finitely many digits.

use lyapax::{SpectrumOptions, System, Warning};
use lyapax_workspace::models::*;

use super::run;

lyapax::model! {
    /// x' = x, and a cubic that keeps it near: 0 is an unstable fixed point.
    pub Unstable {
        state x = 0.0, y = 0.0;
        dx/dt = y;
        dy/dt = x - x^3 - 0.1 * y;
    }
}

lyapax::model! {
    /// A quarter of a turn: every orbit repeats, and nothing grows.
    pub Quarter {
        state x = 0.3, y = 0.7;
        next(x) = -y;
        next(y) = x;
    }
}

#[track_caller]
fn reached(warnings: &[Warning], expected: core::ops::Range<u64>, expected_period: u64) {
    // What is wrong first, then what comes of it, such as drift.
    let [Warning::ExactCycle(cycle), ..] = warnings else {
        panic!("{warnings:?}");
    };
    assert!(expected.contains(&cycle.reached), "{cycle:?}");
    assert_eq!(cycle.period, expected_period);
    assert!(
        warnings[0]
            .to_string()
            .contains(&format!("reached at step {}", cycle.reached))
    );
}

/// By way of ½ and 1; from .4 it takes fifteen million iterations.
#[test]
fn the_logistic_map_falls_onto_zero() {
    let options = SpectrumOptions::new(2_000).t_transient(0.0);
    let before = (2.0 - 2.0_f64.sqrt()) / 4.0;
    let spectrum = run(
        &System::new(Logistic::default()).initial_state(&[before]),
        &options,
    );
    reached(&spectrum.warnings(), 2..4, 1);
}

#[test]
fn tent_and_doubling() {
    let options = SpectrumOptions::new(100_000).t_transient(0.0);
    reached(
        &run(&System::new(Tent::default()), &options).warnings(),
        50..60,
        1,
    );
    reached(
        &run(&System::new(Doubling::default()), &options).warnings(),
        50..60,
        1,
    );
}

#[test]
fn stable_and_neutral_cycles_are_no_mistake() {
    let options = SpectrumOptions::new(100_000).t_transient(10_000.0);
    let stable = run(&System::new(Logistic { r: 3.5.into() }), &options);
    assert_eq!(stable.warnings(), [], "{stable}");
    let neutral = run(&System::new(Quarter::default()), &options);
    assert!(
        !neutral
            .warnings()
            .iter()
            .any(|warning| matches!(warning, Warning::ExactCycle(_))),
        "{neutral}"
    );
}

#[test]
fn an_unstable_fixed_point() {
    let options = SpectrumOptions::new(10_000).dt(0.01);
    let spectrum = run(&System::new(Unstable::default()), &options);
    reached(&spectrum.warnings(), 0..1, 1);
    let elsewhere = System::new(Unstable::default()).initial_state(&[0.5, 0.0]);
    let spectrum = run(&elsewhere, &options.t_transient(200.0));
    assert_eq!(spectrum.warnings(), [], "{spectrum}");
}
