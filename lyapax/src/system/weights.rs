//! Weights of a dense network.

use crate::SetupError;

/// Weights between all pairs of nodes: `W[target][source]`, zero where there is no edge.
///
/// ```
/// use lyapax::Weights;
/// let ring = Weights::from_fn(4, |target, source| {
///     if (target + 1) % 4 == source || (source + 1) % 4 == target { 1.0 } else { 0.0 }
/// });
/// assert_eq!(ring.at(0, 3), 1.0);
/// assert_eq!(Weights::from(vec![vec![0.0, 1.0], vec![0.0, 0.0]]).at(0, 1), 1.0);
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Weights {
    nodes: usize,
    /// Row by row, one row per target.
    values: Vec<f64>,
    /// A mistake in the shape, told when the system is run.
    mistake: Option<SetupError>,
}

impl Weights {
    /// The weight of each edge from `source` to `target`.
    pub fn from_fn(nodes: usize, mut weight: impl FnMut(usize, usize) -> f64) -> Self {
        let numbers = nodes.saturating_mul(nodes);
        let mut values = Vec::new();
        if values.try_reserve_exact(numbers).is_err() {
            let what = "the weights";
            return Self {
                nodes,
                values,
                mistake: Some(SetupError::TooLarge {
                    nodes,
                    what,
                    numbers,
                }),
            };
        }
        for target in 0..nodes {
            values.extend((0..nodes).map(|source| weight(target, source)));
        }
        Self {
            nodes,
            values,
            mistake: None,
        }
    }

    /// The same weight between any two different nodes.
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
impl From<Vec<Vec<f64>>> for Weights {
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
            values: rows.concat(),
            mistake,
        }
    }
}

/// One row per target.
impl<const N: usize> From<[[f64; N]; N]> for Weights {
    fn from(rows: [[f64; N]; N]) -> Self {
        Self {
            nodes: N,
            values: rows.concat(),
            mistake: None,
        }
    }
}

/// The number of nodes, and N × N weights row by row.
impl From<(usize, Vec<f64>)> for Weights {
    fn from((nodes, values): (usize, Vec<f64>)) -> Self {
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
}
