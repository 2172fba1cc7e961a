//! The loop: steps, QR, sums of logarithms.

use core::ops::ControlFlow;

use super::SpectrumOptions;
use super::batches::Batches;
use super::plan::Plan;
use super::ranking::Ranking;
use super::result::{Counts, Spectrum, Warning};
use super::sum::LogSum;
use crate::integrate::Clock;
use crate::model::{Kind, Model};
use crate::qr::Fault;
use crate::series::Series;
use crate::stepper::{self, Place, Snapshot, Stepper};
use crate::system::System;
use crate::{Error, RunError};

/// How far a run has come.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct Progress<'a> {
    /// Steps made, the transient's included.
    pub step: u64,
    /// Steps to be made, the transient's included.
    pub total: u64,
    /// Time reached; the iteration number of a map.
    pub time: f64,
    /// Running estimates in column order; none during the transient.
    pub exponents: &'a [f64],
}

/// Runs a system, telling its progress.
pub(crate) fn run<M: Model>(
    system: &System<M>,
    options: &SpectrumOptions,
    mut progress: impl FnMut(&Progress<'_>) -> ControlFlow<()>,
) -> Result<Spectrum, Error> {
    let problem = system.prepare()?;
    let plan = Plan::new(&problem, options)?;
    let mut stepper = stepper::new(&problem, plan.course.scheme, plan.course.clock, plan.k);
    stepper.set_tangents(&plan.basis);
    let mut walk = Walk::new(stepper, &plan);
    let stopped = walk
        .run(&plan, &mut progress)
        .map_err(|stop| stop.error::<M>(plan.course.clock))?
        .is_break();
    Ok(walk.result::<M>(&plan, stopped))
}

/// Why a run breaks off, in numbers that need no model.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Stop {
    NonFinite {
        step: u64,
        place: Place,
    },
    Column {
        step: u64,
        column: usize,
        fault: Fault,
    },
}

impl Stop {
    fn error<M: Model>(self, clock: Clock) -> RunError {
        match self {
            Self::NonFinite { step, place } => non_finite::<M>(step, clock, place),
            Self::Column {
                step,
                column,
                fault,
            } => {
                let (time, column) = (clock.at(step, 0.0), column + 1);
                match fault {
                    Fault::Vanished => RunError::DegenerateTangent { step, time, column },
                    Fault::Dependent => RunError::BelowResolution { step, time, column },
                    Fault::Overflow => RunError::TangentTooLong { step, time, column },
                }
            }
        }
    }
}

/// The error for a value that is not finite after a step.
pub(crate) fn non_finite<M: Model>(step: u64, clock: Clock, place: Place) -> RunError {
    RunError::NonFinite {
        step,
        time: clock.at(step, 0.0),
        column: place.column,
        component: M::INFO.states[place.component],
        node: place.node,
    }
}

/// A run under way.
struct Walk {
    stepper: Box<dyn Stepper>,
    clock: Clock,
    /// Σ ln R_jj.
    sums: Vec<LogSum>,
    /// The same over equal stretches, for standard errors.
    batches: Batches,
    /// Measured steps whose logarithms are in the sums.
    measured: u64,
    blocks: u64,
    history: Series,
    states: Series,
    /// The last step whose state was saved.
    saved: u64,
    counts: Counts,
    /// R_jj of a batch.
    diagonals: Vec<f64>,
    /// Where the block under way began.
    begin: Snapshot,
    exponents: Vec<f64>,
}

impl Walk {
    fn new(stepper: Box<dyn Stepper>, plan: &Plan) -> Self {
        Self {
            stepper,
            clock: plan.course.clock,
            sums: vec![LogSum::default(); plan.k],
            batches: Batches::new(plan.k, plan.course.n_steps / plan.every),
            measured: 0,
            blocks: 0,
            history: Series::new(plan.k),
            states: Series::new(plan.dimension),
            saved: 0,
            counts: Counts::default(),
            diagonals: Vec::new(),
            begin: Snapshot::default(),
            exponents: Vec::new(),
        }
    }

    /// The transient, then the measured run.
    fn run(
        &mut self,
        plan: &Plan,
        progress: &mut impl FnMut(&Progress<'_>) -> ControlFlow<()>,
    ) -> Result<ControlFlow<()>, Stop> {
        if self
            .part(plan, plan.course.transient, false, progress)?
            .is_break()
        {
            return Ok(ControlFlow::Break(()));
        }
        for sum in &mut self.sums {
            *sum = LogSum::default();
        }
        self.part(plan, plan.course.n_steps, true, progress)
    }

    /// So many steps in blocks, the last of which may be shorter.
    fn part(
        &mut self,
        plan: &Plan,
        steps: u64,
        measured: bool,
        progress: &mut impl FnMut(&Progress<'_>) -> ControlFlow<()>,
    ) -> Result<ControlFlow<()>, Stop> {
        let mut left = steps;
        while left > 0 {
            let blocks = (left / plan.every).min(plan.batch);
            left -= if blocks > 0 {
                self.batch(plan, blocks, measured)?;
                blocks * plan.every
            } else {
                self.block(plan, left, measured)?;
                self.record(plan, 1, left, measured);
                left
            };
            if measured {
                self.estimate();
            }
            let told = progress(&Progress {
                step: self.stepper.step(),
                total: plan.course.total(),
                time: self.clock.at(self.stepper.step(), 0.0),
                exponents: &self.exponents,
            });
            if told.is_break() && (left > 0 || !measured) {
                return Ok(ControlFlow::Break(()));
            }
        }
        Ok(ControlFlow::Continue(()))
    }

    /// So many whole blocks: at once until one fails, then one by one, as where states are saved.
    fn batch(&mut self, plan: &Plan, blocks: u64, measured: bool) -> Result<(), Stop> {
        let mut left = blocks;
        if !measured || plan.save_every.is_none() {
            left -= self.at_once(plan, blocks, measured);
        }
        for _ in 0..left {
            self.block(plan, plan.every, measured)?;
            self.record(plan, 1, plan.every, measured);
        }
        Ok(())
    }

    /// Up to so many whole blocks; gives the number of those before the first that fails.
    fn at_once(&mut self, plan: &Plan, blocks: u64, measured: bool) -> u64 {
        let (k, every) = (plan.k, plan.every);
        let mut diagonals = core::mem::take(&mut self.diagonals);
        // A batch is bounded by `BATCH`.
        #[allow(clippy::cast_possible_truncation)]
        let wanted = blocks as usize;
        diagonals.resize(wanted * k, 0.0);
        let done = self.stepper.blocks(wanted, every, &mut diagonals);
        // From one running estimate, or end of a batch of means, to the next.
        let mut rest = &diagonals[..done * k];
        while !rest.is_empty() {
            let until = plan.history_every - self.blocks % plan.history_every;
            let until = until.min(self.batches.until());
            let length = until.saturating_mul(k as u64).min(rest.len() as u64);
            // No more than the rest.
            #[allow(clippy::cast_possible_truncation)]
            let length = length as usize;
            let (now, later) = rest.split_at(length);
            self.add(now);
            self.record(plan, (length / k) as u64, every, measured);
            rest = later;
        }
        self.diagonals = diagonals;
        // The one that failed was computed too.
        let computed = blocks.min(done as u64 + 1);
        self.counts.steps += computed * every;
        self.counts.renormalisations += computed;
        done as u64
    }

    /// One block. Where a tangent lost too many digits or left the range of numbers, it is done
    /// again as two halves; where the state did, the step and the place are looked for.
    fn block(&mut self, plan: &Plan, steps: u64, measured: bool) -> Result<(), Stop> {
        let mut begin = core::mem::take(&mut self.begin);
        self.stepper.save(&mut begin);
        let done = self.attempt(plan, steps, measured, &begin);
        self.begin = begin;
        if done? {
            return Ok(());
        }
        self.halves(plan, steps, measured)
    }

    fn halves(&mut self, plan: &Plan, steps: u64, measured: bool) -> Result<(), Stop> {
        self.block(plan, steps / 2, measured)?;
        self.block(plan, steps - steps / 2, measured)
    }

    /// Steps and a QR. Where it has to be done with fewer steps, gives false and stands at `begin`
    /// again.
    fn attempt(
        &mut self,
        plan: &Plan,
        steps: u64,
        measured: bool,
        begin: &Snapshot,
    ) -> Result<bool, Stop> {
        self.advance(plan, steps, measured);
        let place = self.stepper.non_finite();
        if let Some(place) = place.filter(|place| place.column == 0) {
            return Err(self.locate(begin, steps, place));
        }
        let mut diagonal = vec![0.0; plan.k];
        self.counts.renormalisations += 1;
        let Err(bad) = self
            .stepper
            .renormalise(stepper::limits(steps), &mut diagonal)
        else {
            self.add(&diagonal);
            return Ok(true);
        };
        if steps > 1 {
            self.stepper.restore(begin);
            return Ok(false);
        }
        let step = self.stepper.step();
        Err(match place {
            Some(place) => Stop::NonFinite { step, place },
            None => Stop::Column {
                step,
                column: bad.column,
                fault: bad.fault,
            },
        })
    }

    /// Steps, saving states on the way.
    fn advance(&mut self, plan: &Plan, steps: u64, measured: bool) {
        self.counts.steps += steps;
        let every = match plan.save_every {
            Some(every) if measured => every,
            _ => return self.stepper.advance(steps),
        };
        let mut left = steps;
        while left > 0 {
            let since = self.stepper.step() - plan.course.transient;
            let length = left.min(every - since % every);
            self.stepper.advance(length);
            left -= length;
            let step = self.stepper.step();
            // What is done again is saved once.
            if (step - plan.course.transient).is_multiple_of(every) && step > self.saved {
                self.saved = step;
                self.stepper
                    .state(self.states.push(self.clock.at(step, 0.0)));
            }
        }
    }

    /// Finds the step of a block in which the state became non-finite; after the last one it is so
    /// at `last`.
    fn locate(&mut self, begin: &Snapshot, steps: u64, last: Place) -> Stop {
        self.stepper.restore(begin);
        for _ in 1..steps {
            self.stepper.advance(1);
            if let Some(place) = self.stepper.non_finite()
                && place.column == 0
            {
                let step = self.stepper.step();
                return Stop::NonFinite { step, place };
            }
        }
        Stop::NonFinite {
            step: begin.step + steps,
            place: last,
        }
    }

    /// Adds the logarithms of the diagonals of blocks.
    fn add(&mut self, diagonals: &[f64]) {
        let k = self.sums.len();
        for (j, sum) in self.sums.iter_mut().enumerate() {
            // Column by column, so that a sum stays in registers.
            for r in diagonals.iter().skip(j).step_by(k) {
                sum.add(*r);
            }
        }
    }

    /// Counts finished blocks of so many measured steps each, and keeps a running estimate where
    /// one is due after the last.
    fn record(&mut self, plan: &Plan, blocks: u64, steps: u64, measured: bool) {
        if !measured {
            return;
        }
        self.measured += blocks * steps;
        self.blocks += blocks;
        if steps == plan.every {
            self.batches
                .add(blocks, self.sums.iter().map(|sum| sum.value()));
        }
        if self.blocks.is_multiple_of(plan.history_every) || self.measured == plan.course.n_steps {
            let time = self.clock.at(plan.course.transient + self.measured, 0.0);
            let elapsed = self.measured as f64 * self.clock.dt;
            let estimates = self.history.push(time);
            for (estimate, sum) in estimates.iter_mut().zip(&self.sums) {
                *estimate = sum.value() / elapsed;
            }
        }
    }

    /// Brings the running estimates up to date; a transient has none.
    fn estimate(&mut self) {
        let elapsed = self.measured as f64 * self.clock.dt;
        self.exponents.clear();
        let estimates = self.sums.iter().map(|sum| sum.value() / elapsed);
        self.exponents.extend(estimates);
    }

    fn result<M: Model>(mut self, plan: &Plan, stopped: bool) -> Spectrum {
        let mut final_state = vec![0.0; plan.dimension];
        self.stepper.state(&mut final_state);
        let right_hand_sides = self.counts.steps * plan.course.scheme.stages() * plan.nodes as u64;
        self.counts.right_hand_sides = right_hand_sides;
        self.counts.tangents = right_hand_sides * plan.k as u64;
        let block = plan.every as f64 * plan.course.clock.dt;
        let ranking = Ranking::new(&self.exponents, self.batches, block);
        let transient = plan.course.transient.min(self.stepper.step());
        Spectrum {
            model: M::INFO.name,
            scheme: plan.course.scheme,
            dt: plan.course.clock.dt,
            nodes: plan.nodes,
            dimension: plan.dimension,
            renorm_every: plan.every,
            ranking,
            raw_exponents: self.exponents,
            history: self.history,
            states: self.states,
            final_state,
            measured_steps: self.measured,
            transient_steps: transient,
            from: self.clock.at(transient, 0.0),
            to: self.clock.at(self.stepper.step(), 0.0),
            counts: self.counts,
            warnings: match M::INFO.kind {
                Kind::Flow => M::INFO
                    .jumps
                    .iter()
                    .map(|&jump| Warning::jump(jump))
                    .collect(),
                Kind::Map => Vec::new(),
            },
            stopped,
        }
    }
}
