//! How two results are compared.

use lyapax::{PointError, SweepSpectra};

/// Everything that a point has, to the bit.
pub fn bits(spectra: &SweepSpectra, point: usize) -> Result<Vec<u64>, PointError> {
    let found = spectra.point(point).map_err(Clone::clone)?;
    let errors = found.std_errors().iter().map(|error| error.unwrap_or(-1.0));
    let numbers = found.exponents().iter().copied().chain(errors);
    let numbers = numbers.chain(found.final_state().iter().copied());
    let numbers = numbers.chain(found.sum_rule());
    Ok(numbers.map(f64::to_bits).collect())
}

/// Whether two results are the same to the bit.
#[track_caller]
pub fn assert_same(a: &SweepSpectra, b: &SweepSpectra) {
    assert_eq!(a.shape(), b.shape());
    for point in 0..a.points() {
        assert_eq!(bits(a, point), bits(b, point), "point {point}");
        assert_eq!(a.restarted(point), b.restarted(point), "point {point}");
    }
}
