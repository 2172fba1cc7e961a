//! What a run gives.

use core::fmt;

use super::kaplan_yorke;
use super::ranking::Ranking;
use crate::model::Jump;
use crate::series::Series;
use crate::stepper::Scheme;
use crate::{Integrator, KaplanYorkeError, Measured};

/// What a run has done, all of it: the transient, and blocks that were done again.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Counts {
    /// Steps or iterations.
    pub steps: u64,
    /// Right-hand sides of one node, each with its partials.
    pub right_hand_sides: u64,
    /// Products of one node's Jacobian with one vector.
    pub tangents: u64,
    /// QR factorisations.
    pub renormalisations: u64,
}

/// What should be known before a result is used.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Warning {
    /// A jump marked `#[jump]` in a flow, which the tangents pass over.
    JumpPassedOver {
        /// What jumps.
        what: &'static str,
        /// Where.
        item: &'static str,
    },
}

impl Warning {
    pub(super) fn jump(Jump { what, item }: Jump) -> Self {
        Self::JumpPassedOver { what, item }
    }
}

impl fmt::Display for Warning {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::JumpPassedOver { what, item } => write!(
                f,
                "the tangents pass over the jump of `{what}` in the {item}: the exponents can be \
                 wrong although their sum is right"
            ),
        }
    }
}

/// A Lyapunov spectrum, with what it was measured from.
///
/// Exponents are natural logarithms, per unit time for a flow and per iterate for a map.
/// [`Display`](fmt::Display) prints a summary for a notebook.
#[derive(Clone, Debug, PartialEq)]
pub struct Spectrum {
    pub(super) model: &'static str,
    pub(super) scheme: Scheme,
    pub(super) dt: f64,
    pub(super) nodes: usize,
    pub(super) dimension: usize,
    pub(super) renorm_every: u64,
    pub(super) ranking: Ranking,
    pub(super) raw_exponents: Vec<f64>,
    pub(super) history: Series,
    pub(super) states: Series,
    pub(super) final_state: Vec<f64>,
    pub(super) measured_steps: u64,
    pub(super) transient_steps: u64,
    pub(super) from: f64,
    pub(super) to: f64,
    pub(super) counts: Counts,
    pub(super) warnings: Vec<Warning>,
    pub(super) stopped: bool,
}

impl Spectrum {
    /// The k exponents from largest to smallest. There are none if the run was stopped in its
    /// transient.
    pub fn exponents(&self) -> &[f64] {
        &self.ranking.exponents
    }

    /// The standard error of each exponent, in the order of [`Spectrum::exponents`]; `None` where the
    /// run is too short to tell (fewer than 32 renormalisations).
    ///
    /// From the growth over equal stretches of the run, at most 1024 of them, whose spectrum is followed
    /// down to frequency zero. Means over batches would say too much: part of the growth only turns back
    /// and forth with the tangents. Over 2000 Lorenz orbits of 500 time units 67 % of λ₁ lie within one
    /// standard error of the true value. An exponent that is exactly 0 is bounded, not scattered; its
    /// error is then an upper bound.
    ///
    /// # Source
    /// Heidelberger & Welch, Commun. ACM 24, 233 (1981).
    ///
    /// # Cost
    /// Some 50 µs for each exponent, when asked for.
    pub fn std_errors(&self) -> Vec<Option<f64>> {
        let ranks = 0..self.ranking.exponents.len();
        ranks.map(|rank| self.ranking.std_error(rank)).collect()
    }

    /// Length of the stretches that standard errors are taken from, in units of time or in iterations.
    pub fn batch_time(&self) -> f64 {
        self.ranking.batch_time()
    }

    /// Exponent number `i` from the largest, with its standard error. Prints as `+0.9056(13)`.
    ///
    /// # Panics
    /// Where there are not that many.
    pub fn exponent(&self, i: usize) -> Measured {
        Measured {
            value: self.ranking.exponents[i],
            std_error: self.ranking.std_error(i),
        }
    }

    /// The standard error of the Kaplan–Yorke dimension, by its derivatives with respect to the
    /// exponents; `None` where it has none, or the run is too short.
    pub fn kaplan_yorke_std_error(&self) -> Option<f64> {
        let slopes = kaplan_yorke::slopes(&self.ranking.exponents, self.dimension)?;
        self.ranking.error_of_sum(|rank| slopes[rank])
    }

    /// The standard error of [`Spectrum::entropy`]; `None` where the run is too short.
    pub fn entropy_std_error(&self) -> Option<f64> {
        let positive = |rank: usize| self.ranking.exponents[rank] > 0.0;
        self.ranking
            .error_of_sum(|rank| f64::from(u8::from(positive(rank))))
    }

    /// The standard error of [`Spectrum::sum`]; `None` where the run is too short.
    pub fn sum_std_error(&self) -> Option<f64> {
        self.ranking.error_of_sum(|_| 1.0)
    }

    /// The k exponents in the order of the tangents, in which near-equal ones may be swapped.
    pub fn raw_exponents(&self) -> &[f64] {
        &self.raw_exponents
    }

    /// Running estimates in the order of the tangents, with their times.
    pub fn history(&self) -> &Series {
        &self.history
    }

    /// States saved along the measured run; see
    /// [`SpectrumOptions::save_states_every`](crate::SpectrumOptions::save_states_every).
    pub fn states(&self) -> &Series {
        &self.states
    }

    /// The state at the end, ordered as said at [`System`](crate::System).
    pub fn final_state(&self) -> &[f64] {
        &self.final_state
    }

    /// The Kaplan–Yorke dimension j + (λ₁ + … + λⱼ) / |λⱼ₊₁|.
    ///
    /// # Errors
    /// Where the k exponents sum to no negative number and there are more than k.
    ///
    /// # Source
    /// Kaplan & Yorke, Lecture Notes in Mathematics 730, 204 (1979).
    pub fn kaplan_yorke(&self) -> Result<f64, KaplanYorkeError> {
        kaplan_yorke::dimension(&self.ranking.exponents, self.dimension)
    }

    /// The sum of the positive exponents: an upper bound of the entropy per unit time or iterate
    /// (Ruelle, Bol. Soc. Bras. Mat. 9, 83 (1978), theorem 2), unless exponents beyond the k are
    /// positive too.
    pub fn entropy(&self) -> f64 {
        self.ranking
            .exponents
            .iter()
            .filter(|x| **x > 0.0)
            .fold(0.0, |sum, x| sum + x)
    }

    /// The sum of the k exponents: where k is the dimension, the rate at which volumes grow.
    pub fn sum(&self) -> f64 {
        self.ranking.exponents.iter().sum()
    }

    /// What the run has done.
    pub fn counts(&self) -> Counts {
        self.counts
    }

    /// What should be known before the numbers are used.
    pub fn warnings(&self) -> &[Warning] {
        &self.warnings
    }

    /// How the flow was integrated; `None` for a map.
    pub fn integrator(&self) -> Option<Integrator> {
        match self.scheme {
            Scheme::Flow(integrator) => Some(integrator),
            Scheme::Map => None,
        }
    }

    /// The time step; 1 for a map.
    pub fn dt(&self) -> f64 {
        self.dt
    }

    /// Begin and end of the measured run, the transient before it.
    pub fn time_span(&self) -> (f64, f64) {
        (self.from, self.to)
    }

    /// Measured steps, without the transient.
    pub fn measured_steps(&self) -> u64 {
        self.measured_steps
    }

    /// Whether the progress function broke the run off.
    pub fn stopped(&self) -> bool {
        self.stopped
    }
}

/// Exponents that are printed of a large system.
const SHOWN: usize = 12;

impl fmt::Display for Spectrum {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (k, unit) = match self.scheme {
            Scheme::Flow(_) => (self.ranking.exponents.len(), "unit time"),
            Scheme::Map => (self.ranking.exponents.len(), "iterate"),
        };
        write!(f, "{}: ", self.model)?;
        if k == 0 {
            write!(f, "no Lyapunov exponents")?;
        } else if k == self.dimension {
            write!(f, "Lyapunov exponents per {unit}")?;
        } else {
            write!(
                f,
                "the largest {k} of {} Lyapunov exponents per {unit}",
                self.dimension
            )?;
        }
        if self.nodes > 1 {
            write!(f, ", {} nodes", self.nodes)?;
        }
        writeln!(f)?;
        for i in 0..k.min(SHOWN) {
            writeln!(f, "  {:<4} {:+}", format!("λ{}", i + 1), self.exponent(i))?;
        }
        if k > SHOWN {
            let (rest, last) = (k - SHOWN, self.exponent(k - 1));
            writeln!(f, "  … {rest} more, down to {last:+}")?;
        }
        if let Some(&last) = self.ranking.exponents.last() {
            let measured = |value, std_error| Measured { value, std_error };
            write!(f, "  sum {:+}", measured(self.sum(), self.sum_std_error()))?;
            if last <= 0.0 || k == self.dimension {
                let entropy = measured(self.entropy(), self.entropy_std_error());
                write!(f, ", entropy ≤ {entropy}")?;
            }
            if let Ok(dimension) = self.kaplan_yorke() {
                let dimension = measured(dimension, self.kaplan_yorke_std_error());
                write!(f, ", Kaplan–Yorke dimension {dimension}")?;
            }
            writeln!(f)?;
        }
        match self.scheme {
            Scheme::Flow(integrator) => write!(
                f,
                "  {integrator}, dt = {}, t = {} to {}",
                self.dt, self.from, self.to
            )?,
            Scheme::Map => write!(f, "  iterations {} to {}", self.from, self.to)?,
        }
        write!(
            f,
            "; {} steps after a transient of {}, renormalised every {}",
            self.measured_steps, self.transient_steps, self.renorm_every
        )?;
        if self.stopped {
            let what = if k == 0 {
                "in its transient"
            } else {
                "before its end"
            };
            write!(f, "\n  stopped {what}")?;
        }
        for warning in &self.warnings {
            write!(f, "\n  warning: {warning}")?;
        }
        Ok(())
    }
}
