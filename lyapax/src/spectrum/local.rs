//! Exponents over short windows along a run.

use serde::{Deserialize, Serialize};

use crate::series::Series;
use crate::sum::LogSum;

/// Finite-time exponents: how fast each tangent grew over window after window of the run.
///
/// Entry number i is of the window that begins at [`times`](LocalExponents::times)`[i]`, where the state is
/// `states().at(i)`, and lasts [`window`](LocalExponents::window). The mean over all windows is the
/// exponent; where they differ, the dynamics is more or less unstable.
///
/// The first column belongs to the state, whatever the tangents started from, once they are aligned. The
/// others are rates of volumes of the QR frame, not of single directions.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct LocalExponents {
    window: f64,
    rates: Series,
    states: Series,
}

impl LocalExponents {
    /// Length of each window, in units of time or in iterations.
    pub fn window(&self) -> f64 {
        self.window
    }

    /// Times at which the windows begin; iteration numbers for a map.
    pub fn times(&self) -> &[f64] {
        self.rates.times()
    }

    /// The k rates of each window, per unit time or iterate, in the order of the tangents.
    pub fn rates(&self) -> &Series {
        &self.rates
    }

    /// The state at which each window begins, ordered as said at [`System`](crate::System).
    pub fn states(&self) -> &Series {
        &self.states
    }
}

/// The windows so far, and the one under way.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct Local {
    /// Blocks in a window.
    every: u64,
    sums: Vec<LogSum>,
    begin: f64,
    state: Vec<f64>,
    found: LocalExponents,
}

impl Local {
    /// Windows of so many blocks, which take `window` units of time.
    pub(super) fn new(every: u64, window: f64, k: usize, dimension: usize) -> Self {
        Self {
            every,
            sums: vec![LogSum::default(); k],
            begin: 0.0,
            state: vec![0.0; dimension],
            found: LocalExponents {
                window,
                rates: Series::new(k),
                states: Series::new(dimension),
            },
        }
    }

    /// Adds the logarithms of a block's diagonal.
    pub(super) fn add(&mut self, diagonal: &[f64]) {
        for (sum, r) in self.sums.iter_mut().zip(diagonal) {
            sum.add(*r);
        }
    }

    /// Whether a window ends, and the next begins, after so many blocks.
    pub(super) fn is_due(&self, blocks: u64) -> bool {
        blocks.is_multiple_of(self.every)
    }

    /// Ends the window under way, if there is one, in which so many tangents were followed to the end, and
    /// begins the next.
    pub(super) fn turn(&mut self, ended: Option<usize>, time: f64, state: impl FnOnce(&mut [f64])) {
        if let Some(live) = ended {
            let rates = self.found.rates.push(self.begin);
            for (j, (rate, sum)) in rates.iter_mut().zip(&self.sums).enumerate() {
                *rate = if j < live {
                    sum.value() / self.found.window
                } else {
                    f64::NEG_INFINITY
                };
            }
            self.found
                .states
                .push(self.begin)
                .copy_from_slice(&self.state);
        }
        self.sums.fill(LogSum::default());
        self.begin = time;
        state(&mut self.state);
    }

    /// Whether all lists have these lengths.
    pub(super) fn fits(&self, k: usize, dimension: usize) -> bool {
        self.every > 0
            && self.sums.len() == k
            && self.state.len() == dimension
            && self.found.rates.fits(k)
            && self.found.states.fits(dimension)
    }

    /// The finished windows.
    pub(super) fn found(&self) -> &LocalExponents {
        &self.found
    }
}
