//! Sums and products with what rounding takes from them.
//!
//! Compilers of shaders simplify as if numbers were real: (a + b) − a is b to them, and x − x is 0. They cannot where
//! a factor stands between that is 1, and of which they do not know it.

use cubecl::prelude::*;

use super::lit;

/// A 1 that no compiler knows, of any number that is never 4 or more.
#[cube]
pub(super) fn unknown_one<F: Float>(x: F) -> F {
    select(x >= lit::<F>(4.0), lit::<F>(2.0), lit::<F>(1.0))
}

/// a + b and the rest, where |a| ≥ |b| or a is 0. `one` is an [`unknown_one`].
///
/// Dekker (1971), Numer. Math. 18, 224, (4.4).
#[cube]
pub(super) fn sum<F: Float>(a: F, b: F, one: F) -> (F, F) {
    let sum = a + b;
    (sum, b - (sum * one - a))
}

/// The upper half of a number's digits, and the lower.
#[cube]
fn halves<F: Float>(a: F, one: F, #[comptime] digits: u32) -> (F, F) {
    // 2²⁷ + 1, of 53 digits.
    let c = a * lit::<F>(comptime!(
        2.0_f64.powi(digits.div_ceil(2).cast_signed()) + 1.0
    ));
    let high = c - (c * one - a);
    (high, a - high)
}

/// a·b and the rest. `one` is an [`unknown_one`].
///
/// Dekker's (5.12): a fused multiplication and addition need not be one on every device.
#[cube]
pub(super) fn product<F: Float>(a: F, b: F, one: F) -> (F, F) {
    product_of::<F>(a, b, one, 53u32)
}

/// The same of numbers with so many binary digits.
#[cube]
pub(super) fn product_of<F: Float>(a: F, b: F, one: F, #[comptime] digits: u32) -> (F, F) {
    let product = a * b;
    let (a_high, a_low) = halves::<F>(a, one, digits);
    let (b_high, b_low) = halves::<F>(b, one, digits);
    let rest = (a_high * b_high - product) + a_high * b_low + a_low * b_high;
    (product, rest + a_low * b_low)
}

/// a·c and the rest, of a constant: on some devices those are not multiplied in full precision among each other.
#[cube]
pub(super) fn product_with<F: Float>(a: F, one: F, #[comptime] c: f64) -> (F, F) {
    let high = comptime!(f64::from_bits(c.to_bits() & !((1 << 27) - 1)));
    let (c_high, c_low) = (lit::<F>(high), lit::<F>(comptime!(c - high)));
    let product = a * lit::<F>(c);
    let (a_high, a_low) = halves::<F>(a, one, 53u32);
    let rest = (a_high * c_high - product) + a_high * c_low + a_low * c_high;
    (product, rest + a_low * c_low)
}
