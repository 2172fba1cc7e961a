//! Variables that stay within bounds, as functions of numbers that have none.
//!
//! The substitutions are those of MINUIT: F. James & M. Roos, Comput. Phys. Commun. 10, 343 (1975).

use core::ops::{Bound, RangeBounds};

use super::FitError;
use crate::Variable;

/// What a variable stays between; open ends are infinite.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Bounds {
    low: f64,
    high: f64,
    /// What the distance to a single bound is measured in: that of the start.
    unit: f64,
}

impl Bounds {
    const NONE: Self = Self {
        low: f64::NEG_INFINITY,
        high: f64::INFINITY,
        unit: 1.0,
    };

    pub(super) fn of(range: &impl RangeBounds<f64>) -> Self {
        let end = |bound: Bound<&f64>, open: f64| match bound {
            Bound::Included(value) | Bound::Excluded(value) => *value,
            Bound::Unbounded => open,
        };
        Self {
            low: end(range.start_bound(), Self::NONE.low),
            high: end(range.end_bound(), Self::NONE.high),
            unit: 1.0,
        }
    }

    /// With the start as the unit.
    fn from(self, start: f64) -> Self {
        let unit = match (self.low.is_finite(), self.high.is_finite()) {
            (true, false) => start - self.low,
            (false, true) => self.high - start,
            _ => 1.0,
        };
        Self { unit, ..self }
    }

    /// The size of a free number that begins at a value.
    pub(super) fn scale(self, value: f64) -> f64 {
        let is_free = !self.low.is_finite() && !self.high.is_finite();
        if is_free && value != 0.0 {
            value.abs()
        } else {
            1.0
        }
    }

    /// The free number of a variable inside.
    pub(super) fn free(self, value: f64) -> f64 {
        // √((1 + d)² − 1) without the difference.
        let beyond = |distance: f64| {
            let d = distance / self.unit;
            (d * (d + 2.0)).sqrt()
        };
        match (self.low.is_finite(), self.high.is_finite()) {
            (false, false) => value,
            (true, true) => (2.0 * (value - self.low) / (self.high - self.low) - 1.0).asin(),
            (true, false) => beyond(value - self.low),
            (false, true) => beyond(self.high - value),
        }
    }

    /// The variable of a free number, and how it changes with that.
    pub(super) fn value(self, free: f64) -> (f64, f64) {
        // √(free² + 1) − 1 without the difference, and its slope.
        let distance = || {
            let root = free.hypot(1.0);
            (
                self.unit * (free / (root + 1.0)) * free,
                self.unit * (free / root),
            )
        };
        match (self.low.is_finite(), self.high.is_finite()) {
            (false, false) => (free, 1.0),
            (true, true) => {
                let half = (self.high - self.low) / 2.0;
                let value = self.low + half * (free.sin() + 1.0);
                (value.clamp(self.low, self.high), half * free.cos())
            }
            (true, false) => {
                let (distance, slope) = distance();
                (self.low + distance, slope)
            }
            (false, true) => {
                let (distance, slope) = distance();
                (self.high - distance, -slope)
            }
        }
    }

    /// Whether a variable is so near to a bound that it would go beyond: nearer than a millionth of the way between
    /// both, or of that from the start to a single one, and than its standard error, where that is known.
    pub(super) fn is_reached(self, value: f64, std_error: Option<f64>) -> bool {
        let size = if self.low.is_finite() && self.high.is_finite() {
            self.high - self.low
        } else {
            self.unit
        };
        let near = |bound: f64| {
            let distance = (value - bound).abs();
            let is_known = std_error.is_some_and(|error| distance > error);
            bound.is_finite() && distance <= 1e-6 * size && !is_known
        };
        near(self.low) || near(self.high)
    }
}

/// The bounds of each free variable.
pub(super) fn all<M>(
    free: &[Variable<M>],
    start: &[f64],
    given: &[(Variable<M>, Bounds)],
) -> Result<Vec<Bounds>, FitError> {
    if let Some((variable, _)) = given.iter().find(|(variable, _)| !free.contains(variable)) {
        let variable = variable.to_string();
        return Err(FitError::BoundsUnread { variable });
    }
    free.iter()
        .zip(start)
        .map(|(variable, &start)| {
            let given = given.iter().rev().find(|(bounded, _)| bounded == variable);
            let bounds = given.map_or(Bounds::NONE, |(_, bounds)| *bounds);
            // Not a number is not inside either.
            if bounds.low < start && start < bounds.high {
                return Ok(bounds.from(start));
            }
            let help = if bounds.low < bounds.high {
                "begin between them: at a bound itself no slope leads away"
            } else {
                "give the lower bound first, and a higher one"
            };
            Err(FitError::Bounds {
                variable: variable.to_string(),
                start,
                low: bounds.low,
                high: bounds.high,
                help,
            })
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::Bounds;

    #[test]
    fn there_and_back() {
        for bounds in [
            Bounds::NONE,
            Bounds::of(&(0.0..=3.0)),
            Bounds::of(&(-1.0..)),
            Bounds::of(&(..5.0)),
        ] {
            for value in [0.1, 1.0, 2.9] {
                let free = bounds.free(value);
                let (back, slope) = bounds.value(free);
                assert!((back - value).abs() < 1e-14, "{bounds:?}: {back}");
                let h = 1e-6;
                let difference = (bounds.value(free + h).0 - bounds.value(free - h).0) / (2.0 * h);
                assert!((slope - difference).abs() < 1e-9, "{bounds:?}: {slope}");
            }
            for free in [-1e3, -2.0, 0.0, 7.0] {
                let (value, _) = bounds.value(free);
                assert!(bounds.low <= value && value <= bounds.high);
            }
        }
        assert!(Bounds::of(&(0.0..=1.0)).is_reached(1.0 - 1e-9, None));
        assert!(!Bounds::of(&(0.0..)).is_reached(0.1, None));
        assert!(!Bounds::NONE.is_reached(0.0, None));
    }

    /// The unit is the user's.
    #[test]
    fn small_and_large_numbers() {
        for start in [1e-17, 1e-7, 1.0, 1e12] {
            for (bounds, sign) in [(Bounds::of(&(0.0..)), 1.0), (Bounds::of(&(..0.0)), -1.0)] {
                let bounds = bounds.from(sign * start);
                for value in [0.5, 1.0, 3.0].map(|part| part * sign * start) {
                    let (back, slope) = bounds.value(bounds.free(value));
                    assert!((back / value - 1.0).abs() < 1e-14, "{value:e}: {back:e}");
                    assert!(slope * sign > 0.1 * start, "{slope:e}");
                    assert!(!bounds.is_reached(value, None));
                }
                assert!(bounds.is_reached(sign * 1e-9 * start, None));
                assert!(bounds.is_reached(sign * 1e-9 * start, Some(start)));
                // What is known well is inside.
                assert!(!bounds.is_reached(sign * 1e-9 * start, Some(1e-12 * start)));
            }
        }
    }
}
