//! The sign: −1, 0 or 1, and 0 at zero.

use super::{Function, Smoothness};

pub const SIGN: Function = Function {
    name: "sign",
    alias: None,
    arity: 1,
    smoothness: Smoothness::Jump,
    eval: |x| match x[0] {
        x if x > 0.0 => 1.0,
        x if x < 0.0 => -1.0,
        // Zero stays zero, and NaN stays NaN.
        x => x,
    },
    derivative: |_, _, _, _| None,
    domain: |_| None,
    method: "sign",
    samples: &[(-5.0, -0.1), (0.1, 5.0)],
};
