//! Exponents that are −∞.

use lyapax::{Dynamical, KaplanYorkeError, Spectrum, SpectrumOptions, System, Warning};
use lyapax_workspace::models::*;

use super::run;

const INFINITE: f64 = f64::NEG_INFINITY;

lyapax::model! {
    pub Memory {
        state x = 0.4, y = 0.1, z = 0.2;
        next(x) = 3.9 * x * (1 - x);
        next(y) = x;
        next(z) = y;
        output read = z;
    }
}

lyapax::model! {
    /// Rank one without a zero in its Jacobian.
    pub Sum {
        state x = 0.4, y = 0.1;
        next(x) = mod(0.9 * (x + y), 1);
        next(y) = 0.9 * (x + y) - 0.5;
    }
}

lyapax::model! {
    pub Lagged {
        state x = 0.1, y = 0.2;
        param a = 1.4, b = 0.3;
        next(x) = 1 - a * x^2 + b * y;
        next(y) = x;
    }
}

fn maps<M: Dynamical>(model: M, initial: &[f64], n: u64) -> Spectrum {
    let options = SpectrumOptions::new(n).t_transient(100.0);
    run(&System::new(model).initial_state(initial), &options)
}

/// No NaN anywhere, and JSON counts what it cannot hold.
#[track_caller]
fn sane(spectrum: &Spectrum, infinite: usize) {
    let found = spectrum.exponents();
    assert!(found.iter().all(|x| !x.is_nan()), "{spectrum}");
    let (finite, rest) = found.split_at(found.len() - infinite);
    assert!(finite.iter().all(|x| x.is_finite()), "{spectrum}");
    assert!(rest.iter().all(|x| *x == INFINITE), "{spectrum}");
    assert_eq!(spectrum.sum(), INFINITE);
    let text = spectrum.to_string();
    assert!(!text.contains("NaN"), "{text}");
    assert!(text.contains("-inf"), "{text}");
    let json: serde_json::Value = serde_json::to_value(spectrum).unwrap();
    assert_eq!(json["minus_infinity"], infinite);
    assert!(json["sum"].is_null());
    assert_eq!(spectrum.clone(), *spectrum, "the same as itself");
    for warning in spectrum.warnings() {
        assert!(!warning.to_string().contains("NaN"), "{warning}");
    }
}

#[test]
fn a_forgotten_state() {
    let spectrum = maps(DeadEnd::default(), &[0.4, 0.4], 100_000);
    sane(&spectrum, 1);
    assert!(
        (spectrum.exponents()[0] - 2.0_f64.ln()).abs() < 1e-3,
        "{spectrum}"
    );
    // Volumes on the attractor shrink infinitely fast beside its one direction.
    assert_eq!(spectrum.kaplan_yorke(), Ok(1.0));
    assert!((spectrum.entropy() - spectrum.exponents()[0]).abs() < 1e-15);
    assert_eq!(spectrum.warnings(), [], "{spectrum}");
    let first = run(
        &System::new(DeadEnd::default()),
        &SpectrumOptions::new(100_000).k(1).t_transient(100.0),
    );
    assert_eq!(first.exponents()[0], spectrum.exponents()[0]);
}

#[test]
fn a_chain_of_forgotten_states() {
    let spectrum = maps(Memory::default(), &[0.4, 0.1, 0.2], 10_000);
    sane(&spectrum, 2);
    let logistic = maps(Logistic { r: 3.9.into() }, &[0.4], 10_000);
    assert!((spectrum.exponents()[0] - logistic.exponents()[0]).abs() < 2e-3);
    assert_eq!(spectrum.warnings(), [], "{spectrum}");
}

#[test]
fn a_determinant_of_zero() {
    let sum = maps(Sum::default(), &[0.4, 0.1], 10_000);
    sane(&sum, 1);
    assert!((sum.exponents()[0] - 1.8_f64.ln()).abs() < 1e-3, "{sum}");
    for model in ["henon", "lagged"] {
        let spectrum = match model {
            "henon" => maps(
                Henon {
                    a: 1.8.into(),
                    b: 0.0.into(),
                },
                &[0.1, 0.0],
                10_000,
            ),
            _ => maps(
                Lagged {
                    a: 1.8.into(),
                    b: 0.0.into(),
                },
                &[0.1, 0.0],
                10_000,
            ),
        };
        sane(&spectrum, 1);
        assert!((0.2..0.6).contains(&spectrum.exponents()[0]), "{spectrum}");
    }
}

/// At ½ the slope is 0: in the transient that is past, in the run it is −∞ from there on.
#[test]
fn a_point_where_the_determinant_is_zero() {
    let half = System::new(Logistic { r: 3.9.into() }).initial_state(&[0.5]);
    let options = SpectrumOptions::new(10_000);
    let past = run(&half, &options.clone().t_transient(10.0));
    assert!((past.exponents()[0] - 0.49).abs() < 0.05, "{past}");
    let hit = run(&half, &options.clone().t_transient(0.0));
    sane(&hit, 1);
    assert!(matches!(
        hit.kaplan_yorke(),
        Ok(_) | Err(KaplanYorkeError::NotReached { .. })
    ));
    // Renormalised seldom, kept as windows.
    let local = run(
        &half,
        &options.renorm_every(10).local_every(10).t_transient(0.0),
    );
    sane(&local, 1);
    assert_eq!(local.local().unwrap().rates().len(), 100);
    assert!(
        local
            .local()
            .unwrap()
            .rates()
            .at(99)
            .iter()
            .all(|rate| !rate.is_nan())
    );
    // In a plane.
    let henon = maps_from(
        Henon {
            a: 1.4.into(),
            b: 0.0.into(),
        },
        0.0,
    );
    sane(&henon, 1);
}

fn maps_from<M: Dynamical>(model: M, transient: f64) -> Spectrum {
    let options = SpectrumOptions::new(1_000).t_transient(transient);
    run(&System::new(model), &options)
}

/// On the superstable fixed point the slope is 0, or its rounding.
#[test]
fn a_superstable_map() {
    let spectrum = maps(Logistic { r: 2.0.into() }, &[0.3], 10_000);
    let exponent = spectrum.exponents()[0];
    let warned = spectrum
        .warnings()
        .iter()
        .any(|warning| matches!(warning, Warning::AtRounding { rank: 1, .. }));
    assert!(exponent == INFINITE || warned, "{spectrum}");
}

#[test]
fn a_flow_has_none() {
    for rate in [-1e3, -1e5] {
        let system = System::new(Diagonal {
            a: (-1.0).into(),
            b: rate.into(),
        });
        let dt = -1.0 / rate;
        let spectrum = run(&system, &SpectrumOptions::new(20_000).dt(dt));
        assert!(spectrum.exponents().iter().all(|x| x.is_finite()));
    }
}
