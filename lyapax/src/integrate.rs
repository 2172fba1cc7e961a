//! Explicit Runge–Kutta methods with a fixed step, and the clock that all steppers read.

mod stability;
mod tableau;
#[cfg(test)]
mod trees;

use core::fmt;
use core::str::FromStr;

use serde::{Deserialize, Serialize};

pub(crate) use stability::farthest;
pub(crate) use tableau::{Euler, Heun, MAX_STAGES, Rk4, Rk6, Tableau};

/// How a flow is integrated. All have a fixed step and are explicit.
///
/// The tangents are those of the discrete step, stage by stage, so that the exponents are those of
/// the numerical map, which the step error separates from the flow's: of order `dt` to the power
/// of the method's order.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[non_exhaustive]
pub enum Integrator {
    /// Order 1, one right-hand side a step (Euler 1768). For comparisons, not for results.
    Euler,
    /// Order 2, two right-hand sides a step: the explicit trapezoidal rule (Heun 1900).
    Heun,
    /// Order 4, four right-hand sides a step (Kutta 1901). The default.
    #[default]
    Rk4,
    /// Order 6, seven right-hand sides a step (Verner 1978, the pair DVERK; Hairer, Nørsett &
    /// Wanner, Solving ODEs I, table II.5.4).
    Rk6,
}

impl Integrator {
    /// All of them, from low to high order.
    pub const ALL: [Self; 4] = [Self::Euler, Self::Heun, Self::Rk4, Self::Rk6];

    /// The power of `dt` that the error of a run goes with.
    pub const fn order(self) -> usize {
        match self {
            Self::Euler => Euler::ORDER,
            Self::Heun => Heun::ORDER,
            Self::Rk4 => Rk4::ORDER,
            Self::Rk6 => Rk6::ORDER,
        }
    }

    /// Right-hand sides in a step.
    pub const fn stages(self) -> usize {
        match self {
            Self::Euler => Euler::STAGES,
            Self::Heun => Heun::STAGES,
            Self::Rk4 => Rk4::STAGES,
            Self::Rk6 => Rk6::STAGES,
        }
    }

    /// As it is written on a command line: `euler`, `heun`, `rk4`, `rk6`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Euler => "euler",
            Self::Heun => "heun",
            Self::Rk4 => "rk4",
            Self::Rk6 => "rk6",
        }
    }
}

impl fmt::Display for Integrator {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// A name that is none of the integrators'.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("`{name}` is not an integrator\nhelp: take `euler`, `heun`, `rk4` or `rk6`")]
pub struct UnknownIntegrator {
    /// What was given.
    pub name: String,
}

impl FromStr for Integrator {
    type Err = UnknownIntegrator;

    fn from_str(name: &str) -> Result<Self, UnknownIntegrator> {
        Self::ALL
            .into_iter()
            .find(|integrator| integrator.name().eq_ignore_ascii_case(name))
            .ok_or_else(|| UnknownIntegrator {
                name: name.to_owned(),
            })
    }
}

/// Gives the time of a stage from the number of its step, so that no error accumulates.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Clock {
    /// Time before step 0.
    pub(crate) start: f64,
    /// Time of a step; 1 for a map.
    pub(crate) dt: f64,
}

impl Clock {
    /// start + (step + fraction)·dt.
    #[inline(always)]
    pub(crate) fn at(&self, step: u64, fraction: f64) -> f64 {
        self.start + (step as f64 + fraction) * self.dt
    }
}

/// What a stage may read of the past. It is empty until models have delays: a delayed value is
/// read at a stage's time, which only the integrators know, so that they pass it through.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct History;

#[cfg(test)]
mod tests {
    use super::Integrator;

    #[test]
    fn names_go_both_ways() {
        for integrator in Integrator::ALL {
            assert_eq!(integrator.to_string().parse(), Ok(integrator));
        }
        assert_eq!("RK4".parse(), Ok(Integrator::Rk4));
        let error = "rk5".parse::<Integrator>().unwrap_err();
        assert!(error.to_string().starts_with("`rk5` is not an integrator"));
    }
}
