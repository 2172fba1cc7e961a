//! Runs lines of a sweep.

use core::ops::ControlFlow;
use std::sync::{Mutex, PoisonError};

use super::Sweep;
use super::axis::Quantity;
use super::entry::{Entry, Piece, Record};
use super::layout::Layout;

use crate::device;
use crate::model::Model;
use crate::spectrum::{Outcome, SpectrumOptions, run_member_on};
use crate::system::System;
use crate::{Device, Ensemble, Error, Param, Placement, PointError, RunError, Signal, SweepError};

/// What every line is run by.
pub(super) struct Work<'a, M: Model> {
    sweep: &'a Sweep<M>,
    layout: &'a Layout,
    options: &'a SpectrumOptions,
    device: Device,
    /// Threads of a single run.
    threads: Option<usize>,
    placed: Mutex<Placed>,
}

/// What was done on a device.
#[derive(Clone, Debug, Default)]
pub(super) struct Placed {
    pub(super) placement: Option<Placement>,
    /// Points that were run on the CPU after all.
    pub(super) redone: usize,
}

/// The system of a point, and how it is run.
struct Task<M: Model> {
    point: usize,
    system: System<M>,
    options: SpectrumOptions,
}

impl<'a, M: Model> Work<'a, M> {
    pub(super) fn new(
        sweep: &'a Sweep<M>,
        layout: &'a Layout,
        options: &'a SpectrumOptions,
        device: Device,
        threads: Option<usize>,
    ) -> Self {
        Self {
            sweep,
            layout,
            options,
            device,
            threads,
            placed: Mutex::default(),
        }
    }

    /// Runs lines, place by place, and hands on what was found at each until that breaks.
    pub(super) fn run(
        &self,
        piece: Piece,
        mut keep: impl FnMut(Record) -> ControlFlow<()>,
    ) -> Result<(), Error> {
        let Piece {
            lines,
            place,
            mut before,
        } = piece;
        for place in place..self.layout.length() {
            let failed = |entry: &Entry| entry.found.is_err();
            let restarted: Vec<bool> = (0..lines.len())
                .map(|i| before.get(i).is_some_and(failed))
                .collect();
            let tasks = lines.iter().enumerate();
            let tasks = tasks.map(|(i, line)| self.task(*line, place, before.get(i)));
            let outcomes = self.points(&tasks.collect::<Vec<_>>())?;
            let entries = outcomes.into_iter().zip(restarted);
            let entries = entries.map(|(found, restarted)| Entry {
                found: found.map_err(|error| PointError::from(&error)),
                restarted,
            });
            let entries: Vec<Entry> = entries.collect();
            let is_last = place + 1 == self.layout.length();
            before = if is_last { Vec::new() } else { entries.clone() };
            let lines = lines.clone();
            let kept = keep(Record {
                lines,
                place,
                entries,
            });
            if kept.is_break() {
                break;
            }
        }
        Ok(())
    }

    /// A point that goes on from what was found before it on its line.
    fn task(&self, line: usize, place: usize, before: Option<&Entry>) -> Task<M> {
        let point = self.layout.point(line, place);
        let at = self.sweep.point_at(self.layout, point, self.options);
        let mut system = self.sweep.system_at(&at);
        if let Some(Ok(before)) = before.map(|entry| &entry.found) {
            system = system.initial_state(&before.final_state);
        }
        Task {
            point,
            system,
            options: Sweep::options_at(&at, self.options),
        }
    }

    /// Points that know nothing of each other.
    fn points(&self, tasks: &[Task<M>]) -> Result<Vec<Result<Outcome, RunError>>, Error> {
        if self.sweep.each.is_some() {
            for task in tasks {
                let at = self.sweep.point_at(self.layout, task.point, self.options);
                self.sweep.check_system(&at, &task.system, &task.options)?;
            }
        }
        if !self.sweep.is_of_single_nodes() {
            return tasks.iter().map(|task| self.alone(task)).collect();
        }
        let mut outcomes: Vec<Option<Result<Outcome, RunError>>> = vec![None; tasks.len()];
        for group in groups(tasks) {
            let found = self.together(tasks, &group)?;
            for (task, found) in group.into_iter().zip(found) {
                outcomes[task] = Some(found);
            }
        }
        // Every task is in a group.
        Ok(outcomes.into_iter().flatten().collect())
    }

    fn alone(&self, task: &Task<M>) -> Result<Result<Outcome, RunError>, Error> {
        let point = task.point;
        let mut problem = task.system.prepare().map_err(|error| SweepError::Point {
            point,
            error: Box::new(error),
        })?;
        if self.device == Device::CPU && self.threads != Some(1) {
            problem.start(self.threads, task.options.k.unwrap_or(problem.dimension))?;
        }
        let workers = problem.workers.clone();
        match workers.run(|| run_member_on(&problem, &task.options, self.device)) {
            Ok(spectrum) => {
                self.was_placed(spectrum.placement().cloned(), 0);
                Ok(Ok(Outcome::from(&spectrum)))
            }
            Err(Error::Run(error)) => Ok(Err(error)),
            Err(error) => Err(error),
        }
    }

    /// Systems of one node with the same steps, as an ensemble.
    fn together(
        &self,
        tasks: &[Task<M>],
        group: &[usize],
    ) -> Result<Vec<Result<Outcome, RunError>>, Error> {
        let systems = || group.iter().map(|task| &tasks[*task].system);
        let mut model = tasks[group[0]].system.model().clone();
        for i in 0..M::INFO.params.len() {
            let values = systems().map(|system| system.model().param(i).at(0));
            *model.param_mut(i) = joined(values.collect());
        }
        for i in 0..M::INFO.inputs.len() {
            let signals = systems().map(|system| system.model().input(i));
            if let Some(values) = signals.map(constant).collect::<Option<Vec<_>>>() {
                *model.input_mut(i) = Signal::PerNode(values);
            }
        }
        let mut ensemble = Ensemble::of(model, group.len());
        for state in 0..M::INFO.states.len() {
            let values = systems().map(|system| Ok(system.initial_values()?[state]));
            ensemble.set_initial(state, values.collect::<Result<Vec<_>, Error>>()?);
        }
        if self.sweep.varies(Quantity::Seed) && self.options.start_basis.is_none() {
            let seeds = group.iter().map(|task| tasks[*task].options.seed);
            ensemble = ensemble.seeds(seeds.collect::<Vec<_>>());
        }
        let members = ensemble.members_on(&tasks[group[0]].options, self.device)?;
        self.was_placed(members.placement, members.redone);
        Ok(members.outcomes)
    }

    /// What was done on a device.
    pub(super) fn placed(self) -> Placed {
        let placed = self.placed.into_inner();
        placed.unwrap_or_else(PoisonError::into_inner)
    }

    fn was_placed(&self, placement: Option<Placement>, redone: usize) {
        let mut placed = self.placed.lock().unwrap_or_else(PoisonError::into_inner);
        placed.redone += redone;
        placed.placement = device::together(placed.placement.take(), placement);
    }
}

/// The number, where all are the same.
fn joined(values: Vec<f64>) -> Param {
    let first = values[0].to_bits();
    if values.iter().all(|value| value.to_bits() == first) {
        Param::Uniform(values[0])
    } else {
        Param::PerNode(values)
    }
}

/// The value of a signal that does not change.
fn constant(signal: &Signal) -> Option<f64> {
    match signal {
        Signal::Sampled { .. } => None,
        constant => Some(constant.at(0.0, 0)),
    }
}

/// Tasks that can be run side by side: with the same steps and the same sampled signals.
fn groups<M: Model>(tasks: &[Task<M>]) -> Vec<Vec<usize>> {
    let mut groups: Vec<Vec<usize>> = Vec::new();
    for (i, task) in tasks.iter().enumerate() {
        let fits = |group: &&mut Vec<usize>| goes_with(&tasks[group[0]], task);
        // Those of before are looked at from the last: tasks come in the order of their axes.
        match groups.iter_mut().rev().find(fits) {
            Some(group) => group.push(i),
            None => groups.push(vec![i]),
        }
    }
    groups
}

fn goes_with<M: Model>(a: &Task<M>, b: &Task<M>) -> bool {
    let (now, then) = (&a.options.timing, &b.options.timing);
    let signals = |i: usize| {
        let (a, b) = (a.system.model().input(i), b.system.model().input(i));
        constant(a).is_some() && constant(b).is_some() || a == b
    };
    now == then && (0..M::INFO.inputs.len()).all(signals)
}
