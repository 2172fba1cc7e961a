//! A sum of many logarithms.

use core::f64::consts::LN_2;

/// Σ ln r as the logarithm of a product, kept as p·2^e with p in [1, 2).
///
/// Each factor costs one multiplication, whose relative error of at most 2⁻⁵³ is an absolute one in
/// the sum: as much as rounding its logarithm costs. One logarithm is taken when the sum is read.
#[derive(Clone, Copy, Debug)]
pub(crate) struct LogSum {
    product: f64,
    exponent: i64,
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
    /// Adds ln r of a normal number r > 0 that is not within a factor 2 of the largest.
    #[inline]
    pub(crate) fn add(&mut self, r: f64) {
        let (product, exponent) = split(self.product * r);
        self.product = product;
        self.exponent += exponent;
    }

    pub(crate) fn value(self) -> f64 {
        self.exponent as f64 * LN_2 + self.product.ln()
    }
}

/// r = p·2^e with p in [1, 2), for a normal number r > 0.
#[inline]
fn split(r: f64) -> (f64, i64) {
    const FRACTION: u64 = (1 << 52) - 1;
    let bits = r.to_bits();
    let p = f64::from_bits(bits & FRACTION | 1.0_f64.to_bits());
    // 11 bits.
    #[allow(clippy::cast_possible_wrap)]
    let e = (bits >> 52) as i64 - 1023;
    (p, e)
}

#[cfg(test)]
mod tests {
    use super::{LogSum, split};

    #[test]
    fn numbers_are_split() {
        for (r, expected) in [
            (1.0, (1.0, 0)),
            (0.75, (1.5, -1)),
            (12.0, (1.5, 3)),
            (f64::MIN_POSITIVE, (1.0, -1022)),
        ] {
            assert_eq!(split(r), expected);
        }
    }

    #[test]
    fn products_beyond_the_range_of_numbers() {
        let mut sum = LogSum::default();
        for _ in 0..1000 {
            sum.add(3e99);
        }
        let expected = 1000.0 * 3e99_f64.ln();
        assert!((sum.value() - expected).abs() < 1e-15 * expected);
        for _ in 0..1000 {
            sum.add(1.0 / 3e99);
        }
        assert!(sum.value().abs() < 1e-13);
    }
}
