//! The larger of two numbers; NaN where either is.
//!
//! The derivative is that of the number taken; of the first where they are equal.

use super::{Function, Smoothness};
use crate::ir::Compare;

pub const MAX: Function = Function {
    name: "max",
    alias: None,
    arity: 2,
    smoothness: Smoothness::Continuous,
    eval: |x| {
        if x[0] > x[1] || x[0].is_nan() {
            x[0]
        } else {
            x[1]
        }
    },
    derivative: |b, x, _, i| {
        let first = b.compare(Compare::GreaterEq, x[0], x[1]);
        let one = b.number(1.0);
        let zero = b.number(0.0);
        Some(if i == 0 {
            b.select(first, one, zero)
        } else {
            b.select(first, zero, one)
        })
    },
    domain: |_| None,
    method: "max",
    samples: &[(-5.0, 0.0), (0.1, 5.0), (0.1, 5.0), (-5.0, 0.0)],
};
