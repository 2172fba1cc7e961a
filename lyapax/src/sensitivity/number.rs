//! What a network is evaluated in.

use crate::Scalar;
use crate::scalar::Dual;

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
}
