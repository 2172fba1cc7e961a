//! Hyperbolic functions, as in FDLIBM (Sun Microsystems, 1993): e_sinh.c, e_cosh.c, s_tanh.c.

use cubecl::prelude::*;

use super::exact::{sum, unknown_one};
use super::exponential::{exp, exp_m1, times_power};
use super::{lit, or_nan};

/// From here on e⁻ˣ is nothing beside eˣ.
const LARGE: f64 = 22.0;

/// eˣ/2, also where eˣ is beyond the numbers.
#[cube]
fn half_exp<F: Float>(x: F) -> F {
    times_power::<F>(x, lit::<F>(-1.0))
}

/// sinh x.
#[cube]
pub fn sinh<F: Float>(x: F) -> F {
    let size = x.abs();
    let one = lit::<F>(1.0);
    let t = exp_m1::<F>(min(size, lit::<F>(LARGE)));
    let small = lit::<F>(2.0) * t - t * t / (t + one);
    let middle = t + t / (t + one);
    let near = lit::<F>(0.5) * select(size < one, small, middle);
    let value = select(size < lit::<F>(LARGE), near, half_exp::<F>(size));
    or_nan::<F>(
        x,
        select(
            x < lit::<F>(0.0),
            -value,
            select(x == lit::<F>(0.0), x, value),
        ),
    )
}

/// cosh x.
#[cube]
pub fn cosh<F: Float>(x: F) -> F {
    let size = x.abs();
    let t = exp::<F>(min(size, lit::<F>(LARGE)));
    let near = lit::<F>(0.5) * t + lit::<F>(0.5) / t;
    let value = select(size < lit::<F>(LARGE), near, half_exp::<F>(size));
    or_nan::<F>(x, value)
}

/// tanh x.
#[cube]
pub fn tanh<F: Float>(x: F) -> F {
    let size = min(x.abs(), lit::<F>(LARGE));
    let (one, two) = (lit::<F>(1.0), lit::<F>(2.0));
    let t = exp_m1::<F>(two * size);
    let (under, rest) = sum::<F>(two, min(t, two), unknown_one::<F>(min(t, two)));
    let near = t / under;
    let near = near - near * rest / under;
    let middle = select(t < two, near, t / (t + two));
    let value = select(size < one, middle, one - two / (t + two));
    or_nan::<F>(
        x,
        select(
            x < lit::<F>(0.0),
            -value,
            select(x == lit::<F>(0.0), x, value),
        ),
    )
}
