//! What is added up along a run: how fast volumes grow, and outputs.

/// Steps after which numbers of seven digits are taken over by longer ones.
const SHORT: u64 = 256;

/// Whether sums of numbers `F` are to be short.
pub(super) const fn are_short<F>() -> bool {
    size_of::<F>() < size_of::<f64>()
}

/// Whether they end after this step.
pub(super) const fn is_due<F>(step: u64) -> bool {
    are_short::<F>() && step.is_multiple_of(SHORT)
}

/// Of each node, and of each output of each node.
#[derive(Clone, Debug)]
pub(super) struct Totals {
    pub(super) volume: Vec<f64>,
    pub(super) outputs: Vec<f64>,
}

impl Totals {
    pub(super) fn zero(nodes: usize, outputs: usize) -> Self {
        Self {
            volume: vec![0.0; nodes],
            outputs: vec![0.0; nodes * outputs],
        }
    }

    /// With what was added up elsewhere.
    pub(super) fn with(&self, other: &Self) -> Self {
        let sum = |a: &[f64], b: &[f64]| a.iter().zip(b).map(|(a, b)| a + b).collect();
        Self {
            volume: sum(&self.volume, &other.volume),
            outputs: sum(&self.outputs, &other.outputs),
        }
    }
}
