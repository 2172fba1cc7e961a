//! Numbers of nearly any size: the digits of an `f64` and an exponent of their own.
//!
//! A value may be an ordinary number although something on the way to it, or to its derivative, is
//! not: 1/(1 + exp(800)) is 5·10⁻³⁴⁸, and its slope is exp(800) divided by the square of that. What
//! is infinite or lost in an `f64` is computed again in these, which is slow and seldom needed.

use core::cmp::Ordering;
use core::ops::{Add, Div, Mul, Neg, Sub};

use super::Scalar;

/// digits·2^exponent, with digits in ±[1, 2), or zero or what is no number.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Wide {
    digits: f64,
    exponent: i64,
}

/// Beyond it a number is infinite, or zero: as far that no user's number comes near, and that sums of
/// exponents do not overflow.
const FARTHEST: i64 = 1 << 60;

/// ln 2 in two parts, of which the first has so few digits that a product with a whole number of 20 is exact.
const LN_2: [f64; 2] = [0.693_147_180_369_123_8, 1.908_214_929_270_587_7e-10];

impl Wide {
    const ZERO: Self = Self {
        digits: 0.0,
        exponent: 0,
    };

    /// digits·2^exponent of any digits.
    fn new(digits: f64, exponent: i64) -> Self {
        if digits == 0.0 || !digits.is_finite() {
            return Self {
                digits,
                exponent: 0,
            };
        }
        // A number that is not normal has fewer digits, and is made normal first.
        let (digits, exponent) = if digits.is_subnormal() {
            (digits * 2.0_f64.powi(64), exponent - 64)
        } else {
            (digits, exponent)
        };
        let bits = digits.to_bits();
        let own = i64::from((bits >> 52) as u32 & 0x7FF) - 1023;
        let digits = f64::from_bits(bits & !(0x7FF << 52) | 1023 << 52);
        let exponent = exponent + own;
        if exponent > FARTHEST {
            return Self {
                digits: f64::INFINITY.copysign(digits),
                exponent: 0,
            };
        }
        if exponent < -FARTHEST {
            return Self::ZERO;
        }
        Self { digits, exponent }
    }

    fn is_ordinary(self) -> bool {
        self.digits != 0.0 && self.digits.is_finite()
    }

    /// The nearest `f64`, which may be infinite or zero.
    pub(crate) fn value(self) -> f64 {
        if !self.is_ordinary() {
            return self.digits;
        }
        let Ok(exponent) = i32::try_from(self.exponent.clamp(-1200, 1200)) else {
            return f64::NAN;
        };
        // In two steps, the second of which rounds: 2^exponent alone may be no f64.
        let half = exponent / 2;
        self.digits * 2.0_f64.powi(half) * 2.0_f64.powi(exponent - half)
    }

    /// The same function of an `f64`, for one that is bounded or has its limit where numbers are large.
    fn by(self, f: impl Fn(f64) -> f64) -> Self {
        Self::lit(f(self.value()))
    }

    fn scaled(self, power: i64) -> Self {
        Self::new(self.digits, self.exponent + power)
    }

    fn compare(self, other: Self) -> Option<Ordering> {
        if !self.is_ordinary()
            || !other.is_ordinary()
            || (self.digits > 0.0) != (other.digits > 0.0)
        {
            return self.digits.partial_cmp(&other.digits);
        }
        let sizes = self.exponent.cmp(&other.exponent);
        let sizes = if self.digits > 0.0 {
            sizes
        } else {
            sizes.reverse()
        };
        Some(sizes.then(self.digits.partial_cmp(&other.digits)?))
    }

    /// e^x·2^power for an x of which the whole part of x/ln 2 is an `i64`.
    fn exp_of(x: f64, power: i64) -> Self {
        #[allow(clippy::cast_possible_truncation, reason = "it is far smaller")]
        let turns = (x * core::f64::consts::LOG2_E).round_ties_even() as i64;
        let n = turns as f64;
        let rest = n.mul_add(-LN_2[1], n.mul_add(-LN_2[0], x));
        Self::new(Scalar::exp(rest), turns + power)
    }

    /// The exponent by which two numbers are brought near 1; zeros, and what is no number, have none.
    fn common(self, other: Self) -> i64 {
        let exponents = [self, other].into_iter().filter(|it| it.is_ordinary());
        exponents.map(|it| it.exponent).max().unwrap_or(0)
    }

    /// Whether a number is whole, and even or odd.
    fn parity(self) -> Option<bool> {
        let value = self.value();
        (value.is_finite() && value.fract() == 0.0).then(|| value % 2.0 != 0.0)
    }
}

impl Add for Wide {
    type Output = Self;
    fn add(self, other: Self) -> Self {
        if !self.is_ordinary() || !other.is_ordinary() {
            return match (self.digits == 0.0, other.digits == 0.0) {
                (true, false) => other,
                (false, true) => self,
                // Two zeros have a sign too.
                _ => Self::new(self.digits + other.digits, 0),
            };
        }
        let (large, small) = if self.exponent >= other.exponent {
            (self, other)
        } else {
            (other, self)
        };
        match i32::try_from(large.exponent - small.exponent) {
            Ok(apart) if apart < 64 => Self::new(
                large.digits + small.digits * 2.0_f64.powi(-apart),
                large.exponent,
            ),
            _ => large,
        }
    }
}

impl Sub for Wide {
    type Output = Self;
    fn sub(self, other: Self) -> Self {
        self + -other
    }
}

impl Mul for Wide {
    type Output = Self;
    fn mul(self, other: Self) -> Self {
        Self::new(self.digits * other.digits, self.exponent + other.exponent)
    }
}

impl Div for Wide {
    type Output = Self;
    fn div(self, other: Self) -> Self {
        Self::new(self.digits / other.digits, self.exponent - other.exponent)
    }
}

impl Neg for Wide {
    type Output = Self;
    fn neg(self) -> Self {
        Self {
            digits: -self.digits,
            ..self
        }
    }
}

macro_rules! bounded {
    ($($name:ident)*) => {$(
        fn $name(self) -> Self {
            self.by(Scalar::$name)
        }
    )*};
}

impl Scalar for Wide {
    type Mask = bool;
    type Base = Self;

    fn lit(value: f64) -> Self {
        Self::new(value, 0)
    }

    fn exp(self) -> Self {
        /// Its exponential is beyond what there is room for.
        const LARGEST: f64 = 7e17;
        let x = self.value();
        if x.abs() <= LARGEST {
            Self::exp_of(x, 0)
        } else if x > 0.0 {
            Self::new(f64::INFINITY, 0)
        } else if x < 0.0 {
            Self::ZERO
        } else {
            Self::new(x, 0)
        }
    }

    fn ln(self) -> Self {
        if !self.is_ordinary() {
            return self.by(Scalar::ln);
        }
        // About 1, so that what is near it keeps its digits.
        let (digits, exponent) = if self.digits > core::f64::consts::SQRT_2 {
            (self.digits / 2.0, self.exponent + 1)
        } else {
            (self.digits, self.exponent)
        };
        let n = exponent as f64;
        Self::lit(n.mul_add(LN_2[0], n.mul_add(LN_2[1], Scalar::ln(digits))))
    }

    fn log10(self) -> Self {
        if (-1000..1000).contains(&self.exponent) {
            self.by(Scalar::log10)
        } else {
            self.ln() * Self::lit(core::f64::consts::LOG10_E)
        }
    }

    fn sqrt(self) -> Self {
        let odd = self.exponent.rem_euclid(2);
        let digits = if odd == 0 {
            self.digits
        } else {
            2.0 * self.digits
        };
        Self::new(digits.sqrt(), (self.exponent - odd) / 2)
    }

    fn cbrt(self) -> Self {
        let rest = self.exponent.rem_euclid(3);
        let digits = self.digits * [1.0, 2.0, 4.0][usize::try_from(rest).unwrap_or(0)];
        Self::new(Scalar::cbrt(digits), (self.exponent - rest) / 3)
    }

    fn abs(self) -> Self {
        Self {
            digits: self.digits.abs(),
            ..self
        }
    }

    fn sign(self) -> Self {
        Self::lit(Scalar::sign(self.digits))
    }

    fn min(self, other: Self) -> Self {
        if self.lt(other) || self.digits.is_nan() {
            self
        } else {
            other
        }
    }

    fn max(self, other: Self) -> Self {
        if self.gt(other) || self.digits.is_nan() {
            self
        } else {
            other
        }
    }

    fn base(self) -> Self {
        self
    }

    fn power(base: Self, exponent: Self) -> Self {
        base.pow(exponent)
    }

    fn pow(self, exponent: Self) -> Self {
        let y = exponent.value();
        let plain = Scalar::pow(self.value(), y);
        let is_clear = plain.is_normal() || y == 0.0 || plain.is_nan() && y.is_nan();
        if is_clear || !self.is_ordinary() {
            return Self::lit(plain);
        }
        // (digits·2^exponent)^y, with the sign of a negative number's whole power.
        let sign = match (self.digits < 0.0, exponent.parity()) {
            (false, _) | (true, Some(false)) => 1.0,
            (true, Some(true)) => -1.0,
            (true, None) => return Self::new(f64::NAN, 0),
        };
        let turns = self.exponent as f64 * y;
        let whole = turns.round_ties_even();
        let rest =
            Scalar::ln(self.digits.abs()).mul_add(y, (turns - whole) * core::f64::consts::LN_2);
        if !(whole.abs() < FARTHEST as f64 && rest.abs() < 7e17) {
            return (self.abs().ln() * exponent).exp() * Self::lit(sign);
        }
        #[allow(clippy::cast_possible_truncation, reason = "it is small enough")]
        let power = Self::exp_of(rest, whole as i64);
        power * Self::lit(sign)
    }

    fn sin_cos(self) -> (Self, Self) {
        (self.sin(), self.cos())
    }

    bounded!(sin cos tan asin acos atan tanh heaviside);

    fn atan2(self, other: Self) -> Self {
        let common = self.common(other);
        let (y, x) = (self.scaled(-common), other.scaled(-common));
        Self::lit(Scalar::atan2(y.value(), x.value()))
    }

    fn sinh(self) -> Self {
        if self.value().abs() < 700.0 {
            return self.by(Scalar::sinh);
        }
        (self.exp() - (-self).exp()).scaled(-1)
    }

    fn cosh(self) -> Self {
        (self.exp() + (-self).exp()).scaled(-1)
    }

    fn sigmoid(self) -> Self {
        Self::lit(1.0) / (Self::lit(1.0) + (-self).exp())
    }

    fn floor(self) -> Self {
        if self.exponent > 60 {
            self
        } else if self.exponent < 0 && self.digits < 0.0 {
            Self::lit(-1.0)
        } else {
            self.by(f64::floor)
        }
    }

    fn ceil(self) -> Self {
        if self.exponent > 60 {
            self
        } else if self.exponent < 0 && self.digits > 0.0 {
            Self::lit(1.0)
        } else {
            self.by(f64::ceil)
        }
    }

    fn modulo(self, divisor: Self) -> Self {
        Self::lit(self.value().modulo(divisor.value()))
    }

    fn hypot(self, other: Self) -> Self {
        let common = self.common(other);
        let (x, y) = (self.scaled(-common), other.scaled(-common));
        Self::lit(Scalar::hypot(x.value(), y.value())).scaled(common)
    }

    fn lt(self, other: Self) -> bool {
        self.compare(other) == Some(Ordering::Less)
    }

    fn le(self, other: Self) -> bool {
        matches!(self.compare(other), Some(Ordering::Less | Ordering::Equal))
    }

    fn gt(self, other: Self) -> bool {
        self.compare(other) == Some(Ordering::Greater)
    }

    fn ge(self, other: Self) -> bool {
        matches!(
            self.compare(other),
            Some(Ordering::Greater | Ordering::Equal)
        )
    }

    fn eq(self, other: Self) -> bool {
        self.compare(other) == Some(Ordering::Equal)
    }

    fn ne(self, other: Self) -> bool {
        self.compare(other) != Some(Ordering::Equal)
    }

    fn and(a: bool, b: bool) -> bool {
        a & b
    }

    fn or(a: bool, b: bool) -> bool {
        a | b
    }

    fn not(a: bool) -> bool {
        !a
    }

    fn select(mask: bool, then: Self, otherwise: Self) -> Self {
        if mask { then } else { otherwise }
    }
}

#[cfg(test)]
mod tests {
    use super::Wide;
    use crate::Scalar;

    /// A function of either.
    type Unary = (&'static str, fn(Wide) -> Wide, fn(f64) -> f64);

    fn wide(value: f64) -> Wide {
        Wide::lit(value)
    }

    #[test]
    fn smaller_than_any_f64() {
        let tiny = wide(1e-300) * wide(1e-100);
        let half = core::f64::consts::FRAC_PI_2;
        assert_eq!(tiny.atan2(Wide::ZERO).value(), half);
        assert_eq!((-tiny).atan2(Wide::ZERO).value(), -half);
        let length = tiny.hypot(Wide::ZERO) / tiny;
        assert!((length.value() - 1.0).abs() < 1e-15);
        assert_eq!((-tiny).floor().value(), -1.0);
        assert_eq!((tiny.ceil().value(), tiny.floor().value()), (1.0, 0.0));
    }

    /// Where nothing is too large or too small, it is an `f64`.
    #[test]
    fn ordinary_numbers() {
        let numbers = [
            -3.5, -1.0, -0.25, 0.0, 1e-310, 0.1, 0.7, 1.0, 1.5, 2.0, 3.0, 40.0, 1e6, -1e200,
        ];
        let same = |found: Wide, expected: f64, what: &str| {
            let (found, size) = (found.value(), expected.abs());
            let close = (found - expected).abs() <= 4.0 * f64::EPSILON * size;
            let equal = found == expected || found.is_nan() && expected.is_nan();
            assert!(close || equal, "{what}: {found:e}, not {expected:e}");
        };
        for a in numbers {
            let unary: [Unary; 12] = [
                ("exp", Scalar::exp, Scalar::exp),
                ("ln", Scalar::ln, Scalar::ln),
                ("log10", Scalar::log10, Scalar::log10),
                ("sqrt", Scalar::sqrt, f64::sqrt),
                ("cbrt", Scalar::cbrt, Scalar::cbrt),
                ("abs", Scalar::abs, f64::abs),
                ("sign", Scalar::sign, Scalar::sign),
                ("sinh", Scalar::sinh, Scalar::sinh),
                ("cosh", Scalar::cosh, Scalar::cosh),
                ("sigmoid", Scalar::sigmoid, Scalar::sigmoid),
                ("floor", Scalar::floor, f64::floor),
                ("tanh", Scalar::tanh, Scalar::tanh),
            ];
            for (name, of, expected) in unary {
                let expected = expected(a);
                // What overflows there does not here.
                if expected.is_finite() && expected != 0.0 || a == 0.0 {
                    same(of(wide(a)), expected, &format!("{name}({a})"));
                }
            }
            for b in numbers {
                same(wide(a) + wide(b), a + b, &format!("{a} + {b}"));
                same(wide(a) - wide(b), a - b, &format!("{a} - {b}"));
                same(wide(a).min(wide(b)), Scalar::min(a, b), "min");
                same(wide(a).max(wide(b)), Scalar::max(a, b), "max");
                assert_eq!(wide(a).lt(wide(b)), a < b, "{a} < {b}");
                assert_eq!(wide(a).ge(wide(b)), a >= b, "{a} >= {b}");
                assert_eq!(wide(a).eq(wide(b)), a == b, "{a} == {b}");
                for (name, found, expected) in [
                    ("*", wide(a) * wide(b), a * b),
                    ("/", wide(a) / wide(b), a / b),
                    ("^", wide(a).pow(wide(b)), a.powf(b)),
                    ("hypot", wide(a).hypot(wide(b)), a.hypot(b)),
                    ("atan2", wide(a).atan2(wide(b)), a.atan2(b)),
                ] {
                    if expected.is_normal() || expected.is_nan() {
                        same(found, expected, &format!("{a} {name} {b}"));
                    }
                }
            }
        }
    }

    #[test]
    fn what_would_overflow() {
        let one = wide(1.0);
        let e = wide(800.0).exp();
        let y = one / (one + e);
        let slope = e / ((one + e) * (one + e));
        // 10^(800/ln 10) = 10^347.4
        assert!(((y.ln().value() + 800.0) / 800.0).abs() < 1e-15);
        assert!(((slope / y).value() - 1.0).abs() < 1e-14);
        assert_eq!((e / (one + e)).value(), 1.0);
        assert_eq!((e - e).value(), 0.0);
        let huge = wide(10.0).pow(wide(1e6));
        assert!((huge.log10().value() / 1e6 - 1.0).abs() < 1e-15);
        assert!((huge * wide(10.0).pow(wide(-1e6))).value() - 1.0 < 1e-9);
        assert!((-wide(10.0)).pow(wide(401.0)).lt(wide(0.0)));
        assert!(wide(1e300).hypot(wide(1e300)).value() == 1e300_f64.hypot(1e300));
        assert_eq!(wide(1e300).sqrt().value(), 1e300_f64.sqrt());
        assert!(wide(-1.0).sqrt().value().is_nan() && wide(-1.0).ln().value().is_nan());
        assert_eq!((one / wide(0.0)).value(), f64::INFINITY);
        assert!((wide(0.0) / wide(0.0)).value().is_nan());
        assert!((wide(0.0) * (one / wide(0.0))).value().is_nan());
    }
}
