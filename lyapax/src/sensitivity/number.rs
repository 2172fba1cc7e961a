//! What a network is evaluated in.

use crate::scalar::Dual;
use crate::{Lanes, Scalar};

/// The most of them side by side.
pub(super) const MOST: usize = 8;

/// A plain number, or one that carries its derivative along.
pub(super) trait Number: Scalar {
    /// How many plain numbers it is of.
    const PARTS: usize;

    /// With a derivative, if it has room for it.
    fn with_slope(value: f64, slope: f64) -> Self;

    /// Without its derivative.
    fn value(self) -> f64;

    fn part(self, part: usize) -> f64;

    fn set_part(&mut self, part: usize, value: f64);

    /// Whether it is zero, and stays so.
    fn is_zero(self) -> bool;

    fn is_finite(self) -> bool;

    /// Several of them side by side, [`MOST`] at most.
    type Many: Scalar;

    /// How many.
    const LANES: usize;

    fn together(number: impl Fn(usize) -> Self) -> Self::Many;

    fn lane(many: Self::Many, lane: usize) -> Self;

    /// Those whose weights are not zero, and zeros.
    fn only(many: Self::Many, weights: &[f64; MOST]) -> Self::Many;

    /// Products, and zero where the first factor is zero, whatever the other is.
    fn times_unless_zero(by: Self::Many, value: Self::Many) -> Self::Many;
}

impl Number for f64 {
    const PARTS: usize = 1;

    fn with_slope(value: f64, _: f64) -> Self {
        value
    }

    fn value(self) -> f64 {
        self
    }

    fn part(self, _: usize) -> f64 {
        self
    }

    fn set_part(&mut self, _: usize, value: f64) {
        *self = value;
    }

    fn is_zero(self) -> bool {
        self == 0.0
    }

    fn is_finite(self) -> bool {
        f64::is_finite(self)
    }

    type Many = Lanes<MOST>;

    const LANES: usize = MOST;

    #[inline(always)]
    fn together(number: impl Fn(usize) -> Self) -> Self::Many {
        Lanes(core::array::from_fn(number))
    }

    #[inline(always)]
    fn lane(many: Self::Many, lane: usize) -> Self {
        many.0[lane]
    }

    #[inline(always)]
    fn only(many: Self::Many, weights: &[f64; MOST]) -> Self::Many {
        let zero = Lanes::default();
        Lanes::select(Lanes(*weights).ne(zero), many, zero)
    }

    #[inline(always)]
    fn times_unless_zero(by: Self::Many, value: Self::Many) -> Self::Many {
        let zero = Lanes::default();
        Lanes::select(by.eq(zero), zero, by * value)
    }
}

impl Number for Dual {
    const PARTS: usize = 2;

    fn with_slope(value: f64, slope: f64) -> Self {
        Self { value, slope }
    }

    fn value(self) -> f64 {
        self.value
    }

    fn part(self, part: usize) -> f64 {
        if part == 0 { self.value } else { self.slope }
    }

    fn set_part(&mut self, part: usize, value: f64) {
        if part == 0 {
            self.value = value;
        } else {
            self.slope = value;
        }
    }

    fn is_zero(self) -> bool {
        self.value == 0.0 && self.slope == 0.0
    }

    fn is_finite(self) -> bool {
        self.value.is_finite() && self.slope.is_finite()
    }

    // One by one.
    type Many = Self;

    const LANES: usize = 1;

    #[inline(always)]
    fn together(number: impl Fn(usize) -> Self) -> Self {
        number(0)
    }

    #[inline(always)]
    fn lane(many: Self, _: usize) -> Self {
        many
    }

    #[inline(always)]
    fn only(many: Self, _: &[f64; MOST]) -> Self {
        many
    }

    #[inline(always)]
    fn times_unless_zero(by: Self, value: Self) -> Self {
        if by.is_zero() {
            Self::default()
        } else {
            by * value
        }
    }
}
