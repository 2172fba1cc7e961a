//! How the sums over source nodes were taken.

use core::fmt;

use serde::{Deserialize, Serialize};

use crate::model::Model;
use crate::{Graph, GraphForm, System};

/// What a sum over source nodes was made of. Displays as `products` or `pairwise`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[non_exhaustive]
pub enum CouplingForm {
    /// Each node's functions of its own state, multiplied with the graph: no function is evaluated for an
    /// edge. Where such a function or a tangent of it is not finite, sums are taken edge by edge, which
    /// [`Counts::edge_by_edge`](crate::Counts) counts.
    Products,
    /// Edge by edge.
    Pairwise,
}

impl fmt::Display for CouplingForm {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Products => "products",
            Self::Pairwise => "pairwise",
        })
    }
}

/// How the sums over the edges of a [`Connection`](crate::Connection) were taken, and how many there are.
///
/// Displays as `products, dense graph of 380 edges; a uniform graph holds the same edges and costs less`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct Coupling {
    /// As products with the graph, or edge by edge.
    pub form: CouplingForm,
    /// The form of the graph.
    pub graph: GraphForm,
    /// Number of edges, those from a node to itself included.
    pub edges: u64,
    /// Another form of the same graph that costs less, where there is one: what [`Graph::cheaper`] gives.
    pub cheaper: Option<GraphForm>,
}

impl Coupling {
    /// Costs a look at all edges, or at all N × N weights of a dense graph.
    pub(crate) fn new(form: CouplingForm, graph: &Graph) -> Self {
        let edges = graph.edges();
        Self {
            form,
            graph: graph.form(),
            edges,
            cheaper: graph.cheaper_form(edges),
        }
    }
}

impl fmt::Display for Coupling {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            form, graph, edges, ..
        } = self;
        let s = if *edges == 1 { "" } else { "s" };
        write!(f, "{form}, {graph} graph of {edges} edge{s}")?;
        if let Some(cheaper) = self.cheaper {
            write!(f, "; a {cheaper} graph holds the same edges and costs less")?;
        }
        Ok(())
    }
}

impl<M: Model> System<M> {
    /// How the sums over source nodes are taken; `None` where there are none, since the model has no sum or
    /// the nodes are not connected.
    ///
    /// They are products with the graph where every summand of the model is proved to be a sum of products of
    /// a function of the weight, one of the source and one of the target, unless
    /// [`System::pairwise`] was said.
    pub fn coupling_form(&self) -> Option<CouplingForm> {
        self.connections().first().filter(|_| M::INFO.sums > 0)?;
        Some(if M::PRODUCTS.is_empty() || self.is_pairwise() {
            CouplingForm::Pairwise
        } else {
            CouplingForm::Products
        })
    }
}
