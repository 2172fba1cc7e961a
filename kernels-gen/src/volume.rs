//! Whether a model that is declared Hamiltonian keeps volumes, as far as its partials tell.
//!
//! Only what is sure is refused: a divergence or determinant that is a number whatever states and
//! parameters are. A damping that is a parameter may be 0; the rest shows when the model runs.

use crate::derive::Derived;
use crate::diag::Sink;
use crate::ir::{ModelKind, Var};
use crate::terms::{Terms, Total};

/// Reports what plainly contradicts the declaration.
pub fn check(derived: &Derived, sink: &mut Sink) {
    let model = &derived.model;
    let Some(loc) = &model.hamiltonian else {
        return;
    };
    let contradiction = match model.kind {
        ModelKind::Flow => diverges(derived),
        ModelKind::Map => stretches(derived),
    };
    if let Some((message, help)) = contradiction {
        sink.error(loc, message, help);
    }
}

/// A flow whose divergence is a number other than 0.
fn diverges(derived: &Derived) -> Option<(String, String)> {
    let model = &derived.model;
    // What a node feeds back into itself belongs to the divergence, and depends on the weights.
    if (0..model.rhs.len()).any(|row| returns(derived, row)) {
        return None;
    }
    let terms = Terms::new(&model.arena);
    let diagonal = || derived.trace.iter().map(|&k| derived.partials[k]);
    let divergence = terms.total(diagonal().map(|partial| partial.value))?;
    if is(divergence, 0.0) {
        return None;
    }
    let alone = diagonal().find(|partial| {
        terms
            .total([partial.value])
            .is_some_and(|total| !is(total, 0.0))
    });
    let help = match alone {
        Some(partial) => format!(
            "take the term with {0} out of the equation of {0}, or leave `#[hamiltonian]` out",
            model.states[partial.row].name.quoted()
        ),
        None => "the divergence is the sum of ∂x'/∂x over all states x: mend the equations, or leave `#[hamiltonian]` out".to_owned(),
    };
    let message = format!(
        "a Hamiltonian flow keeps volumes, but the divergence of this one is {}",
        shown(divergence.value)
    );
    Some((message, help))
}

/// A map whose determinant is a number other than ±1.
fn stretches(derived: &Derived) -> Option<(String, String)> {
    let coupled = derived
        .partials
        .iter()
        .any(|partial| matches!(partial.wrt, Var::Sum(_) | Var::Neighbour(_)));
    if coupled {
        return None;
    }
    let det = Terms::new(&derived.model.arena).total([derived.det?])?;
    if is(det, 1.0) || is(det, -1.0) {
        return None;
    }
    let message = format!(
        "a symplectic map keeps volumes, but the determinant of this one is {}",
        shown(det.value)
    );
    let help = "mend the equations so that it is 1, or leave `#[hamiltonian]` out";
    Some((message, help.to_owned()))
}

/// Whether a state's equation reads the same state through a sum or a neighbour: of another node,
/// unless a node is its own source or neighbour.
fn returns(derived: &Derived, row: usize) -> bool {
    let neighbour = |i: u32| derived.model.neighbours[i as usize].state as usize == row;
    derived
        .partials
        .iter()
        .filter(|partial| partial.row == row)
        .any(|partial| match partial.wrt {
            Var::Neighbour(i) => neighbour(i),
            Var::Sum(sum) => derived
                .edge_partials
                .iter()
                .filter(|edge| edge.row == sum as usize)
                .any(|edge| match edge.wrt {
                    Var::State(i) | Var::Source(i) => i as usize == row,
                    Var::Neighbour(i) => neighbour(i),
                    _ => false,
                }),
            _ => false,
        })
}

fn is(total: Total, wanted: f64) -> bool {
    (total.value - wanted).abs() <= total.rounding
}

/// The number without the digits that rounding made: −.1 − .2 is −.3.
fn shown(value: f64) -> f64 {
    format!("{value:.12e}").parse().unwrap_or(value)
}
