//! Everything that a run has measured so far.

use serde::{Deserialize, Serialize};

use super::batches::Batches;
use super::local::Local;
use super::plan::Plan;
use super::result::Counts;
use super::samples::Samples;
use crate::series::Series;
use crate::sum::LogSum;

/// What a run knows at the end of a block. With the stepper's snapshot it is all that the run needs to go
/// on, bit for bit.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Record {
    /// Σ ln R_jj, tangent by tangent.
    pub(super) sums: Vec<LogSum>,
    /// Tangents that are followed. The exponents of those beyond are −∞.
    pub(super) live: usize,
    /// The same over equal stretches, and the outputs, for standard errors.
    pub(super) batches: Batches,
    /// Measured steps.
    pub(super) measured: u64,
    /// Measured blocks.
    pub(super) blocks: u64,
    /// Running estimates, and the blocks from one to the next.
    pub(super) history: Series,
    pub(super) history_every: u64,
    pub(super) states: Series,
    /// The last step whose state was saved.
    pub(super) saved: u64,
    pub(super) local: Option<Local>,
    pub(super) samples: Samples,
    /// Output totals of steppers that were left for one of fewer tangents.
    pub(super) outputs_before: Vec<f64>,
    pub(super) counts: Counts,
}

impl Record {
    pub(super) fn new(plan: &Plan) -> Self {
        let mut sums = vec![LogSum::default(); plan.k];
        for sum in &mut sums[plan.live..] {
            sum.add(0.0);
        }
        Self {
            sums,
            live: plan.live,
            batches: Batches::new(plan.k + plan.outputs, plan.stretch),
            measured: 0,
            blocks: 0,
            history: Series::new(plan.k),
            history_every: plan.history_every.unwrap_or(1),
            states: Series::new(plan.dimension),
            saved: 0,
            local: plan
                .local_every
                .map(|every| Local::new(every, plan.time_of(every), plan.k, plan.dimension)),
            samples: Samples::new(plan.dimension),
            outputs_before: vec![0.0; plan.outputs],
            counts: Counts::default(),
        }
    }

    /// Measured steps.
    pub(crate) fn measured_steps(&self) -> u64 {
        self.measured
    }

    /// Keeps a running estimate where one is due. Where the user does not say how often, every second one is
    /// forgotten when there are too many.
    pub(super) fn keep_estimate(&mut self, plan: &Plan, time: f64, elapsed: f64) {
        if !self.blocks.is_multiple_of(self.history_every) {
            return;
        }
        for (estimate, sum) in self.history.push(time).iter_mut().zip(&self.sums) {
            *estimate = sum.value() / elapsed;
        }
        if plan.history_every.is_none() && self.history.len() == 2 * HISTORY {
            self.history.halve();
            self.history_every *= 2;
        }
    }

    /// Whether all lists are as long as they are in a run of this plan: what is read from a file may not be.
    pub(crate) fn fits(&self, plan: &Plan) -> bool {
        self.sums.len() == plan.k
            && self.live <= plan.live
            && self.history_every > 0
            && self.batches.fits(plan.k + plan.outputs)
            && self.history.fits(plan.k)
            && self.states.fits(plan.dimension)
            && self.samples.fits(plan.dimension)
            && self.outputs_before.len() == plan.outputs
            && match (&self.local, plan.local_every) {
                (Some(local), Some(_)) => local.fits(plan.k, plan.dimension),
                (None, None) => true,
                _ => false,
            }
    }

    /// Counts steps, whatever becomes of them.
    pub(super) fn made(&mut self, plan: &Plan, steps: u64) {
        let evaluations = steps * plan.course.scheme.stages() * plan.nodes as u64;
        self.counts.steps += steps;
        self.counts.right_hand_sides += evaluations;
        self.counts.tangents += evaluations * self.live as u64;
    }

    /// Blocks that may be made at once: until something is due between two of them.
    pub(super) fn until(&self, plan: &Plan) -> u64 {
        let mut until = self.samples.until(self.blocks);
        if plan.until.is_some() {
            until = until.min(next_look(self.blocks) - self.blocks);
        }
        if plan.outputs > 0 {
            until = until.min(self.batches.until());
        }
        until
    }

    /// Adds the logarithms of the diagonals of blocks.
    pub(super) fn add(&mut self, diagonals: &[f64]) {
        let k = self.live;
        for (j, sum) in self.sums[..k].iter_mut().enumerate() {
            // Column by column, so that a sum stays in registers.
            for r in diagonals.iter().skip(j).step_by(k) {
                sum.add(*r);
            }
        }
        if let Some(local) = &mut self.local {
            local.add(diagonals);
        }
    }

    /// The tangent beyond the last one shrinks to nothing: its exponent is −∞.
    pub(super) fn bury(&mut self) {
        self.live -= 1;
        self.sums[self.live].add(0.0);
    }

    /// Exponents, from sums over so much time.
    pub(super) fn exponents(&self, elapsed: f64) -> impl Iterator<Item = f64> {
        self.sums.iter().map(move |sum| sum.value() / elapsed)
    }
}

/// Estimates that are kept at least, of a long run, where the user does not say.
const HISTORY: usize = 10_000;

/// Blocks before the first look at the standard errors, of a run that goes on until they are small.
const FIRST_LOOK: u64 = 256;

/// The first number of blocks after which standard errors are looked at, beyond so many. Each is an eighth
/// more than the one before: a run is at most that much too long, and where it ends does not depend on how
/// it is handed to the stepper.
pub(super) fn next_look(blocks: u64) -> u64 {
    let mut look = FIRST_LOOK;
    while look <= blocks {
        look += look / 8;
    }
    look
}
