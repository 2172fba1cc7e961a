//! The natural logarithm, which `log` means too.

use super::{Function, Smoothness};

pub const LN: Function = Function {
    name: "ln",
    alias: Some("log"),
    arity: 1,
    smoothness: Smoothness::Smooth,
    eval: |x| x[0].ln(),
    derivative: |b, x, _, _| {
        let one = b.number(1.0);
        Some(b.div(one, x[0]))
    },
    domain: |x| match x[0] {
        x if x < 0.0 => Some("the logarithm of a negative number"),
        0.0 => Some("the logarithm of zero"),
        _ => None,
    },
    method: "ln",
    samples: &[(0.1, 20.0)],
};
