//! Sums over source nodes as matrix products.
//!
//! Where the compiler has proved that a summand is a sum of products of a function of the weight, one of the
//! source and one of the target, the sources' functions and their tangents are the right-hand sides of one
//! product with the weights: no function is evaluated for an edge.

use core::sync::atomic::{AtomicBool, Ordering};

use pulp::{Arch, Simd, WithSimd};

use super::inputs::Inputs;
use super::layout::Layout;
use super::pairs::Targets;
use super::tiles::Tiles;
use super::weights::Weights;
use crate::model::{Block, Model};
use crate::product::{Right, dense, lanes, sparse};
use crate::stepper::{dimension, is_large};
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
    pub(super) right: Vec<f64>,
    /// Node by node what it gets.
    pub(super) result: Vec<f64>,
    /// What all sources give together, where each gets the same; first tile by tile.
    pub(super) parts: Vec<f64>,
    pub(super) totals: Vec<f64>,
    /// For each centred state its mean over the nodes at the begin of the step.
    means: Vec<f64>,
    /// Set where a source's function is not finite. A product would make NaN of those that no edge leads from:
    /// then the sums are taken edge by edge.
    broken: AtomicBool,
}

impl Products {
    /// `None` where the model has none.
    pub(super) fn new<M: Model>(arch: Arch, graph: &Graph, layout: Layout) -> Option<Self> {
        if M::PRODUCTS.is_empty() {
            return None;
        }
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
        Some(Self {
            weights: Weights::new::<M>(graph),
            places: places.into_iter().flatten().collect(),
            groups,
            width,
        })
    }

    pub(super) fn room(&self, layout: Layout) -> Room {
        let all = layout.padded() * self.width;
        let uniform = matches!(self.weights.graph, Graph::Uniform(_));
        let [result, parts, totals] = if uniform {
            [0, layout.tiles * self.width, self.width]
        } else {
            [all, 0, 0]
        };
        Room {
            right: vec![0.0; all],
            result: vec![0.0; result],
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

    /// A product of a block of targets, or of its tangent number `tangent` from 1 on.
    #[inline(always)]
    fn result<const L: usize>(
        &self,
        room: &Room,
        result: &[f64],
        [node, base]: [usize; 2],
        product: usize,
        tangent: usize,
    ) -> Lanes<L> {
        let place = self.places[product];
        if tangent > 0 && !place.has_tangents {
            return Lanes::default();
        }
        let column = place.column + tangent;
        let Graph::Uniform(graph) = &self.weights.graph else {
            return self.lanes(result, base, column);
        };
        let weight = Lanes::splat(self.weights.of(place.function)[0]);
        let total = Lanes::splat(room.totals[column]);
        if graph.includes_self() {
            weight * total
        } else {
            weight * (total - self.lanes(&room.right, node, column))
        }
    }
}

impl Room {
    /// Begins a product.
    pub(super) fn begin(&mut self) {
        *self.broken.get_mut() = false;
    }

    /// Whether the product can be taken.
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

/// What a tile's sources give.
pub(super) struct Given<'a> {
    pub(super) right: &'a mut [f64],
    /// Their sum, where it is wanted.
    pub(super) part: &'a mut [f64],
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

    /// Evaluates the sources' functions of a tile of nodes, with their tangents.
    #[inline(always)]
    pub(super) fn give(
        &self,
        products: &Products,
        means: &[f64],
        broken: &AtomicBool,
        tile: usize,
        piece: &[f64],
        given: Given<'_>,
    ) {
        let (layout, width, at) = (self.layout, products.width, self.at());
        let nodes = layout.nodes_in(tile);
        let mut finite = true;
        for base in (0..nodes).step_by(L) {
            let rows = &mut given.right[base * width..][..L * width];
            let mut set = |column: usize, value: Lanes<L>| {
                for (row, value) in rows.chunks_exact_mut(width).zip(value.0) {
                    row[column] = value;
                }
            };
            let x = Self::centred(means, &self.own(piece, 0, base));
            let (values, j) = if layout.k == 0 {
                let none = M::ProductPartials::splat(Lanes::default());
                (M::gather(at, &x), none)
            } else {
                M::gather_partials(at, &x)
            };
            for (place, value) in products.places.iter().zip(values.as_ref()) {
                finite &= value.0.iter().all(|value| value.is_finite());
                set(place.column, *value);
            }
            for column in 1..=layout.k {
                let dv = M::gather_jvp(&j, &self.own(piece, column, base));
                for (place, value) in products.places.iter().zip(dv.as_ref()) {
                    if place.has_tangents {
                        set(place.column + column, *value);
                    }
                }
            }
        }
        if !finite {
            broken.store(true, Ordering::Relaxed);
        }
        if !given.part.is_empty() {
            given.part.fill(0.0);
            for row in given.right.chunks_exact(width).take(nodes) {
                for (sum, value) in given.part.iter_mut().zip(row) {
                    *sum += value;
                }
            }
        }
    }

    /// Multiplies the weights into a tile of targets with what all sources give.
    #[inline(always)]
    pub(super) fn multiply<S: Simd>(
        &self,
        simd: S,
        products: &Products,
        right: &[f64],
        tile: usize,
        result: &mut [f64],
    ) {
        let rows = TileRows {
            products,
            layout: self.layout,
            right,
            tile,
            result,
        };
        if const { is_large::<M>() } {
            // The model's code is not compiled for an instruction set; this is.
            self.arch.dispatch(rows);
        } else {
            rows.with_simd(simd);
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
    ) -> (M::Sums<Lanes<L>>, M::FinishPartials<Lanes<L>>) {
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
        let mut own = M::Products::splat(Lanes::default());
        let mut values = M::Products::splat(Lanes::default());
        for (product, place) in products.places.iter().enumerate() {
            own.as_mut()[product] = products.lanes(&room.right, node, place.column);
            values.as_mut()[product] = products.result(room, result, [node, base], product, 0);
        }
        if self.layout.k == 0 {
            let none = M::FinishPartials::splat(Lanes::default());
            return (M::finish(at, &values, &own, x, &centred, u, p), none);
        }
        M::finish_partials(at, &values, &own, x, &centred, u, p)
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
        j: &M::FinishPartials<Lanes<L>>,
    ) -> M::Sums<Lanes<L>> {
        let Targets {
            from,
            piece,
            node,
            base,
            ..
        } = *targets;
        let mut dv = M::Products::splat(Lanes::default());
        for (product, dv) in dv.as_mut().iter_mut().enumerate() {
            *dv = products.result(room, result, [node, base], product, column);
        }
        let v = self.own(piece, column, base);
        let vu = self.around(from, column, node);
        M::finish_jvp(j, &dv, &v, &vu)
    }

    /// How the sums of a block answer to the block itself: by its own terms, and by weights to itself.
    #[inline(always)]
    pub(super) fn finish_own(
        &self,
        products: &Products,
        room: &Room,
        targets: &Targets<'_, M, L>,
        finish: &M::FinishPartials<Lanes<L>>,
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
            own.as_mut()[component] = M::finish_jvp(finish, &dv, &v, &vu);
        }
        own
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
            let values = products.weights.of(group.function);
            let right = Right {
                numbers: right,
                width,
                columns: group.columns.clone(),
            };
            match &products.weights.graph {
                Graph::Dense(_) => {
                    let rows = &values[targets.start * n..targets.end * n];
                    dense(simd, n, rows, &right, &mut result[..targets.len() * width]);
                }
                Graph::Sparse(graph) => {
                    let (offsets, sources) = (graph.offsets(), graph.sources());
                    for (target, result) in targets.clone().zip(result.chunks_exact_mut(width)) {
                        let edges = offsets[target]..offsets[target + 1];
                        sparse(
                            simd,
                            &sources[edges.clone()],
                            &values[edges],
                            &right,
                            result,
                        );
                    }
                }
                Graph::Uniform(_) => {}
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
        let parts = if self.parts.is_empty() { 0 } else { width };
        Split {
            right: Tiles::new(&mut self.right, layout.tile * width),
            parts: Tiles::new(&mut self.parts, parts),
            means: &self.means,
            broken: &self.broken,
        }
    }
}
