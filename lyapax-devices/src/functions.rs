//! Elementary functions in double precision, of + − × ÷, comparisons and roundings alone.
//!
//! Vulkan has none: a device that multiplies in `f64` gives nonsense for `sin` of one. These take no loop, and are
//! within two units in the last place of the CPU's.

mod exact;
mod exponential;
mod far;
mod hyperbolic;
mod inverse;
mod logarithm;
mod modulo;
mod power;

mod scale;
mod trigonometric;

use cubecl::prelude::*;

pub use exponential::{exp, sigmoid};
pub use hyperbolic::{cosh, sinh, tanh};
pub use inverse::{acos, asin, atan, atan2};
pub use logarithm::ln;
pub use modulo::remainder;
pub use power::{cbrt, hypot, log10, pow};
pub use trigonometric::{cos, sin, tan};

/// A number with all its digits, also where `F` is `f64`: `F::new` takes an `f32`.
#[cube]
#[allow(unused_variables)]
pub fn lit<F: Float>(#[comptime] value: f64) -> F {
    intrinsic!(|scope| { NativeExpand::<F>::from_lit(scope, value) })
}

/// ∞ with a sign, or no number where that is 0. The languages of devices have no word for them.
#[cube]
pub fn endless<F: Float>(#[comptime] sign: i32) -> F {
    // Which no compiler knows: there are never so many threads.
    let zero = select(UNIT_POS > 1_000_000, lit::<F>(2.0), lit::<F>(0.0));
    if comptime!(sign == 0) {
        // 0/0 is 0 to some of them.
        (zero - lit::<F>(1.0)).sqrt()
    } else {
        lit::<F>(comptime!(f64::from(sign))) / zero
    }
}

/// A number of which the compiler of shaders does not see that it is a constant: it takes no function of one in double
/// precision.
#[cube]
pub fn variable<F: Float>(x: F) -> F {
    let cell = RuntimeCell::<F>::new(x);
    cell.read()
}

/// x, of which no compiler knows that it is a constant as long as `by` is none: drivers multiply constants in single
/// precision. Twice x where `by` is infinite or no number.
#[cube]
pub fn opaque<F: Float>(x: F, by: F) -> F {
    let known = variable::<F>(by).abs() <= lit::<F>(f64::MAX);
    variable::<F>(x) * select(known, lit::<F>(1.0), lit::<F>(2.0))
}

/// A value of x, or x where that is no number.
#[cube]
fn or_nan<F: Float>(x: F, value: F) -> F {
    select(x.abs() >= lit::<F>(0.0), value, x)
}
