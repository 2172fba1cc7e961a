//! The hyperbolic sine.

use super::{Function, Smoothness};

pub const SINH: Function = Function {
    name: "sinh",
    alias: None,
    arity: 1,
    smoothness: Smoothness::Smooth,
    eval: |x| x[0].sinh(),
    derivative: |b, x, _, _| Some(b.call("cosh", &[x[0]])),
    domain: |_| None,
    method: "sinh",
    samples: &[(-5.0, 5.0)],
};
