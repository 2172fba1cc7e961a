//! Numbers that carry their derivative along: a + a'·ε with ε² = 0.
//!
//! Code that is generic over scalars has its derivative by them, also code that has derivatives in it already: second
//! derivatives, which the compiler does not write down.

use core::ops::{Add, Div, Mul, Neg, Sub};

use super::Scalar;

/// A number and its derivative.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Dual {
    pub(crate) value: f64,
    pub(crate) slope: f64,
}

impl Dual {
    pub(crate) fn new(value: f64, slope: f64) -> Self {
        Self { value, slope }
    }

    /// f, which changes by `by` for each change of the number.
    fn chain(self, value: f64, by: f64) -> Self {
        // What does not change stays so where a derivative is infinite.
        let slope = if self.slope == 0.0 {
            0.0
        } else {
            by * self.slope
        };
        Self { value, slope }
    }
}

impl Add for Dual {
    type Output = Self;
    #[inline(always)]
    fn add(self, other: Self) -> Self {
        Self::new(self.value + other.value, self.slope + other.slope)
    }
}

impl Sub for Dual {
    type Output = Self;
    #[inline(always)]
    fn sub(self, other: Self) -> Self {
        Self::new(self.value - other.value, self.slope - other.slope)
    }
}

impl Mul for Dual {
    type Output = Self;
    #[inline(always)]
    fn mul(self, other: Self) -> Self {
        let slope = self.slope * other.value + self.value * other.slope;
        Self::new(self.value * other.value, slope)
    }
}

impl Div for Dual {
    type Output = Self;
    #[inline(always)]
    fn div(self, other: Self) -> Self {
        let value = self.value / other.value;
        Self::new(value, (self.slope - value * other.slope) / other.value)
    }
}

impl Neg for Dual {
    type Output = Self;
    #[inline(always)]
    fn neg(self) -> Self {
        Self::new(-self.value, -self.slope)
    }
}

/// Functions of which the derivative is one of the number and of the value.
macro_rules! functions {
    ($($name:ident |$x:ident, $y:ident| $slope:expr;)*) => {$(
        fn $name(self) -> Self {
            let $x = self.value;
            let $y = Scalar::$name($x);
            self.chain($y, $slope)
        }
    )*};
}

macro_rules! compare {
    ($($name:ident)*) => {$(
        fn $name(self, other: Self) -> bool {
            Scalar::$name(self.value, other.value)
        }
    )*};
}

impl Scalar for Dual {
    type Mask = bool;
    type Base = Self;

    fn lit(value: f64) -> Self {
        Self::new(value, 0.0)
    }

    functions! {
        exp |_x, y| y;
        ln |x, _y| 1.0 / x;
        log10 |x, _y| core::f64::consts::LOG10_E / x;
        sqrt |_x, y| 0.5 / y;
        cbrt |_x, y| 1.0 / (3.0 * y * y);
        abs |x, _y| Scalar::sign(x);
        sign |_x, _y| 0.0;
        tan |_x, y| 1.0 + y * y;
        asin |x, _y| 1.0 / ((1.0 - x) * (1.0 + x)).sqrt();
        acos |x, _y| -1.0 / ((1.0 - x) * (1.0 + x)).sqrt();
        atan |x, _y| 1.0 / (1.0 + x * x);
        sinh |x, _y| Scalar::cosh(x);
        cosh |x, _y| Scalar::sinh(x);
        tanh |x, _y| Scalar::cosh(x).powi(-2);
        sigmoid |x, y| y * Scalar::sigmoid(-x);
        heaviside |_x, _y| 0.0;
        floor |_x, _y| 0.0;
        ceil |_x, _y| 0.0;
    }

    fn sin(self) -> Self {
        self.sin_cos().0
    }

    fn cos(self) -> Self {
        self.sin_cos().1
    }

    fn sin_cos(self) -> (Self, Self) {
        let (sin, cos) = Scalar::sin_cos(self.value);
        (self.chain(sin, cos), self.chain(cos, -sin))
    }

    fn min(self, other: Self) -> Self {
        if self.value < other.value || self.value.is_nan() {
            self
        } else {
            other
        }
    }

    fn max(self, other: Self) -> Self {
        if self.value > other.value || self.value.is_nan() {
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
        let (x, y) = (self.value, exponent.value);
        let value = Scalar::pow(x, y);
        let by_base = if y == 0.0 {
            0.0
        } else {
            y * Scalar::pow(x, y - 1.0)
        };
        let by_exponent = if x == 0.0 { 0.0 } else { value * Scalar::ln(x) };
        let slope = self.chain(value, by_base).slope + exponent.chain(value, by_exponent).slope;
        Self { value, slope }
    }

    fn atan2(self, other: Self) -> Self {
        let (y, x) = (self.value, other.value);
        let square = x * x + y * y;
        let value = Scalar::atan2(y, x);
        let slope = self.chain(value, x / square).slope + other.chain(value, -y / square).slope;
        Self { value, slope }
    }

    fn modulo(self, divisor: Self) -> Self {
        let turns = (self.value / divisor.value).floor();
        let slope = self.slope - divisor.chain(0.0, turns).slope;
        Self::new(Scalar::modulo(self.value, divisor.value), slope)
    }

    fn hypot(self, other: Self) -> Self {
        let value = Scalar::hypot(self.value, other.value);
        let slope = self.chain(value, self.value / value).slope
            + other.chain(value, other.value / value).slope;
        Self { value, slope }
    }

    compare!(lt le gt ge eq ne);

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
    use super::Dual;
    use crate::Scalar;

    /// Every function against differences.
    #[test]
    fn derivatives_of_functions() {
        const H: f64 = 1e-6;
        fn check(name: &str, f: impl Fn(Dual) -> Dual) {
            for x in [0.31, 0.62, 0.83] {
                let at = |x: f64| f(Dual::new(x, 0.0)).value;
                let slope = f(Dual::new(x, 2.0)).slope;
                let difference = (at(x + H) - at(x - H)) / H;
                assert!(
                    (slope - difference).abs() < 1e-7 * (1.0 + slope.abs()),
                    "{name}({x})"
                );
            }
        }
        let b = Dual::new(0.7, 0.0);
        check("exp", Scalar::exp);
        check("ln", Scalar::ln);
        check("log10", Scalar::log10);
        check("sqrt", Scalar::sqrt);
        check("cbrt", Scalar::cbrt);
        check("abs", |x| Scalar::abs(-x));
        check("sign", Scalar::sign);
        check("tan", Scalar::tan);
        check("asin", Scalar::asin);
        check("acos", Scalar::acos);
        check("atan", Scalar::atan);
        check("sinh", Scalar::sinh);
        check("cosh", Scalar::cosh);
        check("tanh", Scalar::tanh);
        check("sigmoid", Scalar::sigmoid);
        check("heaviside", Scalar::heaviside);
        check("floor", Scalar::floor);
        check("ceil", Scalar::ceil);
        check("sin", Scalar::sin);
        check("cos", Scalar::cos);
        check("min", |x| x.min(b) * x);
        check("max", |x| x.max(b) * x);
        check("power of", |x| x.pow(b));
        check("power to", |x| b.pow(x));
        check("atan2 of", |x| x.atan2(b));
        check("atan2 by", |x| b.atan2(x));
        check("hypot", |x| x.hypot(b) / (x + b));
        check("mod of", |x| (x * Dual::lit(5.0)).modulo(b));
        check("mod by", |x| Dual::lit(5.0).modulo(x));
    }
}
