//! Sine, cosine and tangent of several numbers at once, without a branch on the way.
//!
//! The argument is reduced as by Cody and Waite (1980), Software Manual for the Elementary
//! Functions, ch. 8: x = n·π/2 + r with π/2 in parts so short that n times each of them is exact,
//! r as a number and the rest that it leaves. Polynomials on [−π/4, π/4] then give the sine and
//! the cosine of r, and n mod 4 says which of the two is whose and with what sign.
//!
//! The error, measured against many digits at some ninety thousand numbers, is at most 0.77 units
//! in the last place; `tests/sines.rs` holds it to 0.8. The tangent is the quotient of the two before
//! they are rounded, with at most 1.32 units; `tests/functions.rs` holds it to 1.6. No operation is
//! contracted, so that the bits are the same on every processor.

use core::f64::consts::{FRAC_2_PI, FRAC_PI_2};

use super::digits::{ROUND, SIGN, choose, difference};
use super::each::each;

/// Beyond it n has more than 20 bits, and its products are no longer exact.
const FAR: f64 = 1_048_575.0 * FRAC_PI_2;

/// π/2 in four parts: three of 33 bits and what is left of it.
const PARTS: [f64; 4] = [
    1.570_796_326_734_125_6,
    6.077_100_506_303_966e-11,
    2.022_266_248_711_166_5e-21,
    8.478_427_660_368_9e-32,
];

/// (sin r − r)/r³ as a polynomial of r²: by Remez's exchange, weighted to even out the relative
/// error of the sine, which is 2⁻⁵⁷·⁸.
const SIN: [f64; 6] = [
    -0.166_666_666_666_666_3,
    0.008_333_333_333_321_84,
    -0.000_198_412_698_293_585_22,
    2.755_731_353_851_109_6e-6,
    -2.505_073_438_863_349_5e-8,
    1.589_543_324_624_660_5e-10,
];

/// (cos r − 1 + r²/2)/r⁴ in the same way, to 2⁻⁶³·⁹.
const COS: [f64; 6] = [
    0.041_666_666_666_666_595,
    -0.001_388_888_888_887_334_2,
    2.480_158_728_900_21e-5,
    -2.755_731_421_705_158_7e-7,
    2.087_570_539_866_798_7e-9,
    -1.135_874_942_048_902_7e-11,
];

/// Sine and cosine of each number.
#[inline(always)]
pub(super) fn sin_cos<const L: usize>(x: [f64; L]) -> ([f64; L], [f64; L]) {
    if x.iter().fold(true, |near, x| near & (x.abs() < FAR)) {
        both(x, reduced)
    } else {
        far(x)
    }
}

/// The same where some number is too large to be reduced here, or not finite.
#[cold]
#[inline(never)]
fn far<const L: usize>(x: [f64; L]) -> ([f64; L], [f64; L]) {
    both(x, |x| {
        if x.abs() < FAR {
            reduced(x)
        } else {
            x.sin_cos()
        }
    })
}

#[inline(always)]
fn both<const L: usize>(x: [f64; L], f: impl Fn(f64) -> (f64, f64)) -> ([f64; L], [f64; L]) {
    let (mut sin, mut cos) = ([0.0; L], [0.0; L]);
    for l in 0..L {
        (sin[l], cos[l]) = f(x[l]);
    }
    (sin, cos)
}

/// What the sine and the cosine of one number are made of.
struct Parts {
    /// The digits of n.
    quadrant: u64,
    sign: u64,
    /// The sine of what is left is the sum of two numbers, the second small against the first.
    sin: (f64, f64),
    cos: (f64, f64),
}

/// The parts of one number below [`FAR`]; of others anything.
#[inline(always)]
fn parts(x: f64) -> Parts {
    // Of the absolute value, so that a zero keeps its sign.
    let sign = x.to_bits() & SIGN;
    let x = x.abs();
    let rounded = x * FRAC_2_PI + ROUND;
    let quadrant = rounded.to_bits();
    let n = rounded - ROUND;
    // Exact: unless n is zero, x is a multiple of 2⁻⁵³ and so is what is left, which is below one.
    let r = x - n * PARTS[0];
    let (r, rest) = difference(r, n * PARTS[1]);
    let (r, rest_of_it) = difference(r, n * PARTS[2]);
    let rest = rest + rest_of_it - n * PARTS[3];

    // sin(r + rest) = sin r + rest · cos r, cos(r + rest) = cos r − rest · sin r.
    let square = r * r;
    let half = 0.5 * square;
    let most = 1.0 - half;
    Parts {
        quadrant,
        sign,
        sin: (r, r * square * polynomial(SIN, square) + rest * most),
        cos: (
            most,
            (1.0 - most - half) + (square * square * polynomial(COS, square) - r * rest),
        ),
    }
}

/// Sine and cosine of one number below [`FAR`]; of others anything.
#[inline(always)]
fn reduced(x: f64) -> (f64, f64) {
    let Parts {
        quadrant,
        sign,
        sin,
        cos,
    } = parts(x);
    let (sin, cos) = (sin.0 + sin.1, cos.0 + cos.1);
    let (sin, cos) = if quadrant & 1 == 0 {
        (sin, cos)
    } else {
        (cos, sin)
    };
    let minus_sin = (quadrant & 2) << 62;
    let minus_cos = (quadrant.wrapping_add(1) & 2) << 62;
    (
        f64::from_bits(sin.to_bits() ^ minus_sin ^ sign),
        f64::from_bits(cos.to_bits() ^ minus_cos),
    )
}

/// The tangent of each number.
#[inline(always)]
pub(super) fn tan<const L: usize>(x: [f64; L]) -> [f64; L] {
    each(x, |x| x.abs() < FAR, tangent, f64::tan)
}

/// The tangent of one number below [`FAR`]; of others anything.
#[inline(always)]
fn tangent(x: f64) -> f64 {
    let Parts {
        quadrant,
        sign,
        sin,
        cos,
    } = parts(x);
    let [sin, cos] = [sin, cos].map(|(most, more)| difference(most, -more));
    let odd = quadrant & 1 == 1;
    let above = (choose(odd, cos.0, sin.0), choose(odd, cos.1, sin.1));
    let below = (choose(odd, sin.0, cos.0), choose(odd, sin.1, cos.1));
    // What rounding takes from the two is as much as the division's own error.
    let quotient = above.0 / below.0;
    let tan = quotient + (above.1 - quotient * below.1) / below.0;
    f64::from_bits(tan.to_bits() ^ (quadrant << 63) ^ sign)
}

/// By halves, so that one operation need not wait for all the others.
#[inline(always)]
fn polynomial(c: [f64; 6], x: f64) -> f64 {
    let square = x * x;
    (c[0] + c[1] * x) + square * ((c[2] + c[3] * x) + square * (c[4] + c[5] * x))
}
