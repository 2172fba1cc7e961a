//! The steps of an ensemble, and the stretches that errors are taken from.

use crate::SetupError;
use crate::model::Model;
use crate::spectrum::{SpectrumOptions, Start, remembered, start_tangents};
use crate::stepper::dimension;

/// Stretches of a member's run, at most.
const BATCHES: u64 = 64;

/// Stretches below which nothing is said about errors.
const FEWEST: u64 = 8;

/// Renormalisations in a stretch, at least.
const BLOCKS: u64 = 8;

/// What all members have in common.
pub(super) struct EnsembleCourse {
    pub(super) start: Start,
    /// Tangents that are followed: the exponents beyond are −∞.
    pub(super) live: usize,
    /// Of each member's tangents, where they are not the same for all.
    pub(super) seeds: Option<Vec<u64>>,
    /// Stretches of equal length, and the steps of each.
    pub(super) batches: u64,
    pub(super) batch: u64,
}

impl EnsembleCourse {
    pub(super) fn new<M: Model>(
        options: &SpectrumOptions,
        seeds: Option<&[u64]>,
        members: usize,
    ) -> Result<Self, SetupError> {
        if let Some(seeds) = seeds
            && seeds.len() != members
        {
            let got = seeds.len();
            return Err(SetupError::SeedsLength { members, got });
        }
        if seeds.is_some() && options.start_basis.is_some() {
            return Err(SetupError::SeedsUnread);
        }
        let start = Start::new::<M>(options, dimension::<M>())?;
        let blocks = start.course.n_steps / start.every;
        let batches = (blocks / BLOCKS).min(BATCHES);
        let batches = if batches < FEWEST { 0 } else { batches };
        Ok(Self {
            // Without any the kernel has nothing to do, and without one tangent there is none.
            live: start.k.min(remembered::<M>()).max(1),
            seeds: seeds.map(<[u64]>::to_vec),
            batches,
            batch: blocks.checked_div(batches).unwrap_or(0) * start.every,
            start,
        })
    }

    /// The tangents that a member starts from.
    pub(super) fn basis_of<M: Model>(&self, member: usize) -> Vec<Vec<f64>> {
        match &self.seeds {
            None => self.start.basis.clone(),
            Some(seeds) => start_tangents(dimension::<M>(), self.start.k, seeds[member]),
        }
    }

    /// The options of a member by itself.
    pub(super) fn options_of(&self, options: &SpectrumOptions, member: usize) -> SpectrumOptions {
        let seed = self.seeds.as_ref().map(|seeds| seeds[member]);
        match seed {
            None => options.clone(),
            Some(seed) => options.clone().seed(seed),
        }
    }

    /// Measured time.
    pub(super) fn elapsed(&self) -> f64 {
        self.start.course.n_steps as f64 * self.start.course.clock.dt
    }
}
