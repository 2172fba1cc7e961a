//! Derivatives in one place beside those in another.

use lyapax::{Derivatives, Model, OutputName, Variable};

/// Numbers are within so much of each other, relative to the largest of them.
#[track_caller]
pub fn same(a: &[f64], b: &[f64], tolerance: f64) {
    assert_eq!(a.len(), b.len());
    let largest = b.iter().fold(0.0, |largest: f64, b| largest.max(b.abs()));
    for (a, b) in a.iter().zip(b) {
        assert!(
            (a - b).abs() <= tolerance * largest,
            "{a:e} {b:e} of {largest:e}"
        );
    }
}

/// Outputs are, and their derivatives.
#[track_caller]
pub fn same_partials<M: Model>(
    there: &Derivatives<M>,
    here: &Derivatives<M>,
    outputs: &[OutputName<M>],
    by: &[Variable<M>],
    tolerance: f64,
) {
    for &output in outputs {
        same(there.values(output), here.values(output), tolerance);
        for &by in by {
            same(there.of(output, by), here.of(output, by), tolerance);
        }
    }
}
