//! How many tangents a map can carry on: beyond, exponents are −∞.

use crate::model::{Column, Kind, Model};
use crate::stepper::dimension;
use crate::system::Problem;

/// The number of exponents that are not −∞ by the structure of the equations.
///
/// A flow has all. A map forgets a state that nothing reads, and then what only such states read. A closed
/// form of det J that is zero shows along the orbit; see the loop.
pub(super) fn finite<M: Model>(problem: &Problem<'_, M>) -> usize {
    remembered::<M>() * problem.nodes
}

/// Of a node: the states that are read again and again.
pub(crate) fn remembered<M: Model>() -> usize {
    if M::INFO.kind == Kind::Flow {
        return dimension::<M>();
    }
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
            Column::Param(_) | Column::Source(_) | Column::Product(_) | Column::Weight => false,
        })
}

fn sum_reads<M: Model>(sum: usize, state: usize) -> bool {
    M::EDGE_PARTIALS
        .iter()
        .filter(|entry| entry.row == sum)
        .any(|entry| match entry.column {
            Column::State(read) | Column::Source(read) => read == state,
            Column::Gathered(i) => is_neighbour::<M>(i, state),
            Column::Param(_) | Column::Product(_) | Column::Weight => false,
        })
}

fn is_neighbour<M: Model>(gathered: usize, state: usize) -> bool {
    let neighbour = M::INFO.neighbours.get(gathered);
    neighbour.is_some_and(|neighbour| neighbour.state == state)
}
