//! The arc sine.
//!
//! 1 − x² is taken as (1 − x)(1 + x), which keeps its digits near the ends.

use super::{Function, Smoothness};

pub const ASIN: Function = Function {
    name: "asin",
    alias: None,
    arity: 1,
    smoothness: Smoothness::Smooth,
    eval: |x| x[0].asin(),
    derivative: |b, x, _, _| {
        let one = b.number(1.0);
        let left = b.sub(one, x[0]);
        let right = b.add(one, x[0]);
        let product = b.mul(left, right);
        let root = b.call("sqrt", &[product]);
        let unit = b.number(1.0);
        Some(b.div(unit, root))
    },
    domain: |x| (x[0].abs() > 1.0).then_some("the arc sine of a number outside [-1, 1]"),
    method: "asin",
    samples: &[(-0.95, 0.95)],
};
