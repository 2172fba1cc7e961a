//! Sine, cosine and tangent.
//!
//! The method and the coefficients of lyapax's own on the CPU: x = n·π/2 + r by Cody and Waite, in parts of π/2 so
//! short that n times each of them is exact, r as a number and the rest that it leaves; then polynomials.

use cubecl::prelude::*;

use super::exact::{product, sum, unknown_one};
use super::{far, lit};

/// Beyond it n has more than 20 bits, and its products are no longer exact.
const FAR: f64 = 1_048_575.0 * core::f64::consts::FRAC_PI_2;

/// What is left of a positive x beyond n quarter turns, as a number and a rest, and n.
#[cube]
fn reduced<F: Float>(x: F) -> (F, F, F) {
    let mut result = Array::<F>::new(3usize);
    if x < lit::<F>(FAR) {
        let (r, rest, n) = near::<F>(x);
        result[0] = r;
        result[1] = rest;
        result[2] = n;
    } else {
        // Of infinity and of what is no number there is no angle.
        let finite = x <= lit::<F>(f64::MAX);
        let (r, rest, n) = far::reduced::<F>(select(finite, x, lit::<F>(FAR)));
        result[0] = select(finite, r, (x - x) / (x - x));
        result[1] = rest;
        result[2] = n;
    }
    (result[0], result[1], result[2])
}

#[cube]
fn near<F: Float>(x: F) -> (F, F, F) {
    let n = (x * lit::<F>(core::f64::consts::FRAC_2_PI) + lit::<F>(0.5)).floor();
    let r = x - n * lit::<F>(1.570_796_326_734_125_6);
    let (r, rest) = difference::<F>(r, n * lit::<F>(6.077_100_506_303_966e-11));
    let (r, more) = difference::<F>(r, n * lit::<F>(2.022_266_248_711_166_5e-21));
    (r, rest + more - n * lit::<F>(8.478_427_660_368_9e-32), n)
}

/// a − b and what rounding takes from it, where a is a multiple of the last place of b.
#[cube]
fn difference<F: Float>(a: F, b: F) -> (F, F) {
    let difference = a - b;
    (difference, a - difference - b)
}

/// sin(r + rest) and cos(r + rest), each as its first term and the others.
#[cube]
fn parts<F: Float>(r: F, rest: F) -> (F, F, F) {
    let square = r * r;
    let half = lit::<F>(0.5) * square;
    let most = lit::<F>(1.0) - half;
    let p = lit::<F>(-2.505_073_438_863_349_5e-8) + square * lit::<F>(1.589_543_324_624_660_5e-10);
    let p = lit::<F>(2.755_731_353_851_109_6e-6) + square * p;
    let p = lit::<F>(-0.000_198_412_698_293_585_22) + square * p;
    let p = lit::<F>(0.008_333_333_333_321_84) + square * p;
    let p = lit::<F>(-0.166_666_666_666_666_3) + square * p;
    let sin = r * square * p + rest * most;
    let q = lit::<F>(2.087_570_539_866_798_7e-9) - square * lit::<F>(1.135_874_942_048_902_7e-11);
    let q = lit::<F>(-2.755_731_421_705_158_7e-7) + square * q;
    let q = lit::<F>(2.480_158_728_900_21e-5) + square * q;
    let q = lit::<F>(-0.001_388_888_888_887_334_2) + square * q;
    let q = lit::<F>(0.041_666_666_666_666_595) + square * q;
    let cos = (lit::<F>(1.0) - most - half) + (square * square * q - r * rest);
    (sin, most, cos)
}

/// sin(r + rest) and cos(r + rest).
#[cube]
fn polynomials<F: Float>(r: F, rest: F) -> (F, F) {
    let (sin, most, cos) = parts::<F>(r, rest);
    (r + sin, most + cos)
}

/// sin and cos of x = r + n·π/2, from those of r.
#[cube]
fn turned<F: Float>(sin: F, cos: F, n: F) -> (F, F) {
    let quarter = n - lit::<F>(4.0) * (n * lit::<F>(0.25)).floor();
    let half_turn = quarter >= lit::<F>(2.0);
    let across = quarter == lit::<F>(1.0) || quarter == lit::<F>(3.0);
    let minus = quarter == lit::<F>(1.0) || quarter == lit::<F>(2.0);
    let s = select(across, cos, sin);
    let c = select(across, sin, cos);
    (select(half_turn, -s, s), select(minus, -c, c))
}

/// sin x and cos x.
#[cube]
fn both<F: Float>(x: F) -> (F, F) {
    let (r, rest, n) = reduced::<F>(x.abs());
    let (sin, cos) = polynomials::<F>(r, rest);
    let (sin, cos) = turned::<F>(sin, cos, n);
    (select(x < lit::<F>(0.0), -sin, sin), cos)
}

/// sin x.
#[cube]
pub fn sin<F: Float>(x: F) -> F {
    let (sin, _cos) = both::<F>(x);
    // −0 keeps its sign.
    select(x == lit::<F>(0.0), x, sin)
}

/// cos x.
#[cube]
pub fn cos<F: Float>(x: F) -> F {
    let (_sin, cos) = both::<F>(x);
    cos
}

/// tan x.
#[cube]
pub fn tan<F: Float>(x: F) -> F {
    let (r, rest, n) = reduced::<F>(x.abs());
    let (sin, most, cos) = parts::<F>(r, rest);
    let half = (n * lit::<F>(0.5)).floor();
    let odd = half * lit::<F>(2.0) != n;
    let one = unknown_one::<F>(most);
    let (sin, sin_rest) = sum::<F>(r, sin, one);
    let (cos, cos_rest) = sum::<F>(most, cos, one);
    let over = select(odd, -cos, sin);
    let over_rest = select(odd, -cos_rest, sin_rest);
    let under = select(odd, sin, cos);
    let under_rest = select(odd, sin_rest, cos_rest);
    let tan = over / under;
    let (back, more) = product::<F>(tan, under, one);
    let tan = tan + ((((over - back) - more) + over_rest) - tan * under_rest) / under;
    select(x < lit::<F>(0.0), -tan, select(x == lit::<F>(0.0), x, tan))
}
