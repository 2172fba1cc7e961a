//! The graph as something to be multiplied with: by a matrix of a few columns, and the other way round.

mod few;

use faer::linalg::matmul::matmul;
use faer::{Accum, MatMut, MatRef, Par};

use few::FEW;

use super::number::{MOST, Number};
use crate::Graph;
use crate::model::Model;
use crate::stepper::Weights;

/// Whom sums run over, and the functions of its weights where they are matrix products.
pub(super) struct Edges<'a> {
    pub(super) graph: &'a Graph,
    pub(super) weights: Option<&'a Weights>,
}

/// Some edges into a target, side by side.
pub(super) struct Bunch {
    /// The first source, where there are as many as there is room for and each follows the one before.
    pub(super) run: Option<usize>,
    pub(super) sources: [usize; MOST],
    /// Zero where there is no edge.
    pub(super) weights: [f64; MOST],
    /// The place of the first weight, and how far it is to the next one.
    first: usize,
    stride: usize,
}

impl Bunch {
    /// The place of a weight among all.
    #[inline(always)]
    pub(super) fn number(&self, lane: usize) -> usize {
        self.first + self.stride * lane
    }
}

/// The edges into a target.
pub(super) struct Row<'a> {
    graph: &'a Graph,
    target: usize,
    /// How many are taken at once.
    lanes: usize,
    /// How many there may be, and which one is next.
    len: usize,
    next: usize,
}

impl Row<'_> {
    #[inline(always)]
    pub(super) fn next(&mut self) -> Option<Bunch> {
        while self.next < self.len {
            let from = self.next;
            self.next += self.lanes;
            let bunch = self.bunch(from, self.lanes.min(self.len - from));
            if bunch.weights.iter().any(|weight| *weight != 0.0) {
                return Some(bunch);
            }
        }
        None
    }

    /// So many from a place of the row on.
    #[inline(always)]
    fn bunch(&self, from: usize, count: usize) -> Bunch {
        let last = from + count - 1;
        let mut bunch = Bunch {
            run: (count == MOST).then_some(from),
            sources: core::array::from_fn(|lane| last.min(from + lane)),
            weights: [0.0; MOST],
            first: from,
            stride: 1,
        };
        match self.graph {
            Graph::Dense(graph) => {
                bunch.first += self.target * graph.nodes();
                fill(&mut bunch.weights, &graph.row(self.target)[from..=last]);
            }
            Graph::Sparse(graph) => {
                let (sources, weights) = graph.row(self.target);
                bunch.run = None;
                bunch.sources = bunch.sources.map(|place| sources[place] as usize);
                bunch.first += graph.offsets()[self.target];
                fill(&mut bunch.weights, &weights[from..=last]);
            }
            Graph::Uniform(graph) => {
                (bunch.first, bunch.stride) = (0, 0);
                bunch.weights[..count].fill(graph.weight());
                let itself = self.target.wrapping_sub(from);
                if itself < count && !graph.includes_self() {
                    bunch.weights[itself] = 0.0;
                }
            }
        }
        bunch
    }
}

/// Writes the first numbers.
#[inline(always)]
fn fill(to: &mut [f64; MOST], from: &[f64]) {
    if from.len() == MOST {
        to.copy_from_slice(from);
    } else {
        to[..from.len()].copy_from_slice(from);
    }
}

/// A number for each node and column, node by node.
#[derive(Clone, Debug, Default)]
pub(super) struct Table<S = f64> {
    pub(super) columns: usize,
    pub(super) numbers: Vec<S>,
}

impl<S: Number> Table<S> {
    pub(super) fn zeros(nodes: usize, columns: usize) -> Self {
        Self {
            columns,
            numbers: vec![S::default(); nodes * columns],
        }
    }

    pub(super) fn row(&self, node: usize) -> &[S] {
        &self.numbers[node * self.columns..][..self.columns]
    }

    pub(super) fn row_mut(&mut self, node: usize) -> &mut [S] {
        &mut self.numbers[node * self.columns..][..self.columns]
    }

    pub(super) fn is_finite(&self) -> bool {
        self.numbers.iter().all(|value| value.is_finite())
    }

    /// The plain numbers of which these are made, one of each.
    fn part(&self, part: usize) -> Table {
        Table {
            columns: self.columns,
            numbers: self.numbers.iter().map(|value| value.part(part)).collect(),
        }
    }
}

impl Edges<'_> {
    /// The edges into a target, so many at once.
    #[inline(always)]
    pub(super) fn row(&self, target: usize, lanes: usize) -> Row<'_> {
        let len = match self.graph {
            Graph::Sparse(graph) => graph.row(target).0.len(),
            other => other.nodes(),
        };
        Row {
            graph: self.graph,
            target,
            lanes,
            len,
            next: 0,
        }
    }

    /// Each edge into a target: its source, its weight and the number of that.
    #[inline]
    pub(super) fn each(&self, target: usize, mut edge: impl FnMut(usize, f64, usize)) {
        match self.graph {
            Graph::Dense(graph) => {
                let first = target * graph.nodes();
                for (source, &weight) in graph.row(target).iter().enumerate() {
                    // A weight of zero is no edge.
                    if weight != 0.0 {
                        edge(source, weight, first + source);
                    }
                }
            }
            Graph::Sparse(graph) => {
                let first = graph.offsets()[target];
                let (sources, weights) = graph.row(target);
                for (i, (&source, &weight)) in sources.iter().zip(weights).enumerate() {
                    if weight != 0.0 {
                        edge(source as usize, weight, first + i);
                    }
                }
            }
            Graph::Uniform(graph) => {
                for source in 0..graph.nodes() {
                    if graph.weight() != 0.0 && (source != target || graph.includes_self()) {
                        edge(source, graph.weight(), 0);
                    }
                }
            }
        }
    }

    /// For each target the sum over its sources of what they give, times a function of the weight that goes with each
    /// product. There may be several columns for each product, all of one before all of the next.
    pub(super) fn multiply<M: Model, S: Number>(&self, given: &Table<S>) -> Table<S> {
        let mut result = Table::<S>::zeros(self.graph.nodes(), given.columns);
        for part in 0..S::PARTS {
            let found = self.product::<M>(&given.part(part), false);
            for (to, from) in result.numbers.iter_mut().zip(found.numbers) {
                to.set_part(part, from);
            }
        }
        result
    }

    /// The transpose of [`Edges::multiply`]: for each source the sum over its targets.
    pub(super) fn multiply_back<M: Model>(&self, found: &Table) -> Table {
        self.product::<M>(found, true)
    }

    fn product<M: Model>(&self, right: &Table, back: bool) -> Table {
        let nodes = self.graph.nodes();
        let mut result = Table::zeros(nodes, right.columns);
        let Some(weights) = self.weights else {
            return result;
        };
        let copies = right.columns / M::PRODUCTS.len().max(1);
        for function in 0..M::WEIGHT_FUNCTIONS {
            let of_function = M::PRODUCTS.iter().enumerate();
            let of_function = of_function.filter(|(_, of)| **of == function);
            let columns: Vec<usize> = of_function
                .flat_map(|(product, _)| product * copies..(product + 1) * copies)
                .collect();
            let part = self.part(weights, function, right, &columns, back);
            for node in 0..nodes {
                let part = &part[node * columns.len()..][..columns.len()];
                for (column, value) in columns.iter().zip(part) {
                    result.row_mut(node)[*column] = *value;
                }
            }
        }
        result
    }

    /// Some columns, whose products have one function of the weights.
    fn part(
        &self,
        weights: &Weights,
        function: usize,
        right: &Table,
        columns: &[usize],
        back: bool,
    ) -> Vec<f64> {
        let (nodes, count) = (self.graph.nodes(), columns.len());
        let row = |node: usize| columns.iter().map(move |column| right.row(node)[*column]);
        let given = || -> Vec<f64> { (0..nodes).flat_map(row).collect() };
        let mut found = vec![0.0; nodes * count];
        match self.graph {
            Graph::Dense(_) if count <= FEW => {
                let column = |column: &usize| {
                    let column = *column;
                    (0..nodes).map(move |node| right.row(node)[column])
                };
                let given: Vec<f64> = columns.iter().flat_map(column).collect();
                let mut columns = vec![0.0; nodes * count];
                few::multiply(weights.of(function), nodes, back, &given, &mut columns);
                for (c, column) in columns.chunks_exact(nodes).enumerate() {
                    for (node, value) in column.iter().enumerate() {
                        found[node * count + c] = *value;
                    }
                }
            }
            Graph::Dense(_) => {
                let matrix = MatRef::from_row_major_slice(weights.of(function), nodes, nodes);
                let matrix = if back { matrix.transpose() } else { matrix };
                matmul(
                    MatMut::from_row_major_slice_mut(&mut found, nodes, count),
                    Accum::Replace,
                    matrix,
                    MatRef::from_row_major_slice(&given(), nodes, count),
                    1.0,
                    Par::Seq,
                );
            }
            Graph::Sparse(graph) => {
                let given = given();
                for target in 0..nodes {
                    let first = graph.offsets()[target];
                    for (i, &source) in graph.row(target).0.iter().enumerate() {
                        let weight = weights.value(function, first + i);
                        let source = source as usize;
                        let (to, from) = if back {
                            (source, target)
                        } else {
                            (target, source)
                        };
                        let given = &given[from * count..][..count];
                        for (sum, given) in found[to * count..][..count].iter_mut().zip(given) {
                            *sum += weight * given;
                        }
                    }
                }
            }
            // The matrix is its own transpose.
            Graph::Uniform(graph) => {
                let weight = weights.value(function, 0);
                let given = given();
                let mut totals = vec![0.0; count];
                for row in given.chunks_exact(count.max(1)) {
                    for (total, given) in totals.iter_mut().zip(row) {
                        *total += given;
                    }
                }
                for (i, sum) in found.iter_mut().enumerate() {
                    let own = if graph.includes_self() { 0.0 } else { given[i] };
                    *sum = weight * (totals[i % count] - own);
                }
            }
        }
        found
    }
}
