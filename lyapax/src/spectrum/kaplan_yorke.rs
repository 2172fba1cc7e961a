//! The dimension of an attractor from its exponents.

use crate::KaplanYorkeError;

/// j + (λ₁ + … + λⱼ) / |λⱼ₊₁|, j being the last place where the sum is not negative.
///
/// `exponents` are the largest of `dimension`, sorted. Kaplan & Yorke, Lecture Notes in Mathematics
/// 730, 204 (1979); Frederickson et al., J. Differ. Equ. 49, 185 (1983), equation (1.5).
pub(crate) fn dimension(exponents: &[f64], dimension: usize) -> Result<f64, KaplanYorkeError> {
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

/// The derivatives of the dimension with respect to the exponents; `None` where it has none: at its
/// ends, and where the exponents do not reach the crossing.
pub(super) fn slopes(exponents: &[f64], dimension: usize) -> Option<Vec<f64>> {
    let reached = self::dimension(exponents, dimension).ok()?;
    let mut slopes = vec![0.0; exponents.len()];
    let (mut sum, mut last) = (0.0, 0);
    while last < exponents.len() && sum + exponents[last] >= 0.0 {
        sum += exponents[last];
        last += 1;
    }
    if last == exponents.len() || reached == 0.0 {
        return None;
    }
    let crossing = exponents[last].abs();
    slopes[..last].fill(1.0 / crossing);
    slopes[last] = sum / (crossing * crossing);
    Some(slopes)
}

#[cfg(test)]
mod tests {
    use super::{dimension, slopes};
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

    #[test]
    fn slopes_are_differences() {
        let exponents = [0.9, 0.1, -0.3, -14.5];
        let slopes = slopes(&exponents, 4).unwrap();
        for i in 0..4 {
            let shifted = |h: f64| {
                let mut exponents = exponents;
                exponents[i] += h;
                dimension(&exponents, 4).unwrap()
            };
            let difference = (shifted(1e-6) - shifted(-1e-6)) / 2e-6;
            assert!(
                (slopes[i] - difference).abs() < 1e-8,
                "{i}: {} {difference}",
                slopes[i]
            );
        }
        assert_eq!(super::slopes(&[-1.0, -2.0], 2), None);
        assert_eq!(super::slopes(&[0.5, 0.1], 3), None);
    }
}
