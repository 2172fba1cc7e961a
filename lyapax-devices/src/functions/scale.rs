//! Powers of two, and the exponent of a number: by comparisons and exact products alone, since not every device
//! can look at the bits of a number.

use cubecl::prelude::*;

use super::lit;

/// Takes 2^`step` into the power where it is in what is left of the exponent.
#[cube]
fn take<F: Float>(rest: F, power: F, negative: bool, #[comptime] step: u32) -> (F, F) {
    let size = lit::<F>(comptime!(f64::from(step)));
    let up = lit::<F>(comptime!(2.0_f64.powi(step.cast_signed())));
    let down = lit::<F>(comptime!(2.0_f64.powi(-step.cast_signed())));
    let taken = rest >= size;
    let factor = select(negative, down, up);
    (
        select(taken, rest - size, rest),
        select(taken, power * factor, power),
    )
}

/// 2ⁿ of a whole number, |n| ≤ 1023.
#[cube]
fn power_of_two<F: Float>(n: F) -> F {
    let negative = n < lit::<F>(0.0);
    let one = lit::<F>(1.0);
    let (rest, power) = take::<F>(n.abs(), one, negative, 512u32);
    let (rest, power) = take::<F>(rest, power, negative, 256u32);
    let (rest, power) = take::<F>(rest, power, negative, 128u32);
    let (rest, power) = take::<F>(rest, power, negative, 64u32);
    let (rest, power) = take::<F>(rest, power, negative, 32u32);
    let (rest, power) = take::<F>(rest, power, negative, 16u32);
    let (rest, power) = take::<F>(rest, power, negative, 8u32);
    let (rest, power) = take::<F>(rest, power, negative, 4u32);
    let (rest, power) = take::<F>(rest, power, negative, 2u32);
    let (_rest, power) = take::<F>(rest, power, negative, 1u32);
    power
}

/// y·2ⁿ for a whole n with |n| ≤ 2046, through the numbers too small for all digits and beyond the largest.
#[cube]
pub(super) fn scaled<F: Float>(y: F, n: F) -> F {
    let half = (n * lit::<F>(0.5)).floor();
    y * power_of_two::<F>(half) * power_of_two::<F>(n - half)
}

/// Takes 2^`step` out of a number that is so large.
#[cube]
fn lower<F: Float>(m: F, n: F, #[comptime] step: u32) -> (F, F) {
    let large = m >= lit::<F>(comptime!(2.0_f64.powi(step.cast_signed())));
    let factor = lit::<F>(comptime!(2.0_f64.powi(-step.cast_signed())));
    let size = lit::<F>(comptime!(f64::from(step)));
    (select(large, m * factor, m), select(large, n + size, n))
}

/// Puts 2^`step` into a number that is so small.
#[cube]
fn raise<F: Float>(m: F, n: F, #[comptime] step: u32) -> (F, F) {
    let small = m < lit::<F>(comptime!(2.0_f64.powi(1 - step.cast_signed())));
    let factor = lit::<F>(comptime!(2.0_f64.powi(step.cast_signed())));
    let size = lit::<F>(comptime!(f64::from(step)));
    (select(small, m * factor, m), select(small, n - size, n))
}

/// A positive number as m·2ⁿ with 1 ≤ m < 2. Of a number that is none anything.
#[cube]
pub(super) fn split<F: Float>(x: F) -> (F, F) {
    // 2⁵⁴ into those that have not all their digits.
    let tiny = x < lit::<F>(f64::MIN_POSITIVE);
    let m = select(tiny, x * lit::<F>(18_014_398_509_481_984.0), x);
    let n = select(tiny, lit::<F>(-54.0), lit::<F>(0.0));
    let (m, n) = lower::<F>(m, n, 512u32);
    let (m, n) = lower::<F>(m, n, 256u32);
    let (m, n) = lower::<F>(m, n, 128u32);
    let (m, n) = lower::<F>(m, n, 64u32);
    let (m, n) = lower::<F>(m, n, 32u32);
    let (m, n) = lower::<F>(m, n, 16u32);
    let (m, n) = lower::<F>(m, n, 8u32);
    let (m, n) = lower::<F>(m, n, 4u32);
    let (m, n) = lower::<F>(m, n, 2u32);
    let (m, n) = lower::<F>(m, n, 1u32);
    let (m, n) = raise::<F>(m, n, 512u32);
    let (m, n) = raise::<F>(m, n, 256u32);
    let (m, n) = raise::<F>(m, n, 128u32);
    let (m, n) = raise::<F>(m, n, 64u32);
    let (m, n) = raise::<F>(m, n, 32u32);
    let (m, n) = raise::<F>(m, n, 16u32);
    let (m, n) = raise::<F>(m, n, 8u32);
    let (m, n) = raise::<F>(m, n, 4u32);
    let (m, n) = raise::<F>(m, n, 2u32);
    raise::<F>(m, n, 1u32)
}
