//! What f or the outputs are worth goes backward, to states, parameters, inputs and weights.

use super::weights::WeightWorth;
use super::{Moment, Net, Sums, inputs, sums};
use crate::model::{Block, Column, Entry, Model};
use crate::sensitivity::edges::Table;
use crate::stepper::OUTSIDE;

/// What the value of something is worth, per unit of everything that it is made of.
pub(in crate::sensitivity) struct Worth<M: Model> {
    pub(in crate::sensitivity) params: Vec<M::Params<f64>>,
    /// Of a constant that is added to each input.
    pub(in crate::sensitivity) inputs: Vec<Vec<f64>>,
    pub(in crate::sensitivity) weights: WeightWorth<M>,
}

impl<M: Model> Worth<M> {
    /// Of the weights only where somebody asks for them.
    pub(in crate::sensitivity) fn none(net: &Net<'_, M>, of_weights: bool) -> Self {
        Self {
            params: vec![M::Params::splat(0.0); net.nodes],
            inputs: vec![vec![0.0; net.nodes]; M::INFO.inputs.len()],
            weights: WeightWorth::none(net.edges.as_ref().map(|it| it.graph), of_weights),
        }
    }
}

impl<M: Model> Net<'_, M> {
    /// What the state is worth by what f is worth, added to `state`; and what everything else is.
    pub(in crate::sensitivity) fn pull(
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
    pub(in crate::sensitivity) fn pull_outputs(
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
                Sums::Pairs => self.pull_pairs(
                    edges,
                    moment,
                    &mut gathered,
                    state,
                    &mut worth.params,
                    &mut worth.weights,
                ),
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
                    worth.weights.add_products(edges.graph, given, &products);
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
