//! Cube roots and lengths of several numbers at once, without a branch on the way.
//!
//! |x| = 2^(3q + j)·m with m between 1 and 2 and j of −1, 0, 1: the root of m·2ʲ, first by a
//! polynomial of m to some twenty-two binary digits, is bettered by one step of Halley's method, which
//! makes three times as many of them. Before it is cut to 26 digits, so that its square is exact.
//!
//! A length is the root of the sum of two squares, where neither overflows and the larger does not
//! underflow; others are brought there by powers of two.
//!
//! The errors, measured against many digits at some hundred thousand numbers each, are at most 0.67
//! units in the last place for the cube root and 1.13 for the length; `tests/functions.rs` holds them to
//! 0.7 and 1.25. No operation is contracted, so that the bits
//! are the same on every processor.

use super::digits::{MANTISSA, ONE, ROUND, WHOLE, choose, power_of_two, signed};
use super::each::{each, each_pair};

/// The cube root of m as a polynomial: by Remez's exchange, to 2⁻²²·⁴ relative to the root.
const ROOT: [f64; 7] = [
    0.447_140_898_925_118_1,
    0.950_100_709_567_180_6,
    -0.666_179_547_829_564_1,
    0.385_364_682_120_812_04,
    -0.144_471_082_207_174_9,
    0.030_904_122_270_724_56,
    -0.002_859_614_643_421_024_7,
];

/// The cube roots of 2 and ½.
const OF_TWO: [f64; 2] = [1.259_921_049_894_873_2, 0.793_700_525_984_099_7];

/// A power of two that makes normal numbers of all others, and the cube root of its inverse.
const LIFT: [f64; 2] = [18_014_398_509_481_984.0, 3.814_697_265_625e-6];

/// The cube root of each number.
#[inline(always)]
pub(super) fn cbrt<const L: usize>(x: [f64; L]) -> [f64; L] {
    each(
        x,
        |x| (f64::MIN_POSITIVE..=f64::MAX).contains(&x.abs()),
        cube_root,
        |x| {
            if x != 0.0 && x.is_finite() {
                cube_root(x * LIFT[0]) * LIFT[1]
            } else {
                x
            }
        },
    )
}

#[inline(always)]
fn cube_root(x: f64) -> f64 {
    let digits = x.abs().to_bits();
    let exponent = f64::from_bits((digits >> 52) | WHOLE.to_bits()) - (WHOLE + 1023.0);
    let m = f64::from_bits((digits & MANTISSA) | ONE);
    let rounded = exponent * (1.0 / 3.0) + ROUND;
    let j = exponent - 3.0 * (rounded - ROUND);
    let (above, below) = (j > 0.5, j < -0.5);

    let c = ROOT;
    let square = m * m;
    let root = (c[0] + c[1] * m)
        + square * ((c[2] + c[3] * m) + square * ((c[4] + c[5] * m) + square * c[6]));
    let root = root * choose(above, OF_TWO[0], choose(below, OF_TWO[1], 1.0));
    let root = f64::from_bits(root.to_bits() & (u64::MAX << 27));
    let m = m * choose(above, 2.0, choose(below, 0.5, 1.0));

    let quotient = m / (root * root);
    let root = root + root * ((quotient - root) / ((root + root) + quotient));
    signed(root * power_of_two(rounded.to_bits()), x)
}

/// Between them the square of a number has all its digits, and twice it is finite.
const NEAR: [f64; 2] = [1e-140, 1e150];

/// Powers of two that bring numbers below or above there, to and fro.
const SCALE: i32 = 600;

/// The length of each vector (x, y).
#[inline(always)]
pub(super) fn hypot<const L: usize>(x: [f64; L], y: [f64; L]) -> [f64; L] {
    each_pair(
        x,
        y,
        |x, y| {
            let (x, y) = (x.abs(), y.abs());
            (x >= NEAR[0] || y >= NEAR[0]) && x <= NEAR[1] && y <= NEAR[1]
        },
        length,
        odd_length,
    )
}

#[inline(always)]
fn length(x: f64, y: f64) -> f64 {
    (x * x + y * y).sqrt()
}

fn odd_length(x: f64, y: f64) -> f64 {
    if x.is_infinite() || y.is_infinite() {
        f64::INFINITY
    } else if x.abs() > NEAR[1] || y.abs() > NEAR[1] {
        let down = 2.0_f64.powi(-SCALE);
        length(x * down, y * down) * 2.0_f64.powi(SCALE)
    } else {
        let up = 2.0_f64.powi(SCALE);
        length(x * up, y * up) * 2.0_f64.powi(-SCALE)
    }
}
