//! Sums of logarithms side by side.

use super::LogSum;
use super::log::digits;

/// What `L` sums of their own are, each bit for bit a [`LogSum`].
#[derive(Clone, Copy, Debug)]
pub(crate) struct LogSums<const L: usize> {
    product: [f64; L],
    exponent: [i64; L],
}

impl<const L: usize> Default for LogSums<L> {
    #[inline(always)]
    fn default() -> Self {
        Self {
            product: [1.0; L],
            exponent: [0; L],
        }
    }
}

impl<const L: usize> LogSums<L> {
    /// Adds ln r in each lane.
    #[inline(always)]
    pub(crate) fn add(&mut self, r: &[f64; L]) {
        let mut next = [0.0; L];
        let mut normal = true;
        for l in 0..L {
            next[l] = self.product[l] * r[l];
            normal &= (f64::MIN_POSITIVE..=f64::MAX).contains(&next[l]);
        }
        if normal {
            for l in 0..L {
                let (product, exponent) = digits(next[l]);
                self.product[l] = product;
                self.exponent[l] += exponent;
            }
        } else {
            self.one_by_one(|l, sum| sum.add(r[l]));
        }
    }

    /// Adds other sums, lane by lane.
    #[inline(always)]
    pub(crate) fn merge(&mut self, other: &Self) {
        self.add(&other.product);
        for l in 0..L {
            self.exponent[l] += other.exponent[l];
        }
    }

    #[cold]
    fn one_by_one(&mut self, add: impl Fn(usize, &mut LogSum)) {
        for l in 0..L {
            let mut sum = self.lane(l);
            add(l, &mut sum);
            (self.product[l], self.exponent[l]) = (sum.product, sum.exponent);
        }
    }

    /// The sum in a lane.
    pub(crate) fn lane(&self, l: usize) -> LogSum {
        LogSum {
            product: self.product[l],
            exponent: self.exponent[l],
        }
    }
}

#[cfg(test)]
mod tests {
    use super::LogSums;
    use crate::sum::LogSum;

    #[test]
    fn a_lane_is_a_sum() {
        let factors = [
            [2.0, 0.3, 1e-300, 1.0],
            [5e-324, 1e300, 0.1, 3.0],
            [1e-200, 1e300, 1e-9, 0.0],
            [0.7, f64::INFINITY, 4.0, 2.0],
            [0.9, 2.0, -1.0, 2.0],
        ];
        let mut sums = LogSums::default();
        let mut each = [LogSum::default(); 4];
        for r in &factors {
            sums.add(r);
            for (sum, r) in each.iter_mut().zip(r) {
                sum.add(*r);
            }
        }
        let mut twice = sums;
        twice.merge(&sums);
        for (l, mut sum) in each.into_iter().enumerate() {
            let (a, b) = (sums.lane(l).parts(), sum.parts());
            assert_eq!(a.map(f64::to_bits), b.map(f64::to_bits), "{l}");
            sum.merge(sum);
            let (a, b) = (twice.lane(l).parts(), sum.parts());
            assert_eq!(a.map(f64::to_bits), b.map(f64::to_bits), "{l}, twice");
        }
    }
}
