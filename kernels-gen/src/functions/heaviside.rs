//! The unit step: 0, ½ or 1, and ½ at zero.

use super::{Function, Smoothness};

pub const HEAVISIDE: Function = Function {
    name: "heaviside",
    alias: None,
    arity: 1,
    smoothness: Smoothness::Jump,
    eval: |x| match x[0] {
        x if x > 0.0 => 1.0,
        x if x < 0.0 => 0.0,
        0.0 => 0.5,
        nan => nan,
    },
    derivative: |_, _, _, _| None,
    domain: |_| None,
    method: "heaviside",
    samples: &[(-5.0, -0.1), (0.1, 5.0)],
};
