//! The hyperbolic cosine.

use super::{Function, Smoothness};

pub const COSH: Function = Function {
    name: "cosh",
    alias: None,
    arity: 1,
    smoothness: Smoothness::Smooth,
    eval: |x| x[0].cosh(),
    derivative: |b, x, _, _| Some(b.call("sinh", &[x[0]])),
    domain: |_| None,
    method: "cosh",
    samples: &[(-5.0, 5.0)],
};
