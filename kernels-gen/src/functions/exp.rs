//! The exponential function.

use super::{Function, Smoothness};

pub const EXP: Function = Function {
    name: "exp",
    alias: None,
    arity: 1,
    smoothness: Smoothness::Smooth,
    eval: |x| x[0].exp(),
    derivative: |_, _, value, _| Some(value),
    domain: |_| None,
    method: "exp",
    samples: &[(-5.0, 5.0)],
};
