//! The cube root, real for negative numbers too.

use super::{Function, Smoothness};

pub const CBRT: Function = Function {
    name: "cbrt",
    alias: None,
    arity: 1,
    smoothness: Smoothness::Smooth,
    eval: |x| x[0].cbrt(),
    derivative: |b, _, root, _| {
        let one = b.number(1.0);
        let three = b.number(3.0);
        let square = b.powi(root, 2);
        let scaled = b.mul(three, square);
        Some(b.div(one, scaled))
    },
    domain: |_| None,
    method: "cbrt",
    samples: &[(-20.0, -0.1), (0.1, 20.0)],
};
