//! Summands taken apart: e(w, source, own) = Σ m(w)·g(source)·h(own), where that can be proved.
//!
//! A sum over N source nodes at each of N nodes costs N² summands. Taken apart it is one matrix
//! product for each term, P = Σ m(W)·g(source), and Σ h·P at each node. What separates is what
//! polynomial algebra and the addition theorems of sine and cosine separate; a function that reads
//! both ends at once does not, and its model keeps to the sum edge by edge.
//!
//! The own side is everything that belongs to the target node: its states, neighbours, inputs and
//! parameters, which may differ between nodes. Time and `N` are the same everywhere and stand on
//! either side. Weights are looked at on edges only: m(0) is never asked for.
//!
//! **Rounding.** Pairwise, a difference of two close states is exact; taken apart, large terms
//! cancel. Accepted is an error of a few ε·Σ|m·g·h| over all sources and terms, provided that no
//! symmetry makes the whole small beside its terms:
//!
//! * Differences that a common shift of a state leaves alone, such as (src.x − x)ⁿ, are small near
//!   synchrony whatever x is. They are written in deviations from a reference that all nodes share
//!   (its mean), so that each term is at most (spread of x over the nodes)ⁿ. A pair much closer than
//!   the spread loses relative digits of its own summand; the sum over sources does not, unless all
//!   are close to this node and one node is far away, and then the absolute error is ε·spreadⁿ still.
//! * sin and cos are bounded by 1: the error is ε·Σ|m|, beside ε·|angle|, which the angle has anyway.
//! * Other polynomials have an error of ε times the size of the terms that the algebra gives.
//! * exp of a sum is refused: exp(src.x)·exp(−x) overflows where the difference is small.
//! * A difference that is found to be unchanged by a shift, but not by algebra that would show how
//!   to write it in deviations, is refused.

mod centre;
mod collect;
mod expand;
mod polynomial;
mod sides;
#[cfg(test)]
mod tests;

use std::fmt;

use crate::ir::{Id, Model, Var};

/// More products cost more than they save, with all the tangents that go through them.
const MOST_TERMS: usize = 12;

/// One product of three functions, each of one thing alone. Where a side does not occur, it is a
/// literal 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Term {
    /// Of the weight.
    pub weight: Id,
    /// Of the source's states or their deviations, time and `N`.
    pub source: Id,
    /// Of all that is known at the target.
    pub own: Id,
}

/// A summand as a sum of products.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Factored {
    pub terms: Vec<Term>,
    /// The states that occur as deviations from a reference which is the same at all nodes.
    pub centred: Vec<usize>,
}

/// Why a sum is not taken apart, in the user's words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reason(String);

impl Reason {
    pub fn too_large() -> Self {
        Self("its products have too many operations".to_owned())
    }
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// One summand. Angles are written in the deviations of the states in `follow`, where a shift
/// leaves them alone.
pub fn factorise(model: &mut Model, sum: usize, follow: &[usize]) -> Result<Factored, Reason> {
    let polynomial = expand::expand(model, model.sums[sum], follow)?;
    let terms = collect::terms(&mut model.arena, &polynomial);
    if terms.len() > MOST_TERMS {
        return Err(Reason(format!(
            "it would take {} products, more than {MOST_TERMS}",
            terms.len()
        )));
    }
    let centred = centre::deviations(&model.arena, &terms);
    Ok(Factored { terms, centred })
}

/// All summands of a model, or for each that stands in the way the reason. A source gives a state
/// or its deviation, not both: what is in deviations in one sum has to be so in all.
pub fn factorise_all(model: &mut Model) -> Result<Vec<Factored>, Vec<Option<Reason>>> {
    let sums = model.sums.len();
    let mut found = each(model, &[])?;
    let mut centred: Vec<usize> = found.iter().flat_map(|sum| sum.centred.clone()).collect();
    centred.sort_unstable();
    centred.dedup();
    if !centred.is_empty() {
        found = each(model, &centred)?;
    }
    let mut reasons = vec![None; sums];
    for (sum, factored) in found.iter().enumerate() {
        let sources: Vec<Id> = factored.terms.iter().map(|term| term.source).collect();
        let raw = centred
            .iter()
            .find(|&&state| sides::reads(&model.arena, &sources, source(state)));
        reasons[sum] = raw.map(|&state| {
            let name = &model.states[state].name.text;
            Reason(format!(
                "differences of `{name}` are taken of its deviation from the mean, but `src.{name}` is read as it is too"
            ))
        });
    }
    if reasons.iter().any(Option::is_some) {
        return Err(reasons);
    }
    Ok(found)
}

fn each(model: &mut Model, follow: &[usize]) -> Result<Vec<Factored>, Vec<Option<Reason>>> {
    let found: Vec<_> = (0..model.sums.len())
        .map(|sum| factorise(model, sum, follow))
        .collect();
    if found.iter().all(Result::is_ok) {
        return Ok(found.into_iter().flatten().collect());
    }
    Err(found.into_iter().map(Result::err).collect())
}

/// The variable of a state at the source.
fn source(state: usize) -> Var {
    Var::Source(u32::try_from(state).expect("states are numbered by u32"))
}
