//! The hyperbolic tangent.
//!
//! Its derivative is 1/cosh². The other form, 1 − tanh², costs less but has no correct digit from
//! |x| = 18 on, and ln|det J| of a saturated map then has none either.

use super::{Function, Smoothness};

pub const TANH: Function = Function {
    name: "tanh",
    alias: None,
    arity: 1,
    smoothness: Smoothness::Smooth,
    eval: |x| x[0].tanh(),
    derivative: |b, x, _, _| {
        let one = b.number(1.0);
        let cosh = b.call("cosh", &[x[0]]);
        let square = b.powi(cosh, 2);
        Some(b.div(one, square))
    },
    domain: |_| None,
    method: "tanh",
    samples: &[(-5.0, 5.0)],
};
