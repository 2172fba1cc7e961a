//! What the sources' functions are multiplied with: functions of the graph's weights.

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
}

impl Weights {
    pub(crate) fn new<M: Model>(graph: &Graph) -> Self {
        let functions = (0..M::WEIGHT_FUNCTIONS)
            .map(|function| {
                if M::PLAIN_WEIGHT == Some(function) {
                    return Values::Shared;
                }
                let value = |weight: &f64| match *weight {
                    // No edge, whatever the function says.
                    0.0 => 0.0,
                    weight => M::weights(weight).as_ref()[function],
                };
                Values::Own(numbers(graph).iter().map(value).collect())
            })
            .collect();
        Self {
            graph: graph.clone(),
            functions,
        }
    }

    /// The values of a function: all of a matrix, those of the edges, or one.
    #[inline(always)]
    pub(super) fn of(&self, function: usize) -> &[f64] {
        match &self.functions[function] {
            Values::Shared => numbers(&self.graph),
            Values::Own(values) => values,
        }
    }

    /// The value from a node to itself.
    pub(super) fn to_itself(&self, function: usize, node: usize) -> f64 {
        let values = self.of(function);
        match &self.graph {
            Graph::Dense(graph) => values[node * graph.nodes() + node],
            Graph::Sparse(graph) => {
                let first = graph.offsets()[node];
                let (sources, _) = graph.row(node);
                let found = sources.binary_search_by_key(&node, |source| *source as usize);
                found.map_or(0.0, |i| values[first + i])
            }
            Graph::Uniform(graph) if graph.includes_self() => values[0],
            Graph::Uniform(_) => 0.0,
        }
    }
}

fn numbers(graph: &Graph) -> &[f64] {
    match graph {
        Graph::Dense(graph) => graph.values(),
        Graph::Sparse(graph) => graph.weights(),
        Graph::Uniform(graph) => core::slice::from_ref(graph.weight_ref()),
    }
}
