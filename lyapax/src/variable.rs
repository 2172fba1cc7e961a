//! What a derivative is taken with respect to.

use core::fmt;

use crate::{InputName, ParamName, StateName};

/// What a derivative is taken with respect to.
///
/// The name of a parameter or input says it of all nodes at once, the name of a state of its initial value at all nodes:
/// `Lorenz::rho.into()`. [`Variable::at_node`] says it of one.
#[non_exhaustive]
pub enum Variable<M> {
    /// A parameter, at all nodes at once.
    Param(ParamName<M>),
    /// A parameter at one node.
    ParamAt(ParamName<M>, usize),
    /// An input, at all nodes at once: a constant that is added to its signal.
    Input(InputName<M>),
    /// An input at one node.
    InputAt(InputName<M>, usize),
    /// The initial value of a state, at all nodes at once.
    Initial(StateName<M>),
    /// The initial value of a state at one node.
    InitialAt(StateName<M>, usize),
    /// The weight of an edge of a dense or sparse graph.
    Weight {
        /// The node that reads.
        target: usize,
        /// The node that is read.
        source: usize,
    },
    /// A factor of all weights, at 1.
    Coupling,
}

impl<M> Variable<M> {
    /// What tells it from others.
    fn key(self) -> (u8, usize, usize) {
        match self {
            Self::Param(name) => (0, name.index(), 0),
            Self::ParamAt(name, node) => (1, name.index(), node),
            Self::Input(name) => (2, name.index(), 0),
            Self::InputAt(name, node) => (3, name.index(), node),
            Self::Initial(name) => (4, name.index(), 0),
            Self::InitialAt(name, node) => (5, name.index(), node),
            Self::Weight { target, source } => (6, target, source),
            Self::Coupling => (7, 0, 0),
        }
    }

    /// Whether one of the two is a part of the other.
    #[cfg(feature = "fit")]
    pub(crate) fn overlaps(self, other: Self) -> bool {
        match (self, other) {
            (Self::Param(a), Self::ParamAt(b, _)) | (Self::ParamAt(b, _), Self::Param(a)) => {
                a.index() == b.index()
            }
            (Self::Input(a), Self::InputAt(b, _)) | (Self::InputAt(b, _), Self::Input(a)) => {
                a.index() == b.index()
            }
            (Self::Initial(a), Self::InitialAt(b, _))
            | (Self::InitialAt(b, _), Self::Initial(a)) => a.index() == b.index(),
            (Self::Coupling, Self::Weight { .. }) | (Self::Weight { .. }, Self::Coupling) => true,
            _ => false,
        }
    }

    /// At one node, from 0, instead of all; what concerns no node in particular stays as it is.
    #[must_use]
    pub fn at_node(self, node: usize) -> Self {
        match self {
            Self::Param(name) | Self::ParamAt(name, _) => Self::ParamAt(name, node),
            Self::Input(name) | Self::InputAt(name, _) => Self::InputAt(name, node),
            Self::Initial(name) | Self::InitialAt(name, _) => Self::InitialAt(name, node),
            Self::Weight { .. } | Self::Coupling => self,
        }
    }
}

impl<M> Clone for Variable<M> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<M> Copy for Variable<M> {}

impl<M> PartialEq for Variable<M> {
    fn eq(&self, other: &Self) -> bool {
        self.key() == other.key()
    }
}

impl<M> Eq for Variable<M> {}

impl<M> fmt::Debug for Variable<M> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl<M> fmt::Display for Variable<M> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Param(name) => write!(f, "{name}"),
            Self::ParamAt(name, node) => write!(f, "{name} of node {node}"),
            Self::Input(name) => write!(f, "{name}"),
            Self::InputAt(name, node) => write!(f, "{name} of node {node}"),
            Self::Initial(name) => write!(f, "initial {name}"),
            Self::InitialAt(name, node) => write!(f, "initial {name} of node {node}"),
            Self::Weight { target, source } => write!(f, "weight from {source} to {target}"),
            Self::Coupling => f.write_str("coupling"),
        }
    }
}

impl<M> From<ParamName<M>> for Variable<M> {
    fn from(name: ParamName<M>) -> Self {
        Self::Param(name)
    }
}

impl<M> From<InputName<M>> for Variable<M> {
    fn from(name: InputName<M>) -> Self {
        Self::Input(name)
    }
}

impl<M> From<StateName<M>> for Variable<M> {
    fn from(name: StateName<M>) -> Self {
        Self::Initial(name)
    }
}
