//! How often tangents are renormalised is no matter of the result: any interval gives every exponent.

use lyapax::System;
use lyapax_workspace::models::*;

use super::agreement::agrees;
use super::{close, spectrum, steps};

/// Between two renormalisations up to 100 time units apart one tangent outgrows the other by e²¹⁰⁰⁰.
///
/// The exponents are those of the discrete map: ln |R₄(z)| / dt with R₄(z) = 1 + z + z²/2 + z³/6 +
/// z⁴/24.
#[test]
fn rates_far_apart() {
    let growth = |z: f64| {
        (1.0 + z + z * z / 2.0 + z.powi(3) / 6.0 + z.powi(4) / 24.0)
            .abs()
            .ln()
            / 1e-3
    };
    let model = Diagonal {
        a: 10.0.into(),
        b: (-200.0).into(),
    };
    let system = System::new(model).initial_state(&[0.0, 0.0]);
    for every in [10, 100, 1000, 10_000, 60_000, 100_000] {
        let options = steps(600.0, 1e-3).t_transient(1.0).renorm_every(every);
        let spectrum = system.spectrum(&options).unwrap();
        close(spectrum.exponents(), &[growth(0.01), growth(-0.2)], 1e-9);
        close(spectrum.exponents(), &[10.0, -199.996_85], 1e-5);
    }
}

/// Without care λ₃ is lost wherever interval · (λ₁ − λ₃) exceeds 36.7 = −ln 2⁻⁵³, while λ₁ stays
/// right: −6.8 where tangents meet every 5 time units.
///
/// Sprott (2003), Chaos and Time-Series Analysis, gives .9056, 0, −14.5723; the sum is −σ − 1 − β.
#[test]
fn lorenz_at_long_intervals() {
    for every in [10, 100, 500, 5000] {
        let options = steps(1e4, 0.01).t_transient(20.0).renorm_every(every);
        let spectrum = spectrum(Lorenz::default(), &options);
        agrees(&spectrum, 0, 0.9056, 0.0);
        agrees(&spectrum, 1, 0.0, 0.0);
        agrees(&spectrum, 2, -14.5723, 0.0);
        assert!((spectrum.sum() + 41.0 / 3.0).abs() <= 2e-4, "{spectrum}");
    }
}
