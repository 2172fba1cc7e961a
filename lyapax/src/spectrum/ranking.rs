//! Exponents from the largest to the smallest, with the standard errors of what is made of them.

use super::batches::Batches;

/// The exponents in order, and what their errors are taken from. Errors are computed when they are asked
/// for: for a short run they cost as much as the run.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Ranking {
    pub(super) exponents: Vec<f64>,
    /// The tangent of each.
    order: Vec<usize>,
    /// Units of time in a block.
    block: f64,
}

impl Ranking {
    /// From the exponents in the order of the tangents, and the units of time in a block.
    pub(super) fn new(raw: &[f64], block: f64) -> Self {
        let mut order: Vec<usize> = (0..raw.len()).collect();
        order.sort_by(|&a, &b| raw[b].total_cmp(&raw[a]));
        Self {
            exponents: order.iter().map(|&column| raw[column]).collect(),
            order,
            block,
        }
    }

    /// The standard error of exponent number `rank`; −∞ has none.
    pub(super) fn std_error(&self, batches: &Batches, rank: usize) -> Option<f64> {
        if !self.exponents[rank].is_finite() {
            return None;
        }
        let error = batches.column(self.order[rank]);
        error.map(|error| error / self.block)
    }

    /// The means of exponent number `rank` over both halves of the run.
    pub(super) fn halves(&self, batches: &Batches, rank: usize) -> Option<[f64; 2]> {
        if !self.exponents[rank].is_finite() {
            return None;
        }
        let halves = batches.halves(self.order[rank])?;
        Some(halves.map(|mean| mean / self.block))
    }

    /// The standard error of the mean of exponent number `rank` over the second half of the run.
    pub(super) fn later_error(&self, batches: &Batches, rank: usize) -> Option<f64> {
        let error = batches.later(self.order[rank])?;
        Some(error / self.block)
    }

    /// The standard error of Σ weight(rank)·λ.
    pub(super) fn error_of_sum(
        &self,
        batches: &Batches,
        weight: impl Fn(usize) -> f64,
    ) -> Option<f64> {
        let mut weights = vec![0.0; self.order.len()];
        for (rank, &column) in self.order.iter().enumerate() {
            if !self.exponents[rank].is_finite() {
                if weight(rank) != 0.0 {
                    return None;
                }
                continue;
            }
            weights[column] = weight(rank);
        }
        let error = batches.weighted(&weights);
        error.map(|error| error / self.block)
    }
}
