//! From what was measured to checks and warnings.

use super::check::{Check, Law};
use super::probe::{Probed, TooFast};
use super::result::Spectrum;
use super::scatter;
use super::warning::Warning;
use crate::Float;
use crate::integrate::farthest;
use crate::stepper::Scheme;

/// How much the logarithm of a tangent's length may swing along a run beside its mean growth, where nothing
/// grows: sums over a bounded orbit are bounded, and where two exponents are equal they grow like ln T
/// (as with a Jordan block). So rates over T are as good as this over T, and not better.
pub(super) fn swing(blocks: u64) -> f64 {
    SWING + 2.0 * (blocks.max(1) as f64).ln()
}

/// The part of it that does not grow.
const SWING: f64 = 6.0;

/// Standard errors by which chance does not explain a difference: they are themselves good to a quarter.
const FAR: f64 = 5.0;

/// Largest relative error of a derivative that is no defect.
const DERIVATIVE: f64 = 1e-6;

/// The part of the exponents that the step may add to their sum.
const PART: f64 = 0.01;

/// What QR and logarithms may miss of a sum of exponents, for each renormalisation and for each unit of it.
const fn arithmetic(float: Float) -> f64 {
    match float {
        Float::F32 => 1e-5,
        _ => 1e-9,
    }
}

/// Exponents of a map below this are logarithms of rounding errors: 2⁻⁴³, and 2⁻¹⁴ of numbers with seven digits.
const fn rounding(float: Float) -> f64 {
    match float {
        Float::F32 => -10.0,
        _ => -30.0,
    }
}

impl Spectrum {
    /// Every law that the run could be held against, with how far it is from it.
    ///
    /// Which there are depends on the run: the sum rule needs all exponents, a zero exponent a flow that
    /// does not come to rest. A check that fails is also among the [`Spectrum::warnings`], in words.
    ///
    /// * [`Law::SumRule`]: |Σλ − mean divergence| (or mean ln |det J|), per unit time or iterate. It may be what
    ///   the step misses of the growth of volumes, which is measured at states of the run.
    /// * [`Law::ZeroExponents`]: the exponent that should be 0 and is farthest from it, which may be what a
    ///   run of this length leaves.
    /// * [`Law::Pairs`]: the largest |λ + λ'| of a pair.
    /// * [`Law::Tangents`], [`Law::Divergence`]: the largest relative error beyond that of the difference
    ///   quotient.
    /// * [`Law::Step`]: the modulus of what the step adds to the sum of all exponents.
    /// * [`Law::Stability`]: dt times the modulus of the largest eigenvalue of J, at up to 8 states.
    /// * [`Law::Drift`]: of the exponent that changes most, the difference between the means over the first
    ///   and the second half of the run. Chance leaves it within five standard errors, which are those of the
    ///   second half: a transient that is too short is in the first.
    ///
    /// # Cost
    /// The looks at the equations are part of the run, some 2 % of it where it is long; the rest
    /// is that of [`Spectrum::std_errors`].
    pub fn checks(&self) -> Vec<Check> {
        let laws = Laws::of(self).all().into_iter();
        laws.map(|(check, _)| check).collect()
    }

    /// What should be known before the numbers are used: failed checks, and what is no number. Empty is good.
    ///
    /// # Cost
    /// That of [`Spectrum::checks`].
    pub fn warnings(&self) -> Vec<Warning> {
        let mut warnings: Vec<Warning> = self.jumps.iter().filter_map(Warning::jump).collect();
        if self.exponents().is_empty() {
            return warnings;
        }
        if let Some(cycle) = self.found.cycle {
            warnings.push(Warning::ExactCycle(cycle));
        }
        let laws = Laws::of(self);
        let failed = laws.all().into_iter().filter(|(check, _)| !check.passed());
        warnings.extend(failed.map(|(_, warning)| warning));
        warnings.extend(laws.doubtful_exponents());
        for average in self.outputs() {
            if average.mean.is_none() {
                warnings.push(Warning::OutputNotFinite {
                    output: average.output,
                    node: average.node,
                });
            }
        }
        if let Some(reason) = &self.found.unsaved {
            let reason = reason.clone();
            warnings.push(Warning::CheckpointNotWritten { reason });
        }
        warnings
    }

    /// The numbers that it was computed with.
    fn float(&self) -> Float {
        let placement = self.placement();
        placement.map_or(Float::F64, |placement| placement.float)
    }

    /// Time, or iterations, that exponents are averaged over.
    pub(super) fn elapsed(&self) -> f64 {
        self.record.measured as f64 * self.dt
    }
}

/// A check, and what is to be said where it fails.
type Finding = (Check, Warning);

/// A run held against the laws, with what they share.
struct Laws<'a> {
    run: &'a Spectrum,
    probed: &'a Probed,
    exponents: &'a [f64],
    /// Standard errors of the exponents.
    errors: Vec<Option<f64>>,
}

impl<'a> Laws<'a> {
    fn of(run: &'a Spectrum) -> Self {
        Self {
            run,
            probed: &run.found.probed,
            exponents: run.exponents(),
            errors: run.std_errors(),
        }
    }

    /// All that can be said of this run.
    fn all(&self) -> Vec<Finding> {
        [
            self.sum_rule(),
            self.zero_exponents(),
            self.pairs(),
            self.tangents(),
            self.divergence(),
            self.step(),
            self.stability(),
            self.drift(),
        ]
        .into_iter()
        .flatten()
        .collect()
    }

    fn sum_rule(&self) -> Option<Finding> {
        let run = self.run;
        let steps = run.record.measured as f64;
        let (sum, volume) = (run.sum(), run.volume?);
        let size: f64 = self.exponents.iter().map(|x| x.abs()).sum();
        let block = run.renorm_every as f64 * run.dt;
        let arithmetic = arithmetic(run.float()) * (size + 1.0 / block);
        let (expected, tolerance) = match run.scheme {
            Scheme::Map => (volume / steps, arithmetic),
            Scheme::Flow(_) => {
                // The begins of all steps are added up; the trapezoidal rule takes half of the first one, and
                // half of the end.
                let [first, last] = self.probed.divergence_ends?;
                let [bias, error] = self.probed.step_bias?;
                let expected = (volume + (last - first) / 2.0) / steps;
                // Euler and Maclaurin: beyond this the rule is as good as the method on a smooth orbit.
                let ends = self.probed.divergence_range * run.dt / run.elapsed();
                (expected, 4.0 * bias.abs() + FAR * error + ends + arithmetic)
            }
        };
        let warning = Warning::SumRule {
            sum,
            expected,
            tolerance,
        };
        // An infinite one is far from any other.
        let value = (sum - expected).abs();
        Some((check(Law::SumRule, value, tolerance), warning))
    }

    fn zero_exponents(&self) -> Option<Finding> {
        let expected = self.probed.zeros;
        let nearest = self.nearest_to_zero(expected);
        let &rank = nearest.last().filter(|_| nearest.len() == expected)?;
        let exponent = self.exponents[rank];
        let chance = self.errors[rank].map_or(0.0, |error| FAR * error);
        let tolerance = chance.max(swing(self.run.record.blocks) / self.run.elapsed());
        // A run so short tells nothing of it.
        let scale = self.probed.fastest.unwrap_or(f64::INFINITY) / self.run.dt;
        if self.run.scheme != Scheme::Map && tolerance > 0.1 * scale {
            return None;
        }
        let check = check(Law::ZeroExponents, exponent.abs(), tolerance);
        // Where the last of k exponents is positive, those that are 0 may follow.
        let beyond = self.exponents.len() < self.run.dimension
            && self
                .exponents
                .last()
                .is_some_and(|last| *last >= -tolerance);
        let warning = Warning::NoZeroExponent {
            expected,
            exponent,
            tolerance,
        };
        (check.passed() || !beyond).then_some((check, warning))
    }

    fn pairs(&self) -> Option<Finding> {
        if !self.run.hamiltonian || self.exponents.len() < self.run.dimension {
            return None;
        }
        let pairs = self.exponents.iter().zip(self.exponents.iter().rev());
        let sum = pairs.map(|(a, b)| (a + b).abs()).fold(0.0, f64::max);
        let error = self.errors.iter().flatten().copied().fold(0.0, f64::max);
        let swing = swing(self.run.record.blocks) / self.run.elapsed();
        let tolerance = swing.max(FAR * error);
        let warning = Warning::Unpaired { sum, tolerance };
        Some((check(Law::Pairs, sum, tolerance), warning))
    }

    fn tangents(&self) -> Option<Finding> {
        let worst = self.probed.tangent?;
        let warning = Warning::WrongTangent {
            step: worst.step,
            component: self.run.state_names[worst.component],
            node: worst.node,
            derivative: worst.derivative,
            difference: worst.difference,
        };
        Some((check(Law::Tangents, worst.relative, DERIVATIVE), warning))
    }

    fn divergence(&self) -> Option<Finding> {
        let worst = self.probed.divergence?;
        let warning = Warning::WrongDivergence {
            step: worst.step,
            divergence: worst.derivative,
            difference: worst.difference,
        };
        Some((check(Law::Divergence, worst.relative, DERIVATIVE), warning))
    }

    fn step(&self) -> Option<Finding> {
        let [missed, _] = self.probed.step_bias?;
        let size: f64 = self.exponents.iter().map(|x| x.abs()).sum();
        let tolerance = (PART * size).max(1.0 / self.run.elapsed());
        let warning = Warning::StepTooCoarse { missed, tolerance };
        Some((check(Law::Step, missed.abs(), tolerance), warning))
    }

    fn stability(&self) -> Option<Finding> {
        let Scheme::Flow(integrator) = self.run.scheme else {
            return None;
        };
        let (rate, limit) = (self.probed.fastest?, farthest(integrator));
        let dt = self.run.dt;
        let warning = Warning::StepTooLarge(TooFast { rate, limit, dt });
        Some((check(Law::Stability, rate, limit), warning))
    }

    /// Of the exponent that drifts most.
    fn drift(&self) -> Option<Finding> {
        let (ranking, batches) = (&self.run.ranking, &self.run.record.batches);
        // Each half has half the time, and either may swing.
        let swing = 4.0 * SWING / self.run.elapsed();
        let finding = |rank: usize| {
            let [first, second] = ranking.halves(batches, rank)?;
            // A transient makes the error of the whole run, or of the first half, as large as itself.
            let error = ranking.later_error(batches, rank)?;
            let tolerance = (FAR * core::f64::consts::SQRT_2 * error).max(swing);
            let warning = Warning::Drift {
                rank: rank + 1,
                first,
                second,
                tolerance,
            };
            let value = (first - second).abs();
            Some((check(Law::Drift, value, tolerance), warning))
        };
        let ratio = |(check, _): &Finding| check.value / check.tolerance;
        (0..self.exponents.len())
            .filter_map(finding)
            .max_by(|a, b| ratio(a).total_cmp(&ratio(b)))
    }

    /// Exponents of unknown sign beside those that are 0 by law, of no known error, or of rounding.
    fn doubtful_exponents(&self) -> Vec<Warning> {
        let mut warnings = Vec::new();
        if self.run.scheme == Scheme::Map {
            for (rank, &exponent) in self.exponents.iter().enumerate() {
                if exponent.is_finite() && exponent < rounding(self.run.float()) {
                    let rank = rank + 1;
                    warnings.push(Warning::AtRounding { rank, exponent });
                }
            }
        }
        if self.run.record.blocks < scatter::FEWEST as u64 {
            let renormalisations = self.run.record.blocks;
            warnings.push(Warning::TooShort { renormalisations });
            return warnings;
        }
        let zeros = match self.zero_exponents() {
            Some((check, _)) if check.passed() => self.probed.zeros,
            _ => 0,
        };
        let by_law = self.nearest_to_zero(zeros);
        for (rank, (&exponent, error)) in self.exponents.iter().zip(&self.errors).enumerate() {
            if let Some(std_error) = *error
                && std_error > exponent.abs()
                && !by_law.contains(&rank)
            {
                let rank = rank + 1;
                warnings.push(Warning::Undecided {
                    rank,
                    exponent,
                    std_error,
                });
            }
        }
        warnings
    }

    /// The ranks of so many exponents that are nearest to zero, the nearest first.
    fn nearest_to_zero(&self, count: usize) -> Vec<usize> {
        let size = |rank: &usize| self.exponents[*rank].abs();
        let mut ranks: Vec<usize> = (0..self.exponents.len()).collect();
        ranks.sort_by(|a, b| size(a).total_cmp(&size(b)));
        ranks.truncate(count);
        ranks
    }
}

fn check(law: Law, value: f64, tolerance: f64) -> Check {
    Check {
        law,
        value,
        tolerance,
    }
}
