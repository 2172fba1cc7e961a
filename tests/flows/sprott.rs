//! Sprott (1994), Phys. Rev. E 50, R647, table I: .210, .163 and .103, with three digits each.

use lyapax::{Dynamical, Spectrum};
use lyapax_workspace::models::*;

use super::agreement::agrees;
use super::{spectrum, steps};

/// Of a published number with three decimals.
const ROUNDING: f64 = 5e-4;

/// The published λ₁, and a zero since the flow is autonomous.
fn chaotic<M: Dynamical>(model: M, largest: f64, tolerance: f64) -> Spectrum {
    let spectrum = spectrum(model, &steps(1e4, 0.01).t_transient(500.0));
    agrees(&spectrum, 0, largest, ROUNDING);
    let found = spectrum.exponents();
    assert!((found[0] - largest).abs() < tolerance, "{spectrum}");
    assert!(found[1].abs() < 1e-3, "{spectrum}");
    spectrum
}

#[test]
fn case_b() {
    let spectrum = chaotic(SprottB::default(), 0.210, 0.01);
    assert!((spectrum.sum() + 1.0).abs() < 1e-8, "{spectrum}");
}

#[test]
fn case_c() {
    let spectrum = chaotic(SprottC::default(), 0.163, 0.02);
    assert!((spectrum.sum() + 1.0).abs() < 1e-8, "{spectrum}");
}

#[test]
fn case_d() {
    chaotic(SprottD::default(), 0.103, 0.01);
}
