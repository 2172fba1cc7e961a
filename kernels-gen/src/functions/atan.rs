//! The arc tangent.

use super::{Function, Smoothness};

pub const ATAN: Function = Function {
    name: "atan",
    alias: None,
    arity: 1,
    smoothness: Smoothness::Smooth,
    eval: |x| x[0].atan(),
    derivative: |b, x, _, _| {
        let one = b.number(1.0);
        let square = b.powi(x[0], 2);
        let sum = b.add(one, square);
        Some(b.div(one, sum))
    },
    domain: |_| None,
    method: "atan",
    samples: &[(-5.0, 5.0)],
};
