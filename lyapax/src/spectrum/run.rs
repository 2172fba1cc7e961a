//! The loop: steps, QR, sums of logarithms.

mod block;

pub(crate) use block::leaves;

use core::ops::ControlFlow;
use std::sync::Arc;

use super::plan::Plan;
use super::probe;
use super::record::{Record, next_look};
use super::result::{End, Findings, Raw, Spectrum};
use super::setting::{Ground, Setting};
use super::stop::Stop;
use super::{SpectrumOptions, cycle};
use crate::checkpoint::{Checkpoint, Identity, Saver};
use crate::device;
use crate::integrate::Clock;
use crate::model::Model;
use crate::stepper::{Snapshot, Stepper};
use crate::system::{Problem, System};
use crate::{Device, DeviceError, Error, Placement, ResumeError, SetupError};

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

/// Runs a system from its start or from a checkpoint, telling its progress.
pub(crate) fn run<M: Model>(
    system: &System<M>,
    options: &SpectrumOptions,
    from: Option<&Checkpoint>,
    progress: impl FnMut(&Progress<'_>) -> ControlFlow<()> + Send,
) -> Result<Spectrum, Error> {
    let mut problem = system.prepare()?;
    // What is wrong with the options is told first.
    let mut plan = Plan::new(&problem, options)?;
    let short = |options: &SpectrumOptions| system.spectrum(options).map(drop);
    let before = from.map(|from| from.identity.device());
    let (device, calibration) = options.choose_device(plan.every, before, short)?;
    plan.place(device, options.float)?;
    if let Some(from) = from {
        from.identity.settle(&mut plan, options);
    }
    let identity = Identity::new(&problem, &plan);
    if let Some(from) = from {
        from.check(&identity, &plan)?;
    }
    // Of the transient that is made: another run's would be nothing to complain of.
    problem.check_times(&plan.course, plan.float)?;
    if options.threads == Some(0) {
        return Err(SetupError::NoThreads.into());
    }
    if device == Device::CPU {
        problem.start(options.threads, plan.k)?;
    }
    problem
        .workers
        .run(|| run_on(&problem, &plan, options, identity, from, progress))
        .map(|spectrum| spectrum.chosen_by(calibration))
}

/// Runs a member of an ensemble, on this thread. Nothing is looked at when it is over: of a short run that would be most
/// of the cost.
pub(crate) fn run_member<M: Model>(
    problem: &Problem<'_, M>,
    options: &SpectrumOptions,
) -> Result<Spectrum, Error> {
    run_member_on(problem, options, Device::CPU)
}

/// As [`run_member`], on a device.
pub(crate) fn run_member_on<M: Model>(
    problem: &Problem<'_, M>,
    options: &SpectrumOptions,
    device: Device,
) -> Result<Spectrum, Error> {
    let mut plan = Plan::new(problem, options)?.of_member();
    if device != Device::CPU {
        plan.place(device, options.float)?;
    }
    let identity = Identity::new(problem, &plan);
    let ground = Ground {
        problem,
        course: plan.course,
        device: plan.device,
        float: plan.float,
    };
    let mut walk = Walk::new(&ground, &plan, problem.initial)?;
    let mut saver = Saver::new(options, &identity);
    let mut on = |_: &Progress<'_>| ControlFlow::Continue(());
    let end = walk.run(&plan, &mut saver, &mut on);
    let end = end.map_err(|stop| stop.error::<M>(&ground))?;
    Ok(walk.result::<M>(&plan, identity, end, Findings::default())?)
}

/// The run itself, on the threads of the problem.
fn run_on<M: Model>(
    problem: &Problem<'_, M>,
    plan: &Plan,
    options: &SpectrumOptions,
    identity: Identity,
    from: Option<&Checkpoint>,
    mut progress: impl FnMut(&Progress<'_>) -> ControlFlow<()>,
) -> Result<Spectrum, Error> {
    let ground = Ground {
        problem,
        course: plan.course,
        device: plan.device,
        float: plan.float,
    };
    let mut walk = match from {
        None => Walk::new(&ground, plan, problem.initial)?,
        Some(from) => Walk::resumed(&ground, plan, problem.initial, from)?,
    };
    let mut saver = Saver::new(options, &identity);
    if from.is_none() {
        saver.refuse_to_replace()?;
    }
    saver.begin(|| walk.point())?;
    let end = walk.run(plan, &mut saver, &mut progress);
    let end = end.map_err(|stop| stop.error::<M>(&ground))?;
    // Before the looks, which are not worth losing a run for.
    let unsaved = saver.end(|| walk.point());
    let found = Findings {
        probed: probe::look(problem, plan, &walk.record, &walk.state()),
        cycle: cycle::find(
            &ground,
            plan,
            &walk.record,
            walk.stepper.step(),
            &walk.state(),
        ),
        unsaved,
    };
    Ok(walk.result::<M>(plan, identity, end, found)?)
}

/// A run under way.
struct Walk<'a> {
    setting: &'a dyn Setting,
    stepper: Box<dyn Stepper>,
    /// What was done on a device by steppers before this one.
    placed: Option<Placement>,
    clock: Clock,
    dimension: usize,
    initial: Vec<f64>,
    record: Record,
    /// Where the run can be taken up again, when its last block is a shorter one.
    before_last: Option<(Snapshot, Arc<Record>)>,
    /// R_jj of a batch.
    diagonals: Vec<f64>,
    /// Where the block under way began.
    begin: Snapshot,
    exponents: Vec<f64>,
    /// Steps when progress was told last.
    told: u64,
}

impl<'a> Walk<'a> {
    fn new(setting: &'a dyn Setting, plan: &Plan, initial: &[f64]) -> Result<Self, DeviceError> {
        let mut stepper = setting.stepper(plan.live)?;
        stepper.place(0, initial, &plan.basis[..plan.live]);
        let record = Record::new(plan);
        Ok(Self::at(setting, stepper, plan, initial, record))
    }

    fn resumed(
        setting: &'a dyn Setting,
        plan: &Plan,
        initial: &[f64],
        from: &Checkpoint,
    ) -> Result<Self, Error> {
        let record = Record::clone(&from.record);
        let mut stepper = setting.stepper(record.live)?;
        if record.measured > 0 {
            // Totals are added up from here on too, whatever has been added before.
            stepper.clear_totals();
        }
        let mut own = Snapshot::default();
        stepper.save(&mut own);
        if own.values.len() != from.snapshot.values.len() {
            return Err(ResumeError::Shape.into());
        }
        stepper.restore(&from.snapshot);
        Ok(Self::at(setting, stepper, plan, initial, record))
    }

    fn at(
        setting: &'a dyn Setting,
        stepper: Box<dyn Stepper>,
        plan: &Plan,
        initial: &[f64],
        record: Record,
    ) -> Self {
        Self {
            setting,
            told: stepper.step(),
            stepper,
            placed: None,
            clock: plan.course.clock,
            dimension: plan.dimension,
            initial: initial.to_vec(),
            record,
            before_last: None,
            diagonals: Vec::new(),
            begin: Snapshot::default(),
            exponents: Vec::new(),
        }
    }

    /// Goes on with another stepper.
    fn replace_stepper(&mut self, stepper: Box<dyn Stepper>) {
        self.placed = device::together(self.placed.take(), self.stepper.placement());
        self.stepper = stepper;
    }

    /// Whether a device has failed.
    fn check(&self) -> Result<(), DeviceError> {
        self.stepper.failure().map_or(Ok(()), Err)
    }

    fn state(&self) -> Vec<f64> {
        let mut state = vec![0.0; self.dimension];
        self.stepper.state(&mut state);
        state
    }

    /// Where the run can be taken up again: here, which is the end of a block, or before the last one.
    fn point(&self) -> (Snapshot, Arc<Record>) {
        self.before_last.clone().unwrap_or_else(|| {
            let mut snapshot = Snapshot::default();
            self.stepper.save(&mut snapshot);
            (snapshot, Arc::new(self.record.clone()))
        })
    }

    /// The transient, then the measured run, or what is left of them.
    fn run(
        &mut self,
        plan: &Plan,
        saver: &mut Saver,
        progress: &mut impl FnMut(&Progress<'_>) -> ControlFlow<()>,
    ) -> Result<End, Stop> {
        let transient = plan.course.transient.saturating_sub(self.stepper.step());
        if let Some(end) = self.part(plan, transient, false, saver, progress)? {
            return Ok(end);
        }
        if self.record.measured == 0 {
            self.restore_tangents(plan)?;
            self.stepper.clear_totals();
            self.turn_window(plan);
            self.keep_sample();
        }
        // A run in one piece would have ended where this one is taken up.
        if self.record.measured < plan.course.n_steps && self.is_precise(plan) {
            self.estimate();
            return Ok(End::Precise);
        }
        let left = plan.course.n_steps - self.record.measured;
        let end = self.part(plan, left, true, saver, progress)?;
        self.estimate();
        Ok(end.unwrap_or(End::AllSteps))
    }

    /// So many steps in blocks, the last of which may be shorter. Tells whether the run ends in between.
    fn part(
        &mut self,
        plan: &Plan,
        steps: u64,
        measured: bool,
        saver: &mut Saver,
        progress: &mut impl FnMut(&Progress<'_>) -> ControlFlow<()>,
    ) -> Result<Option<End>, Stop> {
        let mut left = steps;
        while left > 0 {
            let mut blocks = (left / plan.every).min(plan.batch);
            if measured {
                blocks = blocks.min(self.record.until(plan));
            }
            left -= if blocks > 0 {
                self.batch(plan, blocks, measured)?;
                blocks * plan.every
            } else {
                if measured {
                    self.before_last = Some(self.point());
                }
                self.block(plan, left, measured)?;
                self.count(plan, 1, left, measured);
                left
            };
            if measured {
                self.keep_sample();
            }
            self.check()?;
            if left > 0 {
                saver.save_if_due(|| self.point());
            }
            if measured && left > 0 && self.is_precise(plan) {
                self.estimate();
                return Ok(Some(End::Precise));
            }
            let step = self.stepper.step();
            if left > 0 && step - self.told < plan.report_every * plan.every {
                continue;
            }
            self.told = step;
            if measured {
                self.estimate();
            }
            let told = progress(&Progress {
                step,
                total: plan.course.total(),
                time: self.clock.at(step, 0.0),
                exponents: &self.exponents,
            });
            if told.is_break() && (left > 0 || !measured) {
                return Ok(Some(End::Stopped));
            }
        }
        Ok(None)
    }

    /// Whether the standard errors are as small as was asked for.
    fn is_precise(&self, plan: &Plan) -> bool {
        let Some(tolerance) = plan.until else {
            return false;
        };
        let blocks = self.record.blocks;
        // Looked at where every run looks, however it is handed to the stepper.
        if blocks == 0 || next_look(blocks - 1) != blocks {
            return false;
        }
        let block = plan.every as f64 * self.clock.dt;
        (0..self.record.live).all(|column| {
            let error = self.record.batches.column(column);
            error.is_some_and(|error| error / block <= tolerance)
        })
    }

    /// So many whole blocks: at once until one fails, then one by one, as where something is saved at the
    /// end of each.
    fn batch(&mut self, plan: &Plan, blocks: u64, measured: bool) -> Result<(), Stop> {
        let mut left = blocks;
        if !measured || plan.save_every.is_none() && plan.local_every.is_none() {
            left -= self.at_once(plan, blocks, measured);
            self.check()?;
        }
        for _ in 0..left {
            self.block(plan, plan.every, measured)?;
            self.count(plan, 1, plan.every, measured);
            self.turn_window_if_due(measured);
        }
        Ok(())
    }

    /// Up to so many whole blocks; gives the number of those before the first that fails.
    fn at_once(&mut self, plan: &Plan, blocks: u64, measured: bool) -> u64 {
        let (k, every) = (self.record.live, plan.every);
        let mut diagonals = core::mem::take(&mut self.diagonals);
        // A batch is bounded by `BATCH`.
        #[allow(clippy::cast_possible_truncation)]
        let wanted = blocks as usize;
        diagonals.resize(wanted * k, 0.0);
        let done = self.stepper.blocks(wanted, every, &mut diagonals);
        // From one running estimate, or end of a batch of means, to the next.
        let mut left = if measured { done } else { 0 };
        let mut rest = &diagonals[..done * k];
        while left > 0 {
            let due = self.record.history_every;
            let until = due - self.record.blocks % due;
            let until = until.min(self.record.batches.until()).min(left as u64);
            // No more than are left.
            #[allow(clippy::cast_possible_truncation)]
            let length = until as usize;
            let (now, later) = rest.split_at(length * k);
            self.record.add(now);
            self.count(plan, until, every, measured);
            (rest, left) = (later, left - length);
        }
        self.diagonals = diagonals;
        // One that failed is counted where it is done alone, so that counts do not depend on how many blocks
        // are handed over.
        self.record.made(plan, done as u64 * every);
        self.record.counts.edge_by_edge += self.stepper.take_edge_by_edge();
        self.record.counts.renormalisations += done as u64;
        done as u64
    }

    /// Steps, saving states on the way where that is asked for.
    fn advance(&mut self, plan: &Plan, steps: u64, measured: bool) {
        self.record.made(plan, steps);
        match plan.save_every {
            Some(every) if measured => self.advance_saving(plan, steps, every),
            _ => self.stepper.advance(steps),
        }
        self.record.counts.edge_by_edge += self.stepper.take_edge_by_edge();
    }

    fn advance_saving(&mut self, plan: &Plan, steps: u64, every: u64) {
        let mut left = steps;
        while left > 0 {
            let since = self.stepper.step() - plan.course.transient;
            let length = left.min(every - since % every);
            self.stepper.advance(length);
            left -= length;
            let step = self.stepper.step();
            // What is done again is saved once.
            if (step - plan.course.transient).is_multiple_of(every) && step > self.record.saved {
                self.record.saved = step;
                self.stepper
                    .state(self.record.states.push(self.clock.at(step, 0.0)));
            }
        }
    }

    /// Counts finished blocks of so many measured steps each, and keeps a running estimate where
    /// one is due after the last.
    fn count(&mut self, plan: &Plan, blocks: u64, steps: u64, measured: bool) {
        if !measured {
            return;
        }
        let record = &mut self.record;
        record.measured += blocks * steps;
        if steps < plan.every {
            return;
        }
        record.blocks += blocks;
        let outputs = if plan.outputs > 0 && record.batches.until() <= blocks {
            let mut outputs = vec![0.0; plan.outputs];
            self.stepper.output_totals(&mut outputs);
            outputs
        } else {
            Vec::new()
        };
        let outputs = outputs.iter().zip(&record.outputs_before);
        let outputs = outputs.map(|(output, before)| output + before);
        let sums = record.sums.iter().map(|sum| sum.value());
        record.batches.add(blocks, sums.chain(outputs));
        let time = self.clock.at(plan.course.transient + record.measured, 0.0);
        record.keep_estimate(plan, time, record.measured as f64 * self.clock.dt);
    }

    /// Keeps the present state for the checks, where one is due.
    fn keep_sample(&mut self) {
        let record = &mut self.record;
        if record.samples.until(record.blocks) == 0 && self.before_last.is_none() {
            let stepper = &self.stepper;
            record
                .samples
                .keep(stepper.step(), |state| stepper.state(state));
        }
    }

    /// Begins the first window of finite-time exponents.
    fn turn_window(&mut self, plan: &Plan) {
        let time = self.clock.at(plan.course.transient, 0.0);
        if let Some(local) = &mut self.record.local {
            local.turn(None, time, |state| self.stepper.state(state));
        }
    }

    /// Ends a window of finite-time exponents where the block was its last.
    fn turn_window_if_due(&mut self, measured: bool) {
        let time = self.clock.at(self.stepper.step(), 0.0);
        if let Some(local) = &mut self.record.local
            && measured
            && local.is_due(self.record.blocks)
        {
            local.turn(Some(self.record.live), time, |state| {
                self.stepper.state(state);
            });
        }
    }

    /// Brings the running estimates up to date; a transient has none.
    fn estimate(&mut self) {
        let elapsed = self.record.measured as f64 * self.clock.dt;
        self.exponents.clear();
        self.exponents.extend(self.record.exponents(elapsed));
    }

    fn result<M: Model>(
        self,
        plan: &Plan,
        identity: Identity,
        end: End,
        found: Findings,
    ) -> Result<Spectrum, DeviceError> {
        let mut outputs = vec![0.0; plan.outputs];
        self.stepper.output_totals(&mut outputs);
        for (output, before) in outputs.iter_mut().zip(&self.record.outputs_before) {
            *output += before;
        }
        let (volume, final_state) = (self.stepper.volume(), self.state());
        let transient = plan.course.transient.min(self.stepper.step());
        // What is taken up again is what there is, unless its last block was cut short.
        let record = Arc::new(self.record);
        let (snapshot, before) = self.before_last.unwrap_or_else(|| {
            let mut snapshot = Snapshot::default();
            self.stepper.save(&mut snapshot);
            (snapshot, Arc::clone(&record))
        });
        if let Some(error) = self.stepper.failure() {
            return Err(error);
        }
        Ok(Spectrum::new::<M>(Raw {
            placement: device::together(self.placed, self.stepper.placement()),
            plan,
            end,
            found,
            volume,
            final_state,
            transient,
            exponents: self.exponents,
            outputs,
            checkpoint: Checkpoint {
                identity,
                snapshot,
                record: before,
            },
            record,
        }))
    }
}
