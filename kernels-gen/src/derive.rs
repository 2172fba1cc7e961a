//! The derived model: f with all its non-zero partial derivatives.
//!
//! A node is f(t, x, u, p), where u gathers neighbours, inputs and sums. J·v, Jᵀ·v, the divergence
//! and sensitivities are loops over the lists made here.

use crate::check::Checked;
use crate::diag::Sink;
use crate::differentiate::Differentiator;
use crate::ir::{Arena, Id, Model, ModelKind, Var};
use crate::products::{self, Pairwise, Products};
use crate::simplify::{self, Builder};
use crate::volume;

/// One structurally non-zero partial derivative.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Partial {
    /// Which equation, or which summand, is differentiated.
    pub row: usize,
    pub wrt: Var,
    pub value: Id,
}

/// A simplified model, and the derivatives beside it in its arena.
#[derive(Clone, Debug)]
pub struct Derived {
    pub model: Model,
    /// `f_x` and `f_u`, row by row: states, neighbours, inputs, sums.
    pub partials: Vec<Partial>,
    /// `f_p`, row by row.
    pub param_partials: Vec<Partial>,
    /// The summands' partials, row by row: source states, own states, neighbours, inputs,
    /// parameters, the weight.
    pub edge_partials: Vec<Partial>,
    /// The outputs' partials, row by row: states, neighbours, inputs, sums, parameters.
    pub output_partials: Vec<Partial>,
    /// Which of `partials` are on the diagonal.
    pub trace: Vec<usize>,
    /// det `f_x` of a map, where it is cheap.
    pub det: Option<Id>,
    /// The sums as matrix products, or why they are not.
    pub products: Result<Products, Pairwise>,
}

/// Up to this many states the determinant is expanded: 4! products of 4 at the very most.
const CHEAP_DETERMINANT: usize = 4;

/// How many operations and partial derivatives are made of one model. Beyond it the Rust compiler
/// works for hours on what is emitted, without a word about why.
const MOST: usize = 300_000;

/// Simplifies and differentiates a checked model. `None` if it is too large, or if the derivatives
/// contradict what is said of it, which is reported.
pub fn derive(checked: &Checked, sink: &mut Sink) -> Option<Derived> {
    let model = checked.model();
    let derived = derive_within(model, MOST);
    let Some(derived) = derived else {
        sink.error(
            &model.name.loc,
            format!(
                "model {} has more than {MOST} operations with its derivatives",
                model.name.quoted()
            ),
            "repeated units are nodes of a network or lattice, not copies in one model",
        );
        return None;
    };
    volume::check(&derived, sink);
    (!sink.has_errors()).then_some(derived)
}

/// As [`derive`], for a model that is known to be right and small: the compiler's own.
pub(crate) fn derive_model(model: &Model) -> Derived {
    derive_within(model, usize::MAX).expect("nothing is beyond this limit")
}

fn derive_within(model: &Model, most: usize) -> Option<Derived> {
    let mut model = simplify::simplify(model);
    let states = numbered(model.states.len(), Var::State);
    let neighbours = numbered(model.neighbours.len(), Var::Neighbour);
    let inputs = numbered(model.inputs.len(), Var::Input);
    let sums = numbered(model.sums.len(), Var::Sum);
    let params = numbered(model.params.len(), Var::Param);
    let sources = numbered(model.states.len(), Var::Source);

    let arena = &mut model.arena;
    let partials = jacobian(
        arena,
        &model.rhs,
        states
            .clone()
            .chain(neighbours.clone())
            .chain(inputs.clone())
            .chain(sums.clone()),
        most,
    )?;
    let param_partials = jacobian(arena, &model.rhs, params.clone(), most)?;
    let output_partials = jacobian(
        arena,
        &model.output_values,
        states
            .clone()
            .chain(neighbours.clone())
            .chain(inputs.clone())
            .chain(sums)
            .chain(params.clone()),
        most,
    )?;
    let edge_partials = jacobian(
        arena,
        &model.sums,
        sources
            .chain(states)
            .chain(neighbours)
            .chain(inputs)
            .chain(params)
            .chain([Var::Weight]),
        most,
    )?;
    let trace = (0..partials.len())
        .filter(|&k| own_state(&partials[k]) == Some(partials[k].row))
        .collect();
    let cheap = model.kind == ModelKind::Map && (1..=CHEAP_DETERMINANT).contains(&model.rhs.len());
    let det = cheap.then(|| determinant(arena, model.rhs.len(), &partials));
    let products = products::products(&mut model, &partials, most);
    Some(Derived {
        model,
        partials,
        param_partials,
        edge_partials,
        output_partials,
        trace,
        det,
        products,
    })
}

pub(crate) fn numbered(count: usize, var: fn(u32) -> Var) -> impl Iterator<Item = Var> + Clone {
    (0u32..).take(count).map(var)
}

/// All non-zero partials, row by row, each row in the order of the variables. `None` if they are
/// too many.
pub(crate) fn jacobian(
    arena: &mut Arena,
    rows: &[Id],
    variables: impl Iterator<Item = Var>,
    most: usize,
) -> Option<Vec<Partial>> {
    let mut differentiator = Differentiator::new(arena, rows);
    let mut partials = Vec::new();
    for wrt in variables {
        for (row, value) in differentiator.derivatives(wrt).into_iter().enumerate() {
            partials.extend(value.map(|value| Partial { row, wrt, value }));
        }
        if differentiator.operations() + partials.len() > most {
            return None;
        }
    }
    partials.sort_by_key(|partial| partial.row);
    Some(partials)
}

fn own_state(partial: &Partial) -> Option<usize> {
    match partial.wrt {
        Var::State(i) => Some(i as usize),
        _ => None,
    }
}

/// det `f_x` by cofactors of the first row, then of the next, each minor once. Only structurally
/// non-zero entries are multiplied; a determinant without any product is a literal 0.
fn determinant(arena: &mut Arena, n: usize, partials: &[Partial]) -> Id {
    let mut entries = vec![vec![None; n]; n];
    for partial in partials {
        if let Some(column) = own_state(partial) {
            entries[partial.row][column] = Some(partial.value);
        }
    }
    let mut b = Builder::new(arena);
    // minors[columns] is the determinant of the last rows over that set of columns.
    let mut minors: Vec<Option<Id>> = vec![None; 1 << n];
    minors[0] = Some(b.number(1.0));
    for columns in 1..1usize << n {
        let row = n - columns.count_ones() as usize;
        let mut sum = None;
        let members = (0..n).filter(|column| columns >> column & 1 == 1);
        for (place, column) in members.enumerate() {
            let (Some(entry), Some(minor)) =
                (entries[row][column], minors[columns & !(1 << column)])
            else {
                continue;
            };
            let product = b.mul(entry, minor);
            sum = Some(match (sum, place % 2) {
                (None, 0) => product,
                (None, _) => b.neg(product),
                (Some(sum), 0) => b.add(sum, product),
                (Some(sum), _) => b.sub(sum, product),
            });
        }
        minors[columns] = sum;
    }
    minors[(1 << n) - 1].unwrap_or_else(|| b.number(0.0))
}

#[cfg(test)]
mod tests;
