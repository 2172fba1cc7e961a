//! How many tangents a map can carry on: beyond, exponents are −∞.

use crate::model::{At, Block, Column, Kind, Model};
use crate::stepper::dimension;
use crate::system::Problem;

/// The number of exponents that are not −∞ by the structure of the equations.
///
/// A flow has all. A map forgets a state that nothing reads, and then what only such states read; and where
/// the closed form of det J is zero wherever one looks, one direction at least.
pub(super) fn finite<M: Model>(problem: &Problem<'_, M>) -> usize {
    if M::INFO.kind == Kind::Flow {
        return problem.dimension;
    }
    let forgotten = (dimension::<M>() - remembered::<M>()) * problem.nodes;
    let lone = problem.nodes == 1 && M::INFO.neighbours.is_empty() && problem.weights.is_none();
    let singular = usize::from(lone && is_singular(problem));
    problem.dimension - forgotten.max(singular)
}

/// States that are read again and again.
fn remembered<M: Model>() -> usize {
    let mut alive = vec![true; dimension::<M>()];
    loop {
        let next: Vec<bool> = (0..alive.len())
            .map(|state| (0..alive.len()).any(|row| alive[row] && reads::<M>(row, state)))
            .collect();
        if next == alive {
            return alive.iter().filter(|alive| **alive).count();
        }
        alive = next;
    }
}

/// Whether the next value of state `row` depends on `state`, of any node.
fn reads<M: Model>(row: usize, state: usize) -> bool {
    let sums = M::INFO.neighbours.len() + M::INFO.inputs.len();
    M::PARTIALS
        .iter()
        .filter(|entry| entry.row == row)
        .any(|entry| match entry.column {
            Column::State(own) => own == state,
            Column::Gathered(i) if i >= sums => sum_reads::<M>(i - sums, state),
            Column::Gathered(i) => is_neighbour::<M>(i, state),
            Column::Param(_) | Column::Source(_) => false,
        })
}

fn sum_reads<M: Model>(sum: usize, state: usize) -> bool {
    M::EDGE_PARTIALS
        .iter()
        .filter(|entry| entry.row == sum)
        .any(|entry| match entry.column {
            Column::State(read) | Column::Source(read) => read == state,
            Column::Gathered(i) => is_neighbour::<M>(i, state),
            Column::Param(_) => false,
        })
}

fn is_neighbour<M: Model>(gathered: usize, state: usize) -> bool {
    let neighbour = M::INFO.neighbours.get(gathered);
    neighbour.is_some_and(|neighbour| neighbour.state == state)
}

/// States without meaning, at which det J is not zero by chance.
const ANYWHERE: [f64; 3] = [0.318_309_886, 0.577_215_665, 0.693_147_181];

/// Whether det J is exactly zero wherever it is looked at, with these parameters.
fn is_singular<M: Model>(problem: &Problem<'_, M>) -> bool {
    let mut p = M::Params::splat(0.0);
    for (p, param) in p.as_mut().iter_mut().zip(&problem.params) {
        *p = param.at(0);
    }
    ANYWHERE.iter().enumerate().all(|(i, &value)| {
        let mut x = M::State::splat(value);
        for (j, x) in x.as_mut().iter_mut().enumerate() {
            *x *= 1.0 + 0.37 * (i + j) as f64;
        }
        let at = At {
            t: value,
            nodes: 1.0,
        };
        M::det(at, &x, &M::Gathered::splat(value), &p) == Some(0.0)
    })
}
