//! How state and tangents lie in memory.
//!
//! Nodes come in tiles of 32, or of 128 where they read their neighbours on a lattice. A tile holds column 0, the state, and then columns 1…k, the tangents;
//! a column one run for each component; a run one number for each node of the tile. The nodes of a tile are
//! thus all that a thread touches when it carries them on, and few nodes lie in one tile: column by column,
//! each with its runs.
//!
//! Runs are padded to whole blocks of lanes and the last tile to a whole tile. The padding repeats the last
//! node in all that it has and reads, so that no value appears there that no node has: neither NaN nor numbers
//! too small to compute with at speed.

use crate::model::Model;
use crate::stepper::dimension;

/// A tile has 2ⁿ nodes where there are more than these: 256 bytes in a row.
const SHIFT: u32 = 5;
/// And where they read their neighbours: what these are to a block is slow to gather at the ends of a tile.
const SHIFT_OF_LATTICE: u32 = 7;

#[derive(Clone, Copy, Debug)]
pub(super) struct Layout {
    pub(super) nodes: usize,
    /// Length of a run.
    pub(super) tile: usize,
    pub(super) tiles: usize,
    shift: u32,
    /// Components of a node.
    pub(super) components: usize,
    /// Number of tangents.
    pub(super) k: usize,
}

impl Layout {
    /// For nodes that are evaluated `L` at a time.
    pub(super) fn new<M: Model, const L: usize>(nodes: usize, k: usize) -> Self {
        let shift = if M::INFO.neighbours.is_empty() {
            SHIFT
        } else {
            SHIFT_OF_LATTICE
        };
        let tile = nodes.next_multiple_of(L).min(1 << shift);
        Self {
            nodes,
            tile,
            shift,
            tiles: nodes.div_ceil(tile),
            components: dimension::<M>(),
            k,
        }
    }

    /// Length of a column in a tile.
    pub(super) fn column(self) -> usize {
        self.components * self.tile
    }

    /// Length of a tile with all its columns.
    pub(super) fn piece(self) -> usize {
        (self.k + 1) * self.column()
    }

    /// Length of all tiles.
    pub(super) fn len(self) -> usize {
        self.tiles * self.piece()
    }

    /// Nodes with those of the padding.
    pub(super) fn padded(self) -> usize {
        self.tiles * self.tile
    }

    /// A node, or for one of the padding the last one.
    pub(super) fn real(self, padded: usize) -> usize {
        padded.min(self.nodes - 1)
    }

    /// How many nodes a tile has.
    #[inline(always)]
    pub(super) fn nodes_in(self, tile: usize) -> usize {
        (self.nodes - tile * self.tile).min(self.tile)
    }

    /// Where the first component of a node's state lies.
    #[inline(always)]
    pub(super) fn place(self, node: usize) -> usize {
        // Fewer nodes than a tile holds are in the first one, however long its runs are.
        let tile = node >> self.shift;
        tile * self.piece() + (node - (tile << self.shift))
    }

    /// The runs of one component in a column, tile by tile, without their padding.
    pub(super) fn runs(
        self,
        buffer: &[f64],
        column: usize,
        component: usize,
    ) -> impl Iterator<Item = &[f64]> {
        let from = column * self.column() + component * self.tile;
        let tiles = buffer.chunks_exact(self.piece()).enumerate();
        tiles.map(move |(tile, piece)| &piece[from..][..self.nodes_in(tile)])
    }

    /// Reads a column into a vector that has each component with all its nodes.
    pub(super) fn read(self, buffer: &[f64], column: usize, to: &mut [f64]) {
        for (component, to) in to.chunks_exact_mut(self.nodes).enumerate() {
            let runs = self.runs(buffer, column, component);
            for (to, run) in to.chunks_mut(self.tile).zip(runs) {
                to.copy_from_slice(run);
            }
        }
    }

    /// Writes a column from such a vector.
    pub(super) fn write(self, buffer: &mut [f64], column: usize, from: &[f64]) {
        for (component, from) in from.chunks_exact(self.nodes).enumerate() {
            let at = column * self.column() + component * self.tile;
            let pieces = buffer.chunks_exact_mut(self.piece());
            for (piece, from) in pieces.zip(from.chunks(self.tile)) {
                let run = &mut piece[at..][..self.tile];
                run[..from.len()].copy_from_slice(from);
                run[from.len()..].fill(from[from.len() - 1]);
            }
        }
    }

    /// Repeats the last node in the padding of the tangents.
    pub(super) fn repeat_last(self, buffer: &mut [f64]) {
        for run in self.padded_runs(buffer) {
            let (nodes, padding) = run.split_at_mut(self.nodes_in(self.tiles - 1));
            padding.fill(nodes[nodes.len() - 1]);
        }
    }

    /// Writes zeros into the padding of the tangents.
    pub(super) fn clear_padding(self, buffer: &mut [f64]) {
        for run in self.padded_runs(buffer) {
            run[self.nodes_in(self.tiles - 1)..].fill(0.0);
        }
    }

    /// The runs of the tangents in the last tile.
    fn padded_runs(self, buffer: &mut [f64]) -> impl Iterator<Item = &mut [f64]> {
        let last = (self.tiles - 1) * self.piece() + self.column();
        buffer[last..].chunks_exact_mut(self.tile)
    }
}
