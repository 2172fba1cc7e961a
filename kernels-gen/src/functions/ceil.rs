//! The smallest integer that is not smaller.

use super::{Function, Smoothness};

pub const CEIL: Function = Function {
    name: "ceil",
    alias: None,
    arity: 1,
    smoothness: Smoothness::Jump,
    eval: |x| x[0].ceil(),
    derivative: |_, _, _, _| None,
    domain: |_| None,
    method: "ceil",
    samples: &[(0.1, 0.9), (-1.9, -1.1)],
};
