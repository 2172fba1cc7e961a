//! Exponents from the largest to the smallest, with the standard errors of what is made of them.

use super::batches::Batches;

/// The exponents in order, and what their errors are taken from. Errors are computed when they are asked
/// for: for a short run they cost as much as the run.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Ranking {
    pub(super) exponents: Vec<f64>,
    /// The tangent of each.
    order: Vec<usize>,
    batches: Batches,
    /// Units of time in a block.
    block: f64,
}

impl Ranking {
    /// From the exponents in the order of the tangents and the batches, whose blocks take `block`
    /// units of time.
    pub(super) fn new(raw: &[f64], batches: Batches, block: f64) -> Self {
        let mut order: Vec<usize> = (0..raw.len()).collect();
        order.sort_by(|&a, &b| raw[b].total_cmp(&raw[a]));
        Self {
            exponents: order.iter().map(|&column| raw[column]).collect(),
            order,
            batches,
            block,
        }
    }

    /// Length of the stretches that errors are taken from, in units of time.
    pub(super) fn batch_time(&self) -> f64 {
        self.batches.length() as f64 * self.block
    }

    /// The standard error of exponent number `rank`.
    pub(super) fn std_error(&self, rank: usize) -> Option<f64> {
        let error = self.batches.column(self.order[rank]);
        error.map(|error| error / self.block)
    }

    /// The standard error of Σ weight(rank)·λ.
    pub(super) fn error_of_sum(&self, weight: impl Fn(usize) -> f64) -> Option<f64> {
        let mut weights = vec![0.0; self.order.len()];
        for (rank, &column) in self.order.iter().enumerate() {
            weights[column] = weight(rank);
        }
        let error = self.batches.weighted(&weights);
        error.map(|error| error / self.block)
    }
}
