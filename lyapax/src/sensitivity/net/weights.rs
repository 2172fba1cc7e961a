//! What the weights of a graph are worth.
//!
//! Where sums are products, each stage of each step adds to what a function of the weights is worth an outer product: of what
//! the targets' sums are worth and of what the sources give. Of a dense graph some dozens of them are added at once, as one
//! product of matrices, so that N² numbers are not read and written for each.

use core::marker::PhantomData;

use faer::linalg::matmul::matmul;
use faer::{Accum, MatMut, MatRef, Par};

use crate::Graph;
use crate::model::Model;
use crate::sensitivity::edges::Table;

/// How many outer products are added at once.
const TOGETHER: usize = 64;

/// In the order in which the graph has its weights.
pub(in crate::sensitivity) struct WeightWorth<M: Model> {
    /// How many weights are asked about: none if nobody asks.
    asked: usize,
    /// Of the weights themselves, from sums that were taken edge by edge; empty before there are such.
    direct: Vec<f64>,
    functions: Vec<OuterProducts>,
    model: PhantomData<M>,
}

impl<M: Model> WeightWorth<M> {
    pub(super) fn none(graph: Option<&Graph>, is_asked: bool) -> Self {
        let graph = graph.filter(|_| is_asked);
        Self {
            asked: graph.map_or(0, |graph| graph.numbers().len()),
            direct: Vec::new(),
            functions: vec![OuterProducts::default(); M::WEIGHT_FUNCTIONS],
            model: PhantomData,
        }
    }

    /// Where to add what weights are worth, one by one; `None` where nobody asks.
    pub(super) fn one_by_one(&mut self) -> Option<&mut [f64]> {
        self.direct.resize(self.asked, 0.0);
        (self.asked > 0).then_some(&mut self.direct)
    }

    /// Adds what they are worth by what the products are, of what sources gave.
    pub(super) fn add_products(&mut self, graph: &Graph, given: &Table, by: &Table) {
        if self.asked == 0 {
            return;
        }
        for (product, function) in M::PRODUCTS.iter().enumerate() {
            let column = |table: &Table| -> Vec<f64> {
                let rows = 0..graph.nodes();
                rows.map(|node| table.row(node)[product]).collect()
            };
            let by = column(by);
            if by.iter().any(|by| *by != 0.0) {
                self.functions[*function].add(graph, &column(given), &by);
            }
        }
    }

    /// All together, and 0 where there is no edge.
    pub(in crate::sensitivity) fn total(mut self, graph: &Graph) -> Vec<f64> {
        let mut total = self.direct;
        for (function, products) in self.functions.iter_mut().enumerate() {
            let mut part = products.total(graph);
            for (worth, weight) in part.iter_mut().zip(graph.numbers()) {
                // A weight of zero is no edge.
                *worth = match *weight {
                    0.0 => 0.0,
                    weight => *worth * M::weight_slopes(weight).as_ref()[function],
                };
            }
            if total.is_empty() {
                total = part;
            } else {
                total
                    .iter_mut()
                    .zip(part)
                    .for_each(|(sum, part)| *sum += part);
            }
        }
        total.resize(self.asked, 0.0);
        total
    }
}

/// The sum of outer products, of which the last ones have not been added yet.
#[derive(Clone, Default)]
struct OuterProducts {
    /// Empty before the first one.
    sum: Vec<f64>,
    /// Column after column, each with all nodes.
    by: Vec<f64>,
    given: Vec<f64>,
}

impl OuterProducts {
    fn add(&mut self, graph: &Graph, given: &[f64], by: &[f64]) {
        match graph {
            Graph::Dense(_) => {
                self.by.extend_from_slice(by);
                self.given.extend_from_slice(given);
                if self.by.len() >= TOGETHER * by.len() {
                    self.multiply(by.len());
                }
            }
            Graph::Sparse(graph) => {
                self.sum.resize(graph.weights().len(), 0.0);
                for (target, by) in by.iter().enumerate() {
                    let sum = &mut self.sum[graph.offsets()[target]..];
                    for (sum, &source) in sum.iter_mut().zip(graph.row(target).0) {
                        *sum += by * given[source as usize];
                    }
                }
            }
            // One weight, of all edges.
            Graph::Uniform(graph) => {
                self.sum.resize(1, 0.0);
                let total: f64 = given.iter().sum();
                for (by, given) in by.iter().zip(given) {
                    let own = if graph.includes_self() { 0.0 } else { *given };
                    self.sum[0] += by * (total - own);
                }
            }
        }
    }

    /// Adds those of a dense graph that have not been added yet.
    fn multiply(&mut self, nodes: usize) {
        self.sum.resize(nodes * nodes, 0.0);
        let columns = self.by.len() / nodes;
        matmul(
            MatMut::from_row_major_slice_mut(&mut self.sum, nodes, nodes),
            Accum::Add,
            MatRef::from_column_major_slice(&self.by, nodes, columns),
            MatRef::from_column_major_slice(&self.given, nodes, columns).transpose(),
            1.0,
            Par::Seq,
        );
        self.by.clear();
        self.given.clear();
    }

    fn total(&mut self, graph: &Graph) -> Vec<f64> {
        if !self.by.is_empty() {
            self.multiply(graph.nodes());
        }
        core::mem::take(&mut self.sum)
    }
}
