//! The steps of an ensemble, and the stretches that errors are taken from.

use crate::SetupError;
use crate::model::Model;
use crate::spectrum::{SpectrumOptions, Start, remembered};
use crate::stepper::dimension;
use crate::timing::Course;

/// Stretches of a member's run, at most.
const BATCHES: u64 = 64;

/// Stretches below which nothing is said about errors.
const FEWEST: u64 = 8;

/// Renormalisations in a stretch, at least.
const BLOCKS: u64 = 8;

/// What all members have in common.
pub(super) struct EnsembleCourse {
    pub(super) course: Course,
    pub(super) k: usize,
    /// Tangents that are followed: the exponents beyond are −∞.
    pub(super) live: usize,
    pub(super) every: u64,
    /// Tangents that all members start from.
    pub(super) basis: Vec<Vec<f64>>,
    /// Stretches of equal length, and the steps of each.
    pub(super) batches: u64,
    pub(super) batch: u64,
}

impl EnsembleCourse {
    pub(super) fn new<M: Model>(options: &SpectrumOptions) -> Result<Self, SetupError> {
        let Start {
            course,
            every,
            k,
            basis,
        } = Start::new::<M>(options, dimension::<M>())?;
        let blocks = course.n_steps / every;
        let batches = (blocks / BLOCKS).min(BATCHES);
        let batches = if batches < FEWEST { 0 } else { batches };
        Ok(Self {
            course,
            k,
            // Without any the kernel has nothing to do, and without one tangent there is none.
            live: k.min(remembered::<M>()).max(1),
            every,
            basis,
            batches,
            batch: blocks.checked_div(batches).unwrap_or(0) * every,
        })
    }

    /// Measured time.
    pub(super) fn elapsed(&self) -> f64 {
        self.course.n_steps as f64 * self.course.clock.dt
    }
}
