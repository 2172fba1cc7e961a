//! The spectra of an ensemble.

use core::fmt;

use super::course::EnsembleCourse;
use crate::model::Model;
use crate::spectrum::{Outcome, kaplan_yorke};
use crate::{Calibration, KaplanYorkeError, Measured, Placement, RunError};

/// What was found of members, how many of a device's were run on the CPU, and what was done there.
pub(crate) struct Members {
    pub(crate) outcomes: Vec<Result<Outcome, RunError>>,
    pub(crate) redone: usize,
    pub(crate) placement: Option<Placement>,
}

impl Members {
    pub(super) fn of_cpu(packs: Vec<Vec<Result<Outcome, RunError>>>) -> Self {
        Self {
            outcomes: packs.into_iter().flatten().collect(),
            redone: 0,
            placement: None,
        }
    }
}

/// The spectra of all members of an [`Ensemble`](super::Ensemble).
///
/// Displays as a summary.
#[derive(Clone, Debug, PartialEq)]
pub struct EnsembleSpectrum {
    model: &'static str,
    dimension: usize,
    k: usize,
    outcomes: Vec<Result<Outcome, RunError>>,
    redone: usize,
    placement: Option<Placement>,
    calibration: Option<Calibration>,
}

/// The spectrum of a member of an ensemble, or of a point of a sweep.
#[derive(Clone, Copy, Debug)]
pub struct Member<'a> {
    dimension: usize,
    outcome: &'a Outcome,
}

impl EnsembleSpectrum {
    pub(super) fn new<M: Model>(
        course: &EnsembleCourse,
        members: Members,
        calibration: Option<Calibration>,
    ) -> Self {
        let Members {
            outcomes,
            redone,
            placement,
        } = members;
        Self {
            model: M::INFO.name,
            dimension: M::INFO.states.len(),
            k: course.start.k,
            outcomes,
            redone,
            placement,
            calibration,
        }
    }

    /// How many members of a run on a device were run on the CPU after all, in the same numbers: those of a map that
    /// lost a tangent there, of which the CPU tells whether the exponent is −∞ or digits are missing.
    pub fn redone_on_cpu(&self) -> usize {
        self.redone
    }

    /// How many members.
    pub fn members(&self) -> usize {
        self.outcomes.len()
    }

    /// How many exponents each has.
    pub fn k(&self) -> usize {
        self.k
    }

    /// The spectrum of a member, from 0.
    ///
    /// # Errors
    /// Where the member could not be carried on: why, and at which step and time.
    ///
    /// # Panics
    /// Where there is no such member.
    pub fn member(&self, member: usize) -> Result<Member<'_>, &RunError> {
        let dimension = self.dimension;
        self.outcomes[member]
            .as_ref()
            .map(|outcome| Member { dimension, outcome })
    }

    /// All members, in their order.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = Result<Member<'_>, &RunError>> {
        (0..self.members()).map(|member| self.member(member))
    }

    /// The members that could not be carried on, with the reasons.
    pub fn failures(&self) -> impl Iterator<Item = (usize, &RunError)> {
        let outcomes = self.outcomes.iter().enumerate();
        outcomes.filter_map(|(member, outcome)| Some((member, outcome.as_ref().err()?)))
    }

    /// Exponent number `i` from the largest, averaged over the members that were carried on, with the standard error
    /// of that mean by their scatter; `None` where there are none. It means something where all have the same
    /// parameters.
    ///
    /// # Panics
    /// Where there are not that many exponents.
    pub fn mean(&self, i: usize) -> Option<Measured> {
        assert!(i < self.k, "exponent {i} of {}", self.k);
        let values = || {
            self.outcomes
                .iter()
                .flatten()
                .map(|outcome| outcome.exponents[i])
        };
        let count = values().count() as f64;
        let mean = values().sum::<f64>() / count;
        let squares: f64 = values().map(|value| (value - mean).powi(2)).sum();
        (count > 0.0).then(|| Measured {
            value: mean,
            // −∞ has none.
            std_error: (count > 1.0 && mean.is_finite())
                .then(|| (squares / (count * (count - 1.0))).sqrt()),
        })
    }

    /// The figures on which the device was chosen, where that was left open.
    pub fn calibration(&self) -> Option<&Calibration> {
        self.calibration.as_ref()
    }

    /// Where it was run, and what it cost there; `None` on the CPU.
    pub fn placement(&self) -> Option<&Placement> {
        self.placement.as_ref()
    }
}

impl<'a> Member<'a> {
    pub(crate) fn new(outcome: &'a Outcome, dimension: usize) -> Self {
        Self { dimension, outcome }
    }

    /// The k exponents from largest to smallest, per unit time for a flow and per iterate for a map.
    pub fn exponents(self) -> &'a [f64] {
        &self.outcome.exponents
    }

    /// The standard error of each exponent; `None` where the run is too short to tell (fewer than 64
    /// renormalisations on a device, 32 on the CPU).
    ///
    /// It comes from up to 64 stretches of the run: on the CPU in the way of
    /// [`Spectrum::std_errors`](crate::Spectrum::std_errors), which looks at up to 512; on a device from their means
    /// alone, which is rather too large than too small, since growth that turns back and forth from one stretch to
    /// the next is taken for scatter.
    pub fn std_errors(self) -> &'a [Option<f64>] {
        &self.outcome.std_errors
    }

    /// Exponent number `i` from the largest, with its standard error.
    ///
    /// # Panics
    /// Where there are not that many.
    pub fn exponent(self, i: usize) -> Measured {
        Measured {
            value: self.outcome.exponents[i],
            std_error: self.outcome.std_errors[i],
        }
    }

    /// The sum of the exponents.
    pub fn sum(self) -> f64 {
        self.outcome.exponents.iter().sum()
    }

    /// By how much the sum of all exponents misses the rate at which volumes grow by the equations; `None` where
    /// there are fewer exponents than dimensions, or that rate has no closed form. What a step misses shows in it.
    pub fn sum_rule(self) -> Option<f64> {
        let rate = self.outcome.volume_rate.filter(|rate| rate.is_finite())?;
        Some(self.sum() - rate)
    }

    /// The Kaplan–Yorke dimension.
    ///
    /// # Errors
    /// Where the k exponents sum to no negative number and there are more than k.
    pub fn kaplan_yorke(self) -> Result<f64, KaplanYorkeError> {
        kaplan_yorke::dimension(&self.outcome.exponents, self.dimension)
    }

    /// The state at the end.
    pub fn final_state(self) -> &'a [f64] {
        &self.outcome.final_state
    }
}

/// A line for each exponent, with its standard error.
impl fmt::Display for Member<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for i in 0..self.outcome.exponents.len() {
            let line = if i == 0 { "" } else { "\n" };
            write!(f, "{line}λ{} {:+}", i + 1, self.exponent(i))?;
        }
        Ok(())
    }
}

impl fmt::Display for EnsembleSpectrum {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (members, failed) = (self.members(), self.failures().count());
        write!(f, "{}: {members} members", self.model)?;
        if failed > 0 {
            write!(f, ", {failed} of which could not be carried on")?;
        }
        if self.redone > 0 {
            write!(
                f,
                "; {} lost a tangent and were run on the CPU",
                self.redone
            )?;
        }
        for i in 0..self.k {
            if let Some(mean) = self.mean(i) {
                let exponents = self.outcomes.iter().flatten();
                let exponents = exponents.map(|outcome| outcome.exponents[i]);
                let (least, most) = exponents.fold(
                    (f64::INFINITY, f64::NEG_INFINITY),
                    |(least, most), value| (least.min(value), most.max(value)),
                );
                write!(
                    f,
                    "\n  {:>3}: mean {mean:+}, from {least:+.6} to {most:+.6}",
                    i + 1
                )?;
            }
        }
        if let Some((member, error)) = self.failures().next() {
            write!(f, "\n  member {member}: {error}")?;
        }
        if let Some(calibration) = &self.calibration {
            write!(f, "\n  chosen: {calibration}")?;
        }
        if let Some(placement) = &self.placement {
            write!(f, "\n  {placement}")?;
        }
        Ok(())
    }
}
