//! All nodes at one moment: what they read of each other, f, and how it answers to small changes.
//!
//! A change goes forward, from states, parameters and weights to f, or backward, from what f is worth to what they are
//! worth. Both go over the same lists of partial derivatives.

use super::edges::{Edges, Table};
use super::number::Number;
use crate::model::{At, Block, Column, Entry, Model};
use crate::stepper::{OUTSIDE, shift};
use crate::system::Problem;
use crate::{Boundary, Signal};

/// What does not change along a run.
pub(super) struct Net<'a, M: Model, S: Number = f64> {
    pub(super) nodes: usize,
    pub(super) params: Vec<M::Params<S>>,
    /// What all numbers carry their derivative by, if they do.
    cause: Cause,
    signals: &'a [Signal],
    /// For each of the model's neighbours, for each node, which node it is, or [`OUTSIDE`].
    neighbours: Vec<Vec<usize>>,
    pub(super) edges: Option<Edges<'a>>,
}

/// The nodes at one moment, with their partial derivatives.
pub(super) struct Moment<M: Model, S: Number = f64> {
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

/// What a column of tangents is directly made by, besides the state.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Cause {
    /// Nothing: the initial state.
    None,
    /// A parameter, at a node or at all.
    Param(usize, Option<usize>),
    /// An input, at a node or at all.
    Input(usize, Option<usize>),
    /// The weight of this number into a target.
    Weight { target: usize, source: usize },
    /// A factor of all weights.
    Coupling,
}

/// What the value of something is worth, per unit of everything that it is made of.
pub(super) struct Worth<M: Model> {
    pub(super) params: Vec<M::Params<f64>>,
    /// Of a constant that is added to each input.
    pub(super) inputs: Vec<Vec<f64>>,
    pub(super) weights: Vec<f64>,
}

impl<M: Model> Worth<M> {
    pub(super) fn none(net: &Net<'_, M>) -> Self {
        Self {
            params: vec![M::Params::splat(0.0); net.nodes],
            inputs: vec![vec![0.0; net.nodes]; M::INFO.inputs.len()],
            weights: vec![0.0; net.edges.as_ref().map_or(0, |it| it.graph.numbers().len())],
        }
    }
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
    pub(super) fn new(problem: &'a Problem<'_, M>, cause: Cause) -> Self {
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
    pub(super) fn rhs(&self, t: f64, x: &[M::State<S>]) -> Vec<M::State<S>> {
        let at = self.at(t);
        let mut u = self.gather(t, x);
        self.sums(at, x, &mut u);
        let f = |node: usize| M::rhs(at, &x[node], &u[node], &self.params[node]);
        (0..self.nodes).map(f).collect()
    }

    /// f, and all that is needed to carry changes through it.
    pub(super) fn moment(&self, t: f64, x: Vec<M::State<S>>) -> (Vec<M::State<S>>, Moment<M, S>) {
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
    pub(super) fn outputs(&self, moment: &Moment<M, S>) -> Vec<M::Outputs<S>> {
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
        for (target, u) in u.iter_mut().enumerate() {
            let mut total = M::Sums::splat(S::default());
            let p = &self.params[target];
            edges.each(target, |source, weight, _| {
                let terms = M::edge(at, S::lit(weight), &x[source], &x[target], u, p);
                for (sum, term) in total.as_mut().iter_mut().zip(terms.as_ref()) {
                    *sum = *sum + *term;
                }
            });
            u.as_mut()[sums::<M>()..].copy_from_slice(total.as_ref());
        }
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

    /// How f changes: for each column its tangents at all nodes, and what makes it change directly.
    pub(super) fn push(
        &self,
        moment: &Moment<M, S>,
        columns: &[Vec<M::State<S>>],
        causes: &[Cause],
    ) -> Vec<Vec<M::State<S>>> {
        let gathered = self.gathered(moment, columns, causes);
        let mut changes = vec![vec![M::State::splat(S::default()); self.nodes]; columns.len()];
        for (c, change) in changes.iter_mut().enumerate() {
            for (node, change) in change.iter_mut().enumerate() {
                let known = Known::<M, S> {
                    own: &columns[c][node],
                    gathered: &gathered[c][node],
                    cause: causes[c],
                    node,
                };
                apply(
                    M::PARTIALS,
                    moment.j[node].as_ref(),
                    change.as_mut(),
                    |it| known.of(it),
                );
                let by_params = moment.by_params[node].as_ref();
                apply(M::PARAM_PARTIALS, by_params, change.as_mut(), |it| {
                    known.of(it)
                });
            }
        }
        changes
    }

    /// How the outputs change.
    pub(super) fn push_outputs(
        &self,
        moment: &Moment<M, S>,
        columns: &[Vec<M::State<S>>],
        causes: &[Cause],
    ) -> Vec<Vec<M::Outputs<S>>> {
        let gathered = self.gathered(moment, columns, causes);
        let mut changes = vec![vec![M::Outputs::splat(S::default()); self.nodes]; columns.len()];
        for node in 0..self.nodes {
            let (x, u) = (&moment.x[node], &moment.u[node]);
            let (_, j) = M::output_partials(moment.at, x, u, &self.params[node]);
            for (c, change) in changes.iter_mut().enumerate() {
                let known = Known::<M, S> {
                    own: &columns[c][node],
                    gathered: &gathered[c][node],
                    cause: causes[c],
                    node,
                };
                let change = change[node].as_mut();
                apply(M::OUTPUT_PARTIALS, j.as_ref(), change, |it| known.of(it));
            }
        }
        changes
    }

    /// How neighbours, inputs and sums change, column by column.
    fn gathered(
        &self,
        moment: &Moment<M, S>,
        columns: &[Vec<M::State<S>>],
        causes: &[Cause],
    ) -> Vec<Vec<M::Gathered<S>>> {
        let mut gathered = vec![vec![M::Gathered::splat(S::default()); self.nodes]; columns.len()];
        for ((column, cause), u) in columns.iter().zip(causes).zip(&mut gathered) {
            self.gather_neighbours(column, u);
            if let Cause::Input(input, at) = *cause {
                for (node, u) in u.iter_mut().enumerate() {
                    if at.is_none_or(|at| at == node) {
                        u.as_mut()[inputs::<M>() + input] = S::lit(1.0);
                    }
                }
            }
        }
        let Some(edges) = &self.edges else {
            return gathered;
        };
        match &moment.sums {
            Sums::None => {}
            Sums::Pairs => {
                for ((column, cause), u) in columns.iter().zip(causes).zip(&mut gathered) {
                    self.push_pairs(edges, moment, column, *cause, u);
                }
            }
            Sums::Products {
                given,
                gather,
                finish,
            } => {
                let products = self.push_products(edges, given, gather, columns, causes);
                for ((c, column), u) in columns.iter().enumerate().zip(&mut gathered) {
                    for (node, u) in u.iter_mut().enumerate() {
                        let known = Known::<M, S> {
                            own: &column[node],
                            gathered: u,
                            cause: causes[c],
                            node,
                        };
                        let mut change = M::Sums::splat(S::default());
                        let found = |it| match it {
                            Column::Product(m) => products.row(node)[m * columns.len() + c],
                            it => known.of(it),
                        };
                        let finish = finish[node].as_ref();
                        apply(M::FINISH_PARTIALS, finish, change.as_mut(), found);
                        u.as_mut()[sums::<M>()..].copy_from_slice(change.as_ref());
                    }
                }
            }
        }
        gathered
    }

    fn push_pairs(
        &self,
        edges: &Edges<'_>,
        moment: &Moment<M, S>,
        column: &[M::State<S>],
        cause: Cause,
        gathered: &mut [M::Gathered<S>],
    ) {
        let Moment { at, x, u, .. } = moment;
        for (target, vu) in gathered.iter_mut().enumerate() {
            let mut change = M::Sums::splat(S::default());
            let p = &self.params[target];
            edges.each(target, |source, weight, _| {
                let (_, j) =
                    M::edge_partials(*at, S::lit(weight), &x[source], &x[target], &u[target], p);
                let known = Known::<M, S> {
                    own: &column[target],
                    gathered: vu,
                    cause,
                    node: target,
                };
                let found = |it| match it {
                    Column::Source(i) => column[source].as_ref()[i],
                    Column::Weight => S::lit(cause.weight(target, source, weight)),
                    it => known.of(it),
                };
                apply(M::EDGE_PARTIALS, j.as_ref(), change.as_mut(), found);
            });
            vu.as_mut()[sums::<M>()..].copy_from_slice(change.as_ref());
        }
    }

    /// How the products change: for each node, product by product, all columns.
    fn push_products(
        &self,
        edges: &Edges<'_>,
        given: &Table<S>,
        gather: &[M::ProductPartials<S>],
        columns: &[Vec<M::State<S>>],
        causes: &[Cause],
    ) -> Table<S> {
        let (count, width) = (columns.len(), M::PRODUCTS.len());
        let mut changes = Table::zeros(self.nodes, width * count);
        for node in 0..self.nodes {
            let row = changes.row_mut(node);
            for (entry, value) in M::PRODUCT_PARTIALS.iter().zip(gather[node].as_ref()) {
                if let Column::Source(state) = entry.column {
                    for (c, column) in columns.iter().enumerate() {
                        let to = &mut row[entry.row * count + c];
                        *to = *to + *value * column[node].as_ref()[state];
                    }
                }
            }
        }
        let mut products = edges.multiply::<M, S>(&changes);
        for (c, cause) in causes.iter().enumerate() {
            let mut add = |target: usize, source: usize, weight: f64, by: f64| {
                let slopes = M::weight_slopes(S::lit(weight));
                for (m, function) in M::PRODUCTS.iter().enumerate() {
                    let slope = slopes.as_ref()[*function] * S::lit(by);
                    let to = &mut products.row_mut(target)[m * count + c];
                    *to = *to + slope * given.row(source)[m];
                }
            };
            match *cause {
                Cause::Weight { target, source } => {
                    edges.each(target, |other, weight, _| {
                        if other == source {
                            add(target, source, weight, 1.0);
                        }
                    });
                }
                Cause::Coupling => {
                    for target in 0..self.nodes {
                        edges.each(target, |source, weight, _| {
                            add(target, source, weight, weight);
                        });
                    }
                }
                Cause::None | Cause::Param(..) | Cause::Input(..) => {}
            }
        }
        products
    }
}

impl<M: Model> Net<'_, M> {
    /// What the state is worth by what f is worth, added to `state`; and what everything else is.
    pub(super) fn pull(
        &self,
        moment: &Moment<M>,
        f: &[M::State<f64>],
        state: &mut [M::State<f64>],
        worth: &mut Worth<M>,
    ) {
        let mut gathered = vec![M::Gathered::splat(0.0); self.nodes];
        for node in 0..self.nodes {
            let f = f[node].as_ref();
            let mut to = Share::<M> {
                own: &mut state[node],
                gathered: &mut gathered[node],
                params: &mut worth.params[node],
            };
            distribute(M::PARTIALS, moment.j[node].as_ref(), f, |it, by| {
                to.add(it, by);
            });
            let by_params = moment.by_params[node].as_ref();
            distribute(M::PARAM_PARTIALS, by_params, f, |it, by| to.add(it, by));
        }
        self.pull_gathered(moment, gathered, state, worth);
    }

    /// As [`Net::pull`], by what the outputs are worth.
    pub(super) fn pull_outputs(
        &self,
        moment: &Moment<M>,
        outputs: &[M::Outputs<f64>],
        state: &mut [M::State<f64>],
        worth: &mut Worth<M>,
    ) {
        let mut gathered = vec![M::Gathered::splat(0.0); self.nodes];
        for node in 0..self.nodes {
            let (x, u) = (&moment.x[node], &moment.u[node]);
            let (_, j) = M::output_partials(moment.at, x, u, &self.params[node]);
            let mut to = Share::<M> {
                own: &mut state[node],
                gathered: &mut gathered[node],
                params: &mut worth.params[node],
            };
            let outputs = outputs[node].as_ref();
            distribute(M::OUTPUT_PARTIALS, j.as_ref(), outputs, |it, by| {
                to.add(it, by);
            });
        }
        self.pull_gathered(moment, gathered, state, worth);
    }

    /// By what neighbours, inputs and sums are worth. Sums first: they read the others.
    fn pull_gathered(
        &self,
        moment: &Moment<M>,
        mut gathered: Vec<M::Gathered<f64>>,
        state: &mut [M::State<f64>],
        worth: &mut Worth<M>,
    ) {
        if let Some(edges) = &self.edges {
            match &moment.sums {
                Sums::None => {}
                Sums::Pairs => self.pull_pairs(edges, moment, &mut gathered, state, worth),
                Sums::Products {
                    given,
                    gather,
                    finish,
                } => {
                    let mut products = Table::zeros(self.nodes, M::PRODUCTS.len());
                    for node in 0..self.nodes {
                        let by_sums = gathered[node].as_ref()[sums::<M>()..].to_vec();
                        let mut to = Share::<M> {
                            own: &mut state[node],
                            gathered: &mut gathered[node],
                            params: &mut worth.params[node],
                        };
                        let row = products.row_mut(node);
                        let add = |it, by| match it {
                            Column::Product(m) => row[m] += by,
                            it => to.add(it, by),
                        };
                        distribute(M::FINISH_PARTIALS, finish[node].as_ref(), &by_sums, add);
                    }
                    pull_products::<M>(edges, given, &products, &mut worth.weights);
                    let by_given = edges.multiply_back::<M>(&products);
                    for node in 0..self.nodes {
                        let (j, own) = (gather[node].as_ref(), state[node].as_mut());
                        distribute(M::PRODUCT_PARTIALS, j, by_given.row(node), |it, by| {
                            if let Column::Source(state) = it {
                                own[state] += by;
                            }
                        });
                    }
                }
            }
        }
        for (node, u) in gathered.iter().enumerate() {
            let (neighbours, rest) = u.as_ref().split_at(inputs::<M>());
            for (m, by) in neighbours.iter().enumerate() {
                if self.neighbours[m][node] != OUTSIDE {
                    let from = &mut state[self.neighbours[m][node]];
                    from.as_mut()[M::INFO.neighbours[m].state] += by;
                }
            }
            for (input, by) in worth.inputs.iter_mut().zip(rest) {
                input[node] += by;
            }
        }
    }

    fn pull_pairs(
        &self,
        edges: &Edges<'_>,
        moment: &Moment<M>,
        gathered: &mut [M::Gathered<f64>],
        state: &mut [M::State<f64>],
        worth: &mut Worth<M>,
    ) {
        let Moment { at, x, u, .. } = moment;
        for target in 0..self.nodes {
            let by_sums = gathered[target].as_ref()[sums::<M>()..].to_vec();
            let (mut own, mut of_source) = (M::State::splat(0.0), M::State::splat(0.0));
            let p = &self.params[target];
            edges.each(target, |source, weight, edge| {
                let (_, j) = M::edge_partials(*at, weight, &x[source], &x[target], &u[target], p);
                of_source.as_mut().fill(0.0);
                let mut to = Share::<M> {
                    own: &mut own,
                    gathered: &mut gathered[target],
                    params: &mut worth.params[target],
                };
                let weights = &mut worth.weights;
                distribute(M::EDGE_PARTIALS, j.as_ref(), &by_sums, |it, by| match it {
                    Column::Source(i) => of_source.as_mut()[i] += by,
                    Column::Weight => weights[edge] += by,
                    it => to.add(it, by),
                });
                add::<M>(&mut state[source], &of_source);
            });
            add::<M>(&mut state[target], &own);
        }
    }
}

/// What the weights are worth by what the products are.
fn pull_products<M: Model>(
    edges: &Edges<'_>,
    given: &Table,
    products: &Table,
    weights: &mut [f64],
) {
    for target in 0..edges.graph.nodes() {
        let by = products.row(target);
        edges.each(target, |source, weight, edge| {
            let slopes = M::weight_slopes(weight);
            let given = given.row(source);
            for (m, function) in M::PRODUCTS.iter().enumerate() {
                weights[edge] += by[m] * given[m] * slopes.as_ref()[*function];
            }
        });
    }
}

fn add<M: Model>(to: &mut M::State<f64>, by: &M::State<f64>) {
    for (to, by) in to.as_mut().iter_mut().zip(by.as_ref()) {
        *to += by;
    }
}

/// What a node's change is made of.
struct Known<'a, M: Model, S: Number> {
    own: &'a M::State<S>,
    gathered: &'a M::Gathered<S>,
    cause: Cause,
    node: usize,
}

impl<M: Model, S: Number> Known<'_, M, S> {
    #[inline(always)]
    fn of(&self, column: Column) -> S {
        match column {
            Column::State(i) => self.own.as_ref()[i],
            Column::Gathered(i) => self.gathered.as_ref()[i],
            Column::Param(i) => S::lit(self.cause.param(i, self.node)),
            Column::Source(_) | Column::Product(_) | Column::Weight => S::default(),
        }
    }
}

impl Cause {
    fn param(self, param: usize, node: usize) -> f64 {
        match self {
            Self::Param(cause, at) if cause == param && at.is_none_or(|at| at == node) => 1.0,
            _ => 0.0,
        }
    }

    fn input(self, input: usize, node: usize) -> f64 {
        match self {
            Self::Input(cause, at) if cause == input && at.is_none_or(|at| at == node) => 1.0,
            _ => 0.0,
        }
    }

    fn weight(self, target: usize, source: usize, weight: f64) -> f64 {
        match self {
            Self::Weight {
                target: to,
                source: from,
            } if (to, from) == (target, source) => 1.0,
            Self::Coupling => weight,
            _ => 0.0,
        }
    }
}

/// What is added to, of a node.
struct Share<'a, M: Model> {
    own: &'a mut M::State<f64>,
    gathered: &'a mut M::Gathered<f64>,
    params: &'a mut M::Params<f64>,
}

impl<M: Model> Share<'_, M> {
    #[inline(always)]
    fn add(&mut self, column: Column, by: f64) {
        match column {
            Column::State(i) => self.own.as_mut()[i] += by,
            Column::Gathered(i) => self.gathered.as_mut()[i] += by,
            Column::Param(i) => self.params.as_mut()[i] += by,
            Column::Source(_) | Column::Product(_) | Column::Weight => {}
        }
    }
}

/// Adds the list times a vector to its rows.
#[inline(always)]
fn apply<S: Number>(pattern: &[Entry], j: &[S], rows: &mut [S], vector: impl Fn(Column) -> S) {
    for (entry, value) in pattern.iter().zip(j) {
        let by = vector(entry.column);
        // A partial derivative may be infinite where nothing moves.
        if !by.is_zero() {
            rows[entry.row] = rows[entry.row] + *value * by;
        }
    }
}

/// The transpose of the list times a vector of rows.
#[inline(always)]
fn distribute(pattern: &[Entry], j: &[f64], rows: &[f64], mut add: impl FnMut(Column, f64)) {
    for (entry, value) in pattern.iter().zip(j) {
        let by = rows[entry.row];
        if by != 0.0 {
            add(entry.column, value * by);
        }
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
