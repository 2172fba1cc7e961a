//! A look at the equations at states of the run, when it is over.
//!
//! What the compiler derived is held against differences of f itself, and the step against two of half its
//! length.

mod derivatives;
mod quotients;
mod rates;
mod step_bias;
mod zeros;

use super::plan::Plan;
use super::record::Record;
use super::samples::KEPT;
use crate::model::Model;
use crate::stepper::{self, Observe, Scheme};
use crate::system::Problem;
use crate::timing::Course;
use derivatives::{divergence, tangent};
pub use rates::TooFast;
use rates::fastest;
pub(super) use rates::too_fast;
use step_bias::step_bias;
use zeros::zeros;

/// What was found.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Probed {
    /// The worst of J·v against differences of f.
    pub(super) tangent: Option<Mismatch>,
    /// The worst of the divergence, or of the diagonal of J, against differences of f.
    pub(super) divergence: Option<Mismatch>,
    /// How much a step misses the growth of volumes by, per unit time, and the standard error of that.
    pub(super) step_bias: Option<[f64; 2]>,
    /// dt times the fastest rate, at its largest.
    pub(super) fastest: Option<f64>,
    /// Exponents that are 0 by law.
    pub(super) zeros: usize,
    /// The divergence at the first state and at the last.
    pub(super) divergence_ends: Option<[f64; 2]>,
    /// How far apart its values are along the run.
    pub(super) divergence_range: f64,
    /// The outputs at the first state and at the last.
    pub(super) output_ends: [Vec<f64>; 2],
}

/// A derivative beside the difference quotient that it should be.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Mismatch {
    /// Steps made before the state.
    pub(super) step: u64,
    /// Which component of the state, and which node.
    pub(super) component: usize,
    pub(super) node: usize,
    pub(super) derivative: f64,
    pub(super) difference: f64,
    /// How far they are apart, beyond what the difference quotient itself may miss, in units of the largest
    /// derivative there.
    pub(super) relative: f64,
}

/// States at which whole steps are compared, and rates searched.
const FEW: usize = 16;

/// Evaluations of the run for each one that the looks may take. These are made one at a time, with nothing in
/// registers, and cost several times what a stage of the run does: they take some 2 % of it.
const PART: u64 = 200;

/// One state is looked at component by component in a system of few dimensions, and in any other where that takes
/// no more than so small a part of the run.
const SMALL: usize = 16;
const MOST: u64 = 8;

/// States looked at in any case, and in a system so large that each look is dear.
const LEAST: usize = 4;
const LEAST_OF_MANY: usize = 1;
const MANY: usize = 1000;

/// Looks at the states that a run has kept, and at its last one.
pub(super) fn look<M: Model>(
    problem: &Problem<'_, M>,
    plan: &Plan,
    record: &Record,
    last: &[f64],
) -> Probed {
    let Course { scheme, clock, .. } = plan.course;
    let Some((first_step, first)) = record.samples.iter().next() else {
        return Probed::default();
    };
    let mut bare = stepper::on_field(problem, scheme, clock, 0);
    let mut one = stepper::on_field(problem, scheme, clock, 1);
    let last_step = plan.course.transient + record.measured;
    let ends = [(first_step, first), (last_step, last)];
    // Evaluations of f with one tangent that the run is worth.
    let worth = record.measured * scheme.stages() * (plan.k as u64 + 1) / 2;
    let affordable = |each: usize| {
        let states = worth / PART / each.max(1) as u64;
        usize::try_from(states).unwrap_or(usize::MAX)
    };
    let mut probed = Probed {
        output_ends: ends.map(|(step, state)| {
            let mut outputs = vec![0.0; plan.outputs];
            one.place(step, state, &[]);
            one.outputs(&mut outputs);
            outputs
        }),
        ..Probed::default()
    };
    let scale = scale::<M>(record, plan);
    let least = if plan.dimension < MANY {
        LEAST
    } else {
        LEAST_OF_MANY
    };
    let states = affordable(6).clamp(least, KEPT);
    probed.tangent = tangent(&mut *bare, &mut *one, record, &scale, states, problem.nodes);
    if let Scheme::Flow(_) = scheme {
        // Five evaluations for each component: none at all in a large system and a short run.
        let each = 5 * plan.dimension;
        let is_small = plan.dimension <= SMALL || each as u64 <= worth / MOST;
        let states = affordable(each).max(usize::from(is_small));
        if states > 0 {
            let states = states.min(KEPT);
            probed.divergence = divergence(&mut *bare, &mut *one, record, &scale, states);
        }
        let mut at = |(step, state): (u64, &[f64])| {
            one.place(step, state, &[]);
            one.volume_rate()
        };
        if let [Some(first), Some(last)] = ends.map(&mut at) {
            probed.divergence_ends = Some([first, last]);
            let states = affordable(1).clamp(2, FEW);
            let few = record.samples.some(states).filter_map(&mut at);
            let [least, most] = few.fold([first.min(last), first.max(last)], |[least, most], x| {
                [least.min(x), most.max(x)]
            });
            probed.divergence_range = most - least;
        }
        let slow = rates::slow(scheme, clock.dt);
        let states = affordable(rates::POWERS).clamp(1, FEW / 2);
        probed.fastest = record
            .samples
            .some(states)
            .filter_map(|(step, state)| fastest(&mut *one, step, state, slow))
            .reduce(f64::max)
            .map(|rate| rate * clock.dt);
        if plan.live == plan.dimension {
            // Three steps with all tangents for each, and a QR after each.
            let steps = record.measured / (10 * PART * FEW as u64);
            let steps = steps.clamp(1, step_bias::MOST_STEPS);
            probed.step_bias = step_bias(problem, plan, record, steps);
        }
    }
    // A speed that is rounding error, or nearly.
    let size = last.iter().map(|x| x * x).sum::<f64>().sqrt();
    let still = zeros::STILL * size * probed.fastest.unwrap_or(0.0) / clock.dt;
    let states = if plan.dimension < MANY {
        KEPT * 2
    } else {
        affordable(1).clamp(FEW / 2, KEPT * 2)
    };
    probed.zeros = zeros::<M>(&mut *bare, problem, record, ends[1], still, states);
    probed
}

/// The mean size of each component over the states; 0 for phases, which may have run far from where they
/// matter.
fn scale<M: Model>(record: &Record, plan: &Plan) -> Vec<f64> {
    let mut scale = vec![0.0; plan.dimension];
    let n = record.samples.iter().len().max(1) as f64;
    for (_, state) in record.samples.iter() {
        for (scale, x) in scale.iter_mut().zip(state) {
            *scale += x.abs() / n;
        }
    }
    for shifted in M::INFO.shifts {
        scale[shifted * plan.nodes..][..plan.nodes].fill(0.0);
    }
    scale
}

/// How far a component is moved for a difference, in units of its step: its own size, or where it has none
/// on the mean, or as good as none, 1.
fn unit(x: f64, scale: f64) -> f64 {
    if scale > NOTHING {
        x.abs().max(scale)
    } else {
        1.0
    }
}

/// A size with few digits left above the smallest number.
const NOTHING: f64 = 1e-200;

/// f at a state.
fn slope(bare: &mut dyn Observe, step: u64, state: &[f64], f: &mut [Vec<f64>]) {
    bare.place(step, state, &[]);
    bare.slopes(f);
}
