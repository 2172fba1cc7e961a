//! A sum of many logarithms.

use core::f64::consts::LN_2;

use serde::{Deserialize, Serialize};

/// Σ ln r as the logarithm of a product p·2^e with p in [1, 2).
///
/// A factor costs one multiplication, whose relative error of at most 2⁻⁵³ is an absolute one in
/// the sum: no more than rounding its logarithm would add. The count of halvings is exact, so that
/// however long the sum, it is read with the error of one logarithm and of one product.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct LogSum {
    /// In [1, 2); or what no sum comes back from: zero, an infinity, NaN.
    pub(super) product: f64,
    pub(super) exponent: i64,
}

impl Default for LogSum {
    fn default() -> Self {
        Self {
            product: 1.0,
            exponent: 0,
        }
    }
}

impl LogSum {
    /// Adds ln r; −∞ for zero, NaN for negative numbers.
    #[inline]
    pub(crate) fn add(&mut self, r: f64) {
        match split(self.product * r) {
            Some((product, exponent)) => {
                self.product = product;
                self.exponent += exponent;
            }
            None => self.add_extreme(r),
        }
    }

    /// As [`LogSum::add`] where the product is no normal number.
    #[cold]
    fn add_extreme(&mut self, r: f64) {
        // Subnormal numbers become normal ones, with the same digits.
        const SHIFT: i64 = 64;
        let (r, shift) = if r.is_subnormal() {
            (r * (1_u128 << SHIFT) as f64, SHIFT)
        } else {
            (r, 0)
        };
        let (r, exponent) = split(r).unwrap_or((r, 0));
        self.exponent += exponent - shift;
        // Below 4, if all is well. Of two negative factors the second does not make good the first.
        self.product *= if r < 0.0 { f64::NAN } else { r };
        if let Some((product, exponent)) = split(self.product) {
            self.product = product;
            self.exponent += exponent;
        }
    }

    /// Adds another sum.
    #[inline(always)]
    pub(crate) fn merge(&mut self, other: Self) {
        self.add(other.product);
        self.exponent += other.exponent;
    }

    /// The sum as two numbers that a snapshot can hold: they are read back bit for bit.
    #[inline(always)]
    pub(crate) fn parts(self) -> [f64; 2] {
        // Far below 2^53: 10⁹ factors of 2^±1074 are 2^40.
        [self.product, self.exponent as f64]
    }

    /// From [`LogSum::parts`].
    #[inline(always)]
    pub(crate) fn from_parts([product, exponent]: [f64; 2]) -> Self {
        #[expect(clippy::cast_possible_truncation, reason = "a whole number")]
        let exponent = exponent as i64;
        Self { product, exponent }
    }

    /// The sum.
    pub(crate) fn value(self) -> f64 {
        self.exponent as f64 * LN_2 + self.product.ln()
    }
}

/// r = p·2^e with p in [1, 2), for a normal number r > 0.
#[inline]
fn split(r: f64) -> Option<(f64, i64)> {
    if !r.is_normal() | r.is_sign_negative() {
        return None;
    }
    Some(digits(r))
}

/// The same of a number of which that is known.
#[inline(always)]
pub(super) fn digits(r: f64) -> (f64, i64) {
    const DIGITS: u32 = f64::MANTISSA_DIGITS - 1;
    const FRACTION: u64 = (1 << DIGITS) - 1;
    let bits = r.to_bits();
    let p = f64::from_bits(bits & FRACTION | 1.0_f64.to_bits());
    // 11 bits.
    #[allow(clippy::cast_possible_wrap)]
    let e = (bits >> DIGITS) as i64 - 1023;
    (p, e)
}

#[cfg(test)]
mod tests {
    use rand_chacha::ChaCha8Rng;
    use rand_chacha::rand_core::SeedableRng;

    use super::{LogSum, split};
    use crate::spectrum::uniform;

    fn sum(factors: impl IntoIterator<Item = f64>) -> f64 {
        let mut sum = LogSum::default();
        for r in factors {
            sum.add(r);
        }
        sum.value()
    }

    /// Neumaier's compensated sum of logarithms: Z. Angew. Math. Mech. 54, 39 (1974), algorithm IV.
    fn compensated(factors: impl IntoIterator<Item = f64>) -> f64 {
        let (mut sum, mut lost) = (0.0_f64, 0.0);
        for r in factors {
            let term = r.ln();
            let next = sum + term;
            lost += if sum.abs() >= term.abs() {
                (sum - next) + term
            } else {
                (term - next) + sum
            };
            sum = next;
        }
        sum + lost
    }

    #[test]
    fn numbers_are_split() {
        for (r, expected) in [
            (1.0, Some((1.0, 0))),
            (0.75, Some((1.5, -1))),
            (12.0, Some((1.5, 3))),
            (f64::MAX, Some((2.0 - f64::EPSILON, 1023))),
            (f64::MIN_POSITIVE, Some((1.0, -1022))),
            (f64::MIN_POSITIVE / 2.0, None),
            (0.0, None),
            (-1.0, None),
            (f64::INFINITY, None),
        ] {
            assert_eq!(split(r), expected);
        }
        assert_eq!(split(f64::NAN), None);
    }

    /// Factors of an exponent far from zero, of one near it, and over the whole range that a
    /// renormalisation can give.
    #[test]
    fn long_sums() {
        for (low, high) in [(0.05, 0.4), (-0.01, 0.0101), (-200.0, 230.0)] {
            let factors = || {
                let mut rng = ChaCha8Rng::seed_from_u64(7);
                let width: f64 = high - low;
                (0..10_000_000).map(move |_| (low + width * (0.5 + 0.5 * uniform(&mut rng))).exp())
            };
            let (sum, expected) = (sum(factors()), compensated(factors()));
            assert!(
                (sum - expected).abs() < 1e-13 * expected.abs(),
                "{sum} is not {expected}"
            );
        }
    }

    #[test]
    fn factors_at_the_ends_of_the_range() {
        for r in [
            f64::MAX,
            1.5,
            f64::MIN_POSITIVE,
            f64::MIN_POSITIVE / 3.0,
            5e-324,
        ] {
            for n in [1, 2, 1001] {
                let expected = f64::from(n) * r.ln();
                let sum = sum((0..n).map(|_| r));
                assert!(
                    (sum - expected).abs() <= 1e-15 * expected.abs(),
                    "{n} times {r:e}"
                );
            }
            // Up and down in turns; each logarithm is rounded.
            let back = 1.0 / r.max(1e-307);
            let sum = sum((0..1000).map(|i| if i % 2 == 0 { r } else { back }));
            let (up, down) = (r.ln(), back.ln());
            let expected = 500.0 * (up + down);
            let tolerance = 500.0 * f64::EPSILON * (up.abs() + down.abs());
            assert!(
                (sum - expected).abs() < tolerance,
                "{r:e}: {sum} is not {expected}"
            );
        }
    }

    #[test]
    fn what_has_no_logarithm_stays() {
        assert_eq!(sum([2.0, 0.0, 2.0, 5e-324, f64::MAX]), f64::NEG_INFINITY);
        assert_eq!(sum([2.0, f64::INFINITY, 0.5]), f64::INFINITY);
        for bad in [f64::NAN, -1.0, -5e-324, f64::NEG_INFINITY] {
            assert!(sum([2.0, bad, 3.0]).is_nan(), "{bad}");
            assert!(sum([2.0, bad, bad]).is_nan(), "{bad}, twice");
        }
        assert!(sum([0.0, f64::INFINITY]).is_nan());
    }
}
