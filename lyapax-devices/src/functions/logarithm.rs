//! Logarithms.
//!
//! x = m·2ⁿ with √½ < m < √2 and ln m by a polynomial of (m − 1)/(m + 1): the method of FDLIBM (Sun Microsystems,
//! 1993), e_log.c, with its coefficients.

use cubecl::prelude::*;

use super::exponential::{LN2_HIGH, LN2_LOW};
use super::lit;
use super::scale::split;

/// ln x.
#[cube]
pub fn ln<F: Float>(x: F) -> F {
    let (m, n) = split::<F>(x);
    let large = m > lit::<F>(core::f64::consts::SQRT_2);
    let m = select(large, m * lit::<F>(0.5), m);
    let n = select(large, n + lit::<F>(1.0), n);
    let f = m - lit::<F>(1.0);
    let s = f / (lit::<F>(2.0) + f);
    let z = s * s;
    let w = z * z;
    let even = lit::<F>(0.222_221_984_321_497_84) + w * lit::<F>(0.153_138_376_992_093_73);
    let even = w * (lit::<F>(0.399_999_999_994_094_2) + w * even);
    let odd = lit::<F>(0.181_835_721_616_180_5) + w * lit::<F>(0.147_981_986_051_165_86);
    let odd = lit::<F>(0.285_714_287_436_623_9) + w * odd;
    let odd = z * (lit::<F>(0.666_666_666_666_673_5) + w * odd);
    let half = lit::<F>(0.5) * f * f;
    let rest = s * (half + (even + odd)) + n * lit::<F>(LN2_LOW);
    let value = n * lit::<F>(LN2_HIGH) - ((half - rest) - f);
    special::<F>(x, value)
}

/// The logarithm where x is 0, negative or infinite: −∞, none, ∞.
#[cube]
pub(super) fn special<F: Float>(x: F, value: F) -> F {
    // Made at run time, since not every device's language can write them.
    let zero = lit::<F>(0.0);
    let none = (x - x) / (x - x);
    let positive = select(x > lit::<F>(f64::MAX), x, value);
    let other = select(x == zero, lit::<F>(-1.0) / x.abs(), none);
    select(x > zero, positive, other)
}
