//! The fastest rate of a system beside what a step can follow.

use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;
use serde::{Deserialize, Serialize};

use crate::integrate::farthest;
use crate::model::Model;
use crate::spectrum::start::uniform;
use crate::stepper::{self, Observe, Scheme};
use crate::system::Problem;
use crate::timing::Course;

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

/// Steps of the power method, and those at its end that are averaged over.
pub(super) const POWERS: usize = 24;
const AVERAGED: usize = 8;

/// The fastest rate that a step cannot follow at one of these states, the first of which is the start. One that
/// is far beyond it tells of what the numbers have become, not of the system.
pub(in crate::spectrum) fn too_fast<M: Model>(
    problem: &Problem<'_, M>,
    course: &Course,
    states: &[Vec<f64>],
) -> Option<TooFast> {
    let Scheme::Flow(integrator) = course.scheme else {
        return None;
    };
    let mut one = stepper::on_field(problem, course.scheme, course.clock, 1);
    let (dt, limit) = (course.clock.dt, farthest(integrator));
    let norm = |state: &[f64]| state.iter().map(|x| x * x).sum::<f64>().sqrt();
    let near = FAR_AWAY * norm(states.first()?).max(1.0);
    let rate = states
        .iter()
        .filter(|state| norm(state) <= near)
        .filter_map(|state| fastest(&mut *one, 0, state, 0.0))
        .fold(0.0, f64::max)
        * dt;
    (rate > limit).then_some(TooFast { rate, limit, dt })
}

/// How many times farther from 0 than the start an orbit is that has left.
const FAR_AWAY: f64 = 100.0;

/// A rate that is no concern of a step, by far.
pub(super) fn slow(scheme: Scheme, dt: f64) -> f64 {
    match scheme {
        Scheme::Flow(integrator) => farthest(integrator) / dt / FAR_BELOW,
        Scheme::Map => 0.0,
    }
}

const FAR_BELOW: f64 = 8.0;

/// Steps of the power method after which a rate that is [`slow`] is believed, if the last few are alike. A faster
/// one that matters, 8 times as large, would by then have grown 8⁹ times as much, and a random start hides it
/// by the root of the dimension.
const BELIEVED: usize = 9;
const ALIKE: f64 = 1.05;

/// The modulus of the largest eigenvalue of J, by the power method. What is below `slow` need not be exact.
pub(super) fn fastest(one: &mut dyn Observe, step: u64, state: &[f64], slow: f64) -> Option<f64> {
    let d = state.len();
    let mut rng = ChaCha8Rng::seed_from_u64(1);
    let mut v: Vec<f64> = (0..d).map(|_| uniform(&mut rng)).collect();
    let mut slopes = [vec![0.0; d], vec![0.0; d]];
    let mut growth = 0.0;
    let mut last = [f64::INFINITY; 3];
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
        last = [last[1], last[2], norm];
        let [least, most] = [
            last.into_iter().fold(norm, f64::min),
            last.into_iter().fold(norm, f64::max),
        ];
        if power >= BELIEVED && most < slow && most < ALIKE * least {
            return Some(norm);
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
