//! The logistic function 1/(1 + exp(−x)).
//!
//! Its derivative is taken as s(x)·s(−x): s·(1 − s) loses all digits where s is near 1.

use super::{Function, Smoothness};

pub const SIGMOID: Function = Function {
    name: "sigmoid",
    alias: None,
    arity: 1,
    smoothness: Smoothness::Smooth,
    eval: |x| 1.0 / (1.0 + (-x[0]).exp()),
    derivative: |b, x, value, _| {
        let opposite = b.neg(x[0]);
        let rest = b.call("sigmoid", &[opposite]);
        Some(b.mul(value, rest))
    },
    domain: |_| None,
    method: "sigmoid",
    samples: &[(-5.0, 5.0)],
};
