//! The largest integer that is not larger.

use super::{Function, Smoothness};

pub const FLOOR: Function = Function {
    name: "floor",
    alias: None,
    arity: 1,
    smoothness: Smoothness::Jump,
    eval: |x| x[0].floor(),
    derivative: |_, _, _, _| None,
    domain: |_| None,
    method: "floor",
    samples: &[(0.1, 0.9), (-1.9, -1.1)],
};
