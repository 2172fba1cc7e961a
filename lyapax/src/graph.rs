//! How nodes are connected.

mod dense;
mod read;
mod sparse;
mod uniform;

use core::fmt;

use serde::{Deserialize, Serialize};

use crate::{CouplingForm, SetupError};

pub use dense::Dense;
pub use sparse::{Edge, Sparse};
pub use uniform::Uniform;

/// A matrix of which one entry in so many is an edge, or fewer, costs less as a sparse graph. An edge of a
/// sparse graph reads its source from wherever it stands, and costs some four entries of a matrix, which are
/// multiplied several at once and side by side.
const ENTRIES_AN_EDGE: u64 = 4;

/// How nodes are connected: an edge leads from `source` to `target` where `W[target][source]` is not zero.
///
/// The form is what you give and is never changed by itself; [`Graph::cheaper`] offers another one. Sums over
/// the same edges in two forms are added in another order, and differ by rounding.
///
/// What is wrong with a graph is told when its system is run, as a [`SetupError`], so that a system is written
/// without a `?` at each line.
///
/// ```
/// use lyapax::{Dense, Edge, Graph, GraphForm, Sparse, Uniform};
///
/// let matrix = Graph::from([[0.0, 2.0], [0.0, 0.0]]);
/// let edges = Graph::from(Sparse::from_edges(2, [Edge { source: 1, target: 0, weight: 2.0 }]));
/// assert_eq!((matrix.at(0, 1), edges.at(0, 1)), (2.0, 2.0));
///
/// let all = Graph::from(Dense::all_to_all(50, 1.0));
/// let cheaper = all.cheaper().expect("one weight between any two");
/// assert_eq!(cheaper, Graph::from(Uniform::new(50, 1.0)));
/// assert_eq!((cheaper.form(), cheaper.edges()), (GraphForm::Uniform, 50 * 49));
/// ```
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum Graph {
    /// A weight for every pair of nodes.
    Dense(Dense),
    /// A list of edges.
    Sparse(Sparse),
    /// One weight between all nodes.
    Uniform(Uniform),
}

/// What form a graph has. Displays as `dense`, `sparse` or `uniform`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[non_exhaustive]
pub enum GraphForm {
    /// A weight for every pair of nodes: [`Dense`].
    Dense,
    /// A list of edges: [`Sparse`].
    Sparse,
    /// One weight between all nodes: [`Uniform`].
    Uniform,
}

impl GraphForm {
    fn name(self) -> &'static str {
        match self {
            Self::Dense => "dense",
            Self::Sparse => "sparse",
            Self::Uniform => "uniform",
        }
    }
}

impl fmt::Display for GraphForm {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl Graph {
    /// Number of nodes.
    pub fn nodes(&self) -> usize {
        match self {
            Self::Dense(graph) => graph.nodes(),
            Self::Sparse(graph) => graph.nodes(),
            Self::Uniform(graph) => graph.nodes(),
        }
    }

    /// `W[target][source]`: zero where there is no edge.
    ///
    /// # Panics
    /// Where one of the two is no node, or the graph is one that no system runs with.
    ///
    /// # Cost
    /// Of a sparse graph a search among the sources of the target, else one look.
    pub fn at(&self, target: usize, source: usize) -> f64 {
        match self {
            Self::Dense(graph) => graph.at(target, source),
            Self::Sparse(graph) => graph.at(target, source),
            Self::Uniform(graph) => graph.at(target, source),
        }
    }

    /// Number of edges, those from a node to itself included.
    ///
    /// # Cost
    /// Of a dense graph a look at all N × N weights.
    pub fn edges(&self) -> u64 {
        match self {
            Self::Dense(graph) => graph.edges(),
            Self::Sparse(graph) => graph.edges(),
            Self::Uniform(graph) => graph.edges(),
        }
    }

    /// What all sums over it add up together: every entry of a matrix, each edge of a list; of a uniform graph
    /// one sum that serves all, unless it is taken edge by edge.
    pub(crate) fn terms(&self, form: CouplingForm) -> u64 {
        let nodes = self.nodes() as u64;
        match (self, form) {
            (Self::Sparse(graph), _) => graph.edges(),
            (Self::Uniform(_), CouplingForm::Products) => nodes,
            (Self::Dense(_) | Self::Uniform(_), _) => nodes.saturating_mul(nodes),
        }
    }

    /// With all weights times a number: in this form, and without edges where it is zero.
    #[must_use]
    pub fn scaled(&self, factor: f64) -> Self {
        match self {
            Self::Dense(graph) => Self::Dense(graph.scaled(factor)),
            Self::Sparse(graph) => Self::Sparse(graph.scaled(factor)),
            Self::Uniform(graph) => Self::Uniform(graph.scaled(factor)),
        }
    }

    /// The same edges with other weights, in the order in which it has them: of a matrix or a list.
    pub(crate) fn reweighted(&self, weights: Vec<f64>) -> Self {
        match self {
            Self::Dense(graph) => Self::Dense(Dense::new(graph.nodes(), weights)),
            Self::Sparse(graph) => Self::Sparse(graph.reweighted(weights)),
            Self::Uniform(_) => self.clone(),
        }
    }

    /// The weights in this order.
    pub(crate) fn numbers(&self) -> &[f64] {
        match self {
            Self::Dense(graph) => graph.values(),
            Self::Sparse(graph) => graph.weights(),
            Self::Uniform(graph) => core::slice::from_ref(graph.weight_ref()),
        }
    }

    /// Which of them leads from `source` to `target`; `None` where there is no edge, or only one weight for all.
    pub(crate) fn place(&self, target: usize, source: usize) -> Option<usize> {
        let place = match self {
            Self::Dense(graph) if target < graph.nodes() && source < graph.nodes() => {
                target * graph.nodes() + source
            }
            Self::Sparse(graph) if target < graph.nodes() => {
                let found = graph
                    .row(target)
                    .0
                    .binary_search(&u32::try_from(source).ok()?);
                graph.offsets()[target] + found.ok()?
            }
            _ => return None,
        };
        (self.numbers()[place] != 0.0).then_some(place)
    }

    /// The form it was given in.
    pub fn form(&self) -> GraphForm {
        match self {
            Self::Dense(_) => GraphForm::Dense,
            Self::Sparse(_) => GraphForm::Sparse,
            Self::Uniform(_) => GraphForm::Uniform,
        }
    }

    /// The same edges in a form that costs less, where there is one.
    ///
    /// One weight between any two nodes gives a [`Uniform`] graph, whose sums cost N instead of N². A matrix of
    /// which at most a quarter are edges gives a [`Sparse`] one: an edge of it costs some four entries of a
    /// matrix. It is only offered: sums would be added in another order, and a run would have other bits.
    ///
    /// A matrix is never offered for a list of edges. Where more than a quarter of all entries are edges and sums
    /// are [products](CouplingForm), one costs less: `Dense::from_fn(n, |target, source| graph.at(target, source))`.
    ///
    /// # Cost
    /// A look at all weights or edges; a sparse graph is built.
    pub fn cheaper(&self) -> Option<Graph> {
        self.check().ok()?;
        match (self, self.cheaper_form(self.edges())?) {
            (_, GraphForm::Uniform) => self.uniform().map(Self::Uniform),
            (Self::Dense(graph), GraphForm::Sparse) => {
                Some(Self::Sparse(Sparse::from_dense(graph)))
            }
            _ => None,
        }
    }

    /// The form of what [`Graph::cheaper`] offers of a graph without mistakes, which has so many edges, without
    /// building it.
    pub(crate) fn cheaper_form(&self, edges: u64) -> Option<GraphForm> {
        if self.uniform().is_some() {
            return Some(GraphForm::Uniform);
        }
        match self {
            Self::Dense(graph) => {
                let entries = (graph.nodes() as u64).pow(2);
                let few = edges <= entries / ENTRIES_AN_EDGE;
                (few && Sparse::holds(graph.nodes())).then_some(GraphForm::Sparse)
            }
            Self::Sparse(_) | Self::Uniform(_) => None,
        }
    }

    /// A dense or sparse graph as a uniform one, where it has one weight between any two nodes, and that or
    /// none from each to itself.
    fn uniform(&self) -> Option<Uniform> {
        match self {
            Self::Dense(graph) => graph.uniform(),
            Self::Sparse(graph) => graph.uniform(),
            Self::Uniform(_) => None,
        }
    }

    /// Whether a system can be run with it: what was wrong in building it, or a weight that is not finite.
    pub(crate) fn check(&self) -> Result<(), SetupError> {
        match self {
            Self::Dense(graph) => graph.check(),
            Self::Sparse(graph) => graph.check(),
            Self::Uniform(graph) => graph.check(),
        }
    }
}

impl From<Dense> for Graph {
    fn from(graph: Dense) -> Self {
        Self::Dense(graph)
    }
}

impl From<Sparse> for Graph {
    fn from(graph: Sparse) -> Self {
        Self::Sparse(graph)
    }
}

impl From<Uniform> for Graph {
    fn from(graph: Uniform) -> Self {
        Self::Uniform(graph)
    }
}

/// Dense, one row per target.
impl From<Vec<Vec<f64>>> for Graph {
    fn from(rows: Vec<Vec<f64>>) -> Self {
        Self::Dense(rows.into())
    }
}

/// Dense, one row per target.
impl<const N: usize> From<[[f64; N]; N]> for Graph {
    fn from(rows: [[f64; N]; N]) -> Self {
        Self::Dense(rows.into())
    }
}

/// Dense: the number of nodes, and N × N weights row by row.
impl From<(usize, Vec<f64>)> for Graph {
    fn from(flat: (usize, Vec<f64>)) -> Self {
        Self::Dense(flat.into())
    }
}
