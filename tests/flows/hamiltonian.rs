//! Conservative flows: exponents come in pairs ±λ, and time and energy give two zeros.

use lyapax::System;
use lyapax_workspace::models::*;

use super::agreement::agrees;
use super::steps;

fn energy(state: &[f64]) -> f64 {
    let [x, y, px, py] = *state else {
        panic!("four states")
    };
    (px * px + py * py + x * x + y * y) / 2.0 + x * x * y - y.powi(3) / 3.0
}

/// λ₁ = .048(3) at E = 1/8 and .131(2) at E = 1/6, by an independent program from the same start.
/// Both orbits linger at islands for long, so λ₁ converges slowly.
#[test]
fn henon_heiles() {
    for (e, largest, error) in [(1.0 / 8.0, 0.048, 0.003), (1.0 / 6.0, 0.131, 0.002)] {
        let px = (2.0 * (e - energy(&[0.0, -0.1, 0.0, 0.0]))).sqrt();
        let spectrum = System::new(HenonHeiles::default())
            .initial(HenonHeiles::px, px)
            .spectrum(&steps(2e5, 0.01))
            .unwrap();
        let found = spectrum.exponents();
        agrees(&spectrum, 0, largest, error);
        assert!(found[1].abs() < 1e-4 && found[2].abs() < 1e-4, "{spectrum}");
        assert!((found[0] + found[3]).abs() < 1e-6, "{spectrum}");
        assert!((found[1] + found[2]).abs() < 1e-6, "{spectrum}");
        assert!((energy(spectrum.final_state()) - e).abs() < 1e-5);
    }
}
