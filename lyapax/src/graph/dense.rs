//! A weight for every pair of nodes.

use std::sync::Arc;

use super::Uniform;
use crate::SetupError;

/// Weights between all pairs of nodes: `W[target][source]`, zero where there is no edge.
///
/// Clones share the numbers, so that a matrix of gigabytes serves many systems and is still held once, also
/// by a program that keeps it (see [`Dense::shared`]). They are not borrowed: a [`System`](crate::System) with
/// a lifetime could not be returned from the function that reads its matrix.
///
/// ```
/// use lyapax::Dense;
/// let ring = Dense::from_fn(4, |target, source| {
///     if (target + 1) % 4 == source || (source + 1) % 4 == target { 1.0 } else { 0.0 }
/// });
/// assert_eq!(ring.at(0, 3), 1.0);
/// assert_eq!(ring.row(1), [1.0, 0.0, 1.0, 0.0]);
/// assert_eq!(Dense::from(vec![vec![0.0, 1.0], vec![0.0, 0.0]]).at(0, 1), 1.0);
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Dense {
    nodes: usize,
    /// Row by row, one row per target.
    values: Arc<Vec<f64>>,
    /// A mistake in the shape, told when the system is run.
    mistake: Option<SetupError>,
}

impl Dense {
    /// N × N weights row by row, one row per target. Another number of them is told when the system is run.
    pub fn new(nodes: usize, values: Vec<f64>) -> Self {
        Self::shared(nodes, Arc::new(values))
    }

    pub(super) fn scaled(&self, factor: f64) -> Self {
        let values = self.values.iter().map(|value| value * factor);
        Self {
            nodes: self.nodes,
            values: Arc::new(values.collect()),
            mistake: self.mistake.clone(),
        }
    }

    /// As [`Dense::new`], of numbers that are shared with whoever else holds them: nothing is copied.
    ///
    /// ```
    /// use std::sync::Arc;
    /// use lyapax::Dense;
    /// let numbers = Arc::new(vec![0.0, 1.0, 0.5, 0.0]);
    /// let graph = Dense::shared(2, Arc::clone(&numbers));
    /// assert!(std::ptr::eq(graph.values(), numbers.as_slice()));
    /// ```
    pub fn shared(nodes: usize, values: Arc<Vec<f64>>) -> Self {
        let expected = nodes.saturating_mul(nodes);
        let mistake = (values.len() != expected).then_some(SetupError::WeightsLength {
            nodes,
            expected,
            got: values.len(),
        });
        Self {
            nodes,
            values,
            mistake,
        }
    }

    /// The weight of each edge from `source` to `target`, by `weight(target, source)`. It is asked row by row.
    ///
    /// More than there is memory for is told when the system is run.
    pub fn from_fn(nodes: usize, mut weight: impl FnMut(usize, usize) -> f64) -> Self {
        let numbers = nodes.saturating_mul(nodes);
        let mut values = Vec::new();
        let mistake = values.try_reserve_exact(numbers).err().map(|_| {
            let what = "the weights";
            SetupError::TooLarge {
                nodes,
                what,
                numbers,
            }
        });
        if mistake.is_none() {
            for target in 0..nodes {
                values.extend((0..nodes).map(|source| weight(target, source)));
            }
        }
        Self {
            nodes,
            values: Arc::new(values),
            mistake,
        }
    }

    /// The same weight between any two different nodes, as a matrix. [`Uniform::new`] holds the same edges in
    /// one number.
    pub fn all_to_all(nodes: usize, weight: f64) -> Self {
        Self::from_fn(
            nodes,
            |target, source| {
                if target == source { 0.0 } else { weight }
            },
        )
    }

    /// Number of nodes.
    pub fn nodes(&self) -> usize {
        self.nodes
    }

    /// `W[target][source]`.
    ///
    /// # Panics
    /// Where one of the two is no node, or the weights are not N × N.
    pub fn at(&self, target: usize, source: usize) -> f64 {
        assert!(
            source < self.nodes,
            "source {source} of {} nodes",
            self.nodes
        );
        self.values[target * self.nodes + source]
    }

    /// The weights of all edges into `target`, one for each source.
    ///
    /// # Panics
    /// Where there is no such node, or the weights are not N × N.
    pub fn row(&self, target: usize) -> &[f64] {
        assert!(
            target < self.nodes,
            "target {target} of {} nodes",
            self.nodes
        );
        &self.values[target * self.nodes..][..self.nodes]
    }

    /// All weights, row by row, one row per target.
    pub fn values(&self) -> &[f64] {
        &self.values
    }

    pub(super) fn edges(&self) -> u64 {
        self.values.iter().filter(|weight| **weight != 0.0).count() as u64
    }

    /// See [`super::Graph::uniform`].
    pub(super) fn uniform(&self) -> Option<Uniform> {
        let n = self.nodes;
        let weight = *self.values.get(1).filter(|weight| **weight != 0.0)?;
        let own = self.values[0];
        let fits = |(target, row): (usize, &[f64])| {
            let (before, after) = (&row[..target], &row[target + 1..]);
            row[target] == own && before.iter().chain(after).all(|other| *other == weight)
        };
        if !self.values.chunks_exact(n).enumerate().all(fits) {
            return None;
        }
        let uniform = Uniform::new(n, weight);
        match own {
            0.0 => Some(uniform),
            _ if own == weight => Some(uniform.with_self()),
            _ => None,
        }
    }

    pub(super) fn check(&self) -> Result<(), SetupError> {
        if let Some(mistake) = &self.mistake {
            return Err(mistake.clone());
        }
        match self.values.iter().position(|value| !value.is_finite()) {
            None => Ok(()),
            Some(i) => Err(SetupError::WeightNotFinite {
                target: i / self.nodes,
                source_node: i % self.nodes,
                value: self.values[i],
            }),
        }
    }
}

/// One row per target.
impl From<Vec<Vec<f64>>> for Dense {
    fn from(rows: Vec<Vec<f64>>) -> Self {
        let nodes = rows.len();
        let mistake =
            rows.iter()
                .position(|row| row.len() != nodes)
                .map(|row| SetupError::WeightsRow {
                    row,
                    nodes,
                    got: rows[row].len(),
                });
        Self {
            nodes,
            values: Arc::new(rows.concat()),
            mistake,
        }
    }
}

/// One row per target.
impl<const N: usize> From<[[f64; N]; N]> for Dense {
    fn from(rows: [[f64; N]; N]) -> Self {
        Self::new(N, rows.concat())
    }
}

/// The number of nodes, and N × N weights row by row.
impl From<(usize, Vec<f64>)> for Dense {
    fn from((nodes, values): (usize, Vec<f64>)) -> Self {
        Self::new(nodes, values)
    }
}
