//! How many exponents are 0 by law.

use super::slope;
use crate::Boundary;
use crate::model::{Kind, Model};
use crate::spectrum::record::Record;
use crate::stepper::Observe;
use crate::system::Problem;

/// Exponents that are 0 by law: a flow's along itself, unless it comes to rest, and along shifts that
/// change nothing, as far as these are other directions; of nodes that know nothing of each other, each
/// node's own. Each has a conserved quantity of a Hamiltonian
/// system beside it, and with it another 0.
pub(super) fn zeros<M: Model>(
    bare: &mut dyn Observe,
    problem: &Problem<'_, M>,
    record: &Record,
    end: (u64, &[f64]),
    still: f64,
    states: usize,
) -> usize {
    let moves = M::INFO.kind == Kind::Flow
        && problem.is_autonomous()
        && is_moving::<M>(bare, problem, record, end, still, states);
    let apart = problem.graph.is_none() && M::INFO.neighbours.is_empty();
    let copies = if apart { problem.nodes } else { 1 };
    let zeros = copies * (shifts(problem).len() + usize::from(moves));
    if M::INFO.hamiltonian && M::INFO.kind == Kind::Flow {
        (2 * zeros).min(problem.dimension)
    } else {
        zeros
    }
}

/// States whose common shift changes nothing. Where nodes read zeros beyond the ends, these do not shift.
fn shifts<M: Model>(problem: &Problem<'_, M>) -> &'static [usize] {
    if problem.boundary == Boundary::Zero && !M::INFO.neighbours.is_empty() {
        &[]
    } else {
        M::INFO.shifts
    }
}

/// Whether a flow goes on and on: neither is at rest, nor moves along its shifts alone, nor is on the way to
/// or from a point of rest. On a bounded orbit its speed then neither grows nor shrinks in the long run.
fn is_moving<M: Model>(
    bare: &mut dyn Observe,
    problem: &Problem<'_, M>,
    record: &Record,
    end: (u64, &[f64]),
    still: f64,
    states: usize,
) -> bool {
    let mut f = [vec![0.0; problem.dimension]];
    let norm = |f: &[f64]| f.iter().map(|x| x * x).sum::<f64>().sqrt();
    let samples = || record.samples.some(states).chain([end]);
    let states = samples().count();
    // An orbit that moves may have slow moments.
    let part = states.div_ceil(8);
    let (mut early, mut late, mut largest) = (0.0_f64, 0.0_f64, 0.0_f64);
    for (i, (step, state)) in samples().enumerate() {
        slope(bare, step, state, &mut f);
        largest = largest.max(norm(&f[0]));
        for &shifted in shifts(problem) {
            let run = &mut f[0][shifted * problem.nodes..][..problem.nodes];
            let mean = run.iter().sum::<f64>() / run.len() as f64;
            for x in run {
                *x -= mean;
            }
        }
        let left = norm(&f[0]);
        if i < part {
            early = early.max(left);
        }
        if i + part >= states {
            late = late.max(left);
        }
    }
    late > (REST * largest).max(still) && early > REST * largest
}

/// The part of the largest speed below which a flow is on its way to rest.
const REST: f64 = 1e-3;

/// Speed of a flow at rest, by rounding, in units of the size of the state times the fastest rate.
pub(super) const STILL: f64 = 1e-11;
