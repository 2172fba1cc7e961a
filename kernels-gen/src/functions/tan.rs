//! The tangent.

use super::{Function, Smoothness};

pub const TAN: Function = Function {
    name: "tan",
    alias: None,
    arity: 1,
    smoothness: Smoothness::Smooth,
    eval: |x| x[0].tan(),
    derivative: |b, _, value, _| {
        let one = b.number(1.0);
        let square = b.powi(value, 2);
        Some(b.add(one, square))
    },
    domain: |_| None,
    method: "tan",
    samples: &[(-1.4, 1.4)],
};
