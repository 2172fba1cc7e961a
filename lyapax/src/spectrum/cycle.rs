//! Orbits that repeat exactly.
//!
//! A chaotic orbit never does, but one of finitely many digits must in the end: the doubling map is at 0
//! after some 55 iterations, since each takes a binary digit away. Exponents of what follows are those of
//! the cycle, not of the attractor.

use serde::Serialize;

use super::plan::Plan;
use super::record::Record;
use super::setting::{Ground, Setting};
use super::verdict::swing;
use crate::Device;
use crate::model::{Kind, Model};
use crate::stepper::{self, Snapshot, Stepper};
use crate::timing::Course;

/// An exact cycle.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct ExactCycle {
    /// The first step whose state comes again, and again.
    pub reached: u64,
    /// Steps from one time to the next; 1 for a fixed value.
    pub period: u64,
}

/// One step in so many of the run's is made in search of a cycle.
const PART: u64 = 50;

/// Steps that are looked through at least.
const LEAST: u64 = 64;

/// Steps between two looks while the begin of a cycle is searched.
const STRIDE: u64 = 1 << 14;

/// Looks whether the end of a run lies on a cycle of no more than a fiftieth of its steps, of a flow at a
/// fixed value, and if so where that was reached. Only where the next state depends on the last one alone, and an exponent is
/// positive beyond the swing of one that is 0: a stable cycle is no mistake.
///
/// Cost: where there is none, a fiftieth of the steps without tangents; else up to twice all of them.
///
/// On a device it is looked for there, since the digits of another arithmetic are others: a step is then a question and
/// an answer.
pub(super) fn find<M: Model>(
    ground: &Ground<'_, M>,
    plan: &Plan,
    record: &Record,
    step: u64,
    end: &[f64],
) -> Option<ExactCycle> {
    let growth = record.sums.iter().map(|sum| sum.value());
    let growth = growth.fold(f64::NEG_INFINITY, f64::max);
    let problem = ground.problem;
    if growth < swing(record.blocks) || !problem.is_autonomous() {
        return None;
    }
    let walker = || -> Option<Box<dyn Stepper>> {
        match plan.device {
            Device::CPU => {
                let Course { scheme, clock, .. } = plan.course;
                Some(stepper::on_field(problem, scheme, clock, 0))
            }
            // A device that fails now has made the run, which is not worth losing for this.
            _ => ground.stepper(0).ok(),
        }
    };
    let mut ahead = walker()?;
    ahead.place(step, end, &[]);
    let most = match M::INFO.kind {
        Kind::Flow => 1,
        Kind::Map => (step / PART).max(LEAST),
    };
    let mut state = vec![0.0; plan.dimension];
    let period = (1..=most).find(|_| {
        ahead.advance(1);
        ahead.state(&mut state);
        state == end || ahead.failure().is_some()
    })?;
    // From the start, two walkers one period apart meet where the cycle begins, and stay together.
    let (mut behind, mut ahead) = (walker()?, walker()?);
    behind.place(0, problem.initial, &[]);
    ahead.place(0, problem.initial, &[]);
    ahead.advance(period);
    let reached = meeting(&mut *behind, &mut *ahead, step, plan.dimension)?;
    if ahead.failure().or(behind.failure()).is_some() {
        return None;
    }
    Some(ExactCycle { reached, period })
}

/// The first step at which the two are in the same state: with strides, and then step by step over the one
/// in which it happened. They do by the end of the run.
fn meeting(
    behind: &mut dyn Stepper,
    ahead: &mut dyn Stepper,
    end: u64,
    dimension: usize,
) -> Option<u64> {
    let mut states = [vec![0.0; dimension], vec![0.0; dimension]];
    let mut together = |behind: &dyn Stepper, ahead: &dyn Stepper| {
        behind.state(&mut states[0]);
        ahead.state(&mut states[1]);
        states[0] == states[1]
    };
    let mut begins = [Snapshot::default(), Snapshot::default()];
    while !together(behind, ahead) {
        if behind.step() > end {
            return None;
        }
        behind.save(&mut begins[0]);
        ahead.save(&mut begins[1]);
        behind.advance(STRIDE);
        ahead.advance(STRIDE);
    }
    if behind.step() == 0 {
        return Some(0);
    }
    behind.restore(&begins[0]);
    ahead.restore(&begins[1]);
    while !together(behind, ahead) {
        behind.advance(1);
        ahead.advance(1);
    }
    Some(behind.step())
}
