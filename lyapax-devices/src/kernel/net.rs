//! What the kernels of a network are compiled for, and how they read its nodes.
//!
//! Values lie column by column, the state first, then the tangents; in a column component by component; in a component
//! node by node. What sources give, and what targets get of it, lies likewise: a column for each product, followed by
//! those of its tangents.

use cubecl::prelude::*;

use crate::functions::lit;
use crate::shape::{Bits, Shape};

use super::signals::sampled;
use super::steps::room;

/// Products, neighbours, inputs and states of a node that a kernel can have.
pub const MOST: usize = 32;

/// How the sums over sources are taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Sums {
    /// There are none.
    None,
    /// Products with a matrix.
    Dense,
    /// Products with a list of edges.
    Sparse,
    /// Products where all edges have one weight: what all sources give, added up.
    Uniform,
    /// Edge by edge, of a matrix.
    DensePairs,
    /// Edge by edge, of a list.
    SparsePairs,
    /// Edge by edge, where all edges have one weight.
    UniformPairs,
}

/// A network.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Net {
    pub shape: Shape,
    pub k: usize,
    pub sums: Sums,
    /// Whether a uniform graph has edges from nodes to themselves.
    pub includes_self: bool,
    /// The states that neighbours are read of.
    pub neighbours: [u16; MOST],
    /// The first column of each product, and which function of the weight it is multiplied with.
    pub places: [u16; MOST],
    pub functions: [u16; MOST],
    /// Products that have tangents, by bits.
    pub with_tangents: u64,
    /// Columns of all products.
    pub width: usize,
    /// States that sources give as deviations, by bits.
    pub centred: u64,
    /// Which inputs are sampled, by bits.
    pub sampled: u64,
    /// Whether volume and outputs are added up.
    pub measure: bool,
    /// Whether volume is among them.
    pub volume: bool,
    /// Whether what the next state gives is made at once.
    pub give: bool,
    /// Targets of a workgroup, and its threads.
    pub rows: usize,
    pub threads: usize,
    /// The largest number.
    pub largest: Bits,
}

impl Net {
    pub const fn is_pairs(&self) -> bool {
        matches!(
            self.sums,
            Sums::DensePairs | Sums::SparsePairs | Sums::UniformPairs
        )
    }

    pub const fn is_products(&self) -> bool {
        matches!(self.sums, Sums::Dense | Sums::Sparse | Sums::Uniform)
    }

    pub const fn has_tangents(&self, product: usize) -> bool {
        self.with_tangents >> product & 1 == 1
    }

    pub const fn is_centred(&self, state: usize) -> bool {
        self.centred >> state & 1 == 1
    }

    pub const fn is_sampled(&self, input: usize) -> bool {
        self.sampled >> input & 1 == 1
    }

    pub const fn place(&self, product: usize) -> usize {
        self.places[product] as usize
    }

    pub const fn function(&self, product: usize) -> usize {
        self.functions[product] as usize
    }

    pub const fn neighbour(&self, i: usize) -> usize {
        self.neighbours[i] as usize
    }

    /// Where the sums begin among the gathered values.
    pub const fn first_sum(&self) -> usize {
        self.shape.neighbours + self.shape.inputs
    }

    /// Columns in which a workgroup keeps what its targets get: products, or sums with their tangents, and, where
    /// volume is measured, their answers to the target's own states.
    pub const fn found(&self) -> usize {
        if self.is_pairs() {
            self.shape.sums * (1 + self.k + self.own_columns())
        } else {
            self.width
        }
    }

    /// Columns of a target's own states, edge by edge.
    pub const fn own_columns(&self) -> usize {
        if self.measure && self.volume {
            self.shape.states
        } else {
            0
        }
    }

    /// Columns of a product that are added up at once.
    pub const fn chunk(&self) -> usize {
        if self.width < CHUNK {
            room(self.width)
        } else {
            CHUNK
        }
    }
}

/// Columns that a thread adds up at once.
const CHUNK: usize = 12;

/// Parameters, signals and neighbours of all nodes.
#[derive(CubeType, CubeLaunch)]
pub struct Around<F: Float + CubeElement> {
    pub params: Array<F>,
    pub constants: Array<F>,
    pub table: Array<F>,
    pub samples: Array<F>,
    pub neighbours: Array<u32>,
}

/// A node's state or tangent.
#[cube]
pub fn column_of<F: Float>(
    values: &Array<F>,
    column: usize,
    node: usize,
    nodes: usize,
    to: &mut Array<F>,
    #[comptime] net: Net,
) {
    let n = comptime!(net.shape.states);
    #[unroll]
    for i in 0..n {
        to[i] = values[(column * n + i) * nodes + node];
    }
}

/// A node's neighbours in a column; the other gathered values are zero.
#[cube]
pub fn neighbours_of<F: Float + CubeElement>(
    values: &Array<F>,
    around: &Around<F>,
    column: usize,
    node: usize,
    nodes: usize,
    to: &mut Array<F>,
    #[comptime] net: Net,
) {
    let n = comptime!(net.shape.states);
    #[unroll]
    for i in 0..comptime!(net.shape.gathered()) {
        to[i] = lit::<F>(0.0);
    }
    #[unroll]
    for i in 0..comptime!(net.shape.neighbours) {
        let place = around.neighbours[i * nodes + node] as usize;
        let inside = place < nodes;
        let place = select(inside, place, node);
        let value = values[(column * n + comptime!(net.neighbour(i))) * nodes + place];
        to[i] = select(inside, value, lit::<F>(0.0));
    }
}

/// Neighbours and input signals of a node; the sums are zero.
#[cube]
pub fn gathered<F: Float + CubeElement>(
    t: F,
    values: &Array<F>,
    around: &Around<F>,
    node: usize,
    nodes: usize,
    u: &mut Array<F>,
    #[comptime] net: Net,
) {
    neighbours_of::<F>(
        values,
        around,
        comptime!(0usize).runtime(),
        node,
        nodes,
        u,
        net,
    );
    #[unroll]
    for i in 0..comptime!(net.shape.inputs) {
        let slot = comptime!(net.shape.neighbours + i);
        if comptime!(net.is_sampled(i)) {
            u[slot] = sampled::<F>(t, i, &around.table, &around.samples);
        } else {
            u[slot] = around.constants[i * nodes + node];
        }
    }
}

/// A node's parameters.
#[cube]
pub fn params_of<F: Float + CubeElement>(
    around: &Around<F>,
    node: usize,
    nodes: usize,
    p: &mut Array<F>,
    #[comptime] net: Net,
) {
    #[unroll]
    for i in 0..comptime!(net.shape.params) {
        p[i] = around.params[i * nodes + node];
    }
}

/// A state with deviations in the place of some components.
#[cube]
pub fn centred<F: Float>(x: &Array<F>, means: &Array<F>, to: &mut Array<F>, #[comptime] net: Net) {
    #[unroll]
    for i in 0..comptime!(net.shape.states) {
        if comptime!(net.is_centred(i)) {
            to[i] = x[i] - means[i];
        } else {
            to[i] = x[i];
        }
    }
}
