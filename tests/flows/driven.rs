//! Time stands in the equations, and may begin late.

use std::f64::consts::TAU;

use lyapax_workspace::models::*;

use super::agreement::agrees;
use super::{close, spectrum, steps};

/// 2π·10⁶, a whole number of periods.
const LATE: f64 = TAU * 1e6;

/// .1583(14), −.3583(14) by an independent program; the sum is minus the damping.
#[test]
fn duffing() {
    for start in [0.0, LATE] {
        let options = steps(5e4, 0.005).t_transient(500.0).start_time(start);
        let spectrum = spectrum(Duffing::default(), &options);
        agrees(&spectrum, 0, 0.1583, 0.0014);
        agrees(&spectrum, 1, -0.3583, 0.0014);
        assert!((spectrum.sum() + 0.2).abs() < 1e-9, "{spectrum}");
    }
}

/// The first steps are the same to the digits that t has left there.
#[test]
fn duffing_started_late_begins_alike() {
    let options = steps(5.0, 0.005).t_transient(0.0);
    let (early, late) = (
        spectrum(Duffing::default(), &options),
        spectrum(Duffing::default(), &options.clone().start_time(LATE)),
    );
    close(late.exponents(), early.exponents(), 1e-7);
}
