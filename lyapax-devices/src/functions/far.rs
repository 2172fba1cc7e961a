//! Angles beyond a million: what is left of x over quarter turns.
//!
//! The method of Payne and Hanek (1983), SIGNUM Newsletter 18, 19, in the form of FDLIBM (Sun Microsystems, 1993),
//! k_rem_pio2.c: of the binary digits of 2/π those alone are multiplied that leave fractions of four turns.

use cubecl::prelude::*;

use super::exact::{product_with, sum, unknown_one};
use super::lit;
use super::scale::{scaled, split};

/// 2/π in digits of 24 bits.
const DIGITS: [f64; 50] = [
    10_680_707.0,
    7_228_996.0,
    1_387_004.0,
    2_578_385.0,
    16_069_853.0,
    12_639_074.0,
    9_804_092.0,
    4_427_841.0,
    16_666_979.0,
    11_263_675.0,
    12_935_607.0,
    2_387_514.0,
    4_345_298.0,
    14_681_673.0,
    3_074_569.0,
    13_734_428.0,
    16_653_803.0,
    1_880_361.0,
    10_960_616.0,
    8_533_493.0,
    3_062_596.0,
    8_710_556.0,
    7_349_940.0,
    6_258_241.0,
    3_772_886.0,
    3_769_171.0,
    3_798_172.0,
    8_675_211.0,
    12_450_088.0,
    3_874_808.0,
    9_961_438.0,
    366_607.0,
    15_675_153.0,
    9_132_554.0,
    7_151_469.0,
    3_571_407.0,
    2_607_881.0,
    12_013_382.0,
    4_155_038.0,
    6_285_869.0,
    7_677_882.0,
    13_102_053.0,
    15_825_725.0,
    473_591.0,
    9_065_106.0,
    15_363_067.0,
    6_271_263.0,
    9_264_392.0,
    5_636_912.0,
    4_652_155.0,
];

/// Digits of the product.
const PLACES: u32 = 8;
/// 2²⁴ and its inverse.
const BASE: f64 = 16_777_216.0;
const INVERSE: f64 = 1.0 / BASE;

/// What is left of x ≥ 2²⁰ in quarter turns, as a number and a rest, and how many there are, from 0 to 4.
#[cube]
pub(super) fn reduced<F: Float>(x: F) -> (F, F, F) {
    let table = digits::<F>();
    let (base, inverse) = (lit::<F>(BASE), lit::<F>(INVERSE));
    // x = (t₀ + t₁/2²⁴ + t₂/2⁴⁸)·2^e with t of 24 bits.
    let (m, n) = split::<F>(x);
    let e = n - lit::<F>(23.0);
    let m = m * lit::<F>(8_388_608.0);
    let t0 = m.floor();
    let m = (m - t0) * base;
    let t1 = m.floor();
    let t2 = (m - t1) * base;
    // Digits of 2/π before number `first` − 2 make whole turns.
    let first = ((e - lit::<F>(2.5)) * lit::<F>(1.0 / 24.0)).floor();
    let first = max(first, lit::<F>(0.0));
    let power = e - lit::<F>(24.0) * (first + lit::<F>(1.0));
    let at = u32::cast_from(first);
    // The product's digits, each still of some 50 bits.
    let mut places = Array::<F>::new(comptime!(PLACES as usize));
    #[unroll]
    for i in 0..PLACES {
        let here = at + i + 2;
        // The table begins with two digits that are 0.
        let sum = t0 * table[here as usize];
        let sum = sum + t1 * table[(here - 1) as usize];
        places[i as usize] = sum + t2 * table[(here - 2) as usize];
    }
    // From the last to the first: what is over goes to the digit before.
    #[unroll]
    for j in 1..PLACES {
        let i = comptime!((PLACES - j) as usize);
        let over = (places[i] * inverse).floor();
        places[i] = places[i] - base * over;
        places[comptime!(i - 1)] = places[comptime!(i - 1)] + over;
    }
    // The first two digits hold all whole quarters; four of them are nothing.
    let top = scaled::<F>(places[0], power);
    let top = top - lit::<F>(4.0) * (top * lit::<F>(0.25)).floor();
    let top = top + scaled::<F>(places[1] * inverse, power);
    let near = (top + lit::<F>(0.5)).floor();
    let a = top - near;
    let square = inverse * inverse;
    let b = scaled::<F>((places[2] + places[3] * inverse) * square, power);
    let c = scaled::<F>((places[4] + places[5] * inverse) * square * square, power);
    let d = scaled::<F>(
        (places[6] + places[7] * inverse) * square * square * square,
        power,
    );
    let one = unknown_one::<F>(a);
    let (high, low) = sum::<F>(a, b, one);
    let (low, rest) = sum::<F>(low, c, one);
    let (high, low) = sum::<F>(high, low, one);
    let low = low + (rest + d);
    let (high, low) = sum::<F>(high, low, one);
    // Times π/2.
    let half_pi = lit::<F>(core::f64::consts::FRAC_PI_2);
    let (r, rest) = product_with::<F>(high, one, core::f64::consts::FRAC_PI_2);
    let rest = rest + (high * lit::<F>(6.123_233_995_736_766e-17) + low * half_pi);
    (r, rest, near)
}

/// The table, after two zeros.
#[cube]
fn digits<F: Float>() -> Array<F> {
    let mut table = Array::<F>::new(comptime!(DIGITS.len() + 2));
    table[0] = lit::<F>(0.0);
    table[1] = lit::<F>(0.0);
    #[unroll]
    for i in 0..comptime!(DIGITS.len() as u32) {
        table[comptime!(i as usize + 2)] = lit::<F>(comptime!(DIGITS[i as usize]));
    }
    table
}
