//! What the sources' functions are multiplied with: functions of the graph's weights.

use core::ops::Range;
use std::sync::Arc;

use crate::Graph;
use crate::model::Model;

/// For each function of the weights its values at all edges, laid out as the graph's own weights are. Clones
/// share them.
#[derive(Clone)]
pub(crate) struct Weights {
    pub(super) graph: Graph,
    functions: Arc<[Values]>,
}

enum Values {
    /// The function is the weight itself.
    Shared,
    Own(Vec<f64>),
    /// The same at all edges of a list, whose weights then need not be read.
    Same(f64),
}

/// The values of a function at some edges.
pub(super) enum AtEdges<'a> {
    Each(&'a [f64]),
    Same(f64),
}

impl Weights {
    pub(crate) fn new<M: Model>(graph: &Graph) -> Self {
        let same = same(graph);
        let functions = (0..M::WEIGHT_FUNCTIONS)
            .map(|function| {
                let value = |weight: &f64| match *weight {
                    // No edge, whatever the function says.
                    0.0 => 0.0,
                    weight => M::weights(weight).as_ref()[function],
                };
                if let Some(weight) = same {
                    return Values::Same(value(&weight));
                }
                if M::PLAIN_WEIGHT == Some(function) {
                    return Values::Shared;
                }
                Values::Own(graph.numbers().iter().map(value).collect())
            })
            .collect();
        Self {
            graph: graph.clone(),
            functions,
        }
    }

    /// The values of a function: all of a matrix, or the one of a uniform graph.
    #[inline(always)]
    pub(crate) fn of(&self, function: usize) -> &[f64] {
        match &self.functions[function] {
            Values::Shared => self.graph.numbers(),
            Values::Own(values) => values,
            Values::Same(value) => core::slice::from_ref(value),
        }
    }

    /// The values of a function at some edges of a list.
    #[inline(always)]
    pub(super) fn at(&self, function: usize, edges: Range<usize>) -> AtEdges<'_> {
        match &self.functions[function] {
            Values::Shared => AtEdges::Each(&self.graph.numbers()[edges]),
            Values::Own(values) => AtEdges::Each(&values[edges]),
            Values::Same(value) => AtEdges::Same(*value),
        }
    }

    /// The value of a function at the edge of this number, of a list; at any of a uniform graph.
    #[inline(always)]
    pub(crate) fn value(&self, function: usize, edge: usize) -> f64 {
        match &self.functions[function] {
            Values::Same(value) => *value,
            Values::Own(values) if values.len() == 1 => values[0],
            Values::Own(values) => values[edge],
            Values::Shared => match &self.graph {
                Graph::Uniform(graph) => graph.weight(),
                other => other.numbers()[edge],
            },
        }
    }

    /// The value from a node to itself.
    pub(super) fn to_itself(&self, function: usize, node: usize) -> f64 {
        match &self.graph {
            Graph::Dense(graph) => self.of(function)[node * graph.nodes() + node],
            Graph::Sparse(graph) => {
                let first = graph.offsets()[node];
                let (sources, _) = graph.row(node);
                let found = sources.binary_search_by_key(&node, |source| *source as usize);
                found.map_or(0.0, |i| match self.at(function, first + i..first + i + 1) {
                    AtEdges::Each(values) => values[0],
                    AtEdges::Same(value) => value,
                })
            }
            Graph::Uniform(graph) if graph.includes_self() => self.of(function)[0],
            Graph::Uniform(_) => 0.0,
        }
    }
}

/// The weight of all edges of a list, where it is one.
fn same(graph: &Graph) -> Option<f64> {
    let Graph::Sparse(graph) = graph else {
        return None;
    };
    let (first, others) = graph.weights().split_first()?;
    others
        .iter()
        .all(|weight| weight == first)
        .then_some(*first)
}
