//! Inverse circular functions, as in FDLIBM (Sun Microsystems, 1993): e_asin.c, e_acos.c, s_atan.c, e_atan2.c, with
//! their coefficients.

use cubecl::prelude::*;

use super::exact::{product, unknown_one};
use super::{lit, or_nan};

const HALF_PI_HIGH: f64 = core::f64::consts::FRAC_PI_2;
const HALF_PI_LOW: f64 = 6.123_233_995_736_766e-17;

/// (asin √z − √z)/√z as a quotient of polynomials, for z ≤ ¼.
#[cube]
fn arc<F: Float>(z: F) -> F {
    let p = lit::<F>(7.915_349_942_898_145e-4) + z * lit::<F>(3.479_331_075_960_212e-5);
    let p = lit::<F>(-4.005_553_450_067_941e-2) + z * p;
    let p = lit::<F>(2.012_125_321_348_629_3e-1) + z * p;
    let p = lit::<F>(-3.255_658_186_224_009e-1) + z * p;
    let p = z * (lit::<F>(1.666_666_666_666_666_6e-1) + z * p);
    let q = lit::<F>(-6.882_839_716_054_533e-1) + z * lit::<F>(7.703_815_055_590_194e-2);
    let q = lit::<F>(2.020_945_760_233_505_7) + z * q;
    let q = lit::<F>(1.0) + z * (lit::<F>(-2.403_394_911_734_414) + z * q);
    p / q
}

/// √z and what rounding takes from it.
#[cube]
fn root<F: Float>(z: F) -> (F, F) {
    let s = z.sqrt();
    let (square, more) = product::<F>(s, s, unknown_one::<F>(z));
    let rest = ((z - square) - more) / (lit::<F>(2.0) * s);
    (s, select(s == lit::<F>(0.0), s, rest))
}

/// asin x.
#[cube]
pub fn asin<F: Float>(x: F) -> F {
    let size = x.abs();
    let near = size < lit::<F>(0.5);
    let half = lit::<F>(0.5) * (lit::<F>(1.0) - size);
    let r = arc::<F>(select(near, x * x, half));
    let small = x + x * r;
    let (s, rest) = root::<F>(half);
    let two = lit::<F>(2.0);
    let p = two * s * r - (lit::<F>(HALF_PI_LOW) - two * rest);
    let quarter = lit::<F>(core::f64::consts::FRAC_PI_4);
    let large = quarter - (p - (quarter - two * s));
    select(near, small, select(x < lit::<F>(0.0), -large, large))
}

/// acos x.
#[cube]
pub fn acos<F: Float>(x: F) -> F {
    let size = x.abs();
    let near = size < lit::<F>(0.5);
    let half = lit::<F>(0.5) * (lit::<F>(1.0) - size);
    let r = arc::<F>(select(near, x * x, half));
    let small = lit::<F>(HALF_PI_HIGH) - (x - (lit::<F>(HALF_PI_LOW) - x * r));
    let (s, rest) = root::<F>(half);
    let two = lit::<F>(2.0);
    let positive = two * (s + (r * s + rest));
    let negative = lit::<F>(core::f64::consts::PI) - two * (s + (r * s - lit::<F>(HALF_PI_LOW)));
    select(near, small, select(x < lit::<F>(0.0), negative, positive))
}

/// atan of x ≥ 0.
#[cube]
fn positive<F: Float>(x: F) -> F {
    let one = lit::<F>(1.0);
    // The tangent of what is left of the angle beyond 0, atan ½, π/4, atan 1½ and π/2.
    let first = x < lit::<F>(0.4375);
    let second = x < lit::<F>(0.6875);
    let third = x < lit::<F>(1.1875);
    let fourth = x < lit::<F>(2.4375);
    let over = select(
        second,
        lit::<F>(2.0) * x - one,
        select(third, x - one, select(fourth, x - lit::<F>(1.5), -one)),
    );
    let under = select(
        second,
        lit::<F>(2.0) + x,
        select(third, x + one, select(fourth, one + lit::<F>(1.5) * x, x)),
    );
    let t = select(first, x, over / under);
    let high = select(
        second,
        lit::<F>(4.636_476_090_008_061e-1),
        select(
            third,
            lit::<F>(core::f64::consts::FRAC_PI_4),
            select(
                fourth,
                lit::<F>(9.827_937_232_473_291e-1),
                lit::<F>(HALF_PI_HIGH),
            ),
        ),
    );
    let low = select(
        second,
        lit::<F>(2.269_877_745_296_168_7e-17),
        select(
            third,
            lit::<F>(3.061_616_997_868_383e-17),
            select(
                fourth,
                lit::<F>(1.390_331_103_123_099_8e-17),
                lit::<F>(HALF_PI_LOW),
            ),
        ),
    );
    let z = t * t;
    let w = z * z;
    let p = lit::<F>(4.976_877_994_615_932_4e-2) + w * lit::<F>(1.628_582_011_536_578_2e-2);
    let p = lit::<F>(6.661_073_137_387_531e-2) + w * p;
    let p = lit::<F>(9.090_887_133_436_507e-2) + w * p;
    let p = lit::<F>(1.428_571_427_250_346_6e-1) + w * p;
    let p = z * (lit::<F>(3.333_333_333_333_293e-1) + w * p);
    let q = lit::<F>(-5.833_570_133_790_573_5e-2) - w * lit::<F>(3.653_157_274_421_691_6e-2);
    let q = lit::<F>(-7.691_876_205_044_83e-2) + w * q;
    let q = lit::<F>(-1.111_111_040_546_235_6e-1) + w * q;
    let q = w * (lit::<F>(-1.999_999_999_987_648_3e-1) + w * q);
    let small = t - t * (p + q);
    let large = high - ((t * (p + q) - low) - t);
    select(first, small, large)
}

/// atan x.
#[cube]
pub fn atan<F: Float>(x: F) -> F {
    let value = positive::<F>(x.abs());
    or_nan::<F>(
        x,
        select(
            x < lit::<F>(0.0),
            -value,
            select(x == lit::<F>(0.0), x, value),
        ),
    )
}

/// The angle of the point (x, y), in (−π, π].
#[cube]
pub fn atan2<F: Float>(y: F, x: F) -> F {
    let zero = lit::<F>(0.0);
    let (over, under) = (y.abs(), x.abs());
    let largest = lit::<F>(f64::MAX);
    // The angle of two infinities is that of two ones, and so is that of two zeros that of 0 and 1.
    let both_infinite = over > largest && under > largest;
    let both_zero = over == zero && under == zero;
    let ratio = select(
        both_infinite,
        lit::<F>(1.0),
        select(both_zero, zero, over / under),
    );
    let angle = positive::<F>(ratio);
    // 1/x tells −0 from 0.
    let left = x < zero || x == zero && lit::<F>(1.0) / x < zero;
    let below = y < zero || y == zero && lit::<F>(1.0) / y < zero;
    let pi_low = lit::<F>(2.0 * HALF_PI_LOW);
    let angle = select(
        left,
        lit::<F>(core::f64::consts::PI) - (angle - pi_low),
        angle,
    );
    or_nan::<F>(x, or_nan::<F>(y, select(below, -angle, angle)))
}
