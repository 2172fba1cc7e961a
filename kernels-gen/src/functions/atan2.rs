//! The angle of the point (second argument, first argument).
//!
//! It jumps by 2π on the negative axis, but as an angle it does not: the derivative is smooth there.

use super::{Function, Smoothness};

pub const ATAN2: Function = Function {
    name: "atan2",
    alias: None,
    arity: 2,
    smoothness: Smoothness::Smooth,
    eval: |x| x[0].atan2(x[1]),
    derivative: |b, x, _, i| {
        let (y, x) = (x[0], x[1]);
        let x_square = b.powi(x, 2);
        let y_square = b.powi(y, 2);
        let square = b.add(x_square, y_square);
        let other = if i == 0 { x } else { b.neg(y) };
        Some(b.div(other, square))
    },
    domain: |_| None,
    method: "atan2",
    samples: &[(0.1, 5.0), (-5.0, 5.0)],
};
