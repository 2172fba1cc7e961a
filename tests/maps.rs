//! Spectra of maps.

use lyapax::{Model, Spectrum, SpectrumOptions, System};
use lyapax_workspace::models::*;

fn spectrum<M: Model>(model: M, iterations: u64, transient: f64) -> Spectrum {
    let options = SpectrumOptions::new(iterations).t_transient(transient);
    System::new(model).spectrum(&options).unwrap_or_else(|error| panic!("{error}"))
}

/// Exact: the invariant density of x → 4x(1−x) is that of the tent map.
#[test]
fn logistic_at_four() {
    let spectrum = spectrum(Logistic::default(), 1_000_000, 0.0);
    assert!((spectrum.exponents()[0] - 2.0_f64.ln()).abs() < 2e-3, "{spectrum}");
}

/// Period four: the mean of ln |r(1 − 2x)| over the cycle.
#[test]
fn logistic_on_a_cycle() {
    let spectrum = spectrum(Logistic { r: 3.5.into() }, 100_000, 10_000.0);
    assert!((spectrum.exponents()[0] + 0.872_507).abs() < 1e-6, "{spectrum}");
}

/// det J = −b at every point, so the sum is ln b to the last digits. Sprott (2003): .41922, −1.62319.
#[test]
fn henon() {
    let spectrum = spectrum(Henon::default(), 1_000_000, 1000.0);
    assert!((spectrum.sum() - 0.3_f64.ln()).abs() < 1e-12, "{spectrum}");
    assert!((spectrum.exponents()[0] - 0.419_22).abs() < 1e-3, "{spectrum}");
    assert!((spectrum.exponents()[1] + 1.623_19).abs() < 1e-3, "{spectrum}");
}

/// Slopes are constant on either side of the kink; .4701 and −1.1632 by an independent program.
#[test]
fn lozi() {
    let spectrum = spectrum(Lozi::default(), 1_000_000, 1000.0);
    assert!((spectrum.sum() - 0.5_f64.ln()).abs() < 1e-12, "{spectrum}");
    assert!((spectrum.exponents()[0] - 0.4701).abs() < 2e-3, "{spectrum}");
}

/// Area is conserved: the exponents are a pair ±λ.
#[test]
fn standard_map() {
    let spectrum = spectrum(Standard::default(), 100_000, 0.0);
    assert!(spectrum.sum().abs() < 1e-12, "{spectrum}");
}

/// λ₁ of a map whose second column is lost at once.
#[test]
fn leading_exponent_of_a_singular_map() {
    let options = SpectrumOptions::new(1_000_000).k(1).t_transient(0.0);
    let spectrum = System::new(DeadEnd::default()).spectrum(&options).unwrap();
    assert!((spectrum.exponents()[0] - 2.0_f64.ln()).abs() < 2e-3, "{spectrum}");
}

/// The orbit of the tent map is exactly 0 after some 55 iterations, since every iteration shifts a
/// bit out; its slope is ±2 all the same.
#[test]
fn tent() {
    let spectrum = spectrum(Tent::default(), 50, 0.0);
    assert!((spectrum.exponents()[0] - 2.0_f64.ln()).abs() < 1e-12, "{spectrum}");
}
