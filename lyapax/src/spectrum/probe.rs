//! A look at the equations at states of the run, when it is over.
//!
//! What the compiler derived is held against differences of f itself, and the step against two of half its
//! length.

use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;
use serde::{Deserialize, Serialize};

use super::plan::Plan;
use super::record::Record;
use super::start::uniform;
use crate::integrate::{Clock, farthest};
use crate::model::{Kind, Model};
use crate::stepper::{self, Observe, Scheme, limits};
use crate::system::Problem;
use crate::timing::Course;

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

/// Where dt is too long for a rate of the system.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct TooFast {
    /// dt times the modulus of the Jacobian's largest eigenvalue.
    pub rate: f64,
    /// Largest value of it that the integrator can follow.
    pub limit: f64,
    /// The step.
    pub dt: f64,
}

/// Relative step of differences: the cube root of the rounding error balances it with the third derivative.
const STEP: f64 = 6e-6;

/// States at which whole steps are compared, and rates searched.
const FEW: usize = 16;

/// Steps in a row that are compared from each of these states on, at most.
const MOST_STEPS: u64 = 256;

/// Steps of the power method, and those at its end that are averaged over.
const POWERS: usize = 40;
const AVERAGED: usize = 10;

/// The part of the run's cost that the looks may take: one in so many.
const PART: u64 = 40;

/// States looked at in any case.
const LEAST: usize = 4;

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
    let scale = scale(record, plan.dimension);
    let states = affordable(6).max(LEAST);
    probed.tangent = tangent(&mut *bare, &mut *one, record, &scale, states, problem.nodes);
    if let Scheme::Flow(_) = scheme {
        let states = affordable(3 * plan.dimension).max(usize::from(plan.dimension <= 64));
        probed.divergence = divergence(&mut *bare, &mut *one, record, &scale, states);
        let mut at = |(step, state): (u64, &[f64])| {
            one.place(step, state, &[]);
            one.volume_rate()
        };
        if let [Some(first), Some(last)] = ends.map(&mut at) {
            probed.divergence_ends = Some([first, last]);
            let few = record.samples.some(FEW).filter_map(&mut at);
            let [least, most] = few.fold([first.min(last), first.max(last)], |[least, most], x| {
                [least.min(x), most.max(x)]
            });
            probed.divergence_range = most - least;
        }
        let states = affordable(POWERS).clamp(LEAST, FEW);
        probed.fastest = record
            .samples
            .some(states)
            .filter_map(|(step, state)| fastest(&mut *one, step, state))
            .reduce(f64::max)
            .map(|rate| rate * clock.dt);
        if plan.live == plan.dimension {
            // Three steps with all tangents for each, as those of the run.
            let steps = record.measured / (3 * PART * FEW as u64);
            probed.step_bias = step_bias(problem, plan, record, steps.clamp(1, MOST_STEPS));
        }
    }
    // A speed that is rounding error, or nearly.
    let size = scale.iter().map(|x| x * x).sum::<f64>().sqrt();
    let still = STILL * size * probed.fastest.unwrap_or(0.0) / clock.dt;
    probed.zeros = zeros::<M>(&mut *bare, problem, record, ends[1], still);
    probed
}

/// The rates that a step cannot follow at a state, if there are any.
pub(super) fn too_fast<M: Model>(
    problem: &Problem<'_, M>,
    course: &Course,
    step: u64,
    state: &[f64],
) -> Option<TooFast> {
    let Scheme::Flow(integrator) = course.scheme else {
        return None;
    };
    let mut one = stepper::on_field(problem, course.scheme, course.clock, 1);
    let (dt, limit) = (course.clock.dt, farthest(integrator));
    let rate = fastest(&mut *one, step, state)? * dt;
    (rate > limit).then_some(TooFast { rate, limit, dt })
}

/// The mean size of each component over the states.
fn scale(record: &Record, dimension: usize) -> Vec<f64> {
    let mut scale = vec![0.0; dimension];
    let n = record.samples.iter().len().max(1) as f64;
    for (_, state) in record.samples.iter() {
        for (scale, x) in scale.iter_mut().zip(state) {
            *scale += x.abs() / n;
        }
    }
    scale
}

/// How far a component is moved for a difference: in units of its own size, or where that is zero, or as
/// good as that, of 1.
fn unit(x: f64, scale: f64) -> f64 {
    let size = x.abs().max(scale);
    if size > NOTHING { size } else { 1.0 }
}

/// A size with few digits left above the smallest number.
const NOTHING: f64 = 1e-200;

/// f at a state.
fn slope(bare: &mut dyn Observe, step: u64, state: &[f64], f: &mut [Vec<f64>]) {
    bare.place(step, state, &[]);
    bare.slopes(f);
}

/// Difference quotients of f along a direction, over one step, and what each may miss: how far it is from
/// the one over two steps, and rounding. Infinite where f has no derivative.
struct Quotient {
    value: Vec<f64>,
    uncertain: Vec<f64>,
}

fn quotient(bare: &mut dyn Observe, step: u64, state: &[f64], v: &[f64]) -> Quotient {
    let mut f = [vec![0.0; state.len()]];
    let mut at = |h: f64| -> Vec<f64> {
        let moved: Vec<f64> = state.iter().zip(v).map(|(x, v)| x + h * v).collect();
        slope(bare, step, &moved, &mut f);
        f[0].clone()
    };
    let [far_behind, behind, here, ahead, far_ahead] =
        [-2.0 * STEP, -STEP, 0.0, STEP, 2.0 * STEP].map(&mut at);
    let (value, uncertain) = (0..state.len())
        .map(|i| {
            let one = (ahead[i] - behind[i]) / (2.0 * STEP);
            let two = (far_ahead[i] - far_behind[i]) / (4.0 * STEP);
            let size = far_ahead[i].abs().max(far_behind[i].abs());
            let rounding = ROUNDING * size / STEP;
            // At a kink or a jump the two sides have slopes of their own.
            let apart = (ahead[i] - 2.0 * here[i] + behind[i]).abs() / STEP;
            let smooth = apart <= KINK * one.abs().max(two.abs()) + rounding;
            let uncertain = 3.0 * (one - two).abs() + rounding;
            (one, if smooth { uncertain } else { f64::INFINITY })
        })
        .unzip();
    Quotient { value, uncertain }
}

/// How far the slopes on both sides of a state may be apart, as part of the slope, if there is one.
const KINK: f64 = 0.01;

/// What f itself may miss by rounding, as part of its value.
const ROUNDING: f64 = 64.0 * f64::EPSILON;

/// The worst of J·v against differences.
fn tangent(
    bare: &mut dyn Observe,
    one: &mut dyn Observe,
    record: &Record,
    scale: &[f64],
    states: usize,
    nodes: usize,
) -> Option<Mismatch> {
    let mut rng = ChaCha8Rng::seed_from_u64(0);
    let mut slopes = [vec![0.0; scale.len()], vec![0.0; scale.len()]];
    let mut worst: Option<Mismatch> = None;
    for (step, state) in record.samples.some(states.min(2 * super::samples::KEPT)) {
        let v: Vec<f64> = state
            .iter()
            .zip(scale)
            // No component is left out.
            .map(|(x, scale)| unit(*x, *scale) * (0.75 + 0.25 * uniform(&mut rng)) * sign(&mut rng))
            .collect();
        one.place(step, state, core::slice::from_ref(&v));
        one.slopes(&mut slopes);
        let quotient = quotient(bare, step, state, &v);
        let here = compare(&slopes[1], &quotient, step, nodes);
        if here.is_some_and(|here| worst.is_none_or(|worst| here.relative > worst.relative)) {
            worst = here;
        }
    }
    worst
}

fn sign(rng: &mut ChaCha8Rng) -> f64 {
    uniform(rng).signum()
}

/// The worst component; `None` where f cannot be evaluated beside the state.
fn compare(jv: &[f64], quotient: &Quotient, step: u64, nodes: usize) -> Option<Mismatch> {
    let largest = jv
        .iter()
        .chain(&quotient.value)
        .fold(0.0_f64, |m, x| m.max(x.abs()));
    if !largest.is_finite() || quotient.uncertain.iter().any(|x| x.is_nan()) {
        return None;
    }
    let relative = |i: usize| {
        // Nothing where f has no derivative.
        let apart = (jv[i] - quotient.value[i]).abs() - quotient.uncertain[i];
        if largest > 0.0 {
            apart.max(0.0) / largest
        } else {
            0.0
        }
    };
    let i = (0..jv.len()).max_by(|&a, &b| relative(a).total_cmp(&relative(b)))?;
    Some(Mismatch {
        step,
        component: i / nodes,
        node: i % nodes,
        derivative: jv[i],
        difference: quotient.value[i],
        relative: relative(i),
    })
}

/// The worst of the diagonal of J against differences, component by component.
fn divergence(
    bare: &mut dyn Observe,
    one: &mut dyn Observe,
    record: &Record,
    scale: &[f64],
    states: usize,
) -> Option<Mismatch> {
    let d = scale.len();
    let mut worst: Option<Mismatch> = None;
    for (step, state) in record.samples.some(states.min(2 * super::samples::KEPT)) {
        if states == 0 {
            break;
        }
        let mut sum = [0.0; 3];
        let mut size = 0.0;
        for i in 0..d {
            let mut v = vec![0.0; d];
            v[i] = unit(state[i], scale[i]);
            let quotient = quotient(bare, step, state, &v);
            sum[0] += quotient.value[i] / v[i];
            sum[1] += quotient.uncertain[i] / v[i];
            size += (quotient.value[i] / v[i]).abs();
        }
        one.place(step, state, &[]);
        sum[2] = one.volume_rate()?;
        if sum.iter().any(|x| !x.is_finite()) {
            continue;
        }
        let apart = ((sum[2] - sum[0]).abs() - sum[1]).max(0.0);
        let here = Mismatch {
            step,
            component: 0,
            node: 0,
            derivative: sum[2],
            difference: sum[0],
            relative: if apart > 0.0 {
                apart / size.max(sum[2].abs())
            } else {
                0.0
            },
        };
        if worst.is_none_or(|worst| here.relative > worst.relative) {
            worst = Some(here);
        }
    }
    worst
}

/// The modulus of the largest eigenvalue of J, by the power method.
fn fastest(one: &mut dyn Observe, step: u64, state: &[f64]) -> Option<f64> {
    let d = state.len();
    let mut rng = ChaCha8Rng::seed_from_u64(1);
    let mut v: Vec<f64> = (0..d).map(|_| uniform(&mut rng)).collect();
    let mut slopes = [vec![0.0; d], vec![0.0; d]];
    let mut growth = 0.0;
    for power in 0..POWERS {
        let norm = v.iter().map(|x| x * x).sum::<f64>().sqrt();
        if norm == 0.0 {
            return Some(0.0);
        }
        if !norm.is_finite() {
            return None;
        }
        for x in &mut v {
            *x /= norm;
        }
        if power >= POWERS - AVERAGED {
            growth += norm.ln() / AVERAGED as f64;
        }
        one.place(step, state, core::slice::from_ref(&v));
        one.slopes(&mut slopes);
        v.copy_from_slice(&slopes[1]);
    }
    Some(growth.exp())
}

/// How much the growth of volumes over a step differs from that over exact time, per unit time, by
/// comparison with two steps of half the length (Richardson, Phil. Trans. R. Soc. A 226, 299 (1927)).
///
/// From each state so many steps are made in a row: where f has kinks, only few steps miss much.
fn step_bias<M: Model>(
    problem: &Problem<'_, M>,
    plan: &Plan,
    record: &Record,
    steps: u64,
) -> Option<[f64; 2]> {
    let Course { scheme, clock, .. } = plan.course;
    let Scheme::Flow(integrator) = scheme else {
        return None;
    };
    let d = plan.dimension;
    let half = Clock {
        dt: clock.dt / 2.0,
        ..clock
    };
    let mut steppers = [clock, half].map(|clock| stepper::new(problem, scheme, clock, d));
    let basis: Vec<Vec<f64>> = (0..d)
        .map(|j| (0..d).map(|i| f64::from(u8::from(i == j))).collect())
        .collect();
    let mut diagonal = vec![0.0; d];
    let mut state = vec![0.0; d];
    // The mean over steps in a row.
    let mut miss = |(step, begin): (u64, &[f64])| {
        state.copy_from_slice(begin);
        let mut sum = 0.0;
        for step in step..step + steps {
            for (which, sign) in [(1, -1.0), (0, 1.0)] {
                let stepper = &mut steppers[which];
                stepper.place(step << which, &state, &basis);
                for _ in 0..=which {
                    stepper.advance(1);
                    stepper.renormalise(limits(1), &mut diagonal).ok()?;
                    sum += sign * diagonal.iter().map(|r| r.ln()).sum::<f64>();
                }
            }
            steppers[0].state(&mut state);
        }
        Some(sum / (steps as f64 * clock.dt)).filter(|miss| miss.is_finite())
    };
    let misses: Vec<f64> = record.samples.some(FEW).filter_map(&mut miss).collect();
    let n = misses.len() as f64;
    if misses.is_empty() {
        return None;
    }
    // Half the step leaves 2^−order of the error.
    #[expect(clippy::cast_possible_truncation, clippy::cast_possible_wrap, reason = "at most 6")]
    let left = 0.5_f64.powi(integrator.order() as i32);
    let mean = misses.iter().sum::<f64>() / n / (1.0 - left);
    let square = misses.iter().map(|miss| miss * miss).sum::<f64>() / n;
    Some([mean, (square / n).sqrt()])
}

/// Exponents that are 0 by law: a flow's along itself, unless it comes to rest, and along shifts that
/// change nothing, as far as these are other directions. Each has a conserved quantity of a Hamiltonian
/// system beside it, and with it another 0.
fn zeros<M: Model>(
    bare: &mut dyn Observe,
    problem: &Problem<'_, M>,
    record: &Record,
    end: (u64, &[f64]),
    still: f64,
) -> usize {
    let moves = M::INFO.kind == Kind::Flow
        && problem.is_autonomous()
        && is_moving::<M>(bare, problem, record, end, still);
    let zeros = M::INFO.shifts.len() + usize::from(moves);
    if M::INFO.hamiltonian && M::INFO.kind == Kind::Flow {
        (2 * zeros).min(problem.dimension)
    } else {
        zeros
    }
}

/// Whether a flow neither is at rest, nor moves along its shifts alone, nor is on the way there.
fn is_moving<M: Model>(
    bare: &mut dyn Observe,
    problem: &Problem<'_, M>,
    record: &Record,
    end: (u64, &[f64]),
    still: f64,
) -> bool {
    let mut f = [vec![0.0; problem.dimension]];
    let norm = |f: &[f64]| f.iter().map(|x| x * x).sum::<f64>().sqrt();
    let samples = record.samples.iter().len();
    // An orbit that moves may have slow moments.
    let late = samples - samples / 8;
    let (mut largest, mut left) = (0.0_f64, 0.0_f64);
    for (i, (step, state)) in record.samples.iter().chain([end]).enumerate() {
        slope(bare, step, state, &mut f);
        largest = largest.max(norm(&f[0]));
        if i >= late {
            for &shifted in M::INFO.shifts {
                let run = &mut f[0][shifted * problem.nodes..][..problem.nodes];
                let mean = run.iter().sum::<f64>() / run.len() as f64;
                run.iter_mut().for_each(|x| *x -= mean);
            }
            left = left.max(norm(&f[0]));
        }
    }
    left > (REST * largest).max(still)
}

/// The part of the largest speed below which a flow is on its way to rest.
const REST: f64 = 1e-3;

/// Speed of a flow at rest, by rounding, in units of the size of the state times the fastest rate.
const STILL: f64 = 1e-11;
