//! The square root.

use super::{Function, Smoothness};

pub const SQRT: Function = Function {
    name: "sqrt",
    alias: None,
    arity: 1,
    smoothness: Smoothness::Smooth,
    eval: |x| x[0].sqrt(),
    derivative: |b, _, root, _| {
        let half = b.number(0.5);
        Some(b.div(half, root))
    },
    domain: |x| (x[0] < 0.0).then_some("the square root of a negative number"),
    method: "sqrt",
    samples: &[(0.1, 20.0)],
};
