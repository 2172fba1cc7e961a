//! Sums over sources as matrix products: what a source gives, and what the target makes of it.
//!
//! A sum that [`factorise`](crate::factorise) takes apart is Σ h·P with P = Σ m(W)·g(source). Equal
//! products of several sums are made once. A model has all its sums in this form or none: the
//! runtime goes over the edges for all of them or not at all.
//!
//! Deviations have the tangents of their states: what they deviate from drops out of the whole.

use std::collections::HashMap;

use crate::derive::{Partial, jacobian, numbered};
use crate::differentiate::Differentiator;
use crate::factorise::{self, Factored, Reason};
use crate::ir::{Arena, Id, Model, Node, Var};
use crate::simplify::Builder;

/// Σ m(w)·g(source) over sources.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Product {
    /// m; index into [`Products::weights`].
    pub weight: usize,
    /// g.
    pub source: Id,
}

/// All sums of a model as products.
#[derive(Clone, Debug, Default)]
pub struct Products {
    /// Functions of the weight, each once.
    pub weights: Vec<Id>,
    /// Their derivatives.
    pub weight_slopes: Vec<Id>,
    pub list: Vec<Product>,
    /// The sources' partials by source states, row by row. Of states that are centred these are
    /// the partials by deviations.
    pub partials: Vec<Partial>,
    /// The sums, made of products and of what the target knows.
    pub finish: Vec<Id>,
    /// Their partials by own states, neighbours, inputs, parameters and products, row by row.
    pub finish_partials: Vec<Partial>,
    /// States that sources give as deviations from a reference that all nodes share.
    pub centred: Vec<usize>,
    /// f and its partials where they read what the node gives as a source; `None` where that saves nothing.
    pub dynamics: Option<OwnDynamics>,
}

/// A node's own dynamics that read [`Var::OwnProduct`].
#[derive(Clone, Debug)]
pub struct OwnDynamics {
    pub rhs: Vec<Id>,
    /// In the order of [`crate::derive::Derived::partials`].
    pub partials: Vec<Partial>,
}

/// Why a model keeps to its edges: for each sum that does not separate, the reason.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pairwise {
    pub reasons: Vec<Option<Reason>>,
}

impl Pairwise {
    /// One line for each sum.
    pub fn told(&self) -> Vec<String> {
        let line = |(i, reason): (usize, &Option<Reason>)| match reason {
            Some(reason) => format!("sum[{i}] is added up edge by edge: {reason}"),
            None => format!("sum[{i}] is added up edge by edge because another sum is"),
        };
        self.reasons.iter().enumerate().map(line).collect()
    }
}

/// The products of a simplified model, given its partials.
pub fn products(
    model: &mut Model,
    partials: &[Partial],
    most: usize,
) -> Result<Products, Pairwise> {
    let factored = factorise::factorise_all(model).map_err(|reasons| Pairwise { reasons })?;
    let mut products = list(model, &factored);
    let reasons = || Pairwise {
        reasons: vec![Some(Reason::too_large()); factored.len()],
    };
    products.differentiate(model, most).ok_or_else(reasons)?;
    products.read_own(model, partials);
    Ok(products)
}

/// Each product once, and the sums made of them.
fn list(model: &mut Model, factored: &[Factored]) -> Products {
    let mut products = Products::default();
    for sum in factored {
        let mut finish = None;
        for term in &sum.terms {
            let weight = place(&mut products.weights, term.weight);
            let product = place(
                &mut products.list,
                Product {
                    weight,
                    source: term.source,
                },
            );
            let product = u32::try_from(product).expect("there are few products");
            let mut b = Builder::new(&mut model.arena);
            let product = b.node(Node::Var(Var::Product(product)));
            let value = b.mul(term.own, product);
            finish = Some(match finish {
                Some(finish) => b.add(finish, value),
                None => value,
            });
        }
        products
            .finish
            .push(finish.unwrap_or_else(|| model.arena.number(0.0)));
        products.centred.extend(&sum.centred);
    }
    products.centred.sort_unstable();
    products.centred.dedup();
    products
}

/// Where it is in the list, to which it is added if it is new.
fn place<T: PartialEq>(list: &mut Vec<T>, item: T) -> usize {
    list.iter().position(|old| *old == item).unwrap_or_else(|| {
        list.push(item);
        list.len() - 1
    })
}

impl Products {
    /// `None` if there is too much of it.
    fn differentiate(&mut self, model: &mut Model, most: usize) -> Option<()> {
        let states = model.states.len();
        let sources: Vec<Id> = self.list.iter().map(|product| product.source).collect();
        let by_state = numbered(states, Var::Source).chain(numbered(states, Var::SourceDeviation));
        let partials = jacobian(&mut model.arena, &sources, by_state, most)?;
        self.partials = merged(&mut model.arena, &partials);
        let variables = numbered(states, Var::State)
            .chain(numbered(states, Var::Deviation))
            .chain(numbered(model.neighbours.len(), Var::Neighbour))
            .chain(numbered(model.inputs.len(), Var::Input))
            .chain(numbered(model.params.len(), Var::Param))
            .chain(numbered(self.list.len(), Var::Product));
        let partials = jacobian(&mut model.arena, &self.finish, variables, most)?;
        self.finish_partials = merged(&mut model.arena, &partials);
        let zero = model.arena.number(0.0);
        let slopes = Differentiator::new(&mut model.arena, &self.weights).derivatives(Var::Weight);
        self.weight_slopes = slopes.into_iter().map(|it| it.unwrap_or(zero)).collect();
        Some(())
    }

    /// What a target would compute as it did for its own part as a source, it reads from there: in its sums,
    /// and in its own dynamics where a function is saved.
    fn read_own(&mut self, model: &mut Model, partials: &[Partial]) {
        let arena = &mut model.arena;
        let given: HashMap<Id, Var> = (0u32..)
            .zip(&self.list)
            .filter_map(|(k, product)| {
                let own = at_target(arena, product.source);
                // A variable is as near as what was made of it.
                let trivial = matches!(arena.get(own), Node::Var(_) | Node::Number(_) | Node::Pi);
                (!trivial).then_some((own, Var::OwnProduct(k)))
            })
            .collect();
        (self.finish, self.finish_partials) =
            reading(arena, &given, &self.finish, &self.finish_partials);
        let dear: HashMap<Id, Var> = given
            .into_iter()
            .filter(|&(own, _)| {
                arena
                    .cone(&[own])
                    .into_iter()
                    .any(|id| is_dear(arena.get(id)))
            })
            .collect();
        let mut dynamics = arena.cone(&model.rhs).into_iter();
        if dynamics.any(|id| dear.contains_key(&id)) {
            let (rhs, partials) = reading(arena, &dear, &model.rhs, partials);
            self.dynamics = Some(OwnDynamics { rhs, partials });
        }
    }
}

/// Whether it takes longer than reading a number.
fn is_dear(node: Node) -> bool {
    matches!(node, Node::Call1(..) | Node::Call2(..) | Node::Div(..))
}

/// Values and partials with variables in the place of what is given.
fn reading(
    arena: &mut Arena,
    given: &HashMap<Id, Var>,
    values: &[Id],
    partials: &[Partial],
) -> (Vec<Id>, Vec<Partial>) {
    let of_partials = partials.iter().map(|partial| partial.value);
    let roots: Vec<Id> = values.iter().copied().chain(of_partials).collect();
    let mut read = rewritten(arena, &roots, |id, node| {
        given.get(&id).map_or(node, |&var| Node::Var(var))
    });
    let of_partials = read.split_off(values.len());
    let partials = partials.iter().zip(of_partials);
    let partials = partials.map(|(partial, value)| Partial { value, ..*partial });
    (read, partials.collect())
}

/// A source's value with the target in its place.
fn at_target(arena: &mut Arena, source: Id) -> Id {
    let value = rewritten(arena, &[source], |_, node| match node {
        Node::Var(Var::Source(i)) => Node::Var(Var::State(i)),
        Node::Var(Var::SourceDeviation(i)) => Node::Var(Var::Deviation(i)),
        node => node,
    });
    value[0]
}

/// The roots with some nodes changed.
fn rewritten(arena: &mut Arena, roots: &[Id], change: impl Fn(Id, Node) -> Node) -> Vec<Id> {
    let mut new: HashMap<Id, Id> = HashMap::new();
    for id in arena.cone(roots) {
        let node = change(id, arena.get(id)).map_children(|child| new[&child]);
        new.insert(id, Builder::new(arena).node(node));
    }
    roots.iter().map(|root| new[root]).collect()
}

/// A state and its deviation have one tangent, and so one partial. In the order of the variables.
fn merged(arena: &mut Arena, partials: &[Partial]) -> Vec<Partial> {
    let mut merged: Vec<Partial> = Vec::new();
    for partial in partials {
        let wrt = match partial.wrt {
            Var::Deviation(i) => Var::State(i),
            Var::SourceDeviation(i) => Var::Source(i),
            var => var,
        };
        let same = merged
            .iter_mut()
            .find(|old| old.row == partial.row && old.wrt == wrt);
        if let Some(old) = same {
            old.value = Builder::new(arena).add(old.value, partial.value);
        } else {
            merged.push(Partial { wrt, ..*partial });
        }
    }
    merged.sort_by_key(|partial| (partial.row, partial.wrt));
    merged
}

#[cfg(test)]
mod tests;
