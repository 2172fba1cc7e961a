//! Inverse trigonometric functions of several numbers at once, without a branch on the way.
//!
//! The arc tangent of t up to √2 − 1 is an odd polynomial; up to √2 + 1 it is
//! π/4 + arctan((t − 1)/(t + 1)), and beyond π/2 − arctan(1/t). Which of the three holds selects a
//! numerator and a denominator, so that one division serves all. For the angle of a point (x, y)
//! the two are those of t = y/x, which itself is not formed.
//!
//! The arc sine of x up to ½ is an odd polynomial as well; beyond it is π/2 − 2 arcsin √((1 − x)/2).
//!
//! The errors, measured against many digits at some two hundred thousand numbers each, are at most 1.89
//! units in the last place for the arc tangent, 1.71 for the angle of a point, 1.10 for the arc sine and
//! 1.01 for the arc cosine; `tests/functions.rs` holds them to 2, 2, 1.2 and 1.1. No operation is contracted, so that the bits are the same on every
//! processor.

use core::f64::consts::{FRAC_PI_2, FRAC_PI_4, PI};

use super::digits::{choose, difference, signed};
use super::each::{each_pair, map};

/// √2 − 1 and √2 + 1: the tangents of π/8 and 3π/8.
const EIGHTH: [f64; 2] = [0.414_213_562_373_095_03, 2.414_213_562_373_095];

/// What rounding takes from π/2; from π/4 and π it is half and twice as much.
const FRAC_PI_2_REST: f64 = 6.123_233_995_736_766e-17;

/// What rounding takes from 3π/4.
const THREE_QUARTERS: [f64; 2] = [2.356_194_490_192_345, 9.184_850_993_605_148e-17];

/// (arctan z − z)/z³ as a polynomial of z² for z up to √2 − 1: by Remez's exchange, weighted to even
/// out the relative error of the arc tangent, which is 2⁻⁶³·⁴.
const ATAN: [f64; 12] = [
    -0.333_333_333_333_333_26,
    0.199_999_999_999_970_98,
    -0.142_857_142_853_170_75,
    0.111_111_110_838_056_91,
    -0.090_909_079_885_694_41,
    0.076_922_792_719_633_81,
    -0.066_661_758_366_542_96,
    0.058_765_284_942_161_25,
    -0.052_152_616_826_271_97,
    0.044_908_978_612_545_13,
    -0.033_182_750_567_748_075,
    0.014_901_649_923_924_73,
];

/// (arcsin s − s)/s³ as a polynomial of s² for s up to ½ in the same way, to 2⁻⁵⁹·¹.
const ASIN: [f64; 13] = [
    0.166_666_666_666_667_6,
    0.074_999_999_999_708_66,
    0.044_642_857_174_561_79,
    0.030_381_942_709_780_96,
    0.022_372_214_939_367_946,
    0.017_351_612_774_192_553,
    0.013_980_812_433_026_372,
    0.011_398_971_777_729_694,
    0.010_779_953_274_266_167,
    0.003_707_415_905_584_443_7,
    0.021_705_301_352_112_54,
    -0.020_996_468_798_973_756,
    0.032_627_281_330_035_55,
];

/// By parts, so that one operation need not wait for all the others.
#[inline(always)]
fn arctan_rest(z: f64) -> f64 {
    let c = ATAN;
    let square = z * z;
    let fourth = square * square;
    let eighth = fourth * fourth;
    let low = (c[0] + c[1] * square) + fourth * (c[2] + c[3] * square);
    let middle = (c[4] + c[5] * square) + fourth * (c[6] + c[7] * square);
    let high = (c[8] + c[9] * square) + fourth * (c[10] + c[11] * square);
    z * square * (low + eighth * (middle + eighth * high))
}

/// An angle of two parts and the arc tangent of z.
#[inline(always)]
fn turned(angle: f64, rest: f64, z: f64) -> f64 {
    let (most, rest_of_it) = difference(angle, -z);
    most + (rest_of_it + (arctan_rest(z) + rest))
}

#[inline(always)]
fn arcsin_rest(s: f64, square: f64) -> f64 {
    let c = ASIN;
    let fourth = square * square;
    let eighth = fourth * fourth;
    let low = (c[0] + c[1] * square) + fourth * (c[2] + c[3] * square);
    let middle = (c[4] + c[5] * square) + fourth * (c[6] + c[7] * square);
    let high = (c[8] + c[9] * square) + fourth * (c[10] + c[11] * square);
    s * square * (low + eighth * (middle + eighth * (high + eighth * c[12])))
}

/// The arc tangent of each number. None is odd: the infinities have one, and NaN stays so.
#[inline(always)]
pub(super) fn atan<const L: usize>(x: [f64; L]) -> [f64; L] {
    map(x, |x| {
        let t = x.abs();
        let (middle, beyond) = (t > EIGHTH[0], t > EIGHTH[1]);
        let numerator = choose(beyond, -1.0, choose(middle, t - 1.0, t));
        let denominator = choose(beyond, t, choose(middle, t + 1.0, 1.0));
        let angle = choose(beyond, FRAC_PI_2, choose(middle, FRAC_PI_4, 0.0));
        let half = 0.5 * FRAC_PI_2_REST;
        let rest = choose(beyond, FRAC_PI_2_REST, choose(middle, half, 0.0));
        let z = numerator / denominator;
        signed(turned(angle, rest, z), x)
    })
}

/// The largest coordinate whose product with √2 + 1 is finite for certain.
const FAR: f64 = 1e300;

/// The angle of each point (x, y).
#[inline(always)]
pub(super) fn atan2<const L: usize>(y: [f64; L], x: [f64; L]) -> [f64; L] {
    each_pair(
        y,
        x,
        |y, x| y.abs() <= FAR && x.abs() <= FAR && x.abs() + y.abs() > 0.0,
        angle,
        f64::atan2,
    )
}

/// The angle of a point that is not the origin, and not too far away.
#[inline(always)]
fn angle(y: f64, x: f64) -> f64 {
    let (up, right) = (y.abs(), x.abs());
    let (middle, beyond) = (up > EIGHTH[0] * right, up > EIGHTH[1] * right);
    let numerator = choose(beyond, -right, choose(middle, up - right, up));
    let denominator = choose(beyond, up, choose(middle, up + right, right));
    let z = numerator / denominator;

    // Left of the axis an angle is what is left of π.
    let left = x < 0.0;
    let z = choose(left, -z, z);
    let first = choose(left, PI, 0.0);
    let second = choose(left, THREE_QUARTERS[0], FRAC_PI_4);
    let angle = choose(beyond, FRAC_PI_2, choose(middle, second, first));
    let first = choose(left, 2.0 * FRAC_PI_2_REST, 0.0);
    let second = choose(left, THREE_QUARTERS[1], 0.5 * FRAC_PI_2_REST);
    let rest = choose(beyond, FRAC_PI_2_REST, choose(middle, second, first));
    signed(turned(angle, rest, z), y)
}

/// x or √((1 − |x|)/2), the square of it, and whether it is the second.
#[inline(always)]
fn half_angle(x: f64) -> (f64, f64, bool) {
    let x = x.abs();
    let beyond = x > 0.5;
    let square = choose(beyond, 0.5 * (1.0 - x), x * x);
    (choose(beyond, square.sqrt(), x), square, beyond)
}

/// The arc sine of each number; NaN where it is none of a sine.
#[inline(always)]
pub(super) fn asin<const L: usize>(x: [f64; L]) -> [f64; L] {
    map(x, |x| {
        let (s, square, beyond) = half_angle(x);
        let more = arcsin_rest(s, square);
        let (most, rest) = difference(FRAC_PI_2, s + s);
        let complement = most + (rest + FRAC_PI_2_REST - (more + more));
        signed(choose(beyond, complement, s + more), x)
    })
}

/// The arc cosine of each number; NaN where it is none of a cosine.
#[inline(always)]
pub(super) fn acos<const L: usize>(x: [f64; L]) -> [f64; L] {
    map(x, |x| {
        let (s, square, beyond) = half_angle(x);
        let more = arcsin_rest(s, square);
        let left = x < 0.0;
        let near = beyond && !left;
        // What the angle exceeds or misses zero, π/2 or π by.
        let s = choose(beyond, s + s, s);
        let more = choose(beyond, more + more, more);
        let exceeds = beyond != left;
        let (s, more) = (choose(exceeds, s, -s), choose(exceeds, more, -more));
        let turn = choose(near, 0.0, choose(beyond, PI, FRAC_PI_2));
        let pi_rest = 2.0 * FRAC_PI_2_REST;
        let turn_rest = choose(near, 0.0, choose(beyond, pi_rest, FRAC_PI_2_REST));
        let (most, rest) = difference(turn, -s);
        most + (rest + turn_rest + more)
    })
}
