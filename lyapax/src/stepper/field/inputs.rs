//! What a node reads beside its own state, laid out for blocks of lanes.

use pulp::Arch;

use super::layout::Layout;
use super::products::Products;
use crate::integrate::History;
use crate::model::{At, Block, Model};
use crate::system::{Boundary, Problem};
use crate::{Graph, Lanes, Param, Signal};

/// Place of a neighbour beyond a boundary where everything is zero.
pub(crate) const OUTSIDE: usize = usize::MAX;

/// Parameters, neighbours, signals and edges of all nodes. Nothing here changes while nodes are evaluated.
pub(super) struct Inputs<M: Model, const L: usize> {
    pub(super) arch: Arch,
    pub(super) layout: Layout,
    params: Vec<Values>,
    /// For each of the model's neighbours, for each node, where its state lies; see [`Layout::place`].
    neighbours: Vec<Vec<usize>>,
    /// Whether a node is its own neighbour.
    pub(super) own_neighbour: bool,
    signals: Vec<Signal>,
    /// Values of the signals at the stage's time: for each signal one run.
    values: Vec<f64>,
    /// Time of the stage.
    t: f64,
    /// Whom the sums run over, where there are any.
    pub(super) graph: Option<Graph>,
    /// Where the sums are matrix products.
    pub(super) products: Option<Products>,
    model: core::marker::PhantomData<M>,
}

/// A parameter of all nodes.
enum Values {
    Uniform(f64),
    Run(Vec<f64>),
}

impl<M: Model, const L: usize> Inputs<M, L> {
    /// Where the sums begin among the gathered values.
    pub(super) const SUMS: usize = M::INFO.neighbours.len() + M::INFO.inputs.len();

    pub(super) fn new(problem: &Problem<'_, M>, layout: Layout) -> Self {
        let nodes = layout.nodes;
        let params: Vec<_> = problem
            .params
            .iter()
            .map(|param| match param {
                Param::Uniform(value) => Values::Uniform(*value),
                Param::PerNode(values) => {
                    let padded = 0..layout.padded();
                    Values::Run(padded.map(|i| values[layout.real(i)]).collect())
                }
            })
            .collect();
        let read: Vec<Vec<usize>> = M::INFO
            .neighbours
            .iter()
            .map(|neighbour| {
                let padded = 0..layout.padded();
                padded
                    .map(|i| shift(layout.real(i), neighbour.offset, nodes, problem.boundary))
                    .collect()
            })
            .collect();
        let own_neighbour = read
            .iter()
            .any(|read| (0..nodes).any(|node| read[node] == node));
        let place = |node: &usize| match *node {
            OUTSIDE => OUTSIDE,
            node => layout.place(node),
        };
        let neighbours = read
            .iter()
            .map(|read| read.iter().map(place).collect())
            .collect();
        let graph = problem.graph.filter(|_| M::INFO.sums > 0);
        let arch = Arch::new();
        let mut inputs = Self {
            arch,
            layout,
            params,
            own_neighbour,
            neighbours,
            signals: problem.signals.clone(),
            values: vec![0.0; problem.signals.len() * layout.padded()],
            t: 0.0,
            graph: graph.cloned(),
            products: problem
                .weights
                .clone()
                .map(|weights| Products::new::<M>(arch, weights, layout)),
            model: core::marker::PhantomData,
        };
        // Signals that do not change are read once.
        for (signal, run) in inputs
            .signals
            .iter()
            .zip(inputs.values.chunks_exact_mut(layout.padded()))
        {
            if signal.span().is_none() {
                for (i, value) in run.iter_mut().enumerate() {
                    *value = signal.at(0.0, layout.real(i));
                }
            }
        }
        inputs
    }

    /// Reads the signals at a stage's time.
    pub(super) fn read(&mut self, t: f64, _history: History) {
        self.t = t;
        let padded = self.layout.padded();
        let runs = self.values.chunks_exact_mut(padded);
        for (signal, run) in self.signals.iter().zip(runs) {
            if signal.span().is_some() {
                run.fill(signal.at(t, 0));
            }
        }
    }

    #[inline(always)]
    pub(super) fn at(&self) -> At<Lanes<L>> {
        At {
            t: Lanes::splat(self.t),
            nodes: Lanes::splat(self.layout.nodes as f64),
        }
    }

    /// Whether there are edges.
    #[inline(always)]
    pub(super) fn coupled(&self) -> bool {
        M::INFO.sums > 0 && self.graph.is_some()
    }

    /// Parameters of a block of nodes, from `node` on.
    #[inline(always)]
    pub(super) fn params(&self, node: usize) -> M::Params<Lanes<L>> {
        let mut p = M::Params::splat(Lanes::default());
        for (p, values) in p.as_mut().iter_mut().zip(&self.params) {
            *p = match values {
                Values::Uniform(value) => Lanes::splat(*value),
                Values::Run(run) => Lanes::load(&run[node..]),
            };
        }
        p
    }

    /// A block's own values in a column of its tile, from node `base` of the tile on.
    #[inline(always)]
    pub(super) fn own(&self, piece: &[f64], column: usize, base: usize) -> M::State<Lanes<L>> {
        let run = &piece[column * self.layout.column() + base..];
        let mut x = M::State::splat(Lanes::default());
        for (c, x) in x.as_mut().iter_mut().enumerate() {
            *x = Lanes::load(&run[c * self.layout.tile..]);
        }
        x
    }

    /// Writes a block's values.
    #[inline(always)]
    pub(super) fn store(
        &self,
        x: &M::State<Lanes<L>>,
        piece: &mut [f64],
        column: usize,
        base: usize,
    ) {
        let run = &mut piece[column * self.layout.column() + base..];
        for (c, x) in x.as_ref().iter().enumerate() {
            x.store(&mut run[c * self.layout.tile..]);
        }
    }

    /// Whether the neighbours of a block's nodes lie side by side, away from the ends and from the next tile.
    #[inline(always)]
    pub(super) fn is_inner(&self, node: usize) -> bool {
        self.neighbours.iter().all(|places| {
            let places = &places[node..][..L];
            let first = places[0];
            first != OUTSIDE && places[L - 1] == first + (L - 1)
        })
    }

    /// As [`Inputs::around`], of such a block.
    #[inline(always)]
    pub(super) fn beside(&self, from: &[f64], column: usize, node: usize) -> M::Gathered<Lanes<L>> {
        let layout = self.layout;
        let mut u = M::Gathered::splat(Lanes::default());
        for (m, neighbour) in M::INFO.neighbours.iter().enumerate() {
            let run = &from[column * layout.column() + neighbour.state * layout.tile..];
            u.as_mut()[m] = Lanes::load(&run[self.neighbours[m][node]..]);
        }
        u
    }

    /// The neighbours' values of a block in a column of all tiles; the other gathered values are zero.
    #[inline(always)]
    pub(super) fn around(&self, from: &[f64], column: usize, node: usize) -> M::Gathered<Lanes<L>> {
        let layout = self.layout;
        let mut u = M::Gathered::splat(Lanes::default());
        for (m, neighbour) in M::INFO.neighbours.iter().enumerate() {
            let run = &from[column * layout.column() + neighbour.state * layout.tile..];
            let places = &self.neighbours[m][node..][..L];
            let first = places[0];
            // Away from the ends and from the next tile a block's neighbours lie side by side.
            let contiguous = first <= run.len() - L && places[L - 1] == first + (L - 1);
            u.as_mut()[m] = if contiguous {
                Lanes::load(&run[first..])
            } else {
                let mut values = Lanes::default();
                for (value, place) in values.0.iter_mut().zip(places) {
                    *value = run.get(*place).copied().unwrap_or(0.0);
                }
                values
            };
        }
        u
    }

    /// The tangents of a block's neighbours where one component of the block itself moves by 1.
    #[inline(always)]
    pub(super) fn around_itself(&self, node: usize, component: usize) -> M::Gathered<Lanes<L>> {
        let mut vu = M::Gathered::splat(Lanes::default());
        for (m, neighbour) in M::INFO.neighbours.iter().enumerate() {
            if neighbour.state == component {
                for (lane, value) in vu.as_mut()[m].0.iter_mut().enumerate() {
                    let place = self.layout.place(self.layout.real(node + lane));
                    let own = self.neighbours[m][node + lane] == place;
                    *value = f64::from(u8::from(own));
                }
            }
        }
        vu
    }

    /// Adds the signals to the gathered values.
    #[inline(always)]
    pub(super) fn add_signals(&self, u: &mut M::Gathered<Lanes<L>>, node: usize) {
        for i in 0..M::INFO.inputs.len() {
            let run = &self.values[i * self.layout.padded()..];
            u.as_mut()[M::INFO.neighbours.len() + i] = Lanes::load(&run[node..]);
        }
    }
}

/// Whom node `i` reads at a distance along the node axis.
pub(crate) fn shift(i: usize, offset: isize, nodes: usize, boundary: Boundary) -> usize {
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
