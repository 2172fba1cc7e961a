//! The remainder with the divisor's sign, exact up to one last addition.
//!
//! mod(a, b) = a − b·floor(a/b). The derivative by b, −floor(a/b), is taken as (mod(a, b) − a)/b:
//! the rounded quotient may lie on the other side of an integer than the remainder.

use super::{Function, Smoothness};

pub const MOD: Function = Function {
    name: "mod",
    alias: None,
    arity: 2,
    smoothness: Smoothness::Jump,
    eval: |x| {
        let remainder = x[0] % x[1];
        if remainder != 0.0 && (remainder < 0.0) != (x[1] < 0.0) {
            remainder + x[1]
        } else {
            remainder
        }
    },
    derivative: |b, x, value, i| {
        if i == 0 {
            return Some(b.number(1.0));
        }
        let multiple = b.sub(value, x[0]);
        Some(b.div(multiple, x[1]))
    },
    domain: |x| (x[1] == 0.0).then_some("the remainder of a division by zero"),
    method: "modulo",
    // The quotient stays between 3 and 4 in size.
    samples: &[
        (5.1, 5.3),
        (1.4, 1.6),
        (-5.3, -5.1),
        (1.4, 1.6),
        (5.1, 5.3),
        (-1.6, -1.4),
    ],
};
