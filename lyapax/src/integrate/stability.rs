//! How fast a rate a method can follow.

use super::Integrator;

/// The largest |z| in the left half-plane for which a method does not blow x' = (z/dt)·x up; beyond
/// it no decaying rate is followed, whatever its phase. The test below finds these.
///
/// The step multiplies x by R(z) = 1 + z bᵀ1 + z² bᵀA1 + … (Hairer & Wanner, Solving ODEs II, equation
/// (IV.2.11)).
pub(crate) const fn farthest(integrator: Integrator) -> f64 {
    match integrator {
        Integrator::Euler => 2.0,
        Integrator::Heun => 2.19,
        Integrator::Rk4 => 2.96,
        Integrator::Rk6 => 4.06,
    }
}

#[cfg(test)]
mod tests {
    use super::farthest;
    use crate::Integrator;
    use crate::integrate::{Euler, Heun, Rk4, Rk6, Tableau};

    /// Directions in the left half-plane that are looked along, and how finely.
    const DIRECTIONS: u32 = 91;
    const STEP: f64 = 0.005;

    fn of<T: Tableau>() -> f64 {
        let coefficients = coefficients::<T>();
        (0..DIRECTIONS)
            .map(|i| {
                let angle =
                    core::f64::consts::FRAC_PI_2 * (1.0 + f64::from(i) / f64::from(DIRECTIONS - 1));
                let (sine, cosine) = angle.sin_cos();
                let mut r = STEP;
                while modulus(&coefficients, r * cosine, r * sine) <= 1.0 + 1e-9 {
                    r += STEP;
                }
                r - STEP
            })
            .fold(0.0, f64::max)
    }

    /// Of 1, z, z², ….
    fn coefficients<T: Tableau>() -> Vec<f64> {
        let s = T::STAGES;
        let mut coefficients = vec![1.0];
        let mut power = vec![1.0; s];
        for _ in 0..s {
            coefficients.push((0..s).map(|i| T::B[i] * power[i]).sum());
            power = (0..s)
                .map(|i| (0..i).map(|j| T::A[i][j] * power[j]).sum())
                .collect();
        }
        coefficients
    }

    /// |R(x + iy)|, by Horner's rule.
    fn modulus(coefficients: &[f64], x: f64, y: f64) -> f64 {
        let (re, im) = coefficients.iter().rev().fold((0.0, 0.0), |(re, im), c| {
            (re * x - im * y + c, re * y + im * x)
        });
        f64::hypot(re, im)
    }

    #[test]
    fn how_far_the_regions_reach() {
        for (integrator, found) in [
            (Integrator::Euler, of::<Euler>()),
            (Integrator::Heun, of::<Heun>()),
            (Integrator::Rk4, of::<Rk4>()),
            (Integrator::Rk6, of::<Rk6>()),
        ] {
            assert!(
                (found - farthest(integrator)).abs() < 0.011,
                "{integrator}: {found}"
            );
        }
        // Hairer & Wanner II, section IV.2: the real interval of four stages ends at −2.785.
        let rk4 = coefficients::<Rk4>();
        assert!(modulus(&rk4, -2.785, 0.0) < 1.0 && modulus(&rk4, -2.786, 0.0) > 1.0);
    }

    #[test]
    fn the_exponential_up_to_the_order() {
        let mut factorial = 1.0;
        for (i, c) in coefficients::<Rk6>().iter().enumerate().take(7).skip(1) {
            factorial *= i as f64;
            assert!((c * factorial - 1.0).abs() < 1e-12, "{i}");
        }
    }
}
