//! The cosine.

use super::{Function, Smoothness};

pub const COS: Function = Function {
    name: "cos",
    alias: None,
    arity: 1,
    smoothness: Smoothness::Smooth,
    eval: |x| x[0].cos(),
    derivative: |b, x, _, _| {
        let sin = b.call("sin", &[x[0]]);
        Some(b.neg(sin))
    },
    domain: |_| None,
    method: "cos",
    samples: &[(-5.0, 5.0)],
};
