//! A sum of many terms that does not lose the small ones.

/// Neumaier's compensated sum: Z. Angew. Math. Mech. 54, 39 (1974), algorithm IV.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Sum {
    sum: f64,
    lost: f64,
}

impl Sum {
    #[inline]
    pub(crate) fn add(&mut self, term: f64) {
        let sum = self.sum + term;
        self.lost += if self.sum.abs() >= term.abs() {
            (self.sum - sum) + term
        } else {
            (term - sum) + self.sum
        };
        self.sum = sum;
    }

    pub(crate) fn value(self) -> f64 {
        self.sum + self.lost
    }
}

#[cfg(test)]
mod tests {
    use super::Sum;

    #[test]
    fn small_terms_survive_large_ones() {
        let mut sum = Sum::default();
        for term in [1.0, 1e100, 1.0, -1e100] {
            sum.add(term);
        }
        assert_eq!(sum.value(), 2.0);
    }
}
