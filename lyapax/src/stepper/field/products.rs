//! Sums over source nodes as matrix products.
//!
//! Where the compiler has proved that a summand is a sum of products of a function of the weight, one of the
//! source and one of the target, the sources' functions and their tangents are the right-hand sides of one
//! product with the weights: no function is evaluated for an edge.

use core::sync::atomic::{AtomicBool, Ordering};

use pulp::{Arch, Simd, WithSimd};

use super::inputs::Inputs;
use super::layout::Layout;
use super::pairs::{COLUMNS, Targets};
use super::tiles::Tiles;
use crate::model::{Block, Model};
use crate::product::{Aligned, Right, dense, lanes, sparse};
use crate::stepper::weights::AtEdges;
use crate::stepper::{Weights, dimension};
use crate::{Graph, Lanes};

/// The weights, and which products are taken of them.
pub(super) struct Products {
    pub(super) weights: Weights,
    /// For each product its column among the right-hand sides; those of its tangents follow, if it has any.
    places: Vec<Place>,
    groups: Vec<Group>,
    /// Right-hand sides, padded to whole vectors.
    pub(super) width: usize,
}

/// What is multiplied with the same function of the weights.
struct Group {
    function: usize,
    columns: core::ops::Range<usize>,
}

#[derive(Clone, Copy)]
struct Place {
    function: usize,
    column: usize,
    has_tangents: bool,
}

/// Memory for a product.
#[derive(Default)]
pub(super) struct Room {
    /// Node by node what it gives to others, `width` numbers.
    pub(super) right: Aligned,
    /// Node by node what it gets.
    pub(super) result: Vec<f64>,
    /// Where all get the same there are neither of these, but what all sources of a tile give together, tile
    /// by tile, and of all tiles.
    parts: Vec<f64>,
    totals: Vec<f64>,
    /// For each centred state its mean over the nodes at the begin of the step.
    means: Vec<f64>,
    /// Set where a source's function is not finite. A product would make NaN of those that no edge leads from:
    /// then the sums are taken edge by edge.
    broken: AtomicBool,
}

impl Products {
    pub(super) fn new<M: Model>(arch: Arch, weights: Weights, layout: Layout) -> Self {
        let mut places = vec![None; M::PRODUCTS.len()];
        let mut groups = Vec::new();
        let mut width = 0;
        for function in 0..M::WEIGHT_FUNCTIONS {
            let first = width;
            for (product, place) in places.iter_mut().enumerate() {
                if M::PRODUCTS[product] == function {
                    let has_tangents = M::PRODUCT_PARTIALS.iter().any(|entry| entry.row == product);
                    *place = Some(Place {
                        function,
                        column: width,
                        has_tangents,
                    });
                    width += if has_tangents { 1 + layout.k } else { 1 };
                }
            }
            width = width.next_multiple_of(lanes(arch));
            groups.push(Group {
                function,
                columns: first..width,
            });
        }
        Self {
            weights,
            places: places.into_iter().flatten().collect(),
            groups,
            width,
        }
    }

    pub(super) fn room(&self, layout: Layout) -> Room {
        let all = layout.padded() * self.width;
        let uniform = matches!(self.weights.graph, Graph::Uniform(_));
        let [all, parts, totals] = if uniform {
            [0, layout.tiles * self.width, self.width]
        } else {
            [all, 0, 0]
        };
        Room {
            right: Aligned::zeros(all),
            result: vec![0.0; all],
            parts: vec![0.0; parts],
            totals: vec![0.0; totals],
            means: vec![0.0; layout.components],
            broken: AtomicBool::new(false),
        }
    }

    /// Right-hand sides of a node as they are, or a product of a node.
    #[inline(always)]
    fn lanes<const L: usize>(&self, numbers: &[f64], node: usize, column: usize) -> Lanes<L> {
        let numbers = &numbers[node * self.width + column..];
        Lanes(core::array::from_fn(|lane| numbers[lane * self.width]))
    }

    /// Products of a block of targets, or their tangents in column `column` from 1 on, where `own` is what the
    /// targets give themselves.
    #[inline(always)]
    fn results<B: Block<Lanes<L>>, const L: usize>(
        &self,
        room: &Room,
        result: &[f64],
        base: usize,
        column: usize,
        own: &B,
    ) -> B {
        let mut values = B::splat(Lanes::default());
        let all = values.as_mut().iter_mut().zip(own.as_ref());
        for ((value, own), place) in all.zip(&self.places) {
            if column > 0 && !place.has_tangents {
                continue;
            }
            let column = place.column + column;
            *value = match &self.weights.graph {
                Graph::Uniform(graph) => {
                    let weight = Lanes::splat(self.weights.of(place.function)[0]);
                    let total = Lanes::splat(room.totals[column]);
                    if graph.includes_self() {
                        weight * total
                    } else {
                        weight * (total - *own)
                    }
                }
                _ => self.lanes(result, base, column),
            };
        }
        values
    }
}

impl Products {
    /// Multiplies the weights into a tile of targets with what all sources give.
    ///
    /// A function of its own and of no model, compiled once: within another it would share that one's registers.
    #[inline(never)]
    pub(super) fn multiply(
        &self,
        arch: Arch,
        layout: Layout,
        right: &[f64],
        tile: usize,
        result: &mut [f64],
    ) {
        arch.dispatch(TileRows {
            products: self,
            layout,
            right,
            tile,
            result,
        });
    }
}

impl Room {
    /// Begins a product.
    pub(super) fn begin(&mut self) {
        *self.broken.get_mut() = false;
    }

    /// Whether the product can be taken: what all give is finite.
    pub(super) fn is_usable(&self) -> bool {
        !self.broken.load(Ordering::Relaxed)
    }

    /// Finds the middle of the nodes, at the begin of a step. It need not be exact, nor follow the stages: the
    /// sums are the same about any point, and keep their digits about one nearby.
    pub(super) fn find_means<M: Model>(&mut self, layout: Layout, state: &[f64]) {
        for &centred in M::CENTRED {
            let sum: f64 = layout.runs(state, 0, centred).flatten().sum();
            let mean = sum / layout.nodes as f64;
            self.means[centred] = if mean.is_finite() { mean } else { 0.0 };
        }
    }

    /// Adds up what the tiles give, in their order.
    pub(super) fn add_parts(&mut self) {
        self.totals.fill(0.0);
        let width = self.totals.len();
        if width > 0 {
            for part in self.parts.chunks_exact(width) {
                for (total, part) in self.totals.iter_mut().zip(part) {
                    *total += part;
                }
            }
        }
    }
}

impl<M: Model, const L: usize> Inputs<M, L> {
    /// A block's state with deviations from the mean where the sources' functions are of these.
    #[inline(always)]
    fn centred(means: &[f64], x: &M::State<Lanes<L>>) -> M::State<Lanes<L>> {
        let mut centred = *x;
        for &state in M::CENTRED {
            let x = &mut centred.as_mut()[state];
            *x = *x - Lanes::splat(means[state]);
        }
        centred
    }

    /// What a block gives, with what its tangents are made with.
    #[inline(always)]
    fn gather(
        &self,
        centred: &M::State<Lanes<L>>,
    ) -> (M::Products<Lanes<L>>, M::ProductPartials<Lanes<L>>) {
        if self.layout.k == 0 {
            let none = M::ProductPartials::splat(Lanes::default());
            (M::gather(self.at(), centred), none)
        } else {
            M::gather_partials(self.at(), centred)
        }
    }

    /// Writes what each node of a tile gives; whether all of it is finite.
    #[inline(always)]
    pub(super) fn give(
        &self,
        products: &Products,
        means: &[f64],
        tile: usize,
        piece: &[f64],
        right: &mut [f64],
    ) -> bool {
        let (layout, width) = (self.layout, products.width);
        let mut finite = Lanes::<L>::default();
        for base in (0..layout.nodes_in(tile)).step_by(L) {
            let rows = &mut right[base * width..][..L * width];
            let mut set = |column: usize, value: Lanes<L>| {
                for (row, value) in rows.chunks_exact_mut(width).zip(value.0) {
                    row[column] = value;
                }
            };
            let x = Self::centred(means, &self.own(piece, 0, base));
            let (values, j) = self.gather(&x);
            for (place, value) in products.places.iter().zip(values.as_ref()) {
                finite = finite + nothing(*value);
                set(place.column, *value);
            }
            for column in 1..=layout.k {
                let dv = M::gather_jvp(&j, &self.own(piece, column, base));
                for (place, value) in products.places.iter().zip(dv.as_ref()) {
                    if place.has_tangents {
                        finite = finite + nothing(*value);
                        set(place.column + column, *value);
                    }
                }
            }
        }
        is_nothing(finite)
    }

    /// Writes what the nodes of a tile give together; whether all of it is finite.
    #[inline(always)]
    pub(super) fn give_together(
        &self,
        products: &Products,
        means: &[f64],
        tile: usize,
        piece: &[f64],
        part: &mut [f64],
    ) -> bool {
        let layout = self.layout;
        let nodes = layout.nodes_in(tile);
        let mut finite = Lanes::<L>::default();
        let mut first = 1;
        loop {
            let columns = first..(layout.k + 1).min(first + COLUMNS);
            let zero = M::Products::splat(Lanes::default());
            let (mut sums, mut tangents) = (zero, [zero; COLUMNS]);
            for base in (0..nodes).step_by(L) {
                let real = (nodes - base).min(L);
                let x = Self::centred(means, &self.own(piece, 0, base));
                let (values, j) = self.gather(&x);
                for value in values.as_ref() {
                    finite = finite + nothing(*value);
                }
                add(&mut sums, real, &values);
                for (tangent, column) in tangents.iter_mut().zip(columns.clone()) {
                    let dv = M::gather_jvp(&j, &self.own(piece, column, base));
                    for value in dv.as_ref() {
                        finite = finite + nothing(*value);
                    }
                    add(tangent, real, &dv);
                }
            }
            let mut set = |column: usize, sums: &M::Products<Lanes<L>>| {
                for (place, sum) in products.places.iter().zip(sums.as_ref()) {
                    if column == 0 || place.has_tangents {
                        part[place.column + column] = sum.0.iter().sum();
                    }
                }
            };
            set(0, &sums);
            for (tangent, column) in tangents.iter().zip(columns.clone()) {
                set(column, tangent);
            }
            first = columns.end;
            if first > layout.k {
                return is_nothing(finite);
            }
        }
    }

    /// The sums of a block of targets, and what their tangents are made with.
    #[inline(always)]
    pub(super) fn finish(
        &self,
        products: &Products,
        room: &Room,
        result: &[f64],
        targets: &Targets<'_, M, L>,
    ) -> Finished<M, L> {
        let Targets {
            node,
            base,
            x,
            u,
            p,
            ..
        } = *targets;
        let at = self.at();
        let centred = Self::centred(&room.means, x);
        // What the block gives itself is taken from where it lies, or evaluated again where it was not kept.
        let none = M::ProductPartials::splat(Lanes::default());
        let (own, gather) = if room.right.is_empty() {
            self.gather(&centred)
        } else {
            let mut own = M::Products::splat(Lanes::default());
            for (own, place) in own.as_mut().iter_mut().zip(&products.places) {
                *own = products.lanes(&room.right, node, place.column);
            }
            (own, none)
        };
        let values = products.results(room, result, base, 0, &own);
        let (sums, finish) = if self.layout.k == 0 {
            let none = M::FinishPartials::splat(Lanes::default());
            (M::finish(at, &values, &own, x, &centred, u, p), none)
        } else {
            M::finish_partials(at, &values, &own, x, &centred, u, p)
        };
        Finished {
            sums,
            own,
            gather,
            finish,
        }
    }

    /// The tangents of a block's sums in one column.
    #[inline(always)]
    pub(super) fn finish_tangent(
        &self,
        products: &Products,
        room: &Room,
        result: &[f64],
        targets: &Targets<'_, M, L>,
        column: usize,
        finished: &Finished<M, L>,
    ) -> M::Sums<Lanes<L>> {
        let Targets {
            from,
            piece,
            node,
            base,
            ..
        } = *targets;
        let v = self.own(piece, column, base);
        let own = if room.right.is_empty() {
            M::gather_jvp(&finished.gather, &v)
        } else {
            M::Products::splat(Lanes::default())
        };
        let dv = products.results(room, result, base, column, &own);
        let vu = self.around(from, column, node);
        M::finish_jvp(&finished.finish, &dv, &v, &vu)
    }

    /// How the sums of a block answer to the block itself: by its own terms, and by weights to itself.
    #[inline(always)]
    pub(super) fn finish_own(
        &self,
        products: &Products,
        room: &Room,
        targets: &Targets<'_, M, L>,
        finished: &Finished<M, L>,
    ) -> M::State<M::Sums<Lanes<L>>> {
        let node = targets.node;
        let centred = Self::centred(&room.means, targets.x);
        let (_, gather) = M::gather_partials(self.at(), &centred);
        let mut own = M::State::splat(M::Sums::splat(Lanes::default()));
        for component in 0..dimension::<M>() {
            let mut v = M::State::splat(Lanes::default());
            v.as_mut()[component] = Lanes::splat(1.0);
            let mut dv = M::gather_jvp(&gather, &v);
            for (place, dv) in products.places.iter().zip(dv.as_mut()) {
                for (lane, dv) in dv.0.iter_mut().enumerate() {
                    let node = self.layout.real(node + lane);
                    *dv *= products.weights.to_itself(place.function, node);
                }
            }
            let vu = self.around_itself(node, component);
            own.as_mut()[component] = M::finish_jvp(&finished.finish, &dv, &v, &vu);
        }
        own
    }
}

/// The sums of a block, and the partials of what it gives and of what it makes of the products.
pub(super) struct Finished<M: Model, const L: usize> {
    pub(super) sums: M::Sums<Lanes<L>>,
    /// What the block gives to products.
    pub(super) own: M::Products<Lanes<L>>,
    gather: M::ProductPartials<Lanes<L>>,
    finish: M::FinishPartials<Lanes<L>>,
}

/// Nothing where all lanes are finite, NaN elsewhere: a test that takes no branch.
#[inline(always)]
fn nothing<const L: usize>(lanes: Lanes<L>) -> Lanes<L> {
    lanes * Lanes::default()
}

#[inline(always)]
fn is_nothing<const L: usize>(lanes: Lanes<L>) -> bool {
    lanes.0.iter().all(|value| *value == 0.0)
}

/// Adds in the first lanes, those that are nodes.
#[inline(always)]
fn add<B: Block<Lanes<L>>, const L: usize>(sums: &mut B, real: usize, terms: &B) {
    for (sum, term) in sums.as_mut().iter_mut().zip(terms.as_ref()) {
        if real == L {
            *sum = *sum + *term;
        } else {
            for (sum, term) in sum.0.iter_mut().zip(term.0).take(real) {
                *sum += term;
            }
        }
    }
}

/// The rows of a tile of targets.
struct TileRows<'a> {
    products: &'a Products,
    layout: Layout,
    right: &'a [f64],
    tile: usize,
    result: &'a mut [f64],
}

impl WithSimd for TileRows<'_> {
    type Output = ();

    #[inline(always)]
    fn with_simd<S: Simd>(self, simd: S) {
        let Self {
            products,
            layout,
            right,
            tile,
            result,
        } = self;
        let n = layout.nodes;
        let targets = tile * layout.tile..tile * layout.tile + layout.nodes_in(tile);
        let width = products.width;
        for group in &products.groups {
            let right = Right {
                numbers: right,
                width,
                columns: group.columns.clone(),
            };
            match &products.weights.graph {
                Graph::Dense(_) => {
                    let values = products.weights.of(group.function);
                    let rows = &values[targets.start * n..targets.end * n];
                    dense(simd, n, rows, &right, &mut result[..targets.len() * width]);
                }
                Graph::Sparse(graph) => {
                    let (offsets, sources) = (graph.offsets(), graph.sources());
                    for (target, result) in targets.clone().zip(result.chunks_exact_mut(width)) {
                        let edges = offsets[target]..offsets[target + 1];
                        let sources = &sources[edges.clone()];
                        match products.weights.at(group.function, edges) {
                            AtEdges::Each(values) => sparse(simd, sources, &values, &right, result),
                            AtEdges::Same(value) => {
                                let values = core::iter::repeat(&value);
                                sparse(simd, sources, &values, &right, result);
                            }
                        }
                    }
                }
                Graph::Uniform(_) => {}
            }
        }
        // The padding repeats the last node.
        if !result.is_empty() {
            let real = targets.len() * width;
            let last = real - width..real;
            for at in (real..result.len()).step_by(width) {
                result.copy_within(last.clone(), at);
            }
        }
    }
}

/// A room's parts, to be written at the same time.
pub(super) struct Split<'a> {
    pub(super) right: Tiles<'a, f64>,
    pub(super) parts: Tiles<'a, f64>,
    pub(super) means: &'a [f64],
    pub(super) broken: &'a AtomicBool,
}

impl Room {
    /// For what sources give.
    pub(super) fn split(&mut self, layout: Layout, width: usize) -> Split<'_> {
        let [rows, parts] = if self.parts.is_empty() {
            [layout.tile * width, 0]
        } else {
            [0, width]
        };
        Split {
            right: Tiles::new(&mut self.right, rows),
            parts: Tiles::new(&mut self.parts, parts),
            means: &self.means,
            broken: &self.broken,
        }
    }
}
