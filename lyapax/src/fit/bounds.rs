//! Variables that stay within bounds, as functions of numbers that have none.
//!
//! The substitutions are those of MINUIT: F. James & M. Roos, Comput. Phys. Commun. 10, 343 (1975).

use core::ops::{Bound, RangeBounds};

use super::FitError;
use crate::Variable;

/// What a variable stays between; open ends are infinite.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Bounds {
    pub(super) low: f64,
    pub(super) high: f64,
}

impl Bounds {
    const NONE: Self = Self {
        low: f64::NEG_INFINITY,
        high: f64::INFINITY,
    };

    pub(super) fn of(range: &impl RangeBounds<f64>) -> Self {
        let end = |bound: Bound<&f64>, open: f64| match bound {
            Bound::Included(value) | Bound::Excluded(value) => *value,
            Bound::Unbounded => open,
        };
        Self {
            low: end(range.start_bound(), Self::NONE.low),
            high: end(range.end_bound(), Self::NONE.high),
        }
    }

    /// The free number of a variable inside.
    pub(super) fn free(self, value: f64) -> f64 {
        match (self.low.is_finite(), self.high.is_finite()) {
            (false, false) => value,
            (true, true) => (2.0 * (value - self.low) / (self.high - self.low) - 1.0).asin(),
            (true, false) => ((value - self.low + 1.0).powi(2) - 1.0).sqrt(),
            (false, true) => ((self.high - value + 1.0).powi(2) - 1.0).sqrt(),
        }
    }

    /// The variable of a free number, and how it changes with that.
    pub(super) fn value(self, free: f64) -> (f64, f64) {
        match (self.low.is_finite(), self.high.is_finite()) {
            (false, false) => (free, 1.0),
            (true, true) => {
                let half = (self.high - self.low) / 2.0;
                let value = self.low + half * (free.sin() + 1.0);
                (value.clamp(self.low, self.high), half * free.cos())
            }
            (true, false) => {
                let root = (free * free + 1.0).sqrt();
                (self.low + (root - 1.0), free / root)
            }
            (false, true) => {
                let root = (free * free + 1.0).sqrt();
                (self.high - (root - 1.0), -free / root)
            }
        }
    }

    /// Whether a variable is so near to a bound that it would go beyond.
    pub(super) fn is_reached(self, value: f64) -> bool {
        let near = |bound: f64| {
            let size = if self.low.is_finite() && self.high.is_finite() {
                self.high - self.low
            } else {
                1.0 + bound.abs()
            };
            bound.is_finite() && (value - bound).abs() <= 1e-6 * size
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
                return Ok(bounds);
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
        assert!(Bounds::of(&(0.0..=1.0)).is_reached(1.0 - 1e-9));
        assert!(!Bounds::of(&(0.0..)).is_reached(0.1));
        assert!(!Bounds::NONE.is_reached(0.0));
    }
}
