//! What a value depends on: the weight, the source, the target.

use std::collections::{BTreeSet, HashSet};

use crate::ir::{Arena, Id, Node, Var};

/// A set of things that a value may depend on. Empty for a constant.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Reads(u8);

/// Where a value that does not mix belongs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    Weight,
    Source,
    Own,
}

impl Reads {
    const WEIGHT: Self = Self(1);
    const SOURCE: Self = Self(2);
    const OWN: Self = Self(4);
    /// Time and `N`: the same at all nodes.
    const COMMON: Self = Self(8);

    fn var(var: Var) -> Self {
        match var {
            Var::Weight => Self::WEIGHT,
            Var::Source(_) | Var::SourceDeviation(_) => Self::SOURCE,
            Var::Time | Var::Nodes => Self::COMMON,
            Var::State(_)
            | Var::Deviation(_)
            | Var::Neighbour(_)
            | Var::Input(_)
            | Var::Sum(_)
            | Var::Param(_)
            | Var::Product(_)
            | Var::OwnProduct(_) => Self::OWN,
        }
    }

    /// What a node reads, its operands' being known.
    pub fn of(node: Node, child: impl Fn(Id) -> Self) -> Self {
        match node {
            Node::Var(var) => Self::var(var),
            _ => Self(node.children().fold(0, |all, id| all | child(id).0)),
        }
    }

    /// Where a value belongs that reads no more than this; `None` where it mixes. What is the same
    /// at all nodes can be had at a source, but is not in the weights.
    pub fn side(self) -> Option<Side> {
        match Self(self.0 & !Self::COMMON.0) {
            Self(0) | Self::OWN => Some(Side::Own),
            Self::SOURCE => Some(Side::Source),
            Self::WEIGHT if self == Self::WEIGHT => Some(Side::Weight),
            _ => None,
        }
    }

    pub fn is_constant(self) -> bool {
        self.0 == 0
    }

    /// Whether it is the same at all nodes.
    pub fn is_common(self) -> bool {
        self.0 & !Self::COMMON.0 == 0
    }
}

/// The variables that the values are made of. Looks at nothing but these values: they are small,
/// the arena may be large.
pub fn variables(arena: &Arena, roots: &[Id]) -> BTreeSet<Var> {
    let mut met: HashSet<Id> = roots.iter().copied().collect();
    let mut open = roots.to_vec();
    let mut found = BTreeSet::new();
    while let Some(id) = open.pop() {
        let node = arena.get(id);
        if let Node::Var(var) = node {
            found.insert(var);
        }
        open.extend(node.children().filter(|&child| met.insert(child)));
    }
    found
}

/// Whether one of the values reads a variable.
pub fn reads(arena: &Arena, roots: &[Id], var: Var) -> bool {
    variables(arena, roots).contains(&var)
}

/// What the values read together.
pub fn of(arena: &Arena, roots: &[Id]) -> Reads {
    variables(arena, roots)
        .into_iter()
        .fold(Reads::default(), |all, var| {
            Reads(all.0 | Reads::var(var).0)
        })
}
