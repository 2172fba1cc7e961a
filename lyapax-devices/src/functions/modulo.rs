//! The remainder of a division.

use cubecl::prelude::*;

use super::exact::{product, unknown_one};
use super::lit;

/// x − d·⌊x/d⌋, exact as long as the quotient is: up to 2⁵³ in double precision.
#[cube]
pub fn remainder<F: Float>(x: F, d: F) -> F {
    let zero = lit::<F>(0.0);
    let ratio = x / d;
    let quotient = ratio.floor();
    let (back, rest) = product::<F>(quotient, d, unknown_one::<F>(ratio - quotient));
    let left = (x - back) - rest;
    // The quotient may have been rounded over a whole number.
    let under = (left < zero && d > zero) || (left > zero && d < zero);
    let left = select(under, left + d, left);
    let over = select(d > zero, left >= d, left <= d);
    select(over, left - d, left)
}
