//! Sums over source nodes, edge by edge.
//!
//! For one target after the other, several of its sources at once.

use core::ops::Range;

use pulp::NullaryFnOnce;

use super::inputs::Inputs;
use crate::model::{Block, Model};
use crate::stepper::is_large;
use crate::{Graph, Lanes, Scalar};

/// Tangents whose sums are held at once: for more of them edges are evaluated again.
pub(super) const COLUMNS: usize = 8;

/// Some edges into a target.
struct Edges<const L: usize> {
    sources: Sources<L>,
    weight: Lanes<L>,
    /// Which lanes are edges.
    edge: [bool; L],
    /// The lane of the target itself.
    itself: Option<usize>,
}

/// Where their sources' states lie; see [`super::layout::Layout::place`].
enum Sources<const L: usize> {
    /// Side by side.
    Run(usize),
    Scattered([usize; L]),
}

/// The sums of a block of targets.
pub(super) struct Pairs<M: Model, const L: usize> {
    pub(super) sums: M::Sums<Lanes<L>>,
    /// Of some columns.
    pub(super) tangents: [M::Sums<Lanes<L>>; COLUMNS],
    /// With respect to each component of the target itself.
    pub(super) own: M::State<M::Sums<Lanes<L>>>,
}

/// What the sums of a block are taken of.
pub(super) struct Targets<'a, M: Model, const L: usize> {
    /// All state and tangents, and the block's tile of them.
    pub(super) from: &'a [f64],
    pub(super) piece: &'a [f64],
    /// The first node, and its place in the tile.
    pub(super) node: usize,
    pub(super) base: usize,
    pub(super) x: &'a M::State<Lanes<L>>,
    pub(super) u: &'a M::Gathered<Lanes<L>>,
    pub(super) p: &'a M::Params<Lanes<L>>,
}

impl<M: Model, const L: usize> Inputs<M, L> {
    /// Sums over all sources for a block of targets, with the tangents of some columns, [`COLUMNS`] at most,
    /// and to be measured those with respect to the targets themselves.
    ///
    /// A function of its own, with its own entry for an instruction set: where it is called its code would be
    /// repeated, which costs the user's compiler more than a call costs a sum.
    #[inline(never)]
    pub(super) fn pairs(
        &self,
        targets: &Targets<'_, M, L>,
        columns: Range<usize>,
        measure: bool,
    ) -> Pairs<M, L> {
        let work = Work {
            inputs: self,
            targets,
            columns,
            measure,
        };
        if const { is_large::<M>() } {
            work.call()
        } else {
            self.arch.dispatch(work)
        }
    }

    #[inline(always)]
    fn pairs_of_block(
        &self,
        targets: &Targets<'_, M, L>,
        columns: Range<usize>,
        measure: bool,
    ) -> Pairs<M, L> {
        let zero = M::Sums::splat(Lanes::default());
        let mut all = Pairs::<M, L> {
            sums: zero,
            tangents: [zero; COLUMNS],
            own: M::State::splat(zero),
        };
        let real = (self.layout.nodes - targets.node).min(L);
        for lane in 0..real {
            let one = self.pairs_of(targets, lane, columns.clone(), measure);
            // The padding repeats the last node.
            let to = lane..if lane + 1 == real { L } else { lane + 1 };
            put(&mut all.sums, &one.sums, to.clone());
            for (all, one) in all.tangents.iter_mut().zip(&one.tangents) {
                put(all, one, to.clone());
            }
            for (all, one) in all.own.as_mut().iter_mut().zip(one.own.as_ref()) {
                put(all, one, to.clone());
            }
        }
        all
    }

    /// The sums of one target, each of them still in parts that a lane holds.
    #[inline(always)]
    fn pairs_of(
        &self,
        &Targets {
            from,
            piece,
            node,
            base,
            x,
            u,
            p,
        }: &Targets<'_, M, L>,
        lane: usize,
        columns: Range<usize>,
        measure: bool,
    ) -> Pairs<M, L> {
        let zero = M::Sums::splat(Lanes::default());
        let mut pairs = Pairs::<M, L> {
            sums: zero,
            tangents: [zero; COLUMNS],
            own: M::State::splat(zero),
        };
        let at = self.at();
        let (x, u, p) = (alone(x, lane), alone(u, lane), alone(p, lane));
        let mut v = [M::State::splat(Lanes::default()); COLUMNS];
        let mut vu = [M::Gathered::splat(Lanes::default()); COLUMNS];
        for (i, column) in columns.clone().enumerate() {
            v[i] = alone(&self.own(piece, column, base), lane);
            vu[i] = alone(&self.around(from, column, node), lane);
        }
        for first in (0..self.sources_of(node + lane)).step_by(L) {
            let edges = self.edges(node + lane, first);
            if !edges.edge.contains(&true) {
                continue;
            }
            let source = self.sources(from, 0, &edges.sources);
            if self.layout.k == 0 {
                let e = M::edge(at, edges.weight, &source, &x, &u, &p);
                add::<M, L>(&mut pairs.sums, edges.edge, &e);
                continue;
            }
            let (e, j) = M::edge_partials(at, edges.weight, &source, &x, &u, &p);
            add::<M, L>(&mut pairs.sums, edges.edge, &e);
            for (i, column) in columns.clone().enumerate() {
                let source = self.sources(from, column, &edges.sources);
                let dv = M::edge_jvp(&j, &source, &v[i], &vu[i]);
                add::<M, L>(&mut pairs.tangents[i], edges.edge, &dv);
            }
            if measure {
                for (component, own) in pairs.own.as_mut().iter_mut().enumerate() {
                    let mut moved = M::State::splat(Lanes::default());
                    moved.as_mut()[component] = Lanes::splat(1.0);
                    let mut source = M::State::splat(Lanes::default());
                    if let Some(itself) = edges.itself {
                        source.as_mut()[component].0[itself] = 1.0;
                    }
                    let vu = alone(&self.around_itself(node, component), lane);
                    let dv = M::edge_jvp(&j, &source, &moved, &vu);
                    add::<M, L>(own, edges.edge, &dv);
                }
            }
        }
        pairs
    }

    /// The edges into a target from its source number `first` on, [`Inputs::sources_of`] many in all.
    #[inline(always)]
    fn edges(&self, target: usize, first: usize) -> Edges<L> {
        let layout = self.layout;
        match &self.graph {
            Some(Graph::Sparse(graph)) => {
                let (sources, weights) = graph.row(target);
                let (sources, weights) = (&sources[first..], &weights[first..]);
                let last = sources.len().min(L) - 1;
                let source = |lane: usize| sources[lane.min(last)] as usize;
                let weight = some(weights);
                let is_target = |lane: &usize| source(*lane) == target;
                Edges {
                    sources: Sources::Scattered(core::array::from_fn(|lane| {
                        layout.place(source(lane))
                    })),
                    weight,
                    edge: weight.ne(Lanes::default()),
                    itself: (0..=last).find(is_target),
                }
            }
            other => {
                let weight = match other {
                    Some(Graph::Dense(graph)) => some(&graph.row(target)[first..]),
                    Some(Graph::Uniform(graph)) => Lanes(core::array::from_fn(|lane| {
                        let source = first + lane;
                        let other = source != target || graph.includes_self();
                        if source < layout.nodes && other {
                            graph.weight()
                        } else {
                            0.0
                        }
                    })),
                    _ => Lanes::default(),
                };
                Edges {
                    sources: Sources::Run(layout.place(first)),
                    weight,
                    // A weight of zero is no edge.
                    edge: weight.ne(Lanes::default()),
                    itself: target.checked_sub(first).filter(|lane| *lane < L),
                }
            }
        }
    }

    /// How many sources of a target are gone through.
    fn sources_of(&self, target: usize) -> usize {
        match &self.graph {
            Some(Graph::Sparse(graph)) => graph.row(target).0.len(),
            Some(_) => self.layout.nodes,
            None => 0,
        }
    }

    /// The sources' values in a column.
    #[inline(always)]
    fn sources(&self, from: &[f64], column: usize, sources: &Sources<L>) -> M::State<Lanes<L>> {
        let layout = self.layout;
        let from = &from[column * layout.column()..];
        let mut x = M::State::splat(Lanes::default());
        for (c, x) in x.as_mut().iter_mut().enumerate() {
            let run = &from[c * layout.tile..];
            *x = match sources {
                Sources::Run(place) => Lanes::load(&run[*place..]),
                Sources::Scattered(places) => Lanes(core::array::from_fn(|lane| run[places[lane]])),
            };
        }
        x
    }
}

/// The sums of a block of targets, to be taken.
struct Work<'a, M: Model, const L: usize> {
    inputs: &'a Inputs<M, L>,
    targets: &'a Targets<'a, M, L>,
    columns: Range<usize>,
    measure: bool,
}

impl<M: Model, const L: usize> NullaryFnOnce for Work<'_, M, L> {
    type Output = Pairs<M, L>;

    #[inline(always)]
    fn call(self) -> Pairs<M, L> {
        self.inputs
            .pairs_of_block(self.targets, self.columns, self.measure)
    }
}

/// The first numbers of a run that may be shorter, and zeros.
#[inline(always)]
fn some<const L: usize>(run: &[f64]) -> Lanes<L> {
    if run.len() >= L {
        return Lanes::load(run);
    }
    let mut lanes = Lanes::default();
    lanes.0[..run.len()].copy_from_slice(run);
    lanes
}

/// One lane's values in all lanes.
#[inline(always)]
fn alone<B: Block<Lanes<L>>, const L: usize>(values: &B, lane: usize) -> B {
    let mut alone = *values;
    for value in alone.as_mut() {
        *value = Lanes::splat(value.0[lane]);
    }
    alone
}

/// Adds up the lanes of a target's sums, and writes them to its lanes among those of all targets.
#[inline(always)]
fn put<B: Block<Lanes<L>>, const L: usize>(all: &mut B, one: &B, to: Range<usize>) {
    for (all, one) in all.as_mut().iter_mut().zip(one.as_ref()) {
        all.0[to.clone()].fill(one.0.iter().sum());
    }
}

/// Adds to the sums in those lanes that are edges.
#[inline(always)]
fn add<M: Model, const L: usize>(
    sums: &mut M::Sums<Lanes<L>>,
    edge: [bool; L],
    terms: &M::Sums<Lanes<L>>,
) {
    for (sum, term) in sums.as_mut().iter_mut().zip(terms.as_ref()) {
        *sum = Lanes::select(edge, *sum + *term, *sum);
    }
}
