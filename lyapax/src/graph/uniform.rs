//! One weight between all nodes.

use crate::SetupError;

/// Every node reads every other with one weight, and itself only [`Uniform::with_self`].
///
/// ```
/// use lyapax::Uniform;
/// let others = Uniform::new(3, 0.5);
/// assert_eq!((others.at(0, 1), others.at(1, 1)), (0.5, 0.0));
/// assert_eq!(others.with_self().at(1, 1), 0.5);
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Uniform {
    nodes: usize,
    weight: f64,
    with_self: bool,
}

impl Uniform {
    /// The same weight between any two different nodes; an edge nowhere where it is 0.
    pub fn new(nodes: usize, weight: f64) -> Self {
        Self {
            nodes,
            weight,
            with_self: false,
        }
    }

    /// Each node reads itself too.
    #[must_use]
    pub fn with_self(mut self) -> Self {
        self.with_self = true;
        self
    }

    pub(super) fn scaled(&self, factor: f64) -> Self {
        Self {
            weight: self.weight * factor,
            ..*self
        }
    }

    /// Number of nodes.
    pub fn nodes(&self) -> usize {
        self.nodes
    }

    /// The weight of every edge.
    pub fn weight(&self) -> f64 {
        self.weight
    }

    /// The weight as a list of one.
    pub(crate) fn weight_ref(&self) -> &f64 {
        &self.weight
    }

    /// Whether each node reads itself too.
    pub fn includes_self(&self) -> bool {
        self.with_self
    }

    /// `W[target][source]`.
    ///
    /// # Panics
    /// Where one of the two is no node.
    pub fn at(&self, target: usize, source: usize) -> f64 {
        let n = self.nodes;
        assert!(target < n, "target {target} of {n} nodes");
        assert!(source < n, "source {source} of {n} nodes");
        if target != source || self.with_self {
            self.weight
        } else {
            0.0
        }
    }

    /// Number of edges.
    pub(super) fn edges(&self) -> u64 {
        let n = self.nodes as u64;
        let each = if self.with_self {
            n
        } else {
            n.saturating_sub(1)
        };
        if self.weight == 0.0 {
            0
        } else {
            n.saturating_mul(each)
        }
    }

    pub(super) fn check(&self) -> Result<(), SetupError> {
        let value = self.weight;
        if value.is_finite() {
            Ok(())
        } else {
            Err(SetupError::UniformNotFinite { value })
        }
    }
}
