//! Spectra of single flows: exact values first, then laws, then published values.

use std::f64::consts::TAU;

use lyapax::{Integrator, Model, Spectrum, SpectrumOptions, System};
use lyapax_workspace::models::*;

#[track_caller]
fn close(found: &[f64], expected: &[f64], tolerance: f64) {
    assert_eq!(found.len(), expected.len(), "{found:?}");
    for (found_one, expected_one) in found.iter().zip(expected) {
        assert!((found_one - expected_one).abs() <= tolerance, "{found:?} is not {expected:?} to {tolerance}");
    }
}

fn spectrum<M: Model>(model: M, options: &SpectrumOptions) -> Spectrum {
    System::new(model).spectrum(options).unwrap_or_else(|error| panic!("{error}"))
}

fn steps(t: f64, dt: f64) -> SpectrumOptions {
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a positive count")]
    SpectrumOptions::new((t / dt).round() as u64).dt(dt)
}

/// x' = −x, also long after the state has become too small for a number.
#[test]
fn decay() {
    for t in [50.0, 800.0] {
        close(spectrum(Decay::default(), &steps(t, 0.01)).exponents(), &[-1.0], 1e-6);
    }
}

#[test]
fn independent_rates() {
    for t in [50.0, 800.0] {
        close(spectrum(Diagonal::default(), &steps(t, 0.005)).exponents(), &[-1.0, -5.0], 1e-6);
    }
}

/// The exponents of the discrete map: ln |R₄(z)| / dt with R₄(z) = 1 + z + z²/2 + z³/6 + z⁴/24.
#[test]
fn stiff_rates_are_those_of_the_method() {
    let model = Diagonal { a: 10.0.into(), b: (-200.0).into() };
    let system = System::new(model).initial_state(&[0.0, 0.0]);
    let spectrum = system.spectrum(&steps(20.0, 1e-3).renorm_every(10).t_transient(1.0)).unwrap();
    let growth = |z: f64| (1.0 + z + z * z / 2.0 + z.powi(3) / 6.0 + z.powi(4) / 24.0).abs().ln() / 1e-3;
    close(spectrum.exponents(), &[growth(0.01), growth(-0.2)], 1e-9);
    close(spectrum.exponents(), &[10.0, -199.996_85], 1e-4);
}

/// Sprott (2003), Chaos and Time-Series Analysis, gives .9056, 0, −14.5723; the sum is −σ − 1 − β.
#[test]
fn lorenz() {
    let rk4 = spectrum(Lorenz::default(), &steps(1e4, 0.01).t_transient(20.0));
    assert!((rk4.exponents()[0] - 0.9056).abs() <= 0.004, "{rk4}");
    assert!(rk4.exponents()[1].abs() <= 0.002, "{rk4}");
    assert!((rk4.sum() + 41.0 / 3.0).abs() <= 2e-4, "{rk4}");
    assert!((rk4.kaplan_yorke().unwrap() - 2.062).abs() < 1e-3, "{rk4}");

    let rk6 = spectrum(Lorenz::default(), &steps(1e4, 0.01).integrator(Integrator::Rk6).t_transient(20.0));
    assert!((rk6.exponents()[0] - 0.9056).abs() <= 0.004, "{rk6}");
    assert!((rk6.sum() + 41.0 / 3.0).abs() <= 1e-7, "{rk6}");
}

/// At r = 20 the orbit ends on a fixed point: the real parts of its eigenvalues, and no zero among
/// them. The characteristic polynomial is λ³ + (σ+β+1)λ² + β(r+σ)λ + 2σβ(r−1).
#[test]
fn lorenz_on_a_fixed_point() {
    let spectrum = spectrum(Lorenz { rho: 20.0.into(), ..Lorenz::default() }, &steps(2000.0, 0.01).t_transient(300.0));
    close(spectrum.exponents(), &[-0.15479, -0.15479, -13.3571], 1e-3);
    let (a, b, c) = (41.0 / 3.0, 80.0, 2.0 * 10.0 * 8.0 / 3.0 * 19.0);
    let real = spectrum.exponents()[2];
    assert!((real.powi(3) + a * real.powi(2) + b * real + c).abs() < 0.1);
}

/// Sprott (2003): .0714, 0, −5.3943.
#[test]
fn rossler() {
    let spectrum = spectrum(Rossler::default(), &steps(2e4, 0.02).t_transient(200.0));
    close(spectrum.exponents(), &[0.0712, 0.0, -5.3942], 3e-3);
}

/// At b = 2 the attractor is a limit cycle; two recomputations with other programs give
/// −.0864(1) and −5.2396(8).
#[test]
fn rossler_on_a_limit_cycle() {
    let model = Rossler { b: 2.0.into(), ..Rossler::default() };
    let spectrum = spectrum(model, &steps(1e4, 0.01).t_transient(500.0));
    close(spectrum.exponents(), &[0.0, -0.0864, -5.2396], 2e-3);
}

#[test]
fn limit_cycle() {
    close(spectrum(StuartLandau::default(), &steps(500.0, 0.01).t_transient(20.0)).exponents(), &[0.0, -2.0], 1e-4);
}

#[test]
fn one_dimension() {
    close(spectrum(Riccati::default(), &steps(200.0, 0.01).t_transient(20.0)).exponents(), &[-2.0], 1e-6);
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
    assert!((0.4 * expected..2.5 * expected).contains(&(long / short)), "{short} {long}");
}

#[test]
fn equal_rates_and_a_spiral() {
    close(spectrum(Plane::default(), &steps(1000.0, 0.01)).exponents(), &[-1.0, -1.0], 1e-9);
    let spiral = Plane { a: (-0.1).into(), b: 3.0.into(), c: (-3.0).into(), d: (-0.1).into() };
    let options = steps(1000.0, 0.01).integrator(Integrator::Rk6);
    close(spectrum(spiral, &options).exponents(), &[-0.1, -0.1], 1e-6);
}

/// Two Lorenz systems that know nothing of each other: every exponent twice.
#[test]
fn two_uncoupled_systems() {
    let system = System::uncoupled(Lorenz::default(), 2).initial(Lorenz::x, vec![1.0, -3.0]);
    let spectrum = system.spectrum(&steps(5000.0, 0.01).t_transient(50.0)).unwrap();
    let expected = [0.906, 0.906, 0.0, 0.0, -14.572, -14.572];
    for (found, expected) in spectrum.exponents().iter().zip(expected) {
        assert!((found - expected).abs() < 0.012, "{spectrum}");
    }
}

/// Time stands in the equations, and may begin late: 2π·10⁶ is a whole number of periods, so the
/// first steps are the same to the digits that t has left there.
#[test]
fn driven_oscillator_started_late() {
    let options = steps(500.0, 0.005).t_transient(0.0);
    let early = spectrum(Duffing::default(), &options);
    let late = spectrum(Duffing::default(), &options.clone().start_time(TAU * 1e6));
    assert!((early.sum() + 0.2).abs() < 1e-6, "{early}");
    assert!((late.sum() + 0.2).abs() < 1e-6, "{late}");
    let short = steps(5.0, 0.005).t_transient(0.0);
    let (early, late) =
        (spectrum(Duffing::default(), &short), spectrum(Duffing::default(), &short.clone().start_time(TAU * 1e6)));
    close(late.exponents(), early.exponents(), 1e-7);
}

/// Floquet exponents by quadrature along the cycle: −1.0593770 at μ = 1.
#[test]
fn van_der_pol() {
    let spectrum = spectrum(VanDerPol::default(), &steps(2000.0, 0.01).t_transient(100.0));
    close(spectrum.exponents(), &[0.0, -1.059_377], 1e-3);
}

/// k tangents give the leading k exponents of the full spectrum, from the same start columns.
#[test]
fn leading_exponents() {
    let columns = vec![vec![1.0, 0.0, 0.0], vec![0.5, 1.0, 0.0], vec![0.0, 0.2, 1.0]];
    let options = steps(200.0, 0.01);
    let all = spectrum(Lorenz::default(), &options.clone().start_basis(columns.clone()));
    for k in 1..3 {
        let some = spectrum(Lorenz::default(), &options.clone().k(k).start_basis(columns[..k].to_vec()));
        close(some.raw_exponents(), &all.raw_exponents()[..k], 1e-9);
        assert_eq!(some.final_state(), all.final_state());
    }
}

/// A Lorenz orbit that leaves: RK4 at dt = .15 blows up at step 7, before t = 1.1.
#[test]
fn a_step_too_large_is_an_error() {
    let error = System::new(Lorenz::default()).spectrum(&steps(100.0, 0.15).t_transient(0.0)).unwrap_err();
    let text = error.to_string();
    assert!(text.contains("step 7"), "{text}");
}
