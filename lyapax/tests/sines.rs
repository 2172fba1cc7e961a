//! Sine and cosine against many digits, and lanes against single numbers.

use core::f64::consts::{FRAC_PI_2, PI};

use astro_float_num::{Consts, RoundingMode};
use digits::{Numbers, error, exactly};
use lyapax::__private::Lanes;
use lyapax::Scalar;

mod digits;

/// A number of any size at all.
fn any(numbers: &mut Numbers) -> f64 {
    loop {
        let x = f64::from_bits(numbers.bits());
        if x.is_finite() && x.abs() > 1e-300 {
            return x;
        }
    }
}

/// One of the numbers next to a multiple of π/2.
fn beside_multiple(numbers: &mut Numbers, bound: u64) -> f64 {
    let n = (numbers.bits() % bound) as f64;
    numbers.beside(n * FRAC_PI_2)
}

/// The doubles below 2²⁰·π/2 that lie closest to a multiple of π/2, by the convergents of its
/// continued fraction, and the last ones that are not left to the standard library.
const HARD: [f64; 12] = [
    45.553_093_477_052,
    91.106_186_954_104,
    182.212_373_908_208,
    321_307.959_442_222_9,
    642_615.918_884_445_8,
    FRAC_PI_2,
    5_830.795_965_062_656,
    PI,
    46_066.743_875_913_93,
    11_661.591_930_125_313,
    1_647_097.7,
    1_647_097.8,
];

struct Exact(Consts);

impl Exact {
    /// By how many units in the last place two numbers miss the sine and the cosine.
    fn errors(&mut self, x: f64, (sin, cos): (f64, f64)) -> [f64; 2] {
        let rounding = RoundingMode::ToEven;
        // Binary ones: enough for what cancels where a double comes close to a multiple of π/2.
        let digits = if x.abs() < 1e7 { 256 } else { 1344 };
        let exact = exactly(x, digits);
        let exact_sin = exact.sin(digits, rounding, &mut self.0);
        let exact_cos = exact.cos(digits, rounding, &mut self.0);
        [(sin, exact_sin), (cos, exact_cos)].map(|(value, exact)| error(value, &exact, digits))
    }
}

#[test]
fn the_last_digit_is_right_or_the_next_to_it() {
    let mut exact = Exact(Consts::new().unwrap());
    let mut numbers = Numbers(0x9E37_79B9_7F4A_7C15);
    let mut worst = |name: &str, xs: &mut dyn Iterator<Item = f64>, bound: f64| {
        let mut worst = [(0.0, 0.0); 2];
        for x in xs {
            let errors = exact.errors(x, Scalar::sin_cos(x));
            for (worst, error) in worst.iter_mut().zip(errors) {
                if error > worst.0 {
                    *worst = (error, x);
                }
            }
        }
        println!("{name}: {worst:?}");
        assert!(
            worst.iter().all(|worst| worst.0 < bound),
            "{name}: {worst:?}"
        );
    };
    worst(
        "within 10",
        &mut (0..16_000).map(|_| numbers.within(10.0)),
        0.8,
    );
    worst(
        "within π/4",
        &mut (0..8_000).map(|_| numbers.within(0.79)),
        0.8,
    );
    worst(
        "within 1.6e6",
        &mut (0..8_000).map(|_| numbers.within(1.647e6)),
        0.8,
    );
    worst(
        "beside multiples of π/2",
        &mut (0..8_000).map(|_| beside_multiple(&mut numbers, 1 << 20)),
        0.8,
    );
    worst(
        "beside the first multiples",
        &mut (0..2_000).map(|_| beside_multiple(&mut numbers, 64)),
        0.8,
    );
    worst("of any size", &mut (0..400).map(|_| any(&mut numbers)), 1.0);
    worst("hard", &mut HARD.into_iter(), 0.8);
}

/// Numbers of all kinds.
fn several() -> impl Iterator<Item = f64> {
    let mut numbers = Numbers(0x1234_5678_9ABC_DEF1);
    (0..40_000).map(move |i| match i % 4 {
        0 => numbers.within(10.0),
        1 => numbers.within(1e7),
        2 => beside_multiple(&mut numbers, 1 << 22),
        _ => any(&mut numbers),
    })
}

#[test]
fn the_sine_is_odd_and_the_cosine_even() {
    for x in several() {
        let ((sin, cos), (minus_sin, minus_cos)) = (Scalar::sin_cos(x), Scalar::sin_cos(-x));
        assert_eq!((minus_sin, minus_cos), (-sin, cos), "{x:e}");
        assert!(
            (sin * sin + cos * cos - 1.0).abs() < 4.0 * f64::EPSILON,
            "{x:e}"
        );
    }
}

#[test]
fn a_lane_has_the_bits_of_a_number() {
    let xs: Vec<f64> = several().collect();
    // Also where only one of the lanes is far away, or not a number.
    let odd = [
        1e300,
        f64::NAN,
        f64::INFINITY,
        f64::NEG_INFINITY,
        -1.7e6,
        -0.0,
    ];
    for (i, xs) in xs.chunks_exact(8).enumerate() {
        let mut lanes = Lanes::<8>::splat(0.0);
        lanes.0.copy_from_slice(xs);
        if i % 3 == 0 {
            lanes.0 = lanes.0.map(|x| x % 1e6);
            lanes.0[i % 8] = odd[i % odd.len()];
        }
        let (sin, cos) = lanes.sin_cos();
        let (sin_alone, cos_alone) = (lanes.sin(), lanes.cos());
        for (l, x) in lanes.0.into_iter().enumerate() {
            let bits = [Scalar::sin(x), Scalar::cos(x)].map(f64::to_bits);
            let (one_sin, one_cos) = Scalar::sin_cos(x);
            let others = [
                [one_sin, one_cos],
                [sin.0[l], cos.0[l]],
                [sin_alone.0[l], cos_alone.0[l]],
            ];
            for other in others {
                let same = other.map(f64::to_bits) == bits;
                assert!(
                    same || !x.is_finite() && other.iter().all(|y| y.is_nan()),
                    "{x:e}"
                );
            }
        }
    }
}

#[test]
fn zeros_keep_their_sign_and_small_numbers_themselves() {
    assert_eq!(Scalar::sin(-0.0_f64).to_bits(), (-0.0_f64).to_bits());
    assert_eq!(Scalar::sin(0.0_f64).to_bits(), 0);
    for x in [0.0, -0.0, 1e-300, f64::from_bits(1), -1e-310, 1e-9] {
        assert_eq!(Scalar::sin_cos(x), (x, 1.0));
    }
    for x in [f64::NAN, f64::INFINITY, f64::NEG_INFINITY] {
        let (sin, cos) = Scalar::sin_cos(x);
        assert!(sin.is_nan() && cos.is_nan());
    }
}
