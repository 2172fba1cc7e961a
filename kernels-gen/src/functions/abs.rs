//! The absolute value; at its kink the derivative is 0.

use super::{Function, Smoothness};

pub const ABS: Function = Function {
    name: "abs",
    alias: None,
    arity: 1,
    smoothness: Smoothness::Continuous,
    eval: |x| x[0].abs(),
    derivative: |b, x, _, _| Some(b.call("sign", &[x[0]])),
    domain: |_| None,
    method: "abs",
    samples: &[(-5.0, -0.1), (0.1, 5.0)],
};
