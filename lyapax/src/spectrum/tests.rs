//! Spectra against exact values and laws.

use crate::testing::Lorenz;
use crate::{SpectrumOptions, System};

#[test]
fn lorenz_runs() {
    let spectrum = System::new(Lorenz::default())
        .spectrum(&SpectrumOptions::new(60_000).dt(0.01))
        .unwrap();
    println!("{spectrum}");
    assert!((spectrum.exponents()[0] - 0.9056).abs() < 0.02);
}
