//! The remainder of a division.

use cubecl::prelude::*;

use super::exact::{product_of, unknown_one};
use super::{endless, lit};

/// The remainder with the divisor's sign, exact up to one last addition as on the CPU, of numbers with so many binary
/// digits. No number where the quotient has more, and where the CPU would go on digit by digit.
#[cube]
pub fn remainder<F: Float>(x: F, d: F, #[comptime] digits: u32) -> F {
    let zero = lit::<F>(0.0);
    let (a, b) = (x.abs(), d.abs());
    let ratio = a / b;
    let quotient = ratio.floor();
    // Never larger than 1, which a compiler would have to see of x by itself.
    let one = unknown_one::<F>(select(x > a + a, lit::<F>(4.0), lit::<F>(1.0)));
    let (back, rest) = product_of::<F>(quotient, b, one, digits);
    let left = (a - back) - rest;
    // The quotient may have been rounded over a whole number, and not every device divides as exactly.
    let left = select(left < zero, left + b, left);
    let left = select(left >= b, left - b, left);
    // Also of an infinite divisor.
    let left = select(ratio < lit::<F>(1.0), a, left);
    let left = select(x < zero, -left, left);
    let across = (left < zero && d > zero) || (left > zero && d < zero);
    let left = select(across, left + d, left);
    let most = lit::<F>(comptime!(2.0_f64.powi(digits.cast_signed())));
    select(quotient <= most, left, endless::<F>(0))
}
