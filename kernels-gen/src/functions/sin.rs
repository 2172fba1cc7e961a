//! The sine.

use super::{Function, Smoothness};

pub const SIN: Function = Function {
    name: "sin",
    alias: None,
    arity: 1,
    smoothness: Smoothness::Smooth,
    eval: |x| x[0].sin(),
    derivative: |b, x, _, _| Some(b.call("cos", &[x[0]])),
    domain: |_| None,
    method: "sin",
    samples: &[(-5.0, 5.0)],
};
