//! A change goes forward: from states, parameters, inputs and weights to f and to outputs.

use super::{Cause, Moment, Net, Sums, inputs, sums};
use crate::model::{Block, Column, Entry, Model};
use crate::sensitivity::edges::{Edges, Table};
use crate::sensitivity::number::Number;

impl<M: Model, S: Number> Net<'_, M, S> {
    /// How f changes: for each column its tangents at all nodes, and what makes it change directly.
    pub(in crate::sensitivity) fn push(
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
    pub(in crate::sensitivity) fn push_outputs(
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
                self.push_pairs(edges, moment, columns, causes, &mut gathered);
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

/// What a node's change is made of.
pub(super) struct Known<'a, M: Model, S: Number> {
    pub(super) own: &'a M::State<S>,
    pub(super) gathered: &'a M::Gathered<S>,
    pub(super) cause: Cause,
    pub(super) node: usize,
}

impl<M: Model, S: Number> Known<'_, M, S> {
    #[inline(always)]
    pub(super) fn of(&self, column: Column) -> S {
        match column {
            Column::State(i) => self.own.as_ref()[i],
            Column::Gathered(i) => self.gathered.as_ref()[i],
            Column::Param(i) => S::lit(self.cause.param(i, self.node)),
            Column::Source(_) | Column::Product(_) | Column::Weight => S::default(),
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
