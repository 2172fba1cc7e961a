//! Exponents from the largest to the smallest, with the standard errors of what is made of them.

use super::batches::Batches;
use super::kaplan_yorke;

/// The exponents in order, each with its scatter.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Ranking {
    pub(super) exponents: Vec<f64>,
    pub(super) std_errors: Vec<Option<f64>>,
    /// Length of the stretches that the errors were taken from, in units of time.
    pub(super) batch_time: f64,
    pub(super) sum_error: Option<f64>,
    pub(super) entropy_error: Option<f64>,
    pub(super) kaplan_yorke_error: Option<f64>,
}

impl Ranking {
    /// From the exponents in the order of the tangents and the batches, whose blocks take `block`
    /// units of time.
    pub(super) fn new(raw: &[f64], batches: &Batches, block: f64, dimension: usize) -> Self {
        let mut order: Vec<usize> = (0..raw.len()).collect();
        order.sort_by(|&a, &b| raw[b].total_cmp(&raw[a]));
        let exponents: Vec<f64> = order.iter().map(|&column| raw[column]).collect();
        let error = |error: Option<f64>| error.map(|error| error / block);
        // Of a weighted sum of the exponents in order.
        let weighted = |weight: &dyn Fn(usize) -> f64| {
            let mut weights = vec![0.0; raw.len()];
            for (rank, &column) in order.iter().enumerate() {
                weights[column] = weight(rank);
            }
            error(batches.weighted(&weights))
        };
        let slopes = kaplan_yorke::slopes(&exponents, dimension);
        Self {
            std_errors: order
                .iter()
                .map(|&column| error(batches.column(column)))
                .collect(),
            batch_time: batches.length() as f64 * block,
            sum_error: weighted(&|_| 1.0),
            entropy_error: weighted(&|rank| f64::from(u8::from(exponents[rank] > 0.0))),
            kaplan_yorke_error: slopes.and_then(|slopes| weighted(&|rank| slopes[rank])),
            exponents,
        }
    }
}
