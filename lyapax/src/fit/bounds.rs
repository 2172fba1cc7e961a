//! Variables that stay within bounds, as functions of numbers that have none.
//!
//! A bound is folded back by a sine, as in MINUIT: F. James & M. Roos, Comput. Phys. Commun. 10, 343 (1975). There one sine
//! spans both bounds; here each has its own, on its side of the start, so that what is far away costs no digits, and
//! beside a single one there is no root.

use core::f64::consts::{FRAC_PI_2, FRAC_PI_4, PI};
use core::ops::{Bound, RangeBounds};

use super::FitError;
use crate::Variable;

/// What a variable stays between, as it was given; open ends are infinite.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Bounds {
    low: f64,
    high: f64,
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
}

/// A variable as a function of a free number, smooth also where it turns back at a bound and comes through the start again.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Bounded {
    bounds: Bounds,
    start: f64,
    /// The size of the start, or 1, but no more than the way to a bound.
    unit: f64,
}

impl Bounded {
    fn new(bounds: Bounds, start: f64) -> Self {
        let size = if start == 0.0 { 1.0 } else { start.abs() };
        let ways = [bounds.high - start, start - bounds.low];
        Self {
            bounds,
            start,
            unit: ways.into_iter().fold(size, f64::min),
        }
    }

    /// Where the free number begins: at the sign of the start, so that it is of order 1.
    pub(super) fn begin(self) -> f64 {
        if self.start == 0.0 {
            0.0
        } else {
            self.start.signum()
        }
    }

    /// The variable of a free number, and how it changes with that.
    pub(super) fn value(self, free: f64) -> (f64, f64) {
        if self.bounds == Bounds::NONE {
            return (free * self.unit, self.unit);
        }
        let Bounds { low, high } = self.bounds;
        let (up, down) = (high - self.start, self.start - low);
        let mut way = (free - self.begin()) * self.unit;
        // To a bound, back, to the other one, back: as long as it goes on so, and straight on where there is none.
        let mut turned = 1.0;
        if up.is_finite() && down.is_finite() {
            if !(-PI * down..=PI * up).contains(&way) {
                way = (way + PI * down).rem_euclid(PI * (up + down)) - PI * down;
            }
        } else if way > PI * up {
            (way, turned) = (PI * up - way, -1.0);
        } else if way < -PI * down {
            (way, turned) = (-PI * down - way, -1.0);
        }
        let most = if way < 0.0 { -down } else { up };
        if way == 0.0 || !most.is_finite() {
            let value = self.start + way;
            return (value.clamp(low, high), turned * self.unit);
        }
        let angle = way / most;
        let value = if (FRAC_PI_4..3.0 * FRAC_PI_4).contains(&angle) {
            // 1 − sin without the difference.
            let beside = (0.5 * (FRAC_PI_2 - angle)).sin();
            let bound = if way < 0.0 { low } else { high };
            bound - 2.0 * most * beside * beside
        } else {
            self.start + most * angle.sin()
        };
        (value.clamp(low, high), angle.cos() * self.unit)
    }

    /// Whether a variable is held by a bound: nearer to it than a millionth of the way from the start, and than its
    /// standard error, where that is known, while χ² of this slope would fall beyond.
    pub(super) fn is_reached(self, value: f64, slope: f64, std_error: Option<f64>) -> bool {
        let near = |bound: f64| {
            let distance = (value - bound).abs();
            let is_known = std_error.is_some_and(|error| distance > error);
            bound.is_finite() && distance <= 1e-6 * (self.start - bound).abs() && !is_known
        };
        let Bounds { low, high } = self.bounds;
        slope >= 0.0 && near(low) || slope <= 0.0 && near(high)
    }
}

/// The variables of free numbers, and how they change with these.
pub(super) fn values<'a>(
    bounded: &[Bounded],
    free: impl IntoIterator<Item = &'a f64>,
) -> (Vec<f64>, Vec<f64>) {
    let each = bounded.iter().zip(free);
    each.map(|(bounded, free)| bounded.value(*free)).unzip()
}

/// Each free variable within its bounds.
pub(super) fn all<M>(
    free: &[Variable<M>],
    start: &[f64],
    given: &[(Variable<M>, Bounds)],
) -> Result<Vec<Bounded>, FitError> {
    if let Some((variable, _)) = given.iter().find(|(variable, _)| !free.contains(variable)) {
        let variable = variable.to_string();
        return Err(FitError::BoundsUnread { variable });
    }
    for (i, (variable, _)) in given.iter().enumerate() {
        if given[..i].iter().any(|(other, _)| other == variable) {
            let variable = variable.to_string();
            return Err(FitError::BoundsTwice { variable });
        }
    }
    free.iter()
        .zip(start)
        .map(|(variable, &start)| {
            let given = given.iter().find(|(bounded, _)| bounded == variable);
            let bounds = given.map_or(Bounds::NONE, |(_, bounds)| *bounds);
            // Not a number is not inside either.
            if bounds.low < start && start < bounds.high {
                return Ok(Bounded::new(bounds, start));
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
    use super::{Bounded, Bounds};

    fn bounds() -> [Bounds; 6] {
        [
            Bounds::NONE,
            Bounds::of(&(0.0..=3.0)),
            Bounds::of(&(-1.0..)),
            Bounds::of(&(..5.0)),
            Bounds::of(&(-1e16..=1e16)),
            Bounds::of(&(-1.7e308..=1.7e308)),
        ]
    }

    /// Also where it has turned back and comes through the start.
    #[test]
    fn inside_and_smooth() {
        for bounds in bounds() {
            for start in [0.01, 1.0, 2.9, -0.5] {
                if !(bounds.low < start && start < bounds.high) {
                    continue;
                }
                let bounded = Bounded::new(bounds, start);
                assert_eq!(bounded.value(bounded.begin()).0, start);
                for i in -4000..4000 {
                    let free = 0.01 * f64::from(i) + 0.003;
                    let (value, slope) = bounded.value(free);
                    assert!(bounds.low <= value && value <= bounds.high);
                    let h = 1e-6;
                    let ends = [free + h, free - h].map(|free| bounded.value(free).0);
                    let difference = (ends[0] - ends[1]) / (2.0 * h);
                    let close = (slope - difference).abs() < 1e-5 * bounded.unit;
                    assert!(close, "{bounded:?} at {free}: {slope}, not {difference}");
                }
            }
        }
    }

    /// A first step through a bound is no dead end: everything beyond the start is still ahead.
    #[test]
    fn through_the_start_again() {
        let bounded = Bounded::new(Bounds::of(&(0.0..)), 0.01);
        let values = (-1000..0).map(|i| bounded.value(f64::from(i)).0);
        assert!(values.fold(0.0, f64::max) > 5.0);
    }

    #[test]
    fn the_nearer_bound_is_the_unit() {
        let bounded = Bounded::new(Bounds::of(&(499.0..=501.0)), 500.0);
        assert_eq!(bounded.value(1.0), (500.0, 1.0));
        let (value, _) = bounded.value(1.1);
        assert!((value - 500.1).abs() < 1e-3, "{value}");
    }

    /// The units are the user's.
    #[test]
    fn small_and_large_numbers() {
        for start in [1e-17, 1e-7, 1.0, 1e12] {
            for (bounds, sign) in [(Bounds::of(&(0.0..)), 1.0), (Bounds::of(&(..0.0)), -1.0)] {
                let bounded = Bounded::new(bounds, sign * start);
                // Linear away from the bound, and down to small parts of the start beside it.
                let (value, slope) = bounded.value(sign * 3.0);
                assert!((value / (3.0 * start) - sign).abs() < 1e-15, "{value:e}");
                assert_eq!(slope, start);
                let beside = 1.0 - (core::f64::consts::FRAC_PI_2 - 1e-6);
                let (value, _) = bounded.value(sign * beside);
                assert!((value / (0.5e-12 * start) - sign).abs() < 1e-9, "{value:e}");
                assert!(bounded.is_reached(value, sign, None));
                assert!(bounded.is_reached(value, sign, Some(start)));
                // What is known well is inside.
                assert!(!bounded.is_reached(value, sign, Some(1e-15 * start)));
                assert!(!bounded.is_reached(sign * 0.01 * start, sign, None));
            }
        }
        // Bounds that are far away cost no digits.
        let bounded = Bounded::new(Bounds::of(&(-1e16..)), 1.0);
        assert!((bounded.value(0.3).0 - 0.3).abs() < 1e-15);
        let bounded = Bounded::new(Bounds::of(&(-1e20..=1e20)), 1.0);
        assert!((bounded.value(2.7).0 - 2.7).abs() < 1e-15);
    }

    #[test]
    fn reached() {
        let bounded = Bounded::new(Bounds::of(&(0.0..=1.0)), 0.5);
        assert!(bounded.is_reached(1.0 - 1e-9, -1.0, None));
        assert!(!bounded.is_reached(0.9, -1.0, None));
        // It would rather go inside.
        assert!(!bounded.is_reached(1.0 - 1e-9, 1.0, None));
        assert!(!Bounded::new(Bounds::NONE, 1.0).is_reached(0.0, 1.0, None));
    }
}
