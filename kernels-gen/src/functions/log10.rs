//! The decimal logarithm.

use super::{Function, Smoothness};

pub const LOG10: Function = Function {
    name: "log10",
    alias: None,
    arity: 1,
    smoothness: Smoothness::Smooth,
    eval: |x| x[0].log10(),
    derivative: |b, x, _, _| {
        let one = b.number(1.0);
        let ln_10 = b.number(core::f64::consts::LN_10);
        let scaled = b.mul(x[0], ln_10);
        Some(b.div(one, scaled))
    },
    domain: |x| match x[0] {
        x if x < 0.0 => Some("the logarithm of a negative number"),
        0.0 => Some("the logarithm of zero"),
        _ => None,
    },
    method: "log10",
    samples: &[(0.1, 20.0)],
};
