//! What a node reads beside its own state, laid out for blocks of lanes.

use super::Layout;
use super::measure::Measures;
use super::products::Products;
use crate::integrate::History;
use crate::model::{Block, Model};
use crate::stepper::volume::Volume;
use crate::stepper::{dimension, has_volume};
use crate::sum::Compensated;
use crate::system::{Boundary, Problem};
use crate::{Lanes, Param, Signal};

/// Index of a neighbour beyond a boundary where everything is zero.
const OUTSIDE: usize = usize::MAX;

/// Parameters, neighbours, signals and weights of all nodes, and memory for the sums.
pub(super) struct Inputs<M: Model, const L: usize> {
    pub(super) layout: Layout,
    /// Whether no parameter differs from node to node: then they are read once.
    pub(super) uniform: bool,
    params: Vec<Values>,
    /// For each of the model's neighbours, for each node, whom it reads.
    pub(super) neighbours: Vec<Vec<usize>>,
    /// Whether a node is its own neighbour.
    pub(super) own_neighbour: bool,
    signals: Vec<Signal>,
    /// Values of the signals at the stage's time: for each signal one run.
    values: Vec<f64>,
    /// Time of the stage.
    pub(super) t: f64,
    /// For each source one run of its weights towards all targets: W transposed.
    pub(super) weights: Option<Vec<f64>>,
    /// Tangents of the sums, for each column.
    pub(super) sums: Vec<M::Sums<Lanes<L>>>,
    /// Tangents of the sums with respect to each component of the block of targets itself.
    pub(super) own_sums: Vec<M::Sums<Lanes<L>>>,
    pub(super) measures: Measures,
    /// Where the sums are matrix products.
    pub(super) products: Option<Products>,
}

/// A parameter of all nodes.
enum Values {
    Uniform(f64),
    Run(Vec<f64>),
}

impl<M: Model, const L: usize> Inputs<M, L> {
    pub(super) fn new(problem: &Problem<'_, M>, layout: Layout) -> Self {
        let Layout {
            nodes, stride, k, ..
        } = layout;
        // The padding repeats the last node.
        let padded = move |i: usize| i.min(nodes - 1);
        let params: Vec<_> = problem
            .params
            .iter()
            .map(|param| match param {
                Param::Uniform(value) => Values::Uniform(*value),
                Param::PerNode(values) => {
                    Values::Run((0..stride).map(|i| values[padded(i)]).collect())
                }
            })
            .collect();
        let neighbours: Vec<Vec<usize>> = M::INFO
            .neighbours
            .iter()
            .map(|neighbour| {
                let shifted = |i| shift(padded(i), neighbour.offset, nodes, problem.boundary);
                (0..stride).map(shifted).collect()
            })
            .collect();
        let weights = problem.graph.map(|graph| {
            (0..nodes)
                .flat_map(|source| (0..stride).map(move |i| graph.at(padded(i), source)))
                .collect()
        });
        let mut inputs = Self {
            layout,
            uniform: params.iter().all(|p| matches!(p, Values::Uniform(_))),
            params,
            own_neighbour: neighbours
                .iter()
                .any(|read| (0..nodes).any(|node| read[node] == node)),
            neighbours,
            signals: problem.signals.clone(),
            values: vec![0.0; problem.signals.len() * stride],
            t: 0.0,
            weights,
            sums: vec![M::Sums::splat(Lanes::default()); k],
            own_sums: vec![M::Sums::splat(Lanes::default()); dimension::<M>()],
            products: Products::new(problem, layout),
            measures: Measures {
                on: false,
                has_volume: k == problem.dimension && has_volume(problem),
                volume: Volume::default(),
                outputs: vec![Compensated::default(); M::INFO.outputs.len() * nodes],
            },
        };
        // Signals that do not change are read once.
        for (signal, run) in inputs
            .signals
            .iter()
            .zip(inputs.values.chunks_exact_mut(stride))
        {
            if signal.span().is_none() {
                for (i, value) in run.iter_mut().enumerate() {
                    *value = signal.at(0.0, padded(i));
                }
            }
        }
        inputs
    }

    /// Reads the signals at a stage's time.
    #[inline(always)]
    pub(super) fn read(&mut self, t: f64, _history: History) {
        self.t = t;
        for (signal, run) in self
            .signals
            .iter()
            .zip(self.values.chunks_exact_mut(self.layout.stride))
        {
            if signal.span().is_some() {
                run.fill(signal.at(t, 0));
            }
        }
    }

    /// Parameters of a block of nodes.
    #[inline(always)]
    pub(super) fn params(&self, base: usize) -> M::Params<Lanes<L>> {
        let mut p = M::Params::splat(Lanes::default());
        for (p, values) in p.as_mut().iter_mut().zip(&self.params) {
            *p = match values {
                Values::Uniform(value) => Lanes::splat(*value),
                Values::Run(run) => Lanes::load(&run[base..]),
            };
        }
        p
    }

    /// Component `c` of a block's own values in a column.
    #[inline(always)]
    pub(super) fn own(&self, column: &[f64], base: usize) -> M::State<Lanes<L>> {
        let mut x = M::State::splat(Lanes::default());
        for (c, x) in x.as_mut().iter_mut().enumerate() {
            *x = Lanes::load(&column[c * self.layout.stride + base..]);
        }
        x
    }

    /// One node's values in a column, in every lane.
    #[inline(always)]
    pub(super) fn source(&self, column: &[f64], node: usize) -> M::State<Lanes<L>> {
        let mut x = M::State::splat(Lanes::default());
        for (c, x) in x.as_mut().iter_mut().enumerate() {
            *x = Lanes::splat(column[c * self.layout.stride + node]);
        }
        x
    }

    /// The neighbours' values in a column; the other gathered values are zero.
    #[inline(always)]
    pub(super) fn around(&self, column: &[f64], base: usize) -> M::Gathered<Lanes<L>> {
        let mut u = M::Gathered::splat(Lanes::default());
        for (m, neighbour) in M::INFO.neighbours.iter().enumerate() {
            let run = &column[neighbour.state * self.layout.stride..][..self.layout.stride];
            let nodes = &self.neighbours[m][base..][..L];
            let first = nodes[0];
            // Away from the ends a block's neighbours lie side by side.
            let contiguous = first <= run.len() - L && nodes[L - 1] == first + (L - 1);
            u.as_mut()[m] = if contiguous {
                Lanes::load(&run[first..])
            } else {
                let mut values = Lanes::default();
                for (value, node) in values.0.iter_mut().zip(nodes) {
                    *value = run.get(*node).copied().unwrap_or(0.0);
                }
                values
            };
        }
        u
    }

    /// Adds the signals to the gathered values.
    #[inline(always)]
    pub(super) fn add_signals(&self, u: &mut M::Gathered<Lanes<L>>, base: usize) {
        for i in 0..M::INFO.inputs.len() {
            let run = &self.values[i * self.layout.stride..];
            u.as_mut()[M::INFO.neighbours.len() + i] = Lanes::load(&run[base..]);
        }
    }
}

/// Whom node `i` reads at a distance along the node axis.
fn shift(i: usize, offset: isize, nodes: usize, boundary: Boundary) -> usize {
    let (at, n) = (i.cast_signed() + offset, nodes.cast_signed());
    match boundary {
        Boundary::Periodic => at.rem_euclid(n).cast_unsigned(),
        Boundary::Clamp => at.clamp(0, n - 1).cast_unsigned(),
        Boundary::Zero if (0..n).contains(&at) => at.cast_unsigned(),
        Boundary::Zero => OUTSIDE,
    }
}

#[cfg(test)]
mod tests {
    use super::{OUTSIDE, shift};
    use crate::Boundary;

    #[test]
    fn beyond_the_ends() {
        for (boundary, expected) in [
            (Boundary::Periodic, [3, 4, 0, 1]),
            (Boundary::Clamp, [0, 0, 4, 4]),
            (Boundary::Zero, [OUTSIDE, OUTSIDE, OUTSIDE, OUTSIDE]),
        ] {
            let read =
                [(0, -2), (0, -1), (4, 1), (4, 2)].map(|(i, offset)| shift(i, offset, 5, boundary));
            assert_eq!(read, expected, "{boundary:?}");
        }
        assert_eq!(shift(2, 1, 5, Boundary::Zero), 3);
        assert_eq!(shift(0, -7, 3, Boundary::Periodic), 2);
    }
}
