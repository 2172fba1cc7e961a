//! A sum of many numbers.

use serde::{Deserialize, Serialize};

/// A sum with what its additions have lost: its error does not grow with the number of terms (Neumaier,
/// Z. Angew. Math. Mech. 54, 39 (1974); the loss by Knuth's two-sum, which has no branch).
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(crate) struct Compensated {
    sum: f64,
    lost: f64,
}

impl Compensated {
    /// Adds a number.
    #[inline(always)]
    pub(crate) fn add(&mut self, x: f64) {
        let sum = self.sum + x;
        let part = sum - self.sum;
        self.lost += (self.sum - (sum - part)) + (x - part);
        self.sum = sum;
    }

    /// The sum.
    #[inline(always)]
    pub(crate) fn value(self) -> f64 {
        self.sum + self.lost
    }

    /// The sum as two numbers that a snapshot can hold.
    #[inline(always)]
    pub(crate) fn parts(self) -> [f64; 2] {
        [self.sum, self.lost]
    }

    /// From [`Compensated::parts`].
    #[inline(always)]
    pub(crate) fn from_parts([sum, lost]: [f64; 2]) -> Self {
        Self { sum, lost }
    }
}

#[cfg(test)]
mod tests {
    use super::Compensated;

    #[test]
    fn small_terms_beside_large_ones() {
        let mut sum = Compensated::default();
        sum.add(1e16);
        for _ in 0..1_000_000 {
            sum.add(0.125);
        }
        sum.add(-1e16);
        assert_eq!(sum.value(), 125_000.0);
        assert_eq!(Compensated::from_parts(sum.parts()), sum);
    }
}
