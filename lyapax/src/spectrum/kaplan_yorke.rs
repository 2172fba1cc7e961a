//! The dimension of an attractor from its exponents.

use crate::KaplanYorkeError;

/// j + (λ₁ + … + λⱼ) / |λⱼ₊₁|, j being the last place where the sum is not negative.
///
/// `exponents` are the largest of `dimension`, sorted. Kaplan & Yorke, Lecture Notes in Mathematics
/// 730, 204 (1979); Frederickson et al., J. Differ. Equ. 49, 185 (1983), equation (1.5).
pub(super) fn dimension(exponents: &[f64], dimension: usize) -> Result<f64, KaplanYorkeError> {
    let mut sum = 0.0;
    for (j, exponent) in exponents.iter().enumerate() {
        if sum + exponent < 0.0 {
            return Ok(j as f64 + sum / exponent.abs());
        }
        sum += exponent;
    }
    let k = exponents.len();
    if k < dimension || k == 0 {
        return Err(KaplanYorkeError::NotReached { k, dimension, sum });
    }
    // Volumes do not shrink: the attractor fills its space.
    Ok(dimension as f64)
}

#[cfg(test)]
mod tests {
    use super::dimension;
    use crate::KaplanYorkeError;

    #[test]
    fn the_crossing() {
        let lorenz = dimension(&[0.9, 0.0, -14.5], 3).unwrap();
        assert!((lorenz - (2.0 + 0.9 / 14.5)).abs() < 1e-15);
        assert_eq!(dimension(&[-1.0, -2.0], 2), Ok(0.0));
        assert_eq!(dimension(&[0.5, -0.5], 2), Ok(2.0));
        assert_eq!(dimension(&[0.3], 1), Ok(1.0));
    }

    #[test]
    fn too_few_exponents_are_an_error() {
        let error = dimension(&[0.9, 0.0], 3).unwrap_err();
        assert_eq!(
            error,
            KaplanYorkeError::NotReached {
                k: 2,
                dimension: 3,
                sum: 0.9
            }
        );
    }
}
