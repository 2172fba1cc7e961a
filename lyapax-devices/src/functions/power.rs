//! Powers and roots.

use cubecl::prelude::*;

use super::exact::{product, product_with, sum, unknown_one};
use super::exponential::{LN2_HIGH, LN2_LOW, reduced};
use super::lit;
use super::logarithm::special;
use super::scale::{scaled, split};

/// ln x of a positive, finite x as a sum of two numbers, good to 2⁻⁶⁴.
#[cube]
pub(super) fn ln_of_two<F: Float>(x: F) -> (F, F) {
    let (one, two) = (lit::<F>(1.0), lit::<F>(2.0));
    let (m, n) = split::<F>(x);
    let large = m > lit::<F>(core::f64::consts::SQRT_2);
    let m = select(large, m * lit::<F>(0.5), m);
    let n = select(large, n + one, n);
    // s = f/(2 + f), and ln m = 2 (s + s³/3 + s⁵/5 + …).
    let f = m - one;
    let real = unknown_one::<F>(m);
    let (under, under_rest) = sum::<F>(two, f, real);
    let s = f / under;
    let (back, more) = product::<F>(s, under, real);
    let s_rest = (((f - back) - more) - s * under_rest) / under;
    let (z, z_rest) = product::<F>(s, s, real);
    let z_rest = z_rest + two * s * s_rest;
    let (cube, cube_rest) = product::<F>(s, z, real);
    let cube_rest = cube_rest + s * z_rest + s_rest * z;
    let (third, third_rest) = product_with::<F>(cube, real, 2.0 / 3.0);
    let third_rest = third_rest + cube_rest * lit::<F>(2.0 / 3.0) + cube * lit::<F>(THIRDS_LOW);
    let p = lit::<F>(2.0 / 19.0) + z * (lit::<F>(2.0 / 21.0) + z * lit::<F>(2.0 / 23.0));
    let p = lit::<F>(2.0 / 15.0) + z * (lit::<F>(2.0 / 17.0) + z * p);
    let p = lit::<F>(2.0 / 11.0) + z * (lit::<F>(2.0 / 13.0) + z * p);
    let p = lit::<F>(2.0 / 7.0) + z * (lit::<F>(2.0 / 9.0) + z * p);
    let p = lit::<F>(2.0 / 5.0) + z * p;
    let tail = cube * z * p;
    // From the largest to the smallest.
    let (high, rest) = sum::<F>(n * lit::<F>(LN2_HIGH), two * s, real);
    let (high, more) = sum::<F>(high, third, real);
    let low = rest + (more + (tail + (n * lit::<F>(LN2_LOW) + (two * s_rest + third_rest))));
    sum::<F>(high, low, real)
}

/// 2/3 beyond its nearest number.
const THIRDS_LOW: f64 = 3.700_743_415_417_188e-17;

/// x to the power of y.
#[cube]
pub fn pow<F: Float>(x: F, y: F) -> F {
    let (zero, one) = (lit::<F>(0.0), lit::<F>(1.0));
    let largest = lit::<F>(f64::MAX);
    let size = x.abs();
    let plain = size > zero && size <= largest;
    let (high, low) = ln_of_two::<F>(select(plain, size, one));
    // Beyond these everything is 0 or ∞.
    let most = lit::<F>(1e300);
    let y_near = max(min(y, most), -most);
    let (p, rest) = product::<F>(y_near, high, unknown_one::<F>(low));
    let inside = p.abs() < lit::<F>(1000.0);
    let rest = select(inside, rest + y_near * low, zero);
    let p = max(min(p, lit::<F>(720.0)), lit::<F>(-760.0));
    let n = (p * lit::<F>(core::f64::consts::LOG2_E) + lit::<F>(0.5)).floor();
    let near = reduced::<F>(p - n * lit::<F>(LN2_HIGH), n * lit::<F>(LN2_LOW) - rest);
    let value = scaled::<F>(near, n);
    // Of 0 and ∞: the one or the other, made at run time since not every device's language can write it.
    let to_zero = (size < one && y > zero) || (size > one && y < zero);
    let endless = select(size == zero, one / size, size);
    let value = select(plain, value, select(to_zero, zero, endless));
    // Of negative numbers, with −0 among them.
    let whole = y.floor() == y;
    let half = y * lit::<F>(0.5);
    let odd = whole && half.floor() != half;
    let negative = x < zero || (x == zero && one / x < zero);
    let none = (x - x) / (x - x);
    let real = x >= zero || whole || size > largest;
    let value = select(real, select(negative && odd, -value, value), none);
    let one_by_law = x == one || y == zero || (size == one && y.abs() > largest);
    let value = select(one_by_law, one, value);
    let known = one_by_law || (size >= zero && y.abs() >= zero);
    select(known, value, x + y)
}

/// The cube root.
#[cube]
pub fn cbrt<F: Float>(x: F) -> F {
    let (zero, one, three) = (lit::<F>(0.0), lit::<F>(1.0), lit::<F>(3.0));
    let size = x.abs();
    let plain = size > zero && size <= lit::<F>(f64::MAX);
    let (m, n) = split::<F>(select(plain, size, one));
    let third = (n / three).floor();
    let left = n - three * third;
    let t = m * select(
        left == zero,
        one,
        select(left == one, lit::<F>(2.0), lit::<F>(4.0)),
    );
    // A cubic on [1, 8) to some 2 %, three of Newton's steps, and one with the rest of the cube.
    let c = lit::<F>(0.687_9)
        + t * (lit::<F>(0.333_9) - t * (lit::<F>(0.034_2) - t * lit::<F>(0.001_65)));
    let c = (lit::<F>(2.0) * c + t / (c * c)) / three;
    let c = (lit::<F>(2.0) * c + t / (c * c)) / three;
    let c = (lit::<F>(2.0) * c + t / (c * c)) / three;
    let real = unknown_one::<F>(c);
    let (square, square_rest) = product::<F>(c, c, real);
    let (back, more) = product::<F>(square, c, real);
    let over = ((back - t) + more) + square_rest * c;
    let c = c - over / (three * square);
    let value = scaled::<F>(c, third);
    select(plain, select(x < zero, -value, value), x)
}

/// √(x² + y²).
#[cube]
pub fn hypot<F: Float>(x: F, y: F) -> F {
    let zero = lit::<F>(0.0);
    let largest = lit::<F>(f64::MAX);
    let a = max(x.abs(), y.abs());
    let b = min(x.abs(), y.abs());
    let plain = a > zero && a <= largest;
    let (a, n) = split::<F>(select(plain, a, lit::<F>(1.0)));
    let b = scaled::<F>(b, -n);
    let real = unknown_one::<F>(a);
    let (aa, aa_rest) = product::<F>(a, a, real);
    let (bb, bb_rest) = product::<F>(b, b, real);
    let h = (aa + bb).sqrt();
    let (hh, hh_rest) = product::<F>(h, h, real);
    let over = ((aa - hh) + bb) + ((aa_rest - hh_rest) + bb_rest);
    let value = scaled::<F>(h + over / (lit::<F>(2.0) * h), n);
    let infinite = x.abs() > largest || y.abs() > largest;
    let value = select(infinite, x.abs() + y.abs(), select(plain, value, zero));
    let known = infinite || (x.abs() >= zero && y.abs() >= zero);
    select(known, select(infinite, max(x.abs(), y.abs()), value), x + y)
}

/// The logarithm to base 10.
#[cube]
pub fn log10<F: Float>(x: F) -> F {
    let plain = x > lit::<F>(0.0) && x <= lit::<F>(f64::MAX);
    let (high, low) = ln_of_two::<F>(select(plain, x, lit::<F>(1.0)));
    let (p, rest) = product_with::<F>(high, unknown_one::<F>(low), core::f64::consts::LOG10_E);
    let value =
        p + (rest + (low * lit::<F>(core::f64::consts::LOG10_E) + high * lit::<F>(LOG10_E_LOW)));
    special::<F>(x, value)
}

/// log₁₀ e beyond its nearest number.
const LOG10_E_LOW: f64 = 1.098_319_650_216_765e-17;
