//! The power of two real numbers. An integer exponent is another operation: repeated
//! multiplication.
//!
//! Two limits would be 0·∞ in floating point and are selected instead: the derivative by the
//! base where the exponent is 0, and the derivative by the exponent where the base is 0.

use super::{Function, Smoothness};
use crate::ir::Compare;

pub const POW: Function = Function {
    name: "pow",
    alias: None,
    arity: 2,
    smoothness: Smoothness::Smooth,
    eval: |x| x[0].powf(x[1]),
    derivative: |b, x, value, i| {
        let zero = b.number(0.0);
        let one = b.number(1.0);
        if i == 0 {
            let less = b.sub(x[1], one);
            let lower = b.call("pow", &[x[0], less]);
            let slope = b.mul(x[1], lower);
            if b.is_number(x[1]) {
                return Some(slope);
            }
            let constant = b.compare(Compare::Eq, x[1], zero);
            Some(b.select(constant, zero, slope))
        } else {
            let log = b.call("ln", &[x[0]]);
            let slope = b.mul(value, log);
            if b.is_number(x[0]) {
                return Some(slope);
            }
            let at_zero = b.compare(Compare::Eq, x[0], zero);
            Some(b.select(at_zero, zero, slope))
        }
    },
    domain: |x| match (x[0], x[1]) {
        (x, y) if x < 0.0 && y.fract().abs() > 0.0 => {
            Some("a non-integer power of a negative number")
        }
        (0.0, y) if y < 0.0 => Some("a negative power of zero"),
        _ => None,
    },
    method: "pow",
    samples: &[(0.1, 5.0), (-3.0, 3.0)],
};
