//! A list of edges.

use core::iter;
use std::sync::Arc;

use super::{Dense, Uniform};
use crate::SetupError;

/// An edge: what `target` reads from `source`, times `weight`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Edge {
    /// The node that is read, from 0: the column of the weights.
    pub source: usize,
    /// The node that reads, from 0: the row of the weights.
    pub target: usize,
    /// `W[target][source]`; 0 is no edge.
    pub weight: f64,
}

/// Edges target by target, each target's by ascending sources. Clones share the numbers.
///
/// ```
/// use lyapax::{Edge, Sparse};
/// let n = 1000;
/// let ring = Sparse::from_edges(n, (0..n).flat_map(|target| {
///     [1, n - 1].map(|step| Edge { source: (target + step) % n, target, weight: 0.5 })
/// }));
/// assert_eq!(ring.edges(), 2000);
/// assert_eq!(ring.at(0, 999), 0.5);
/// assert_eq!(ring.row(7), (&[6, 8][..], &[0.5, 0.5][..]));
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Sparse {
    nodes: usize,
    /// Where each target's edges begin in the other two, and the number of all edges at the end.
    offsets: Arc<Vec<usize>>,
    sources: Arc<Vec<u32>>,
    weights: Arc<Vec<f64>>,
    /// What was wrong in building it, told when the system is run.
    mistake: Option<SetupError>,
}

impl Sparse {
    /// A graph of these edges, in any order. Those of weight 0 are left out.
    ///
    /// Told when the system is run: an edge that is given twice, one of a node that there is not, and more
    /// nodes than the 2³² − 1 that are counted by 32 bits.
    ///
    /// # Cost
    /// Sorts the edges. Memory: 12 bytes for an edge and 8 for a node, and three times that while it is built.
    pub fn from_edges(nodes: usize, edges: impl IntoIterator<Item = Edge>) -> Self {
        Self::sorted(nodes, edges.into_iter())
            .unwrap_or_else(|mistake| Self::mistaken(nodes, mistake))
    }

    /// The edges of a matrix: where it is not zero.
    ///
    /// # Cost
    /// Two looks at all N × N weights.
    pub fn from_dense(dense: &Dense) -> Self {
        let nodes = dense.nodes();
        let build = || {
            dense.check()?;
            let mut rows = Rows::new(nodes, dense.edges())?;
            for target in 0..nodes {
                for (source, &weight) in (0..).zip(dense.row(target)) {
                    rows.push(source, weight);
                }
                rows.end();
            }
            Ok(rows.finish())
        };
        build().unwrap_or_else(|mistake| Self::mistaken(nodes, mistake))
    }

    /// Compressed rows, one row per target, as scipy's `csr_array` holds them in `indptr`, `indices` and
    /// `data`: the edges into node i are those from `offsets[i]` to `offsets[i + 1]`, by ascending `sources`.
    /// Those of weight 0 are left out.
    ///
    /// Told when the system is run: lists whose lengths do not fit, offsets that fall, sources that do not
    /// ascend, an edge that is given twice, and one of a node that there is not.
    ///
    /// # Cost
    /// One look at all; nothing is copied unless a weight is 0.
    pub fn from_csr(
        nodes: usize,
        offsets: Vec<usize>,
        sources: Vec<u32>,
        weights: Vec<f64>,
    ) -> Self {
        let build = || {
            check_rows(nodes, &offsets, &sources, &weights)?;
            if !weights.contains(&0.0) {
                return Ok(Self {
                    nodes,
                    offsets: Arc::new(offsets),
                    sources: Arc::new(sources),
                    weights: Arc::new(weights),
                    mistake: None,
                });
            }
            let edges = weights.iter().filter(|weight| **weight != 0.0).count();
            let mut rows = Rows::new(nodes, edges as u64)?;
            for bounds in offsets.windows(2) {
                for i in bounds[0]..bounds[1] {
                    rows.push(sources[i], weights[i]);
                }
                rows.end();
            }
            Ok(rows.finish())
        };
        build().unwrap_or_else(|mistake| Self::mistaken(nodes, mistake))
    }

    pub(super) fn scaled(&self, factor: f64) -> Self {
        if self.mistake.is_some() {
            return self.clone();
        }
        let weights = self.weights.iter().map(|weight| weight * factor).collect();
        if factor == 0.0 {
            let (offsets, sources) = (self.offsets.to_vec(), self.sources.to_vec());
            return Self::from_csr(self.nodes, offsets, sources, weights);
        }
        Self {
            weights: Arc::new(weights),
            ..self.clone()
        }
    }

    pub(super) fn reweighted(&self, weights: Vec<f64>) -> Self {
        Self {
            weights: Arc::new(weights),
            ..self.clone()
        }
    }

    fn sorted(nodes: usize, edges: impl Iterator<Item = Edge>) -> Result<Self, SetupError> {
        if !Self::holds(nodes) {
            return Err(SetupError::TooManySparseNodes { nodes });
        }
        let mut list = Vec::new();
        for edge in edges {
            let Edge { source, target, .. } = edge;
            if source >= nodes || target >= nodes {
                return Err(SetupError::EdgeOutOfRange {
                    source_node: source,
                    target,
                    nodes,
                });
            }
            list.try_reserve(1)
                .map_err(|_| too_large(nodes, list.len() + 1))?;
            list.push(edge);
        }
        // Stable, so that of two that are the same the first comes first.
        list.sort_by_key(|edge| (edge.target, edge.source));
        let twice =
            |pair: &&[Edge]| (pair[0].target, pair[0].source) == (pair[1].target, pair[1].source);
        if let Some(pair) = list.windows(2).find(twice) {
            return Err(duplicate(pair[0], pair[1].weight));
        }
        let mut rows = Rows::new(nodes, list.len() as u64)?;
        let mut rest = list.iter().peekable();
        for target in 0..nodes {
            while let Some(edge) = rest.next_if(|edge| edge.target == target) {
                rows.push(number(edge.source), edge.weight);
            }
            rows.end();
        }
        Ok(rows.finish())
    }

    fn mistaken(nodes: usize, mistake: SetupError) -> Self {
        Self {
            nodes,
            offsets: Arc::default(),
            sources: Arc::default(),
            weights: Arc::default(),
            mistake: Some(mistake),
        }
    }

    /// Whether so many nodes have numbers of 32 bits.
    pub(super) fn holds(nodes: usize) -> bool {
        u32::try_from(nodes).is_ok()
    }

    /// Number of nodes.
    pub fn nodes(&self) -> usize {
        self.nodes
    }

    /// Number of edges, those from a node to itself included.
    pub fn edges(&self) -> u64 {
        self.sources.len() as u64
    }

    /// `W[target][source]`: zero where there is no edge.
    ///
    /// # Panics
    /// Where one of the two is no node, or the graph is one that no system runs with.
    ///
    /// # Cost
    /// A binary search among the sources of the target.
    pub fn at(&self, target: usize, source: usize) -> f64 {
        let n = self.nodes;
        assert!(source < n, "source {source} of {n} nodes");
        let (sources, weights) = self.row(target);
        match sources.binary_search(&number(source)) {
            Ok(i) => weights[i],
            Err(_) => 0.0,
        }
    }

    /// The edges into `target`: their sources, which ascend, and their weights.
    ///
    /// # Panics
    /// Where there is no such node, or the graph is one that no system runs with.
    pub fn row(&self, target: usize) -> (&[u32], &[f64]) {
        assert!(
            target < self.nodes,
            "target {target} of {} nodes",
            self.nodes
        );
        let range = self.offsets[target]..self.offsets[target + 1];
        (&self.sources[range.clone()], &self.weights[range])
    }

    /// Where each target's edges begin in the list of all, and the number of all edges at the end.
    pub(crate) fn offsets(&self) -> &[usize] {
        &self.offsets
    }

    /// The sources of all edges, target by target.
    pub(crate) fn sources(&self) -> &[u32] {
        &self.sources
    }

    /// The weights of all edges, target by target.
    pub(crate) fn weights(&self) -> &[f64] {
        &self.weights
    }

    /// See [`super::Graph::uniform`].
    pub(super) fn uniform(&self) -> Option<Uniform> {
        let n = self.nodes;
        let weight = *self.weights.first().filter(|_| n > 1)?;
        if self.weights.iter().any(|other| *other != weight) {
            return None;
        }
        // Sources are of nodes and ascend, so that their number says which they are.
        let uniform = Uniform::new(n, weight);
        if self.edges() == uniform.edges() {
            let apart = (0..n).all(|node| self.at(node, node) == 0.0);
            return apart.then_some(uniform);
        }
        let uniform = uniform.with_self();
        (self.edges() == uniform.edges()).then_some(uniform)
    }

    pub(super) fn check(&self) -> Result<(), SetupError> {
        if let Some(mistake) = &self.mistake {
            return Err(mistake.clone());
        }
        match self.weights.iter().position(|value| !value.is_finite()) {
            None => Ok(()),
            Some(i) => Err(SetupError::WeightNotFinite {
                target: self.offsets.partition_point(|begin| *begin <= i) - 1,
                source_node: self.sources[i] as usize,
                value: self.weights[i],
            }),
        }
    }
}

/// Rows being written, one after the other.
struct Rows {
    nodes: usize,
    offsets: Vec<usize>,
    sources: Vec<u32>,
    weights: Vec<f64>,
}

impl Rows {
    /// With room for so many edges.
    fn new(nodes: usize, edges: u64) -> Result<Self, SetupError> {
        if !Sparse::holds(nodes) {
            return Err(SetupError::TooManySparseNodes { nodes });
        }
        let edges = usize::try_from(edges).unwrap_or(usize::MAX);
        let (mut offsets, mut sources, mut weights) = (Vec::new(), Vec::new(), Vec::new());
        offsets
            .try_reserve_exact(nodes.saturating_add(1))
            .and_then(|()| sources.try_reserve_exact(edges))
            .and_then(|()| weights.try_reserve_exact(edges))
            .map_err(|_| too_large(nodes, edges.saturating_add(nodes)))?;
        offsets.push(0);
        Ok(Self {
            nodes,
            offsets,
            sources,
            weights,
        })
    }

    /// The next edge of the row, unless it is none.
    fn push(&mut self, source: u32, weight: f64) {
        if weight != 0.0 {
            self.sources.push(source);
            self.weights.push(weight);
        }
    }

    /// No more edges in this row.
    fn end(&mut self) {
        self.offsets.push(self.sources.len());
    }

    fn finish(self) -> Sparse {
        Sparse {
            nodes: self.nodes,
            offsets: Arc::new(self.offsets),
            sources: Arc::new(self.sources),
            weights: Arc::new(self.weights),
            mistake: None,
        }
    }
}

fn check_rows(
    nodes: usize,
    offsets: &[usize],
    sources: &[u32],
    weights: &[f64],
) -> Result<(), SetupError> {
    if !Sparse::holds(nodes) {
        return Err(SetupError::TooManySparseNodes { nodes });
    }
    if offsets.len() != nodes + 1 || sources.len() != weights.len() {
        return Err(SetupError::CsrLengths {
            nodes,
            offsets: offsets.len(),
            sources: sources.len(),
            weights: weights.len(),
        });
    }
    let edges = sources.len();
    let steps =
        iter::once((0, offsets[0])).chain(offsets.windows(2).map(|pair| (pair[0], pair[1])));
    let wrong = |(row, (from, to)): &(usize, (usize, usize))| {
        from > to || *to > edges || *row == 0 && *to > 0 || *row == nodes && *to < edges
    };
    if let Some((position, (_, offset))) = steps.enumerate().find(wrong) {
        return Err(SetupError::CsrOffset {
            position,
            offset,
            edges,
        });
    }
    for (target, bounds) in offsets.windows(2).enumerate() {
        let row = &sources[bounds[0]..bounds[1]];
        if let Some(source) = row.iter().find(|source| **source as usize >= nodes) {
            return Err(SetupError::EdgeOutOfRange {
                source_node: *source as usize,
                target,
                nodes,
            });
        }
        let Some(i) = row.windows(2).position(|pair| pair[0] >= pair[1]) else {
            continue;
        };
        let (before, after) = (row[i] as usize, row[i + 1] as usize);
        let weights = &weights[bounds[0] + i..];
        return Err(if before == after {
            let source = before;
            let first = Edge {
                source,
                target,
                weight: weights[0],
            };
            duplicate(first, weights[1])
        } else {
            SetupError::CsrOrder {
                target,
                before,
                after,
            }
        });
    }
    Ok(())
}

fn duplicate(first: Edge, second: f64) -> SetupError {
    SetupError::DuplicateEdge {
        source_node: first.source,
        target: first.target,
        first: first.weight,
        second,
    }
}

fn too_large(nodes: usize, numbers: usize) -> SetupError {
    SetupError::TooLarge {
        nodes,
        what: "the edges",
        numbers,
    }
}

/// A node's number. There are no more nodes than that.
fn number(node: usize) -> u32 {
    u32::try_from(node).expect("a graph has fewer than 2^32 nodes")
}
