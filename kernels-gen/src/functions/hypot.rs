//! The length √(x² + y²), without overflow on the way.
//!
//! At the origin, where it has a kink, the derivative is 0.

use super::{Function, Smoothness};
use crate::ir::Compare;

pub const HYPOT: Function = Function {
    name: "hypot",
    alias: None,
    arity: 2,
    smoothness: Smoothness::Continuous,
    eval: |x| x[0].hypot(x[1]),
    derivative: |b, x, length, i| {
        let zero = b.number(0.0);
        let origin = b.compare(Compare::Eq, length, zero);
        let slope = b.div(x[i], length);
        Some(b.select(origin, zero, slope))
    },
    domain: |_| None,
    method: "hypot",
    samples: &[(-5.0, -0.1), (0.1, 5.0)],
};
