//! The right-hand side of all nodes with the tangents of all columns: tile by tile, block by block of lanes.
//!
//! In two passes over the tiles, since a node reads others. [`Prepare`] makes the state of a stage and what
//! nodes give to others, [`Evaluate`] what they make of it.

use core::sync::atomic::{AtomicBool, Ordering};

use pulp::{Simd, WithSimd};

use super::inputs::Inputs;
use super::layout::Layout;
use super::pairs::{COLUMNS, Targets};
use super::products::{Finished, Products, Room, Split};
use super::tiles::{Part, Tiles};
use crate::Lanes;
use crate::model::{Block, Model};
use crate::stepper::combine::{Term, combine, finish};
use crate::stepper::is_large;
use crate::sum::Compensated;

/// A sum over whole buffers: x + Σ h·k.
#[derive(Clone, Copy)]
pub(super) struct Combined<'a> {
    pub(super) x: &'a [f64],
    pub(super) terms: &'a [Term],
    pub(super) slopes: &'a [Vec<f64>],
}

/// The terms of a step, and the slopes of all stages but the last.
#[derive(Clone, Copy)]
pub(super) struct Step<'a> {
    pub(super) terms: &'a [Term],
    pub(super) before: &'a [Vec<f64>],
}

/// What the first pass writes.
pub(super) struct Begin<'a> {
    first: usize,
    tiles: usize,
    /// State and tangents of the stage, where they are not those of the step's begin.
    to: Tiles<'a, f64>,
    right: Tiles<'a, f64>,
    parts: Tiles<'a, f64>,
}

impl Part for Begin<'_> {
    fn tiles(&self) -> usize {
        self.tiles
    }

    fn cut(self, tiles: usize) -> (Self, Self) {
        let (to, to_rest) = self.to.cut(tiles);
        let (right, right_rest) = self.right.cut(tiles);
        let (parts, parts_rest) = self.parts.cut(tiles);
        let left = Self {
            first: self.first,
            tiles,
            to,
            right,
            parts,
        };
        let rest = Self {
            first: self.first + tiles,
            tiles: self.tiles - tiles,
            to: to_rest,
            right: right_rest,
            parts: parts_rest,
        };
        (left, rest)
    }
}

/// What the second pass writes.
pub(super) struct Finish<'a> {
    first: usize,
    tiles: usize,
    to: Tiles<'a, f64>,
    result: Tiles<'a, f64>,
    measured: Measured<'a>,
    /// What the step carries on, where this stage is its last.
    carried: Option<Tiles<'a, f64>>,
}

/// What it measures, where it does.
#[derive(Default)]
pub(super) struct Measured<'a> {
    /// A number for each node.
    pub(super) volume: Option<Tiles<'a, f64>>,
    pub(super) outputs: Option<Tiles<'a, Compensated>>,
}

impl Part for Finish<'_> {
    fn tiles(&self) -> usize {
        self.tiles
    }

    fn cut(self, tiles: usize) -> (Self, Self) {
        let (to, to_rest) = self.to.cut(tiles);
        let (result, result_rest) = self.result.cut(tiles);
        let (volume, volume_rest) = self.measured.volume.map(|all| all.cut(tiles)).unzip();
        let (outputs, outputs_rest) = self.measured.outputs.map(|all| all.cut(tiles)).unzip();
        let (carried, carried_rest) = self.carried.map(|all| all.cut(tiles)).unzip();
        let left = Self {
            first: self.first,
            tiles,
            to,
            result,
            measured: Measured { volume, outputs },
            carried,
        };
        let rest = Self {
            first: self.first + tiles,
            tiles: self.tiles - tiles,
            to: to_rest,
            result: result_rest,
            measured: Measured {
                volume: volume_rest,
                outputs: outputs_rest,
            },
            carried: carried_rest,
        };
        (left, rest)
    }
}

impl<'a> Begin<'a> {
    /// All tiles.
    pub(super) fn new(layout: Layout, to: Option<&'a mut [f64]>, split: Option<Split<'a>>) -> Self {
        let (right, parts) = split
            .map(|split| (split.right, split.parts))
            .unwrap_or_default();
        Self {
            first: 0,
            tiles: layout.tiles,
            to: to.map_or_else(Tiles::default, |to| Tiles::new(to, layout.piece())),
            right,
            parts,
        }
    }
}

impl<'a> Finish<'a> {
    /// All tiles.
    pub(super) fn new(
        layout: Layout,
        to: &'a mut [f64],
        result: &'a mut [f64],
        measured: Measured<'a>,
        carried: Option<&'a mut [f64]>,
    ) -> Self {
        let each = result.len() / layout.tiles;
        Self {
            first: 0,
            tiles: layout.tiles,
            to: Tiles::new(to, layout.piece()),
            result: Tiles::new(result, each),
            measured,
            carried: carried.map(|y| Tiles::new(y, layout.piece())),
        }
    }
}

impl<M: Model, const L: usize> Inputs<M, L> {
    /// The first pass over a part. `from` are state and tangents of the step's begin, where no others are made.
    pub(super) fn begin(
        &self,
        part: Begin<'_>,
        from: &[f64],
        combined: Option<Combined<'_>>,
        means: &[f64],
        broken: &AtomicBool,
    ) {
        let work = Prepare {
            inputs: self,
            part,
            from,
            combined,
            means,
            broken,
        };
        if const { is_large::<M>() } {
            // Not inlined into the entry for an instruction set, so that one would gain nothing.
            work.with_simd(pulp::Scalar::new());
        } else {
            self.arch.dispatch(work);
        }
    }

    /// The step itself, of a part.
    pub(super) fn combine(&self, part: &mut Begin<'_>, combined: Combined<'_>) {
        let first = part.first * self.layout.piece();
        self.arch.dispatch(Sum {
            to: &mut *part.to.all,
            combined,
            first,
        });
    }

    /// The second pass over a part: f of column 0 of `from` and J·v of the others.
    ///
    /// Cost: one right-hand side with its partials per node, k times J·v; where the model sums over source
    /// nodes, a product of the weights with the sources' functions and their tangents, or one edge with its
    /// partials and k times its tangent for every edge.
    ///
    /// Where it is the last stage, the step is made with the terms before it and its own.
    pub(super) fn end(&self, part: Finish<'_>, from: &[f64], room: &Room, step: Option<Step<'_>>) {
        let work = Evaluate {
            inputs: self,
            part,
            from,
            room,
            step,
        };
        if const { is_large::<M>() } {
            work.with_simd(pulp::Scalar::new());
        } else {
            self.arch.dispatch(work);
        }
    }
}

struct Prepare<'a, M: Model, const L: usize> {
    inputs: &'a Inputs<M, L>,
    part: Begin<'a>,
    from: &'a [f64],
    combined: Option<Combined<'a>>,
    means: &'a [f64],
    broken: &'a AtomicBool,
}

impl<M: Model, const L: usize> WithSimd for Prepare<'_, M, L> {
    type Output = ();

    #[inline(always)]
    fn with_simd<S: Simd>(self, _: S) {
        let Self {
            inputs,
            mut part,
            from,
            combined,
            means,
            broken,
        } = self;
        let piece = inputs.layout.piece();
        let first = part.first * piece;
        if let Some(Combined { x, terms, slopes }) = combined {
            combine(part.to.all, x, terms, slopes, first);
        }
        let Some(products) = &inputs.products else {
            return;
        };
        let state = if combined.is_some() {
            &*part.to.all
        } else {
            &from[first..]
        };
        for (tile, piece) in state.chunks_exact(piece).take(part.tiles).enumerate() {
            let number = part.first + tile;
            let finite = if part.parts.is_empty() {
                inputs.give(products, means, number, piece, part.right.of(tile))
            } else {
                inputs.give_together(products, means, number, piece, part.parts.of(tile))
            };
            if !finite {
                broken.store(true, Ordering::Relaxed);
            }
        }
    }
}

struct Sum<'a> {
    to: &'a mut [f64],
    combined: Combined<'a>,
    first: usize,
}

impl WithSimd for Sum<'_> {
    type Output = ();

    #[inline(always)]
    fn with_simd<S: Simd>(self, _: S) {
        let Combined { x, terms, slopes } = self.combined;
        combine(self.to, x, terms, slopes, self.first);
    }
}

struct Evaluate<'a, M: Model, const L: usize> {
    inputs: &'a Inputs<M, L>,
    part: Finish<'a>,
    from: &'a [f64],
    room: &'a Room,
    step: Option<Step<'a>>,
}

/// A tile of which a block is evaluated.
struct Tile<'a> {
    /// All state and tangents, and the tile's.
    from: &'a [f64],
    piece: &'a [f64],
    /// Its first node.
    node: usize,
    to: &'a mut [f64],
    result: &'a [f64],
    volume: Option<&'a mut [f64]>,
    outputs: Option<&'a mut [Compensated]>,
}

impl<M: Model, const L: usize> WithSimd for Evaluate<'_, M, L> {
    type Output = ();

    #[inline(always)]
    fn with_simd<S: Simd>(self, _: S) {
        let Self {
            inputs,
            mut part,
            from,
            room,
            step,
        } = self;
        let layout = inputs.layout;
        let products = inputs.products.as_ref().filter(|_| room.is_usable());
        for i in 0..part.tiles {
            let tile = part.first + i;
            // The same memory for all tiles of the part: it stays in the nearest cache.
            let result = part.result.of(0);
            if let Some(products) = products {
                products.multiply(inputs.arch, layout, &room.right, tile, result);
            }
            // So it is with f of a step's last stage, which nothing reads but the step.
            let slot = if part.carried.is_some() { 0 } else { i };
            let mut tile = Tile {
                from,
                piece: &from[tile * layout.piece()..][..layout.piece()],
                node: tile * layout.tile,
                to: part.to.of(slot),
                result,
                volume: part.measured.volume.as_mut().map(|all| all.of(i)),
                outputs: part.measured.outputs.as_mut().map(|all| all.of(i)),
            };
            for base in (0..layout.nodes_in(part.first + i)).step_by(L) {
                let p = inputs.params(tile.node + base);
                inputs.block(&mut tile, base, room, &p);
            }
            if let (Some(carried), Some(Step { terms, before })) = (&mut part.carried, step)
                && let Some(((_, h), terms)) = terms.split_last()
            {
                let first = (part.first + i) * layout.piece();
                finish(carried.of(i), terms, before, (*h, part.to.of(slot)), first);
            }
        }
    }
}

impl<M: Model, const L: usize> Inputs<M, L> {
    /// Evaluates a block of nodes.
    #[inline(always)]
    fn block(&self, tile: &mut Tile<'_>, base: usize, room: &Room, p: &M::Params<Lanes<L>>) {
        let (layout, at) = (self.layout, self.at());
        let node = tile.node + base;
        let x = self.own(tile.piece, 0, base);
        let mut u = self.around(tile.from, 0, node);
        self.add_signals(&mut u, node);
        let zero = M::Sums::splat(Lanes::default());
        let mut tangents = [zero; COLUMNS];
        let mut own = M::State::splat(zero);
        let mut finished = None;
        let some = 1..(layout.k + 1).min(1 + COLUMNS);
        let products = self.products.as_ref().filter(|_| room.is_usable());
        // The sums are not yet in it, and summands do not read them.
        let bare = u;
        let targets = &Targets {
            from: tile.from,
            piece: tile.piece,
            node,
            base,
            x: &x,
            u: &bare,
            p,
        };
        if self.coupled() {
            let measure = tile.volume.is_some();
            let sums = if let Some(products) = products {
                let all = self.finish(products, room, tile.result, targets);
                if measure {
                    own = self.finish_own(products, room, targets, &all);
                }
                finished.insert((products, all)).1.sums
            } else {
                let pairs = self.pairs(targets, some.clone(), measure);
                (tangents, own) = (pairs.tangents, pairs.own);
                pairs.sums
            };
            u.as_mut()[Self::SUMS..].copy_from_slice(sums.as_ref());
        }
        if const { !M::INFO.outputs.is_empty() }
            && let Some(outputs) = &mut tile.outputs
        {
            self.add_outputs(base, &x, &u, p, outputs);
        }
        let given = finished.as_ref().map(|(_, all)| &all.own);
        if layout.k == 0 {
            let f = given.map_or_else(
                || M::rhs(at, &x, &u, p),
                |own| M::rhs_own(at, &x, &u, p, own),
            );
            self.store(&f, tile.to, 0, base);
            return;
        }
        let (f, j) = given.map_or_else(
            || M::rhs_partials(at, &x, &u, p),
            |own| M::rhs_partials_own(at, &x, &u, p, own),
        );
        if let Some(volume) = &mut tile.volume {
            let rate = self.volume(node, &x, &u, p, &j, &own);
            rate.store(&mut volume[base..]);
        }
        self.store(&f, tile.to, 0, base);
        let sums = Sums {
            room,
            finished,
            tangents,
        };
        // Two loops: one that gathers lane by lane where it has to would do so everywhere.
        if const { M::INFO.neighbours.is_empty() } || self.is_inner(node) {
            self.tangents::<true>(targets, tile.result, tile.to, &j, sums);
        } else {
            self.tangents::<false>(targets, tile.result, tile.to, &j, sums);
        }
    }

    /// The tangents of a block of nodes. `INNER` where the neighbours of all of them lie side by side.
    #[inline(always)]
    fn tangents<const INNER: bool>(
        &self,
        targets: &Targets<'_, M, L>,
        result: &[f64],
        to: &mut [f64],
        j: &M::Partials<Lanes<L>>,
        mut sums: Sums<'_, M, L>,
    ) {
        let Targets {
            from,
            piece,
            node,
            base,
            ..
        } = *targets;
        let k = self.layout.k;
        for column in 1..=k {
            let v = self.own(piece, column, base);
            let mut vu = if INNER {
                self.beside(from, column, node)
            } else {
                self.around(from, column, node)
            };
            if self.coupled() {
                let sums = if let Some((products, all)) = &sums.finished {
                    self.finish_tangent(products, sums.room, result, targets, column, all)
                } else {
                    let among = (column - 1) % COLUMNS;
                    if among == 0 && column > 1 {
                        let next = column..(k + 1).min(column + COLUMNS);
                        sums.tangents = self.pairs(targets, next, false).tangents;
                    }
                    sums.tangents[among]
                };
                vu.as_mut()[Self::SUMS..].copy_from_slice(sums.as_ref());
            }
            self.store(&M::jvp(j, &v, &vu), to, column, base);
        }
    }
}

/// What the tangents of a block's sums are made of: products, or those of some columns edge by edge.
struct Sums<'a, M: Model, const L: usize> {
    room: &'a Room,
    finished: Option<(&'a Products, Finished<M, L>)>,
    tangents: [M::Sums<Lanes<L>>; COLUMNS],
}
