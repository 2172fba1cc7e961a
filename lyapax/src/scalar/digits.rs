//! Tricks with the digits of a number, shared by the elementary functions.

/// Added to a number below 2⁵¹, it leaves no room for a fraction.
pub(super) const ROUND: f64 = 6_755_399_441_055_744.0;

/// The digit of the sign.
pub(super) const SIGN: u64 = 1 << 63;

/// The digits of one, which are those of its exponent.
pub(super) const ONE: u64 = 1.0_f64.to_bits();

/// The digits behind the first, which is not written.
pub(super) const MANTISSA: u64 = (1 << 52) - 1;

/// 2⁵²: the number whose last digit is a one. A whole number below it is its last digits.
pub(super) const WHOLE: f64 = 4_503_599_627_370_496.0;

/// ln 2 in two parts: one of 41 bits, so that whole multiples of it are exact, and what is left of it.
pub(super) const LN_2: [f64; 2] = [0.693_147_180_560_117_7, -1.723_944_452_561_483_5e-13];

/// a − b and what rounding takes from it. Dekker (1971), Numer. Math. 18, 224: exact where a is
/// not smaller than b, or a multiple of the last place of b.
#[inline(always)]
pub(super) fn difference(a: f64, b: f64) -> (f64, f64) {
    let difference = a - b;
    (difference, a - difference - b)
}

/// A value that is not negative, with the sign of another.
#[inline(always)]
pub(super) fn signed(value: f64, like: f64) -> f64 {
    f64::from_bits(value.to_bits() ^ (like.to_bits() & SIGN))
}

/// 2ⁿ, where that is a normal number, by the digits of n + [`ROUND`].
#[inline(always)]
pub(super) fn power_of_two(rounded: u64) -> f64 {
    f64::from_bits((rounded << 52).wrapping_add(ONE))
}

/// The first of two values if `mask` holds. Both are computed: a choice between results, not
/// between ways to them.
#[inline(always)]
pub(super) fn choose(mask: bool, then: f64, otherwise: f64) -> f64 {
    if mask { then } else { otherwise }
}
