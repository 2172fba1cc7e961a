//! How fast a rate a method can follow.

use super::Integrator;

/// How far the stability region of a method reaches along the negative real axis: a decay that is faster, in
/// units of 1/dt, grows instead. What oscillates is lost a little later or, where it hardly decays, no
/// later. The test below finds these numbers.
///
/// The step multiplies x by R(z) = 1 + z bᵀ1 + z² bᵀA1 + … (Hairer & Wanner, Solving ODEs II, equation
/// (IV.2.11)).
pub(crate) const fn farthest(integrator: Integrator) -> f64 {
    match integrator {
        Integrator::Euler | Integrator::Heun => 2.0,
        Integrator::Rk4 => 2.785,
        Integrator::Rk6 => 4.064,
    }
}

#[cfg(test)]
mod tests {
    use super::farthest;
    use crate::Integrator;
    use crate::integrate::{Euler, Heun, Rk4, Rk6, Tableau};

    /// How finely it is looked along the axis.
    const STEP: f64 = 0.000_1;

    fn of<T: Tableau>() -> f64 {
        let coefficients = coefficients::<T>();
        let steps = (1..).map(|i| f64::from(i) * STEP);
        let mut inside = steps.take_while(|x| growth(&coefficients, -x).abs() <= 1.0 + 1e-12);
        inside.by_ref().last().expect("it reaches somewhere")
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

    /// R(x), by Horner's rule.
    fn growth(coefficients: &[f64], x: f64) -> f64 {
        coefficients.iter().rev().fold(0.0, |sum, c| sum * x + c)
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
