//! Spectra of single flows: exact values first, then laws, then published values.

#[path = "support/agreement.rs"]
mod agreement;
#[path = "flows/driven.rs"]
mod driven;
#[path = "flows/hamiltonian.rs"]
mod hamiltonian;
#[path = "flows/intervals.rs"]
mod intervals;
#[path = "flows/sprott.rs"]
mod sprott;
#[path = "flows/switched.rs"]
mod switched;
#[path = "flows/too_large_a_step.rs"]
mod too_large_a_step;
#[path = "flows/van_der_pol.rs"]
mod van_der_pol;

use agreement::agrees;
use lyapax::{Dynamical, Integrator, Spectrum, SpectrumOptions, System};
use lyapax_workspace::models::*;

#[track_caller]
fn close(found: &[f64], expected: &[f64], tolerance: f64) {
    assert_eq!(found.len(), expected.len(), "{found:?}");
    for (found_one, expected_one) in found.iter().zip(expected) {
        assert!(
            (found_one - expected_one).abs() <= tolerance,
            "{found:?} is not {expected:?} to {tolerance}"
        );
    }
}

fn spectrum<M: Dynamical>(model: M, options: &SpectrumOptions) -> Spectrum {
    System::new(model)
        .spectrum(options)
        .unwrap_or_else(|error| panic!("{error}"))
}

fn steps(t: f64, dt: f64) -> SpectrumOptions {
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "a positive count"
    )]
    SpectrumOptions::new((t / dt).round() as u64).dt(dt)
}

/// x' = −x, also long after the state has become too small for a number.
#[test]
fn decay() {
    for t in [50.0, 800.0] {
        close(
            spectrum(Decay::default(), &steps(t, 0.01)).exponents(),
            &[-1.0],
            1e-6,
        );
    }
}

#[test]
fn independent_rates() {
    for t in [50.0, 800.0] {
        close(
            spectrum(Diagonal::default(), &steps(t, 0.005)).exponents(),
            &[-1.0, -5.0],
            1e-6,
        );
    }
}

/// Sprott (2003), Chaos and Time-Series Analysis, gives .9056, 0, −14.5723; the sum is −σ − 1 − β.
#[test]
fn lorenz() {
    let rk4 = spectrum(Lorenz::default(), &steps(1e4, 0.01).t_transient(20.0));
    assert!((rk4.exponents()[0] - 0.9056).abs() <= 0.004, "{rk4}");
    assert!(rk4.exponents()[1].abs() <= 0.002, "{rk4}");
    assert!((rk4.sum() + 41.0 / 3.0).abs() <= 2e-4, "{rk4}");
    assert!((rk4.kaplan_yorke().unwrap() - 2.062).abs() < 1e-3, "{rk4}");

    let rk6 = spectrum(
        Lorenz::default(),
        &steps(1e4, 0.01)
            .integrator(Integrator::Rk6)
            .t_transient(20.0),
    );
    assert!((rk6.exponents()[0] - 0.9056).abs() <= 0.004, "{rk6}");
    assert!((rk6.sum() + 41.0 / 3.0).abs() <= 1e-7, "{rk6}");
}

/// At r = 20 the orbit ends on a fixed point: the real parts of its eigenvalues, and no zero among
/// them. The characteristic polynomial is λ³ + (σ+β+1)λ² + β(r+σ)λ + 2σβ(r−1).
#[test]
fn lorenz_on_a_fixed_point() {
    let spectrum = spectrum(
        Lorenz {
            rho: 20.0.into(),
            ..Lorenz::default()
        },
        &steps(2000.0, 0.01).t_transient(300.0),
    );
    close(spectrum.exponents(), &[-0.15479, -0.15479, -13.3571], 1e-3);
    let (a, b, c) = (41.0 / 3.0, 80.0, 2.0 * 10.0 * 8.0 / 3.0 * 19.0);
    let real = spectrum.exponents()[2];
    assert!((real.powi(3) + a * real.powi(2) + b * real + c).abs() < 0.1);
}

/// Sprott (2003): .0714, 0, −5.3943.
#[test]
fn rossler() {
    let spectrum = spectrum(Rossler::default(), &steps(2e4, 0.02).t_transient(200.0));
    agrees(&spectrum, 0, 0.0714, 0.0);
    assert!(spectrum.exponents()[1].abs() < 1e-3, "{spectrum}");
    agrees(&spectrum, 2, -5.3943, 0.0);
}

/// At b = 2 the attractor is a limit cycle; two recomputations with other programs give
/// −.0864(1) and −5.2396(8).
#[test]
fn rossler_on_a_limit_cycle() {
    let model = Rossler {
        b: 2.0.into(),
        ..Rossler::default()
    };
    let spectrum = spectrum(model, &steps(1e4, 0.01).t_transient(500.0));
    close(spectrum.exponents(), &[0.0, -0.0864, -5.2396], 2e-3);
}

#[test]
fn limit_cycle() {
    close(
        spectrum(
            StuartLandau::default(),
            &steps(500.0, 0.01).t_transient(20.0),
        )
        .exponents(),
        &[0.0, -2.0],
        1e-4,
    );
}

#[test]
fn one_dimension() {
    close(
        spectrum(Riccati::default(), &steps(200.0, 0.01).t_transient(20.0)).exponents(),
        &[-2.0],
        1e-6,
    );
}

/// One eigenvector for a double eigenvalue: the error falls as ln T / T.
#[test]
fn jordan_block() {
    let error = |t: f64| {
        let found = spectrum(Jordan::default(), &steps(t, 0.01).t_transient(0.0));
        close(found.exponents(), &[-1.0, -1.0], 3.0 * t.ln() / t);
        (found.exponents()[0] + 1.0).abs()
    };
    let (short, long) = (error(100.0), error(1000.0));
    let expected = (1000.0_f64.ln() / 1000.0) / (100.0_f64.ln() / 100.0);
    assert!(
        (0.4 * expected..2.5 * expected).contains(&(long / short)),
        "{short} {long}"
    );
}

#[test]
fn equal_rates_and_a_spiral() {
    close(
        spectrum(Plane::default(), &steps(1000.0, 0.01)).exponents(),
        &[-1.0, -1.0],
        1e-9,
    );
    let spiral = Plane {
        a: (-0.1).into(),
        b: 3.0.into(),
        c: (-3.0).into(),
        d: (-0.1).into(),
    };
    let options = steps(1000.0, 0.01).integrator(Integrator::Rk6);
    close(spectrum(spiral, &options).exponents(), &[-0.1, -0.1], 1e-6);
}

/// Two Lorenz systems that know nothing of each other: every exponent twice.
#[test]
fn two_uncoupled_systems() {
    let system = System::uncoupled(Lorenz::default(), 2).initial(Lorenz::x, vec![1.0, -3.0]);
    let spectrum = system
        .spectrum(&steps(5000.0, 0.01).t_transient(50.0))
        .unwrap();
    let expected = [0.906, 0.906, 0.0, 0.0, -14.572, -14.572];
    for (found, expected) in spectrum.exponents().iter().zip(expected) {
        assert!((found - expected).abs() < 0.012, "{spectrum}");
    }
}

/// k tangents give the leading k exponents of the full spectrum, from the same start columns.
#[test]
fn leading_exponents() {
    let columns = vec![
        vec![1.0, 0.0, 0.0],
        vec![0.5, 1.0, 0.0],
        vec![0.0, 0.2, 1.0],
    ];
    let options = steps(200.0, 0.01);
    let all = spectrum(
        Lorenz::default(),
        &options.clone().start_basis(columns.clone()),
    );
    for k in 1..3 {
        let some = spectrum(
            Lorenz::default(),
            &options.clone().k(k).start_basis(columns[..k].to_vec()),
        );
        close(some.raw_exponents(), &all.raw_exponents()[..k], 1e-9);
        assert_eq!(some.final_state(), all.final_state());
    }
}
