//! Logarithms of several numbers at once, without a branch on the way.
//!
//! x = 2ᵏ(1 + f) with 1 + f between √½ and √2, of the digits of x. With s = f/(2 + f) the
//! logarithm of 1 + f is 2 artanh s, which is f − (f²/2 − s(f²/2 + R)), where R is what 2 artanh s
//! exceeds 2s by, divided by s: a polynomial of s². Written so, all that is not exact is small against
//! the result. For base 10 it is split into two parts, so that the product with log₁₀ e, in
//! two parts as well, is as good.
//!
//! The errors, measured against many digits at some two hundred thousand numbers each, are at most 0.80
//! units in the last place for the natural logarithm and 0.70 for the one to base 10;
//! `tests/functions.rs` holds them to 0.85 and 0.8. No operation is contracted,
//! so that the bits are the same on every processor.

use core::f64::consts::{FRAC_1_SQRT_2, LOG10_E};

use super::digits::{LN_2, MANTISSA, ONE, WHOLE, difference};
use super::each::each;

/// log₁₀ 2 in two parts, as [`LN_2`].
const LOG10_2: [f64; 2] = [0.301_029_995_664_066_5, -8.532_344_317_057_107e-14];

/// log₁₀ e in two parts: one of 24 bits, and what is left of it.
const LOG10_E_PARTS: [f64; 2] = [0.434_294_492_006_301_9, -1.010_305_005_223_168_3e-8];

/// (2 artanh s − 2s)/s³ as a polynomial of s²: by Remez's exchange, weighted to even out the
/// relative error of the logarithm, which is 2⁻⁵⁹·⁵.
const ARTANH: [f64; 7] = [
    0.666_666_666_666_673_4,
    0.399_999_999_994_170_4,
    0.285_714_287_419_109_04,
    0.222_221_986_182_262_08,
    0.181_835_621_411_424_06,
    0.153_141_032_981_178_82,
    0.147_954_475_792_137_86,
];

/// From here on the digits of a number are those of its exponent and its mantissa.
const SMALLEST: f64 = f64::MIN_POSITIVE;

/// The digits of a number from √½ to √2 less these have no exponent.
const ROOT: u64 = FRAC_1_SQRT_2.to_bits();

/// How far k is off in a number's digits.
const BIAS: f64 = 1023.0;

/// A power of two that makes normal numbers of all others, and its exponent.
const LIFT: (f64, f64) = (18_014_398_509_481_984.0, 54.0);

/// k and f of a normal number, and what is to be subtracted from f.
#[inline(always)]
fn parts(x: f64, bias: f64) -> (f64, f64, f64) {
    let digits = x.to_bits().wrapping_add(ONE - ROOT);
    let k = f64::from_bits((digits >> 52) | WHOLE.to_bits()) - (WHOLE + bias);
    let f = f64::from_bits((digits & MANTISSA) + ROOT) - 1.0;
    let half = 0.5 * (f * f);
    let s = f / (2.0 + f);
    let square = s * s;
    let fourth = square * square;
    let c = ARTANH;
    let low = (c[0] + c[1] * square) + fourth * (c[2] + c[3] * square);
    let high = (c[4] + c[5] * square) + fourth * c[6];
    let artanh = low + fourth * fourth * high;
    (k, f, half - s * (half + square * artanh))
}

#[inline(always)]
fn natural(x: f64, bias: f64) -> f64 {
    let (k, f, less) = parts(x, bias);
    let (most, rest) = difference(k * LN_2[0], -f);
    most + (rest + (k * LN_2[1] - less))
}

#[inline(always)]
fn decimal(x: f64, bias: f64) -> f64 {
    let (k, f, less) = parts(x, bias);
    // The upper half of the digits: its product with the first part is exact.
    let high = f64::from_bits((f - less).to_bits() & (u64::MAX << 29));
    let low = (f - high) - less;
    let (most, rest) = difference(k * LOG10_2[0], -high * LOG10_E_PARTS[0]);
    most + (rest + (k * LOG10_2[1] + (low * LOG10_E + high * LOG10_E_PARTS[1])))
}

/// The natural logarithm of each number.
#[inline(always)]
pub(super) fn ln<const L: usize>(x: [f64; L]) -> [f64; L] {
    each(x, normal, |x| natural(x, BIAS), |x| odd(x, natural))
}

/// The logarithm to base 10 of each number.
#[inline(always)]
pub(super) fn log10<const L: usize>(x: [f64; L]) -> [f64; L] {
    each(x, normal, |x| decimal(x, BIAS), |x| odd(x, decimal))
}

#[inline(always)]
fn normal(x: f64) -> bool {
    (SMALLEST..=f64::MAX).contains(&x)
}

/// A logarithm where it is none of a positive normal number.
fn odd(x: f64, of: impl Fn(f64, f64) -> f64) -> f64 {
    if x == 0.0 {
        f64::NEG_INFINITY
    } else if x < 0.0 {
        f64::NAN
    } else if x < SMALLEST {
        of(x * LIFT.0, BIAS + LIFT.1)
    } else {
        x
    }
}
