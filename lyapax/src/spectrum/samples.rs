//! States along a run, to be looked at when it is over.

use serde::{Deserialize, Serialize};

/// States that are kept at least, once a run has so many blocks; fewer of a large system.
pub(super) const KEPT: usize = 64;

/// Numbers that are kept of a large system: 32 megabytes, and twice as many at times.
const NUMBERS: usize = 1 << 22;

/// States after equal numbers of blocks, the first before the first block. When there are twice as many as
/// are wanted every second one is forgotten, so that what is kept does not depend on how long the run was
/// meant to be.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct Samples {
    dimension: usize,
    /// States that are kept at least.
    kept: usize,
    /// Blocks from one to the next.
    every: u64,
    steps: Vec<u64>,
    states: Vec<f64>,
}

impl Samples {
    pub(super) fn new(dimension: usize) -> Self {
        Self {
            dimension,
            kept: kept(dimension),
            every: 1,
            steps: Vec::new(),
            states: Vec::new(),
        }
    }

    /// Blocks until one is due, after so many; 0 where it is due now.
    pub(super) fn until(&self, blocks: u64) -> u64 {
        (self.steps.len() as u64 * self.every).saturating_sub(blocks)
    }

    /// Keeps the state that `write` writes.
    pub(super) fn keep(&mut self, step: u64, write: impl FnOnce(&mut [f64])) {
        if self.steps.len() == 2 * self.kept {
            self.thin();
        }
        let from = self.states.len();
        self.steps.push(step);
        self.states.resize(from + self.dimension, 0.0);
        write(&mut self.states[from..]);
    }

    fn thin(&mut self) {
        for i in 0..self.kept {
            self.steps[i] = self.steps[2 * i];
            let from = 2 * i * self.dimension;
            self.states
                .copy_within(from..from + self.dimension, i * self.dimension);
        }
        self.steps.truncate(self.kept);
        self.states.truncate(self.kept * self.dimension);
        self.every *= 2;
    }

    /// Whether all lists have the lengths that go with this dimension.
    pub(super) fn fits(&self, dimension: usize) -> bool {
        self.dimension == dimension
            && self.kept == kept(dimension)
            && self.every > 0
            && self.steps.len() <= 2 * self.kept
            && self.states.len() == self.steps.len() * dimension
    }

    /// The states with the steps made before each.
    pub(super) fn iter(&self) -> impl ExactSizeIterator<Item = (u64, &[f64])> {
        (0..self.steps.len()).map(|i| {
            let state = &self.states[i * self.dimension..][..self.dimension];
            (self.steps[i], state)
        })
    }

    /// At most so many of them, evenly.
    pub(super) fn some(&self, most: usize) -> impl Iterator<Item = (u64, &[f64])> {
        self.iter()
            .step_by(self.steps.len().div_ceil(most.max(1)).max(1))
    }
}

fn kept(dimension: usize) -> usize {
    (NUMBERS / dimension.max(1)).clamp(2, KEPT)
}

#[cfg(test)]
mod tests {
    use super::Samples;

    #[test]
    fn evenly_kept() {
        for blocks in [0_u64, 1, 63, 127, 128, 1000, 12_345] {
            let mut samples = Samples::new(1);
            for block in 0..=blocks {
                if samples.until(block) == 0 {
                    samples.keep(10 * block, |state| state[0] = block as f64);
                }
            }
            let kept: Vec<_> = samples.iter().collect();
            assert!(
                kept.len() as u64 > blocks.min(63) && kept.len() <= 128,
                "{blocks}"
            );
            for (i, (step, state)) in kept.iter().enumerate() {
                assert_eq!(*step, i as u64 * samples.every * 10);
                assert_eq!(state[0] * 10.0, *step as f64);
            }
            assert!(samples.some(16).count() <= 16);
        }
    }
}
