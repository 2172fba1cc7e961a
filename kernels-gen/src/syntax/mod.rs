//! The model as written: a tree with places, before any name is resolved.

mod cursor;
mod expr;
mod items;
mod model;

use std::collections::HashSet;

use crate::source::Loc;

pub use model::parse;

/// A name and where it stands.
#[derive(Clone, Debug)]
pub struct Name {
    pub text: String,
    pub loc: Loc,
}

/// `pub Kuramoto { … }`
#[derive(Debug)]
pub struct Model {
    pub docs: Vec<String>,
    /// Tokens of the visibility, as written.
    pub visibility: proc_macro2::TokenStream,
    /// Where the runtime is found: `#[lyapax(crate = path)]`, or `::lyapax`.
    pub root: proc_macro2::TokenStream,
    /// Where `#[hamiltonian]` stands.
    pub hamiltonian: Option<Loc>,
    pub name: Name,
    pub items: Vec<Item>,
    /// Names that stand in items which could not be read: nothing is reported about them, since
    /// it would only follow from the mistake that already was.
    pub suspects: HashSet<String>,
}

/// One item, with what was written before it.
#[derive(Debug)]
pub struct Item {
    pub docs: Vec<String>,
    pub marks: Marks,
    pub kind: ItemKind,
}

/// `#[jump]` and `#[continuous]`.
#[derive(Clone, Debug, Default)]
pub struct Marks {
    pub jump: Option<Loc>,
    pub continuous: Option<Loc>,
}

#[derive(Debug)]
pub enum ItemKind {
    /// `state x = 1.0, y;` one entry for each name.
    State(Vec<Declared>),
    /// `param sigma = 10.0;`
    Param(Vec<Declared>),
    /// `input u;`
    Input(Vec<Name>),
    /// `let r2 = x^2 + y^2;`
    Let { name: Name, value: Expr },
    /// `fn s(v) = 1 / (1 + exp(-v));`
    Fn {
        name: Name,
        args: Vec<Name>,
        body: Expr,
    },
    /// `coupling c = …;`
    Coupling { name: Name, value: Expr },
    /// `output e = …;`
    Output { name: Name, value: Expr },
    /// `dx/dt = …;` or `x' = …`
    Flow { state: Name, loc: Loc, value: Expr },
    /// `next(x) = …;` or `x[n+1] = …`
    Map { state: Name, loc: Loc, value: Expr },
    /// `x = …;`, which means nothing; what to write instead depends on what `x` is.
    Assign { name: Name, value: Expr },
}

/// A declared name with its default, if one was written.
#[derive(Debug)]
pub struct Declared {
    pub name: Name,
    pub default: Option<Expr>,
}

#[derive(Debug)]
pub struct Expr {
    pub loc: Loc,
    pub kind: ExprKind,
}

#[derive(Debug)]
pub enum ExprKind {
    Number(f64),
    Name(String),
    /// `src.x`
    Source(Name),
    /// `x[+1]`
    Neighbour {
        state: Name,
        offset: i32,
    },
    /// `x[n]`
    Current(Name),
    Call {
        function: Name,
        args: Vec<Expr>,
    },
    Neg(Box<Expr>),
    Not(Box<Expr>),
    /// Operators of one precedence, from left to right: `a + b - c`. A chain is one node, so that
    /// a sum of a thousand terms is not a tree a thousand levels deep.
    Chain {
        first: Box<Expr>,
        rest: Vec<(BinOp, Loc, Expr)>,
    },
    /// `a ^ b`
    Power {
        base: Box<Expr>,
        exponent: Box<Expr>,
    },
    If {
        condition: Box<Expr>,
        then: Box<Expr>,
        otherwise: Box<Expr>,
    },
    /// Was reported by the parser; later stages pass over it.
    Error,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BinOp {
    Add,
    Sub,
    Mul,
    Div,
    Less,
    LessEq,
    Greater,
    GreaterEq,
    Eq,
    NotEq,
    And,
    Or,
}
