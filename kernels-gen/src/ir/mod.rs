//! The intermediate form: a hash-consed arena of operations, and the model's parts that point
//! into it.
//!
//! Children stand before their parents, so every pass is one loop over the arena in order and
//! none recurses. Two equal operations are one node, which is how subexpressions are shared.

pub mod interpret;
#[cfg(test)]
pub mod testing;
pub mod text;

use std::collections::HashMap;

/// Index of a node in its [`Arena`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Id(pub u32);

/// What a node's value may depend on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Var {
    /// The node's own state variable.
    State(u32),
    /// A neighbour's state along the lattice; index into [`Model::neighbours`].
    Neighbour(u32),
    /// An exogenous signal.
    Input(u32),
    /// A sum over source nodes; index into [`Model::sums`].
    Sum(u32),
    /// A parameter (of the target node, inside a sum).
    Param(u32),
    /// The source node's state variable; only inside a summand.
    Source(u32),
    /// The weight W[target][source]; only inside a summand.
    Weight,
    /// Time, or the iteration number of a map.
    Time,
    /// The number of nodes, `N`.
    Nodes,
    /// The node's own state less a reference that all nodes share.
    Deviation(u32),
    /// The source's state less that reference; only in what a source gives to products.
    SourceDeviation(u32),
    /// A sum over source nodes that was taken apart: Σ m(w)·g(source); index into
    /// [`crate::products::Products::list`].
    Product(u32),
    /// g of such a sum at the node itself.
    OwnProduct(u32),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Type {
    Real,
    Bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Compare {
    Less,
    LessEq,
    Greater,
    GreaterEq,
    Eq,
    NotEq,
}

impl Compare {
    /// As it is written.
    pub fn symbol(self) -> &'static str {
        match self {
            Self::Less => "<",
            Self::LessEq => "<=",
            Self::Greater => ">",
            Self::GreaterEq => ">=",
            Self::Eq => "==",
            Self::NotEq => "!=",
        }
    }
}

/// An operation. `Number` holds the bits of an `f64`, so that nodes can be hashed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Node {
    Number(u64),
    Pi,
    Var(Var),
    Neg(Id),
    Add(Id, Id),
    Sub(Id, Id),
    Mul(Id, Id),
    Div(Id, Id),
    /// An integer power: left-to-right binary powering, the reciprocal where negative.
    Powi(Id, i32),
    /// An elementary function of one argument; index into [`crate::functions::ALL`].
    Call1(crate::functions::FunctionId, Id),
    /// An elementary function of two arguments.
    Call2(crate::functions::FunctionId, Id, Id),
    Compare(Compare, Id, Id),
    And(Id, Id),
    Or(Id, Id),
    Not(Id),
    Select {
        mask: Id,
        then: Id,
        otherwise: Id,
    },
}

/// Hash-consed nodes, children before parents.
#[derive(Clone, Debug, Default)]
pub struct Arena {
    nodes: Vec<Node>,
    index: HashMap<Node, Id>,
}

impl Arena {
    /// The node's index; an equal node is found again instead of stored twice.
    pub fn push(&mut self, node: Node) -> Id {
        *self.index.entry(node).or_insert_with(|| {
            self.nodes.push(node);
            Id(u32::try_from(self.nodes.len() - 1).expect("an arena holds fewer than 2^32 nodes"))
        })
    }

    pub fn number(&mut self, value: f64) -> Id {
        self.push(Node::Number(value.to_bits()))
    }

    #[cfg(test)]
    pub fn var(&mut self, var: Var) -> Id {
        self.push(Node::Var(var))
    }

    pub fn get(&self, id: Id) -> Node {
        self.nodes[id.0 as usize]
    }

    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// What the roots are made of: every node reachable from them, children before parents.
    pub fn cone(&self, roots: &[Id]) -> Vec<Id> {
        let mut reached = vec![false; self.nodes.len()];
        for root in roots {
            reached[root.0 as usize] = true;
        }
        for index in (0..reached.len()).rev() {
            if reached[index] {
                for child in self.nodes[index].children() {
                    reached[child.0 as usize] = true;
                }
            }
        }
        (0u32..)
            .map(Id)
            .zip(reached)
            .filter_map(|(id, reached)| reached.then_some(id))
            .collect()
    }

    /// All nodes in order, children before parents.
    pub fn iter(&self) -> impl Iterator<Item = (Id, Node)> + '_ {
        (0u32..).map(Id).zip(self.nodes.iter().copied())
    }
}

impl Node {
    /// The operands, in order.
    pub fn children(self) -> impl Iterator<Item = Id> {
        let (a, b, c) = match self {
            Self::Number(_) | Self::Pi | Self::Var(_) => (None, None, None),
            Self::Neg(a) | Self::Not(a) | Self::Powi(a, _) | Self::Call1(_, a) => {
                (Some(a), None, None)
            }
            Self::Add(a, b)
            | Self::Sub(a, b)
            | Self::Mul(a, b)
            | Self::Div(a, b)
            | Self::Call2(_, a, b)
            | Self::Compare(_, a, b)
            | Self::And(a, b)
            | Self::Or(a, b) => (Some(a), Some(b), None),
            Self::Select {
                mask,
                then,
                otherwise,
            } => (Some(mask), Some(then), Some(otherwise)),
        };
        [a, b, c].into_iter().flatten()
    }

    /// The same operation on other operands.
    pub fn map_children(self, mut to: impl FnMut(Id) -> Id) -> Self {
        match self {
            Self::Number(_) | Self::Pi | Self::Var(_) => self,
            Self::Neg(a) => Self::Neg(to(a)),
            Self::Not(a) => Self::Not(to(a)),
            Self::Powi(a, n) => Self::Powi(to(a), n),
            Self::Call1(f, a) => Self::Call1(f, to(a)),
            Self::Add(a, b) => Self::Add(to(a), to(b)),
            Self::Sub(a, b) => Self::Sub(to(a), to(b)),
            Self::Mul(a, b) => Self::Mul(to(a), to(b)),
            Self::Div(a, b) => Self::Div(to(a), to(b)),
            Self::Call2(f, a, b) => Self::Call2(f, to(a), to(b)),
            Self::Compare(op, a, b) => Self::Compare(op, to(a), to(b)),
            Self::And(a, b) => Self::And(to(a), to(b)),
            Self::Or(a, b) => Self::Or(to(a), to(b)),
            Self::Select {
                mask,
                then,
                otherwise,
            } => Self::Select {
                mask: to(mask),
                then: to(then),
                otherwise: to(otherwise),
            },
        }
    }

    /// Whether the value is a number or a truth value.
    pub fn ty(self) -> Type {
        match self {
            Self::Compare(..) | Self::And(..) | Self::Or(..) | Self::Not(_) => Type::Bool,
            _ => Type::Real,
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ModelKind {
    Flow,
    Map,
}

/// A declared name: how the user spelled it, where, and its documentation.
#[derive(Clone, Debug)]
pub struct Declared {
    pub name: crate::syntax::Name,
    pub docs: Vec<String>,
    /// Initial value of a state, default of a parameter; 0 for an input or output.
    pub default: f64,
}

/// A state read at another node of the lattice.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Neighbour {
    pub state: u32,
    pub offset: i32,
}

/// A jump in a flow: tangents pass over it where it is a state's (the user has marked it), derivatives by what moves it.
#[derive(Clone, Debug)]
pub struct Jump {
    /// What jumps, as written: `sign`, `if`, …
    pub what: String,
    /// The item it stands in, as the user would name it: "equation of `x`".
    pub item: String,
    /// Whether it is where a state is at some value.
    pub on_state: bool,
    /// Parameters and inputs that say where it is.
    pub moved_by: Vec<Var>,
}

/// A lowered model. Points into its arena; what it may contain is the language's, not yet checked.
#[derive(Clone, Debug)]
pub struct Model {
    pub name: crate::syntax::Name,
    pub docs: Vec<String>,
    pub visibility: proc_macro2::TokenStream,
    pub root: proc_macro2::TokenStream,
    /// Where `#[hamiltonian]` stands.
    pub hamiltonian: Option<crate::source::Loc>,
    pub kind: ModelKind,
    pub states: Vec<Declared>,
    pub params: Vec<Declared>,
    pub inputs: Vec<Declared>,
    pub outputs: Vec<Declared>,
    pub neighbours: Vec<Neighbour>,
    /// Not switches that are marked as continuous.
    pub jumps: Vec<Jump>,
    pub arena: Arena,
    /// f, one entry for each state.
    pub rhs: Vec<Id>,
    /// One summand for each `sum(…)`.
    pub sums: Vec<Id>,
    /// One expression for each output.
    pub output_values: Vec<Id>,
}

impl Model {
    /// Whether nothing changes in time: outputs of parameters and inputs.
    pub fn is_algebraic(&self) -> bool {
        self.states.is_empty()
    }

    /// Everything that the model computes: equations, summands, outputs.
    pub fn roots(&self) -> Vec<Id> {
        [&self.rhs[..], &self.sums, &self.output_values].concat()
    }
}
