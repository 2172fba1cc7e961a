//! All nodes at one moment: what they read of each other, f, and how it answers to small changes.
//!
//! A change goes forward, from states, parameters and weights to f, or backward, from what f is worth to what they are
//! worth. Both go over the same lists of partial derivatives.

mod cause;
mod pairs;
mod pull;
mod push;
mod weights;

use super::edges::{Edges, Table};
use super::number::Number;
use crate::model::{At, Block, Model};
use crate::stepper::{OUTSIDE, shift};
use crate::system::Problem;
use crate::{Boundary, Signal};

pub(super) use cause::Cause;
pub(super) use pull::Worth;

/// What does not change along a run.
pub(in crate::sensitivity) struct Net<'a, M: Model, S: Number = f64> {
    pub(in crate::sensitivity) nodes: usize,
    pub(in crate::sensitivity) params: Vec<M::Params<S>>,
    /// What all numbers carry their derivative by, if they do.
    cause: Cause,
    signals: &'a [Signal],
    /// For each of the model's neighbours, for each node, which node it is, or [`OUTSIDE`].
    neighbours: Vec<Vec<usize>>,
    pub(in crate::sensitivity) edges: Option<Edges<'a>>,
}

/// The nodes at one moment, with their partial derivatives.
pub(in crate::sensitivity) struct Moment<M: Model, S: Number = f64> {
    at: At<S>,
    x: Vec<M::State<S>>,
    u: Vec<M::Gathered<S>>,
    j: Vec<M::Partials<S>>,
    by_params: Vec<M::ParamPartials<S>>,
    sums: Sums<M, S>,
}

/// How the sums of a moment were taken.
enum Sums<M: Model, S: Number> {
    None,
    /// Edge by edge, whose partials are computed where they are needed: there are N² of them.
    Pairs,
    Products {
        /// What each node gives, product by product.
        given: Table<S>,
        gather: Vec<M::ProductPartials<S>>,
        finish: Vec<M::FinishPartials<S>>,
    },
}

/// First slots of inputs and of sums among the gathered values.
const fn inputs<M: Model>() -> usize {
    M::INFO.neighbours.len()
}

const fn sums<M: Model>() -> usize {
    M::INFO.neighbours.len() + M::INFO.inputs.len()
}

impl<'a, M: Model, S: Number> Net<'a, M, S> {
    /// Of numbers that carry their derivative by something along, if they are such.
    pub(in crate::sensitivity) fn new(problem: &'a Problem<'_, M>, cause: Cause) -> Self {
        let nodes = problem.nodes;
        let params_of = |node: usize| {
            let mut p = M::Params::splat(S::default());
            for (i, p) in p.as_mut().iter_mut().enumerate() {
                *p = S::with_slope(problem.params[i].at(node), cause.param(i, node));
            }
            p
        };
        let boundary: Boundary = problem.boundary;
        let neighbours = M::INFO.neighbours.iter().map(|neighbour| {
            let of = |node| shift(node, neighbour.offset, nodes, boundary);
            (0..nodes).map(of).collect()
        });
        let edges = problem.graph.filter(|_| M::INFO.sums > 0);
        Self {
            nodes,
            params: (0..nodes).map(params_of).collect(),
            cause,
            signals: &problem.signals,
            neighbours: neighbours.collect(),
            edges: edges.map(|graph| Edges {
                graph,
                weights: problem.weights.as_ref(),
            }),
        }
    }

    /// f at a time and a state.
    pub(in crate::sensitivity) fn rhs(&self, t: f64, x: &[M::State<S>]) -> Vec<M::State<S>> {
        let at = self.at(t);
        let mut u = self.gather(t, x);
        self.sums(at, x, &mut u);
        let f = |node: usize| M::rhs(at, &x[node], &u[node], &self.params[node]);
        (0..self.nodes).map(f).collect()
    }

    /// f, and all that is needed to carry changes through it.
    pub(in crate::sensitivity) fn moment(
        &self,
        t: f64,
        x: Vec<M::State<S>>,
    ) -> (Vec<M::State<S>>, Moment<M, S>) {
        let at = self.at(t);
        let mut u = self.gather(t, &x);
        let sums = self.sums(at, &x, &mut u);
        let mut f = Vec::with_capacity(self.nodes);
        let mut j = Vec::with_capacity(self.nodes);
        let mut by_params = Vec::with_capacity(self.nodes);
        for node in 0..self.nodes {
            let (x, u, p) = (&x[node], &u[node], &self.params[node]);
            let (rhs, partials) = M::rhs_partials(at, x, u, p);
            f.push(rhs);
            j.push(partials);
            by_params.push(M::param_partials(at, x, u, p));
        }
        let moment = Moment {
            at,
            x,
            u,
            j,
            by_params,
            sums,
        };
        (f, moment)
    }

    /// The outputs of all nodes.
    pub(in crate::sensitivity) fn outputs(&self, moment: &Moment<M, S>) -> Vec<M::Outputs<S>> {
        let of = |node: usize| {
            let (x, u) = (&moment.x[node], &moment.u[node]);
            M::outputs(moment.at, x, u, &self.params[node])
        };
        (0..self.nodes).map(of).collect()
    }

    fn at(&self, t: f64) -> At<S> {
        At {
            t: S::lit(t),
            nodes: S::lit(self.nodes as f64),
        }
    }

    /// Neighbours and inputs; the sums are zero.
    fn gather(&self, t: f64, x: &[M::State<S>]) -> Vec<M::Gathered<S>> {
        let mut u = vec![M::Gathered::splat(S::default()); self.nodes];
        self.gather_neighbours(x, &mut u);
        for (i, signal) in self.signals.iter().enumerate() {
            for (node, u) in u.iter_mut().enumerate() {
                let slope = self.cause.input(i, node);
                u.as_mut()[inputs::<M>() + i] = S::with_slope(signal.at(t, node), slope);
            }
        }
        u
    }

    fn gather_neighbours(&self, x: &[M::State<S>], u: &mut [M::Gathered<S>]) {
        for (m, neighbour) in M::INFO.neighbours.iter().enumerate() {
            for (u, &from) in u.iter_mut().zip(&self.neighbours[m]) {
                u.as_mut()[m] = match from {
                    OUTSIDE => S::default(),
                    from => x[from].as_ref()[neighbour.state],
                };
            }
        }
    }

    /// Writes the sums of all nodes where they are read.
    fn sums(&self, at: At<S>, x: &[M::State<S>], u: &mut [M::Gathered<S>]) -> Sums<M, S> {
        let Some(edges) = &self.edges else {
            return Sums::None;
        };
        if edges.weights.is_some()
            && let Some(products) = self.products(edges, at, x, u)
        {
            return products;
        }
        self.sum_pairs(edges, at, x, u);
        Sums::Pairs
    }

    /// The sums as matrix products; `None` where what a node gives is not finite, and would make all sums of it so.
    fn products(
        &self,
        edges: &Edges<'_>,
        at: At<S>,
        x: &[M::State<S>],
        u: &mut [M::Gathered<S>],
    ) -> Option<Sums<M, S>> {
        let means = means::<M, S>(x);
        let mut given = Table::zeros(self.nodes, M::PRODUCTS.len());
        let mut gather = Vec::with_capacity(self.nodes);
        let mut centred = Vec::with_capacity(self.nodes);
        for (node, x) in x.iter().enumerate() {
            let deviation = deviation::<M, S>(x, &means);
            let (values, partials) = M::gather_partials(at, &deviation);
            given.row_mut(node).copy_from_slice(values.as_ref());
            gather.push(partials);
            centred.push(deviation);
        }
        if !given.is_finite() {
            return None;
        }
        let products = edges.multiply::<M, S>(&given);
        let mut finish = Vec::with_capacity(self.nodes);
        for (node, u) in u.iter_mut().enumerate() {
            let block = |table: &Table<S>| {
                let mut block = M::Products::splat(S::default());
                block.as_mut().copy_from_slice(table.row(node));
                block
            };
            let (products, own) = (block(&products), block(&given));
            let (x, p) = (&x[node], &self.params[node]);
            let (total, partials) =
                M::finish_partials(at, &products, &own, x, &centred[node], u, p);
            u.as_mut()[sums::<M>()..].copy_from_slice(total.as_ref());
            finish.push(partials);
        }
        Some(Sums::Products {
            given,
            gather,
            finish,
        })
    }
}

/// For each centred state the middle of all nodes. What the sums are taken about drops out of them, and so need not
/// change with the states.
fn means<M: Model, S: Number>(x: &[M::State<S>]) -> M::State<f64> {
    let mut means = M::State::splat(0.0);
    for &state in M::CENTRED {
        let sum: f64 = x.iter().map(|x| x.as_ref()[state].value()).sum();
        let mean = sum / x.len() as f64;
        means.as_mut()[state] = if mean.is_finite() { mean } else { 0.0 };
    }
    means
}

fn deviation<M: Model, S: Number>(x: &M::State<S>, means: &M::State<f64>) -> M::State<S> {
    let mut centred = *x;
    for &state in M::CENTRED {
        let x = &mut centred.as_mut()[state];
        *x = *x - S::lit(means.as_ref()[state]);
    }
    centred
}
