//! `f64` and `f32` as numbers of generated code. The elementary functions of an `f64` are those that
//! lanes have, so that their bits are the same; those of an `f32` are the standard library's.

use core::hint::black_box;

use super::{Scalar, arc, exponential, hyperbolic, logarithm, power, root, trig};

/// One implementation for both, but for the functions of one number and two: the method names are the
/// standard library's own.
macro_rules! float {
    ($float:ident $($functions:tt)*) => {
        impl Scalar for $float {
            type Mask = bool;

            // For `f64` the cast is none; for `f32` it rounds, which is what `lit` promises.
            #[allow(clippy::cast_possible_truncation, trivial_numeric_casts)]
            #[inline(always)]
            fn lit(value: f64) -> Self {
                value as $float
            }

            $($functions)*

            float!(@unary $float: sqrt abs floor ceil);

            #[inline(always)]
            fn sin(self) -> Self {
                Scalar::sin_cos(self).0
            }

            #[inline(always)]
            fn cos(self) -> Self {
                Scalar::sin_cos(self).1
            }

            #[inline(always)]
            fn sign(self) -> Self {
                if self > 0.0 {
                    1.0
                } else if self < 0.0 {
                    -1.0
                } else {
                    // Zero stays zero, and NaN stays NaN.
                    self
                }
            }

            // Both comparisons are false for NaN, so that it is what remains.
            #[inline(always)]
            fn min(self, other: Self) -> Self {
                if self < other || self.is_nan() { self } else { other }
            }

            #[inline(always)]
            fn max(self, other: Self) -> Self {
                if self > other || self.is_nan() { self } else { other }
            }

            #[inline(always)]
            fn heaviside(self) -> Self {
                if self > 0.0 {
                    1.0
                } else if self < 0.0 {
                    0.0
                } else if self == 0.0 {
                    0.5
                } else {
                    self
                }
            }

            // `%` has the dividend's sign.
            #[inline(always)]
            fn modulo(self, divisor: Self) -> Self {
                let remainder = self % divisor;
                if remainder != 0.0 && (remainder < 0.0) != (divisor < 0.0) {
                    remainder + divisor
                } else {
                    remainder
                }
            }

            float!(@compare lt < le <= gt > ge >= eq == ne !=);

            #[inline(always)]
            fn and(a: bool, b: bool) -> bool {
                a & b
            }

            #[inline(always)]
            fn or(a: bool, b: bool) -> bool {
                a | b
            }

            #[inline(always)]
            fn not(a: bool) -> bool {
                !a
            }

            #[inline(always)]
            fn select(mask: bool, then: Self, otherwise: Self) -> Self {
                if mask { then } else { otherwise }
            }
        }
    };
    (@binary $float:ident: $($name:ident)*) => {
        $(
            #[inline(always)]
            fn $name(self, other: Self) -> Self {
                $float::$name(self, other)
            }
        )*
    };
    (@lane $($module:ident: $($name:ident)*;)*) => {
        $($(
            #[inline(always)]
            fn $name(self) -> Self {
                let [value] = $module::$name([self]);
                value
            }
        )*)*
    };
    (@lanes $($module:ident: $($name:ident)*;)*) => {
        $($(
            #[inline(always)]
            fn $name(self, other: Self) -> Self {
                let [value] = $module::$name([self], [other]);
                value
            }
        )*)*
    };
    (@unary $float:ident: $($name:ident)*) => {
        $(
            #[inline(always)]
            fn $name(self) -> Self {
                $float::$name(self)
            }
        )*
    };
    (@compare $($name:ident $op:tt)*) => {
        $(
            #[inline(always)]
            fn $name(self, other: Self) -> bool {
                self $op other
            }
        )*
    };
}

float!(f64
    float!(@lane
        exponential: exp sigmoid;
        logarithm: ln log10;
        hyperbolic: sinh cosh tanh;
        trig: tan;
        arc: asin acos atan;
        root: cbrt;
    );
    float!(@lanes arc: atan2; root: hypot; power: pow;);

    type Base = power::Bases<1>;

    #[inline(always)]
    fn base(self) -> Self::Base {
        power::bases([self])
    }

    #[inline(always)]
    fn power(base: Self::Base, exponent: Self) -> Self {
        let [value] = power::power(base, [exponent]);
        value
    }

    #[inline(always)]
    fn sin_cos(self) -> (Self, Self) {
        let ([sin], [cos]) = trig::sin_cos([self]);
        (sin, cos)
    }
);

float!(f32
    float!(@unary f32: exp ln log10 cbrt tan asin acos atan sinh cosh tanh);
    float!(@binary f32: atan2 hypot);

    type Base = Self;

    #[inline(always)]
    fn base(self) -> Self {
        self
    }

    #[inline(always)]
    fn power(base: Self, exponent: Self) -> Self {
        base.pow(exponent)
    }

    // What an optimiser makes of a constant, a root of pow(x, 0.5), differs in the last digit: the same equation would
    // give other bits wherever a constant happens to be known.
    #[inline(always)]
    fn pow(self, exponent: Self) -> Self {
        f32::powf(black_box(self), black_box(exponent))
    }

    #[inline(always)]
    fn sin_cos(self) -> (Self, Self) {
        f32::sin_cos(self)
    }

    #[inline(always)]
    fn sigmoid(self) -> Self {
        1.0 / (1.0 + f32::exp(-self))
    }
);

#[cfg(test)]
mod tests {
    use super::Scalar;

    #[test]
    fn the_extrema_propagate_nan() {
        assert_eq!(Scalar::min(1.0_f64, 2.0), 1.0);
        assert_eq!(Scalar::max(1.0_f64, 2.0), 2.0);
        for (a, b) in [(f64::NAN, 1.0), (1.0, f64::NAN)] {
            assert!(Scalar::min(a, b).is_nan());
            assert!(Scalar::max(a, b).is_nan());
        }
    }

    #[test]
    fn the_remainder_has_the_divisors_sign() {
        for (a, b, r) in [
            (5.5_f64, 2.0, 1.5),
            (-5.5, 2.0, 0.5),
            (5.5, -2.0, -0.5),
            (-5.5, -2.0, -1.5),
            (4.0, 2.0, 0.0),
        ] {
            assert_eq!(a.modulo(b), r, "{a} mod {b}");
        }
    }

    #[test]
    fn steps_at_zero() {
        assert_eq!(Scalar::sign(-0.0_f64), 0.0);
        assert_eq!(Scalar::sign(-3.0_f32), -1.0);
        assert_eq!(0.0_f64.heaviside(), 0.5);
        assert_eq!(2.0_f32.heaviside(), 1.0);
        assert!(f64::NAN.heaviside().is_nan() && Scalar::sign(f64::NAN).is_nan());
    }

    #[test]
    fn the_sigmoid_does_not_overflow() {
        assert_eq!((-1000.0_f64).sigmoid(), 0.0);
        assert_eq!(1000.0_f64.sigmoid(), 1.0);
        assert_eq!(0.0_f64.sigmoid(), 0.5);
    }
}
