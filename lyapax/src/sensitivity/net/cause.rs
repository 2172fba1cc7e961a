//! What a column of tangents belongs to.

/// What a column of tangents is directly made by, besides the state.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(in crate::sensitivity) enum Cause {
    /// Nothing: the initial state.
    None,
    /// A parameter, at a node or at all.
    Param(usize, Option<usize>),
    /// An input, at a node or at all.
    Input(usize, Option<usize>),
    /// The weight of this number into a target.
    Weight { target: usize, source: usize },
    /// A factor of all weights.
    Coupling,
}

impl Cause {
    pub(super) fn param(self, param: usize, node: usize) -> f64 {
        match self {
            Self::Param(cause, at) if cause == param && at.is_none_or(|at| at == node) => 1.0,
            _ => 0.0,
        }
    }

    pub(super) fn input(self, input: usize, node: usize) -> f64 {
        match self {
            Self::Input(cause, at) if cause == input && at.is_none_or(|at| at == node) => 1.0,
            _ => 0.0,
        }
    }

    pub(super) fn weight(self, target: usize, source: usize, weight: f64) -> f64 {
        match self {
            Self::Weight {
                target: to,
                source: from,
            } if (to, from) == (target, source) => 1.0,
            Self::Coupling => weight,
            _ => 0.0,
        }
    }
}
