//! A network on a device: what it is, and what can be done with it.

use std::sync::Arc;

use crate::device::DeviceError;
use crate::ensemble::{Fault, Input};
use crate::placement::Placement;
use crate::shape::{Float, Scheme, Shape};

/// The form of a graph.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GraphKind {
    /// A matrix.
    Dense,
    /// A list of edges.
    Sparse,
    /// One weight between all.
    Uniform {
        /// Also from each node to itself.
        includes_self: bool,
    },
}

/// Edges with functions of their weights.
#[derive(Clone, Debug, Default)]
pub struct EdgeData {
    /// Function by function: a matrix by rows, a number for each edge, or one.
    pub weights: Vec<f64>,
    /// Of a list: where the edges into each node begin, and their end.
    pub offsets: Vec<u32>,
    /// Of a list: their sources.
    pub sources: Vec<u32>,
}

/// A product that sums are made of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Product {
    /// Which function of the weight it is taken with.
    pub function: usize,
    /// Whether what sources give to it depends on their state.
    pub has_tangents: bool,
}

/// Nodes of one model, their graph, and how they are run.
#[derive(Clone)]
pub struct NetworkTask {
    /// The model.
    pub shape: Shape,
    /// How many nodes.
    pub nodes: usize,
    /// Tangents.
    pub k: usize,
    /// How a step is made.
    pub scheme: Scheme,
    /// The time step; 1 for a map.
    pub dt: f64,
    /// The time before step 0.
    pub start: f64,
    /// Parameter by parameter, each with all nodes.
    pub params: Vec<f64>,
    /// One for each input; of one that does not change a value for each node.
    pub inputs: Vec<Input>,
    /// For each neighbour of the model which state it is.
    pub neighbour_states: Vec<usize>,
    /// For each of them, for each node, where it is; beyond the nodes where it reads zero.
    pub neighbours: Vec<u32>,
    /// The graph, if there is any.
    pub graph: Option<GraphKind>,
    /// The products, where sums are made of them.
    pub products: Vec<Product>,
    /// States that sources give as deviations from the mean.
    pub centred: Vec<usize>,
    /// Edges with the functions of the products, and, function by function, the weight from each node to itself.
    pub edges: Option<(EdgeData, Vec<f64>)>,
    /// Edges with their weights, for sums edge by edge. Asked for where it is needed.
    pub pairs: Arc<dyn Fn() -> EdgeData + Send + Sync>,
    /// Whether the volume's growth is to be added up.
    pub volume: bool,
    /// The numbers to compute with.
    pub float: Float,
}

/// What came of blocks of steps.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Blocks {
    /// Blocks made, before the first that failed.
    pub done: usize,
    /// Their diagonals of R.
    pub diagonals: Vec<f64>,
}

/// A network that stands on a device. Where the device fails, so does each of its functions. Vectors are ordered
/// component by component, each with all its nodes; a state is followed by its tangents.
#[allow(
    clippy::missing_errors_doc,
    reason = "it is the same for all, and said once"
)]
pub trait PlacedNetwork {
    /// Goes to these values, after so many steps.
    fn place(&mut self, step: u64, values: &[f64]) -> Result<(), DeviceError>;

    /// Where it stands.
    fn values(&mut self) -> Result<Vec<f64>, DeviceError>;

    /// The state alone.
    fn state(&mut self) -> Result<Vec<f64>, DeviceError>;

    /// Steps, whatever becomes of the values. Gives whether sums were taken edge by edge although they are products,
    /// since what a source gives was not finite.
    fn advance(&mut self, steps: u64) -> Result<bool, DeviceError>;

    /// Replaces the tangents by Q of their QR factors and gives the diagonal of R; or what is wrong with them, which are
    /// then what they were. More is taken of those of a single step, where there is no shorter one.
    fn renormalise(&mut self, single: bool) -> Result<Result<Vec<f64>, Fault>, DeviceError>;

    /// Blocks of steps, each followed by a renormalisation. At the first one that fails it stands where that begins.
    fn blocks(&mut self, blocks: usize, steps: u64) -> Result<Blocks, DeviceError>;

    /// Goes back to what was added up before.
    fn set_measured(&mut self, volume: &[f64], outputs: &[f64]) -> Result<(), DeviceError>;

    /// Begins to add up volume and outputs, from these.
    fn measure(&mut self, volume: &[f64], outputs: &[f64]) -> Result<(), DeviceError>;

    /// The volume's growth at each node, and each output of each node.
    fn measured(&mut self) -> Result<(Vec<f64>, Vec<f64>), DeviceError>;

    /// What was done so far.
    fn placement(&mut self) -> Placement;
}
