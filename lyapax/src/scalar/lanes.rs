//! Several nodes at once: each lane is one node's number.

use core::array::from_fn;
use core::ops::{Add, Div, Mul, Neg, Sub};

use super::{Scalar, arc, exponential, hyperbolic, logarithm, power, root, trig};

/// `L` numbers side by side, each treated exactly as an `f64` is.
///
/// Arithmetic is plain loops, which become vector instructions where the caller allows them, and the
/// elementary functions are made of such loops. No operation is contracted, so that a lane gives the bits of a scalar.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Lanes<const L: usize>(pub [f64; L]);

impl<const L: usize> Lanes<L> {
    /// The same number in every lane.
    #[inline(always)]
    pub fn splat(value: f64) -> Self {
        Self([value; L])
    }

    /// The first `L` numbers of a run.
    #[inline(always)]
    pub(crate) fn load(run: &[f64]) -> Self {
        let run = &run[..L];
        Self(from_fn(|l| run[l]))
    }

    /// Writes the lanes to the first `L` places of a run.
    #[inline(always)]
    pub(crate) fn store(self, run: &mut [f64]) {
        run[..L].copy_from_slice(&self.0);
    }

    #[inline(always)]
    fn map(self, f: impl Fn(f64) -> f64) -> Self {
        Self(from_fn(|l| f(self.0[l])))
    }

    #[inline(always)]
    fn zip(self, other: Self, f: impl Fn(f64, f64) -> f64) -> Self {
        Self(from_fn(|l| f(self.0[l], other.0[l])))
    }

    #[inline(always)]
    fn compare(self, other: Self, f: impl Fn(f64, f64) -> bool) -> [bool; L] {
        from_fn(|l| f(self.0[l], other.0[l]))
    }
}

/// A number that the compiler does not know. A loop over several lanes whose index goes through it is not made into vectors
/// across the loop, which would have to gather and scatter them: the lanes are vectors already.
#[inline(always)]
pub(crate) fn opaque(index: usize) -> usize {
    core::hint::black_box(index)
}

impl<const L: usize> Default for Lanes<L> {
    #[inline(always)]
    fn default() -> Self {
        Self::splat(0.0)
    }
}

macro_rules! arithmetic {
    ($($operator:ident $name:ident)*) => {
        $(
            impl<const L: usize> $operator for Lanes<L> {
                type Output = Self;
                #[inline(always)]
                fn $name(self, other: Self) -> Self {
                    self.zip(other, f64::$name)
                }
            }
        )*
    };
}

arithmetic!(Add add Sub sub Mul mul Div div);

impl<const L: usize> Neg for Lanes<L> {
    type Output = Self;
    #[inline(always)]
    fn neg(self) -> Self {
        self.map(f64::neg)
    }
}

macro_rules! unary {
    ($($name:ident)*) => {
        $(
            #[inline(always)]
            fn $name(self) -> Self {
                self.map(<f64 as Scalar>::$name)
            }
        )*
    };
}

/// Functions that are made for several numbers at once.
macro_rules! lanes {
    ($($module:ident: $($name:ident)*;)*) => {
        $($(
            #[inline(always)]
            fn $name(self) -> Self {
                Self($module::$name(self.0))
            }
        )*)*
    };
}

macro_rules! binary {
    ($($name:ident)*) => {
        $(
            #[inline(always)]
            fn $name(self, other: Self) -> Self {
                self.zip(other, <f64 as Scalar>::$name)
            }
        )*
    };
}

macro_rules! compare {
    ($($name:ident)*) => {
        $(
            #[inline(always)]
            fn $name(self, other: Self) -> [bool; L] {
                self.compare(other, <f64 as Scalar>::$name)
            }
        )*
    };
}

impl<const L: usize> Scalar for Lanes<L> {
    type Mask = [bool; L];
    type Base = power::Bases<L>;

    #[inline(always)]
    fn lit(value: f64) -> Self {
        Self::splat(value)
    }

    unary!(sqrt abs sign heaviside floor ceil);
    lanes!(
        exponential: exp sigmoid;
        logarithm: ln log10;
        hyperbolic: sinh cosh tanh;
        trig: tan;
        arc: asin acos atan;
        root: cbrt;
    );

    #[inline(always)]
    fn sin(self) -> Self {
        self.sin_cos().0
    }

    #[inline(always)]
    fn cos(self) -> Self {
        self.sin_cos().1
    }

    #[inline(always)]
    fn sin_cos(self) -> (Self, Self) {
        let (sin, cos) = trig::sin_cos(self.0);
        (Self(sin), Self(cos))
    }

    #[inline(always)]
    fn atan2(self, other: Self) -> Self {
        Self(arc::atan2(self.0, other.0))
    }

    #[inline(always)]
    fn hypot(self, other: Self) -> Self {
        Self(root::hypot(self.0, other.0))
    }

    #[inline(always)]
    fn pow(self, exponent: Self) -> Self {
        Self(power::pow(self.0, exponent.0))
    }

    #[inline(always)]
    fn base(self) -> Self::Base {
        power::bases(self.0)
    }

    #[inline(always)]
    fn power(base: Self::Base, exponent: Self) -> Self {
        Self(power::power(base, exponent.0))
    }

    binary!(min max modulo);
    compare!(lt le gt ge eq ne);

    #[inline(always)]
    fn and(a: [bool; L], b: [bool; L]) -> [bool; L] {
        from_fn(|l| a[l] & b[l])
    }

    #[inline(always)]
    fn or(a: [bool; L], b: [bool; L]) -> [bool; L] {
        from_fn(|l| a[l] | b[l])
    }

    #[inline(always)]
    fn not(a: [bool; L]) -> [bool; L] {
        a.map(|a| !a)
    }

    #[inline(always)]
    fn select(mask: [bool; L], then: Self, otherwise: Self) -> Self {
        Self(from_fn(
            |l| {
                if mask[l] { then.0[l] } else { otherwise.0[l] }
            },
        ))
    }
}

#[cfg(test)]
mod tests {
    use super::{Lanes, Scalar};

    #[test]
    fn a_lane_is_a_scalar() {
        let x = Lanes([0.3, -1.7, 2.5]);
        let y = Lanes([1.1, 0.4, -0.9]);
        let product = (x * y + x / y - y).sin();
        for l in 0..3 {
            let (x, y) = (x.0[l], y.0[l]);
            assert_eq!(product.0[l], (x * y + x / y - y).sin());
        }
        let mask = x.lt(y);
        assert_eq!(mask, [true, true, false]);
        assert_eq!(Lanes::select(mask, x, y).0, [0.3, -1.7, -0.9]);
    }
}
