//! Elementary functions against many digits, and lanes against single numbers.

use core::f64::consts::{FRAC_PI_2, LN_2, PI, SQRT_2};
use core::fmt;

use astro_float_num::{BigFloat, Consts, RoundingMode};
use digits::{Numbers, double, error, exactly};
use lyapax::__private::Lanes;
use lyapax::Scalar;
use pulp::Arch;

mod digits;

const ROUNDING: RoundingMode = RoundingMode::ToEven;

/// Binary ones: enough for what cancels.
const DIGITS: usize = 192;

/// Numbers to try a function with.
#[derive(Clone, Copy)]
enum Try {
    /// Evenly between two numbers.
    Between(f64, f64),
    /// Of both signs, with an exponent between two.
    Sizes(i32, i32),
    /// Next to a number times a whole one below this.
    Beside(f64, u64),
    /// Near a number times a whole one below this, where the places of values change.
    Near(f64, u64),
    /// Next to a number times powers of two.
    BesidePowers(f64, i32, i32),
    /// One plus or minus a power of two and some more.
    AroundOne,
}

impl Try {
    fn number(self, numbers: &mut Numbers) -> f64 {
        match self {
            Self::Between(from, to) => {
                let (middle, half) = (0.5 * (from + to), 0.5 * (to - from));
                middle + numbers.within(half)
            }
            Self::Sizes(from, to) => {
                let size = 1.0 + 0.5 * (1.0 + numbers.within(1.0));
                let sign = if numbers.bits() & 1 == 0 { 1.0 } else { -1.0 };
                scaled(sign * size, exponent(numbers, from, to))
            }
            Self::Beside(x, bound) => {
                let n = (1 + numbers.bits() % bound) as f64;
                let sign = if numbers.bits() & 1 == 0 { 1.0 } else { -1.0 };
                sign * numbers.beside(n * x)
            }
            Self::Near(x, bound) => {
                let n = (1 + numbers.bits() % bound) as f64;
                let sign = if numbers.bits() & 1 == 0 { 1.0 } else { -1.0 };
                sign * (n * x + numbers.within(0.03))
            }
            Self::BesidePowers(x, from, to) => {
                let sign = if numbers.bits() & 1 == 0 { 1.0 } else { -1.0 };
                let power = scaled(x, exponent(numbers, from, to));
                sign * numbers.beside(power)
            }
            Self::AroundOne => 1.0 + Self::Sizes(-53, -1).number(numbers),
        }
    }
}

fn exponent(numbers: &mut Numbers, from: i32, to: i32) -> i32 {
    let choices = u64::from(to.abs_diff(from)) + 1;
    from + i32::try_from(numbers.bits() % choices).unwrap()
}

fn scaled(x: f64, exponent: i32) -> f64 {
    x * 2f64.powi(exponent / 2) * 2f64.powi(exponent - exponent / 2)
}

type Exact = fn(&BigFloat, usize, RoundingMode, &mut Consts) -> BigFloat;

struct Function {
    name: &'static str,
    one: fn(f64) -> f64,
    four: fn(Lanes<4>) -> Lanes<4>,
    eight: fn(Lanes<8>) -> Lanes<8>,
    exact: Exact,
    /// In units of the last place.
    bound: f64,
    tries: &'static [Try],
}

macro_rules! functions {
    ($($name:ident $bound:literal $exact:expr, [$($try:expr),*];)*) => {
        [$(Function {
            name: stringify!($name),
            one: <f64 as Scalar>::$name,
            four: <Lanes<4> as Scalar>::$name,
            // In the widest vectors that the machine has.
            eight: |x| Arch::new().dispatch(
                #[inline(always)]
                || <Lanes<8> as Scalar>::$name(x),
            ),
            exact: $exact,
            bound: $bound,
            tries: &[$($try),*],
        }),*]
    };
}

fn logistic(x: &BigFloat, digits: usize, rounding: RoundingMode, consts: &mut Consts) -> BigFloat {
    let one = BigFloat::from_f64(1.0, digits);
    let power = x.neg().exp(digits, rounding, consts);
    one.div(&one.add(&power, digits, rounding), digits, rounding)
}

fn functions() -> [Function; 12] {
    use Try::{AroundOne, Beside, BesidePowers, Between, Near, Sizes};
    functions! {
        exp 0.8 BigFloat::exp, [Between(-745.2, 709.8), Between(-1.0, 1.0), Between(-20.0, 20.0),
            Sizes(-60, 8), Beside(0.5 * LN_2, 2040), Between(-745.2, -707.0), Sizes(-1074, -60)];
        ln 0.85 BigFloat::ln, [Sizes(-1074, 1023), Between(0.5, 2.0), Between(0.0, 100.0), AroundOne,
            BesidePowers(SQRT_2, -1074, 1022), BesidePowers(1.0, -1074, 1023)];
        log10 0.8 BigFloat::log10, [Sizes(-1074, 1023), Between(0.5, 2.0), Between(0.0, 100.0),
            AroundOne, BesidePowers(SQRT_2, -1074, 1022), BesidePowers(1.0, -1074, 1023)];
        tanh 1.9 BigFloat::tanh, [Between(-22.0, 22.0), Between(-1.0, 1.0), Between(-0.4, 0.4),
            Between(0.5, 0.6), Sizes(-60, 5), Beside(0.25 * LN_2, 64), Sizes(-1074, -60)];
        sigmoid 2.0 logistic, [Between(-745.0, 40.0), Between(-40.0, 40.0), Between(-1.0, 1.0),
            Between(-10.0, 10.0), Between(-745.2, -707.0), Beside(0.5 * LN_2, 100), Sizes(-60, 5), Near(LN_2, 16)];
        sinh 1.9 BigFloat::sinh, [Between(-710.5, 710.5), Between(-1.0, 1.0), Between(-4.0, 4.0),
            Between(-40.0, 40.0), Sizes(-60, 9), Beside(0.5 * LN_2, 2040), Sizes(-1074, -60)];
        cosh 1.7 BigFloat::cosh, [Between(-710.5, 710.5), Between(-1.0, 1.0), Between(-4.0, 4.0),
            Between(-40.0, 40.0), Sizes(-60, 9), Beside(0.5 * LN_2, 2040)];
        tan 1.6 BigFloat::tan, [Between(-1.6e6, 1.6e6), Between(-10.0, 10.0), Between(-0.8, 0.8),
            Beside(FRAC_PI_2, 1 << 20), Beside(0.5 * FRAC_PI_2, 64), Sizes(-60, 20), Sizes(-1074, -60)];
        atan 2.0 BigFloat::atan, [Between(-10.0, 10.0), Between(-1.0, 1.0), Between(2.0, 3.0),
            Between(0.4, 0.5), Sizes(-60, 60), Sizes(-1074, 1023)];
        asin 1.2 BigFloat::asin, [Between(-1.0, 1.0), Between(0.49, 0.52), Between(0.99, 1.0),
            Sizes(-60, -1), Sizes(-1074, -60)];
        acos 1.1 BigFloat::acos, [Between(-1.0, 1.0), Between(0.49, 0.52), Between(0.99, 1.0),
            Between(-0.52, -0.49), Between(-1.0, -0.99), Sizes(-60, -1)];
        cbrt 0.7 |x, digits, rounding, _| x.cbrt(digits, rounding), [Between(-8.0, 8.0),
            Sizes(-1074, 1023), BesidePowers(1.0, -1074, 1023)];
    }
}

/// The worst error of a value, and where it was.
#[derive(Default)]
struct Worst {
    error: f64,
    at: (f64, f64),
}

impl fmt::Display for Worst {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:.3} at {:?}", self.error, self.at)
    }
}

impl Worst {
    fn see(&mut self, x: f64, y: f64, value: f64, exact: &BigFloat) {
        if double(exact).is_infinite() {
            assert!(value.abs() >= f64::MAX, "{x:e}, {y:e}: {value:e}");
            return;
        }
        let error = error(value, exact, DIGITS);
        if error > self.error {
            *self = Self { error, at: (x, y) };
        }
    }
}

#[test]
fn the_last_digits_are_right() {
    let mut consts = Consts::new().unwrap();
    let mut wrong = Vec::new();
    for function in functions() {
        let mut numbers = Numbers(0x9E37_79B9_7F4A_7C15);
        let mut worst_of_all = 0.0_f64;
        for (i, &tried) in function.tries.iter().enumerate() {
            let mut worst = Worst::default();
            for _ in 0..COUNT {
                let x = tried.number(&mut numbers);
                let x = if function.name.starts_with('l') {
                    x.abs()
                } else {
                    x
                };
                if x == 0.0 || x.is_infinite() {
                    continue;
                }
                let of = exactly(x, DIGITS);
                let exact = (function.exact)(&of, DIGITS, ROUNDING, &mut consts);
                worst.see(x, 0.0, (function.one)(x), &exact);
            }
            println!("{} {i}: {worst}", function.name);
            worst_of_all = worst_of_all.max(worst.error);
        }
        println!("{}: {worst_of_all:.3}", function.name);
        if worst_of_all > function.bound {
            wrong.push((function.name, worst_of_all));
        }
    }
    assert!(wrong.is_empty(), "{wrong:?}");
}

const COUNT: usize = 2500;

#[test]
fn angles_and_lengths_are_right() {
    use Try::{Between, Sizes};
    let mut consts = Consts::new().unwrap();
    let mut numbers = Numbers(0x1234_5678_9ABC_DEF1);
    let pi = consts.pi(DIGITS, ROUNDING);
    for tried in [
        Between(-1.0, 1.0),
        Sizes(-3, 3),
        Sizes(-60, 60),
        Sizes(-1022, 1022),
    ] {
        let (mut angle, mut length) = (Worst::default(), Worst::default());
        for _ in 0..COUNT {
            let (y, x) = (tried.number(&mut numbers), tried.number(&mut numbers));
            let [of_y, of_x] = [y, x].map(|x| exactly(x, DIGITS));
            let squares = [&of_y, &of_x].map(|x| x.mul(x, DIGITS, ROUNDING));
            let sum = squares[0].add(&squares[1], DIGITS, ROUNDING);
            length.see(y, x, Scalar::hypot(y, x), &sum.sqrt(DIGITS, ROUNDING));

            let ratio = of_y.div(&of_x, DIGITS, ROUNDING);
            let mut exact = ratio.atan(DIGITS, ROUNDING, &mut consts);
            if x < 0.0 {
                let turn = if y < 0.0 { pi.neg() } else { pi.clone() };
                exact = exact.add(&turn, DIGITS, ROUNDING);
            }
            angle.see(y, x, Scalar::atan2(y, x), &exact);
        }
        println!("angle: {angle}, length: {length}");
        assert!(
            angle.error <= 2.0 && length.error <= 1.25,
            "{angle}, {length}"
        );
    }
}

/// A base and an exponent with a power that is a normal number, near the ends of the range at times.
fn base_and_exponent(numbers: &mut Numbers, i: usize) -> (f64, f64) {
    use Try::{AroundOne, BesidePowers, Between, Sizes};
    const ROOTS: [f64; 4] = [
        SQRT_2,
        1.189_207_115_002_721,
        0.840_896_415_253_714_5,
        1.681_792_830_507_429,
    ];
    let root = ROOTS[i % 4];
    let base = match i % 6 {
        0 => Sizes(-1022, 1023),
        1 => AroundOne,
        2 => Between(0.84, 1.19),
        3 => BesidePowers(root, -3, 3),
        4 => BesidePowers(root, -1000, 1000),
        _ => Between(0.0, 20.0),
    };
    let base = base.number(numbers).abs();
    let logarithm = match i / 6 % 4 {
        0 => numbers.within(707.9),
        1 => numbers.within(1.0),
        2 => 0.5 * LN_2 + (numbers.within(1020.0)).round() * LN_2,
        _ => (700.0 + numbers.within(7.9).abs()) * numbers.within(1.0).signum(),
    };
    if base == 1.0 {
        (base, logarithm)
    } else if i.is_multiple_of(5) && logarithm.abs() < 1.5 * base.ln().abs() {
        // Whole, or a half: exact at times.
        (base, (2.0 * logarithm / base.ln()).round() / 2.0)
    } else {
        (base, logarithm / base.ln())
    }
}

#[test]
fn powers_are_right() {
    let mut consts = Consts::new().unwrap();
    let mut numbers = Numbers(0x5DEE_CE66_D1CE_4E5B);
    let mut worst = Worst::default();
    for i in 0..5 * COUNT {
        let (x, y) = base_and_exponent(&mut numbers, i);
        let [base, exponent] = [x, y].map(|x| exactly(x, DIGITS));
        let exact = base.pow(&exponent, DIGITS, ROUNDING, &mut consts);
        worst.see(x, y, Scalar::pow(x, y), &exact);
    }
    println!("{worst}");
    assert!(worst.error <= 0.55, "{worst}");
}

#[test]
fn a_lane_of_powers_has_the_bits_of_a_power() {
    let mut numbers = Numbers(0x0FED_CBA9_8765_4321);
    let ordinary = (0..1000).map(|i| {
        let mut exponents = [0.0; 8];
        let bases = core::array::from_fn(|l| {
            let (x, y) = base_and_exponent(&mut numbers, 8 * i + l);
            exponents[l] = y;
            x
        });
        (bases, exponents)
    });
    let odd = eights().zip(eights().skip(1));
    let both = eights().zip(eights());
    for (x, y) in ordinary.chain(odd).chain(both) {
        let powers = Lanes(x).pow(Lanes(y)).0;
        let wide = Arch::new().dispatch(
            #[inline(always)]
            || Lanes(x).pow(Lanes(y)).0,
        );
        let base = Lanes(x).base();
        let of_base = Lanes::power(base, Lanes(y)).0;
        for l in 0..8 {
            let (x, y) = (x[l], y[l]);
            let power = Scalar::pow(x, y);
            let all = [powers[l], wide[l], of_base[l], Scalar::power(x.base(), y)];
            assert!(all.iter().all(|&it| same(it, power)), "{x:e} to {y:e}");
        }
    }
}

#[test]
fn powers_that_are_exact_or_none() {
    for n in 0..=18 {
        assert_eq!(Scalar::pow(10.0, f64::from(n)), 10.0_f64.powi(n));
    }
    for n in -1074..=1023 {
        assert_eq!(Scalar::pow(2.0, f64::from(n)), 2.0_f64.powf(f64::from(n)));
        assert_eq!(
            Scalar::pow(4.0, f64::from(n) / 2.0),
            2.0_f64.powf(f64::from(n))
        );
    }
    for y in eights().flatten() {
        assert!(same(Scalar::pow(1.0, y), 1.0), "1 to {y:e}");
        assert!(same(Scalar::pow(y, 0.0), 1.0), "{y:e} to 0");
        if !y.is_nan() {
            assert!(same(Scalar::pow(y, 1.0), y), "{y:e} to 1");
        }
    }
    let infinite = f64::INFINITY;
    for (x, y, power) in [
        (0.0, 2.5, 0.0),
        (-0.0, 3.0, -0.0),
        (0.0, -1.0, infinite),
        (-8.0, 3.0, -512.0),
        (infinite, -2.0, 0.0),
        (2.0, 1024.0, infinite),
        (2.0, -1080.0, 0.0),
        (0.5, infinite, 0.0),
    ] {
        assert!(same(Scalar::pow(x, y), power), "{x} to {y}");
    }
    assert!(Scalar::pow(-8.0_f64, 0.5).is_nan() && Scalar::pow(f64::NAN, 2.0).is_nan());
}

/// What is not an ordinary number to some function.
const ODD: [f64; 16] = [
    0.0,
    -0.0,
    f64::INFINITY,
    f64::NEG_INFINITY,
    f64::NAN,
    1e300,
    -1e300,
    5e-324,
    -1e-310,
    1e-320,
    709.9,
    -709.9,
    -744.5,
    -746.0,
    2e6,
    f64::MAX,
];

fn same(a: f64, b: f64) -> bool {
    a.to_bits() == b.to_bits() || a.is_nan() && b.is_nan()
}

/// Numbers of all kinds, and one odd one in every third eight of them.
fn eights() -> impl Iterator<Item = [f64; 8]> {
    let mut numbers = Numbers(0x0FED_CBA9_8765_4321);
    (0..6000).map(move |i| {
        let mut x = [0.0; 8].map(|_| match i / 3 % 4 {
            0 => numbers.within(1.0),
            1 => numbers.within(20.0),
            2 => numbers.within(700.0),
            _ => Try::Sizes(-60, 60).number(&mut numbers),
        });
        if i % 2 == 0 {
            x = x.map(f64::abs);
        }
        if i % 3 == 0 {
            x[i / 3 % 8] = ODD[i / 24 % ODD.len()];
        }
        x
    })
}

#[test]
fn a_lane_has_the_bits_of_a_number() {
    for function in functions() {
        for x in eights() {
            let eight = (function.eight)(Lanes(x)).0;
            let [low, high] = [0, 4].map(|from| Lanes(core::array::from_fn(|l| x[from + l])));
            let fours = [low, high].map(|x| (function.four)(x).0);
            for l in 0..8 {
                let one = (function.one)(x[l]);
                assert!(
                    same(one, eight[l]) && same(one, fours[l / 4][l % 4]),
                    "{} of {:e}",
                    function.name,
                    x[l]
                );
            }
        }
    }
}

#[test]
fn a_lane_of_pairs_has_the_bits_of_a_pair() {
    let pairs = eights().zip(eights().skip(1));
    // Those with an odd one, against others, and against themselves.
    for (y, x) in pairs.chain(eights().zip(eights())) {
        let angle = Lanes(y).atan2(Lanes(x)).0;
        let length = Lanes(y).hypot(Lanes(x)).0;
        for l in 0..8 {
            let (y, x) = (y[l], x[l]);
            assert!(same(angle[l], Scalar::atan2(y, x)), "angle of {y:e}, {x:e}");
            assert!(same(length[l], Scalar::hypot(y, x)), "{y:e}, {x:e}");
        }
    }
}

#[test]
fn odd_functions_are_odd_and_even_ones_even() {
    for function in functions() {
        let odd = matches!(
            function.name,
            "tanh" | "sinh" | "tan" | "atan" | "asin" | "cbrt"
        );
        if !odd && function.name != "cosh" {
            continue;
        }
        for x in eights().flatten() {
            let (plus, minus) = ((function.one)(x), (function.one)(-x));
            let expected = if odd { -plus } else { plus };
            assert!(same(minus, expected), "{} of {x:e}", function.name);
        }
        for zero in [0.0, -0.0] {
            let expected = if odd { zero } else { 1.0 };
            assert!(same((function.one)(zero), expected), "{}", function.name);
        }
    }
}

#[test]
fn small_numbers_are_their_own_sines_and_tangents() {
    for x in [5e-324, -5e-324, 1e-320, 2.3e-308, -1e-300, 1e-10] {
        for function in functions() {
            match function.name {
                "tanh" | "sinh" | "tan" | "atan" | "asin" => {
                    assert_eq!((function.one)(x), x, "{}", function.name);
                }
                "exp" | "cosh" => assert!(((function.one)(x) - 1.0).abs() <= 2e-10),
                _ => {}
            }
        }
    }
}

#[test]
fn bounds_are_kept() {
    for x in eights().flatten().filter(|x| !x.is_nan()) {
        assert!(Scalar::tanh(x).abs() <= 1.0, "{x:e}");
        assert!((0.0..=1.0).contains(&x.sigmoid()), "{x:e}");
        assert!(Scalar::exp(x) >= 0.0 && Scalar::cosh(x) >= 1.0, "{x:e}");
        assert!(Scalar::atan(x).abs() <= FRAC_PI_2, "{x:e}");
    }
}

#[test]
fn values_that_are_exact() {
    assert_eq!(Scalar::exp(0.0_f64), 1.0);
    assert_eq!(Scalar::exp(-0.0_f64), 1.0);
    assert!(same(Scalar::ln(1.0_f64), 0.0));
    assert!(same(Scalar::log10(1.0_f64), 0.0));
    assert_eq!(0.0_f64.sigmoid(), 0.5);
    assert!(same(Scalar::acos(1.0_f64), 0.0));
    assert_eq!(Scalar::acos(-1.0_f64), PI);
    assert_eq!(Scalar::acos(0.0_f64), FRAC_PI_2);
    assert_eq!(Scalar::asin(1.0_f64), FRAC_PI_2);
    assert_eq!(Scalar::hypot(3.0_f64, -4.0), 5.0);
    for n in 0..23 {
        assert_eq!(Scalar::log10(10.0_f64.powi(n)), f64::from(n));
    }
    for n in -300..300 {
        let n = f64::from(n);
        assert_eq!(Scalar::cbrt(n * n * n), n);
    }
}

#[test]
fn ends_of_the_range() {
    let infinite = f64::INFINITY;
    // The last ones with a finite power, and the first without.
    let (last, first) = (709.782_712_893_384, 709.782_712_893_384_1);
    assert!(Scalar::exp(last) < infinite && Scalar::exp(first) == infinite);
    assert_eq!(Scalar::exp(-745.1_f64), 5e-324);
    assert_eq!(Scalar::exp(-745.2_f64), 0.0);
    assert_eq!(Scalar::exp(-infinite), 0.0);
    assert_eq!(Scalar::exp(infinite), infinite);
    let (last, first) = (710.475_860_073_943_9, 710.475_860_073_944);
    assert!(Scalar::cosh(last) < infinite && Scalar::cosh(first) == infinite);
    assert!(Scalar::sinh(last) < infinite && Scalar::sinh(first) == infinite);
    assert_eq!(Scalar::sinh(-infinite), -infinite);
    assert_eq!(Scalar::cosh(-infinite), infinite);
    assert_eq!(Scalar::tanh(infinite), 1.0);
    assert_eq!(Scalar::tanh(-1e300_f64), -1.0);
    assert_eq!(infinite.sigmoid(), 1.0);
    assert_eq!((-infinite).sigmoid(), 0.0);
    assert!((-740.0_f64).sigmoid() > 0.0);
    for zero in [0.0, -0.0_f64] {
        assert_eq!(Scalar::ln(zero), -infinite);
        assert_eq!(Scalar::log10(zero), -infinite);
    }
    assert_eq!(Scalar::ln(infinite), infinite);
    assert_eq!(Scalar::log10(infinite), infinite);
    assert!(Scalar::ln(-1e-320_f64).is_nan() && Scalar::log10(-infinite).is_nan());
    assert_eq!(Scalar::atan(-infinite), -FRAC_PI_2);
    assert!(Scalar::asin(1.000_000_1_f64).is_nan() && Scalar::acos(-2.0_f64).is_nan());
    assert_eq!(Scalar::cbrt(-infinite), -infinite);
    assert_eq!(Scalar::hypot(-infinite, f64::NAN), infinite);
    assert_eq!(Scalar::hypot(0.0_f64, -0.0), 0.0);
    assert_eq!(Scalar::hypot(5e-324_f64, 0.0), 5e-324);
    assert_eq!(Scalar::hypot(f64::MAX, f64::MAX), infinite);
    for function in functions() {
        assert!((function.one)(f64::NAN).is_nan(), "{}", function.name);
    }
    for (y, x) in [(0.0, -1.0), (-0.0, -1.0), (0.0, 0.0), (-0.0, -0.0)] {
        let y: f64 = y;
        assert!(same(Scalar::atan2(y, x), f64::atan2(y, x)), "{y}, {x}");
    }
    for (y, x) in [
        (1.0, 0.0),
        (-1.0, -0.0),
        (infinite, infinite),
        (1.0, -infinite),
        (5e-324, 1e308),
    ] {
        assert_eq!(Scalar::atan2(y, x), f64::atan2(y, x), "{y}, {x}");
    }
}
