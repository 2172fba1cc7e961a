//! Differences that a common shift leaves alone, written in deviations from a common reference.

use std::collections::BTreeSet;

use super::polynomial::{Polynomial, variable};
use super::sides::{Side, variables};
use super::{Reason, Term};
use crate::functions;
use crate::ir::{Arena, Id, Model, Node, Var, interpret};

/// The polynomial in deviations of those of the states whose shift does not change it. Other terms
/// may stand beside: what matters are those in which the state itself is a factor.
pub fn centre(model: &mut Model, polynomial: &Polynomial, states: &[u32]) -> Polynomial {
    let mut centred = polynomial.clone();
    for &state in states {
        let [source, own] =
            [Var::Source(state), Var::State(state)].map(|var| variable(&mut model.arena, var));
        if centred
            .0
            .keys()
            .all(|monomial| monomial.exponent(source) == 0)
        {
            continue;
        }
        let (moving, rest): (Vec<_>, Vec<_>) = centred
            .0
            .iter()
            .map(|(monomial, &coefficient)| (monomial.clone(), coefficient))
            .partition(|(monomial, _)| monomial.exponent(source) + monomial.exponent(own) > 0);
        let moving = Polynomial(moving.into_iter().collect());
        let both = [source, own].map(|id| moving.slope(id));
        if both[0].plus(&both[1]).len() > 0 {
            continue;
        }
        let [source_deviation, deviation] = [Var::SourceDeviation(state), Var::Deviation(state)]
            .map(|var| variable(&mut model.arena, var));
        centred = Polynomial(rest.into_iter().collect());
        for (monomial, &coefficient) in &moving.0 {
            let monomial = monomial.with(source, source_deviation).with(own, deviation);
            centred.put(monomial, coefficient);
        }
    }
    centred
}

/// Refuses a difference that a shift leaves alone although its terms are not in deviations: they
/// would cancel near synchrony. `id` is the polynomial's value as it was written.
pub fn check(model: &Model, id: Id, polynomial: &Polynomial) -> Result<(), Reason> {
    let reads = |side: Side| -> BTreeSet<Var> {
        let factors: Vec<Id> = polynomial
            .0
            .keys()
            .flat_map(|monomial| monomial.side(side).keys().copied())
            .filter(|&factor| !is_angle(&model.arena, factor))
            .collect();
        variables(&model.arena, &factors)
    };
    let own: BTreeSet<u32> = reads(Side::Own)
        .into_iter()
        .filter_map(|var| state_of(model, var))
        .collect();
    let sources = reads(Side::Source).into_iter().filter_map(|var| match var {
        Var::Source(state) => Some(state),
        _ => None,
    });
    for state in sources.filter(|state| own.contains(state)) {
        if is_unchanged(model, id, polynomial, state) {
            let name = &model.states[state as usize].name.text;
            return Err(Reason(format!(
                "terms with `src.{name}` would cancel where nodes are close to each other"
            )));
        }
    }
    Ok(())
}

/// The states that the terms know by their deviations.
pub fn deviations(arena: &Arena, terms: &[Term]) -> Vec<usize> {
    let roots: Vec<Id> = terms
        .iter()
        .flat_map(|term| [term.source, term.own])
        .collect();
    let states: BTreeSet<usize> = variables(arena, &roots)
        .into_iter()
        .filter_map(|var| match var {
            Var::SourceDeviation(i) | Var::Deviation(i) => Some(i as usize),
            _ => None,
        })
        .collect();
    states.into_iter().collect()
}

/// Sine and cosine are small beside nothing: no shift makes them large.
fn is_angle(arena: &Arena, id: Id) -> bool {
    let called = |name| {
        functions::find(name).is_some_and(|f| matches!(arena.get(id), Node::Call1(g, _) if f == g))
    };
    called("sin") || called("cos")
}

/// The state that is read at the target or at a neighbour of it.
fn state_of(model: &Model, var: Var) -> Option<u32> {
    match var {
        Var::State(i) => Some(i),
        Var::Neighbour(i) => Some(model.neighbours[i as usize].state),
        _ => None,
    }
}

/// Whether a value stays what it is when a state is shifted everywhere, tried at a few points.
fn is_unchanged(model: &Model, id: Id, polynomial: &Polynomial, state: u32) -> bool {
    const POINTS: u32 = 8;
    /// Parts of the terms: far above rounding; a value that a shift changes by less at every point is too
    /// close to one that it does not change.
    const SAME: f64 = 1e-9;
    (0..POINTS).all(|point| {
        let at = |shift: f64| {
            let shifted = |var: Var| match var {
                Var::Source(i) if i == state => shift,
                var if state_of(model, var) == Some(state) => shift,
                _ => 0.0,
            };
            let values =
                interpret::values(&model.arena, |var| somewhere(var, point) + shifted(var));
            let value = |id: Id| values[id.0 as usize].real();
            let terms = polynomial.0.iter();
            let terms =
                terms.map(|(monomial, coefficient)| coefficient.abs() * monomial.size(value));
            (value(id), terms.sum::<f64>())
        };
        let ((here, terms_here), (there, terms_there)) = (at(0.0), at(0.75));
        let change = (here - there).abs();
        // What is no number at this point proves nothing.
        change.is_nan() || change <= SAME * (terms_here + terms_there)
    })
}

/// A number for each variable and point: between 0.5 and 1.5 at every second point, else down to
/// −2.
fn somewhere(var: Var, point: u32) -> f64 {
    let (kind, index) = match var {
        Var::State(i) | Var::Deviation(i) => (0, i),
        Var::Source(i) | Var::SourceDeviation(i) => (1, i),
        Var::Neighbour(i) => (2, i),
        Var::Input(i) => (3, i),
        Var::Param(i) => (4, i),
        Var::Sum(i) | Var::Product(i) | Var::OwnProduct(i) => (5, i),
        Var::Weight => (6, 0),
        Var::Time => (7, 0),
        Var::Nodes => (8, 0),
    };
    // The golden ratio's multiples are spread evenly.
    let number = f64::from(index) * 9.0 + f64::from(kind) + f64::from(point) * 1000.0;
    let fraction = ((number + 1.0) * 0.618_033_988_749_895).fract();
    if point.is_multiple_of(2) {
        0.5 + fraction
    } else {
        4.0 * fraction - 2.0
    }
}
