//! Spectra against exact values, published ones, and laws.

mod exact;
mod network;
mod options;
mod trouble;

use crate::{Model, Spectrum, SpectrumOptions, System};

fn spectrum<M: Model>(system: &System<M>, options: &SpectrumOptions) -> Spectrum {
    system.spectrum(options).unwrap()
}

/// Every exponent lies within a tolerance of what is expected.
#[track_caller]
fn near(exponents: &[f64], expected: &[f64], tolerance: f64) {
    assert_eq!(exponents.len(), expected.len());
    for (a, b) in exponents.iter().zip(expected) {
        assert!(
            (a - b).abs() < tolerance,
            "{exponents:?} for {expected:?} within {tolerance}"
        );
    }
}

fn identity(d: usize) -> Vec<Vec<f64>> {
    (0..d)
        .map(|j| (0..d).map(|i| if i == j { 1.0 } else { 0.0 }).collect())
        .collect()
}
