//! A jump that the user accepted with `#[jump]`.

use lyapax::Warning;
use lyapax_workspace::models::*;

use super::{close, spectrum, steps};

/// With the jump at x = 0 taken into the tangent the spectrum is .0760(8), 0, −.8760(8), by an
/// independent program. Passing over it, as the warning says, leaves the linear system between the
/// switches: the roots of λ³ + a(λ² + λ + 1), whose sum −a is right.
#[test]
fn a_marked_jump_is_a_warning() {
    let spectrum = spectrum(
        SwitchedJerk::default(),
        &steps(1e4, 0.01).t_transient(500.0),
    );
    // The flow's own direction should have exponent 0, and has not.
    let warnings = spectrum.warnings();
    assert!(
        matches!(
            warnings[..],
            [
                Warning::JumpPassedOver {
                    what: "sign",
                    item: "equation of `acc`"
                },
                Warning::NoZeroExponent { expected: 1, .. },
            ]
        ),
        "{warnings:?}"
    );
    assert!(
        spectrum.to_string().contains("the exponents can be wrong"),
        "{spectrum}"
    );
    assert!((spectrum.sum() + 0.8).abs() < 1e-9, "{spectrum}");

    let a = 0.8;
    let mut real = -1.0_f64;
    for _ in 0..20 {
        real -= (((real + a) * real + a) * real + a) / ((3.0 * real + 2.0 * a) * real + a);
    }
    let pair = -(a + real) / 2.0;
    close(spectrum.exponents(), &[pair, pair, real], 1e-4);
}
