//! Whether a measured exponent agrees with a known one.

use lyapax::Spectrum;

/// At most four standard errors of the difference away: the run's own, and that of the known value.
/// A right one is refused once in sixteen thousand times.
#[track_caller]
pub fn agrees(spectrum: &Spectrum, i: usize, expected: f64, expected_error: f64) {
    let found = spectrum.exponent(i);
    let own_error = found
        .std_error
        .expect("a run long enough to tell its error");
    assert!(
        (found.value - expected).abs() <= 4.0 * own_error.hypot(expected_error),
        "exponent {i} is not {expected} ± {expected_error}: {spectrum}"
    );
}
