//! eˣ and eˣ − 1.
//!
//! x = n·ln 2 + r with |r| ≤ ln 2 / 2, and e^r by a rational function of r: the method of FDLIBM (Sun Microsystems,
//! 1993), e_exp.c and s_expm1.c, with its coefficients.

use cubecl::prelude::*;

use super::exact::unknown_one;
use super::scale::scaled;
use super::{lit, or_nan};

/// ln 2 in two parts, the first of 33 bits.
pub(super) const LN2_HIGH: f64 = 6.931_471_803_691_238e-1;
pub(super) const LN2_LOW: f64 = 1.908_214_929_270_587_7e-10;

/// eʳ for r = `high` − `low`.
#[cube]
pub(super) fn reduced<F: Float>(high: F, low: F) -> F {
    let r = high - low;
    let square = r * r;
    let p = lit::<F>(4.138_136_797_057_238_5e-8);
    let p = lit::<F>(-1.653_390_220_546_525_2e-6) + square * p;
    let p = lit::<F>(6.613_756_321_437_934e-5) + square * p;
    let p = lit::<F>(-2.777_777_777_701_559_3e-3) + square * p;
    let p = lit::<F>(1.666_666_666_666_660_2e-1) + square * p;
    let c = r - square * p;
    lit::<F>(1.0) - ((low - r * c / (lit::<F>(2.0) - c)) - high)
}

/// eˣ.
#[cube]
pub fn exp<F: Float>(x: F) -> F {
    times_power::<F>(x, lit::<F>(0.0))
}

/// eˣ·2^`shift`.
#[cube]
pub(super) fn times_power<F: Float>(x: F, shift: F) -> F {
    // Beyond these everything is 0 or ∞, which the scaling makes.
    let near = max(min(x, lit::<F>(712.0)), lit::<F>(-746.0));
    let n = (near * lit::<F>(core::f64::consts::LOG2_E) + lit::<F>(0.5)).floor();
    let high = near - n * lit::<F>(LN2_HIGH);
    let low = n * lit::<F>(LN2_LOW);
    let value = scaled::<F>(reduced::<F>(high, low), n + shift);
    or_nan::<F>(x, value)
}

/// eˣ − 1, for |x| < 700.
#[cube]
pub(super) fn exp_m1<F: Float>(x: F) -> F {
    let n = (x * lit::<F>(core::f64::consts::LOG2_E) + lit::<F>(0.5)).floor();
    let high = x - n * lit::<F>(LN2_HIGH);
    let low = n * lit::<F>(LN2_LOW);
    let r = high - low;
    let rest = (high * unknown_one::<F>(r) - r) - low;
    let half = lit::<F>(0.5) * r;
    let h = r * half;
    let q = lit::<F>(-7.936_507_578_674_879e-5)
        + h * (lit::<F>(4.008_217_827_329_362e-6) - h * lit::<F>(2.010_992_181_836_243_7e-7));
    let q = lit::<F>(1.587_301_587_254_814_6e-3) + h * q;
    let q = lit::<F>(1.0) + h * (lit::<F>(-3.333_333_333_333_313e-2) + h * q);
    let t = lit::<F>(3.0) - q * half;
    let e = h * ((q - t) / (lit::<F>(6.0) - r * t));
    let small = r - (r * e - h);
    let e = (r * (e - rest) - rest) - h;
    let one = lit::<F>(1.0);
    let large = scaled::<F>((one - scaled::<F>(one, -n)) - (e - r), n);
    // Where ½ and r nearly cancel, they do so first.
    let middle = lit::<F>(-2.0) * (e - (r + lit::<F>(0.5)));
    let large = select(n == one && r < lit::<F>(-0.25), middle, large);
    select(n == lit::<F>(0.0), small, large)
}

/// 1/(1 + e⁻ˣ).
#[cube]
pub fn sigmoid<F: Float>(x: F) -> F {
    let one = lit::<F>(1.0);
    one / (one + exp::<F>(-x))
}
