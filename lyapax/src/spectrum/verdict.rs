//! From what was measured to checks and warnings.

use super::check::{Check, Law};
use super::probe::{Mismatch, TooFast};
use super::result::Spectrum;
use super::warning::Warning;
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

/// What QR and logarithms may miss of a sum of exponents, for each renormalisation and for each unit of it.
const ARITHMETIC: f64 = 1e-9;

/// Exponents of a map below this are logarithms of rounding errors: 2⁻⁴³.
const ROUNDING: f64 = -30.0;

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
    /// * [`Law::Stability`]: dt times the modulus of the largest eigenvalue of J, at up to 16 states.
    /// * [`Law::Drift`]: of the exponent that changes most, the difference between the means over the first
    ///   and the second half of the run. Chance leaves it within five standard errors, which are those of the
    ///   second half: a transient that is too short is in the first.
    ///
    /// # Cost
    /// The looks at the equations are part of the run, at most a fortieth of it where it is long; the rest
    /// is that of [`Spectrum::std_errors`].
    pub fn checks(&self) -> Vec<Check> {
        [
            self.sum_rule().map(|(check, _)| check),
            self.zero_exponents().map(|(check, _)| check),
            self.pairs(),
            self.derivative(Law::Tangents, self.found.probed.tangent),
            self.derivative(Law::Divergence, self.found.probed.divergence),
            self.stability().map(|(check, _)| check),
            self.drift().map(|(check, ..)| check),
        ]
        .into_iter()
        .flatten()
        .collect()
    }

    /// What should be known before the numbers are used: failed checks, and what is no number. Empty is good.
    ///
    /// # Cost
    /// That of [`Spectrum::checks`].
    pub fn warnings(&self) -> Vec<Warning> {
        let mut warnings: Vec<Warning> = self.jumps.iter().copied().map(Warning::jump).collect();
        if self.exponents().is_empty() {
            return warnings;
        }
        if let Some(cycle) = self.found.cycle {
            warnings.push(Warning::ExactCycle(cycle));
        }
        warnings.extend(self.failed_checks());
        warnings.extend(self.doubtful_exponents());
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

    fn failed_checks(&self) -> Vec<Warning> {
        let mut warnings = Vec::new();
        let failed = |check: Check| !check.passed();
        if let Some((check, expected)) = self.sum_rule().filter(|(check, _)| failed(*check)) {
            warnings.push(Warning::SumRule {
                sum: self.sum(),
                expected,
                tolerance: check.tolerance,
            });
        }
        if let Some((check, exponent)) = self.zero_exponents().filter(|(check, _)| failed(*check)) {
            warnings.push(Warning::NoZeroExponent {
                expected: self.found.probed.zeros,
                exponent,
                tolerance: check.tolerance,
            });
        }
        if let Some(check) = self.pairs().filter(|check| failed(*check)) {
            warnings.push(Warning::Unpaired {
                sum: check.value,
                tolerance: check.tolerance,
            });
        }
        if let Some(bad) = self.found.probed.tangent.filter(is_wrong) {
            warnings.push(Warning::WrongTangent {
                step: bad.step,
                component: self.state_names[bad.component],
                node: bad.node,
                derivative: bad.derivative,
                difference: bad.difference,
            });
        }
        if let Some(bad) = self.found.probed.divergence.filter(is_wrong) {
            warnings.push(Warning::WrongDivergence {
                step: bad.step,
                divergence: bad.derivative,
                difference: bad.difference,
            });
        }
        if let Some((_, too_fast)) = self.stability().filter(|(check, _)| failed(*check)) {
            warnings.push(Warning::StepTooLarge(too_fast));
        }
        if let Some((check, rank, [first, second])) =
            self.drift().filter(|(check, ..)| failed(*check))
        {
            warnings.push(Warning::Drift {
                rank: rank + 1,
                first,
                second,
                tolerance: check.tolerance,
            });
        }
        warnings
    }

    /// Exponents of unknown sign beside those that are 0 by law, of no known error, or of rounding.
    fn doubtful_exponents(&self) -> Vec<Warning> {
        let exponents = self.exponents();
        let mut warnings = Vec::new();
        if self.scheme == Scheme::Map {
            for (rank, &exponent) in exponents.iter().enumerate() {
                if exponent.is_finite() && exponent < ROUNDING {
                    let rank = rank + 1;
                    warnings.push(Warning::AtRounding { rank, exponent });
                }
            }
        }
        if self.record.blocks < 32 {
            let renormalisations = self.record.blocks;
            warnings.push(Warning::TooShort { renormalisations });
            return warnings;
        }
        let zeros = self.zero_exponents().map_or(0, |(check, _)| {
            if check.passed() { self.found.probed.zeros } else { 0 }
        });
        let by_law = nearest_to_zero(exponents, zeros);
        for (rank, (&exponent, error)) in exponents.iter().zip(self.std_errors()).enumerate() {
            if let Some(std_error) = error
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

    /// Time, or iterations, that exponents are averaged over.
    fn elapsed(&self) -> f64 {
        self.record.measured as f64 * self.dt
    }

    /// With the mean growth of volumes.
    fn sum_rule(&self) -> Option<(Check, f64)> {
        let steps = self.record.measured as f64;
        let probed = &self.found.probed;
        let (sum, volume) = (self.sum(), self.volume?);
        let size: f64 = self.exponents().iter().map(|x| x.abs()).sum();
        let block = self.renorm_every as f64 * self.dt;
        let arithmetic = ARITHMETIC * (size + 1.0 / block);
        let (expected, tolerance) = match self.scheme {
            Scheme::Map => (volume / steps, arithmetic),
            Scheme::Flow(_) => {
                // The begins of all steps are added up; the trapezoidal rule takes half of the first one, and
                // half of the end.
                let [first, last] = probed.divergence_ends?;
                let [bias, error] = probed.step_bias?;
                let expected = (volume + (last - first) / 2.0) / steps;
                // Euler and Maclaurin: beyond this the rule is as good as the method on a smooth orbit.
                let ends = probed.divergence_range * self.dt / self.elapsed();
                (expected, 4.0 * bias.abs() + FAR * error + ends + arithmetic)
            }
        };
        // Both −∞ where det J is.
        let value = if sum == expected { 0.0 } else { (sum - expected).abs() };
        if !value.is_finite() {
            return None;
        }
        let law = Law::SumRule;
        let check = Check {
            law,
            value,
            tolerance,
        };
        Some((check, expected))
    }

    /// With the exponent that is meant.
    fn zero_exponents(&self) -> Option<(Check, f64)> {
        let exponents = self.exponents();
        let expected = self.found.probed.zeros;
        let nearest = nearest_to_zero(exponents, expected);
        let &rank = nearest.last().filter(|_| nearest.len() == expected)?;
        let exponent = exponents[rank];
        let chance = self.std_errors()[rank].map_or(0.0, |error| FAR * error);
        let tolerance = chance.max(swing(self.record.blocks) / self.elapsed());
        let check = Check {
            law: Law::ZeroExponents,
            value: exponent.abs(),
            tolerance,
        };
        // Where the last of k exponents is positive, those that are 0 may follow.
        let beyond = exponents.len() < self.dimension
            && exponents.last().is_some_and(|last| *last >= -tolerance);
        (check.passed() || !beyond).then_some((check, exponent))
    }

    fn pairs(&self) -> Option<Check> {
        let exponents = self.exponents();
        if !self.hamiltonian || exponents.len() < self.dimension {
            return None;
        }
        let pairs = exponents.iter().zip(exponents.iter().rev());
        let value = pairs.map(|(a, b)| (a + b).abs()).fold(0.0, f64::max);
        let errors = self.std_errors();
        let error = errors.iter().flatten().copied().fold(0.0, f64::max);
        let swing = swing(self.record.blocks) / self.elapsed();
        Some(Check {
            law: Law::Pairs,
            value,
            tolerance: swing.max(FAR * error),
        })
    }

    fn derivative(&self, law: Law, worst: Option<Mismatch>) -> Option<Check> {
        Some(Check {
            law,
            value: worst?.relative,
            tolerance: DERIVATIVE,
        })
    }

    fn stability(&self) -> Option<(Check, TooFast)> {
        let Scheme::Flow(integrator) = self.scheme else {
            return None;
        };
        let (rate, limit) = (self.found.probed.fastest?, farthest(integrator));
        let check = Check {
            law: Law::Stability,
            value: rate,
            tolerance: limit,
        };
        let dt = self.dt;
        Some((check, TooFast { rate, limit, dt }))
    }

    /// With the exponent that drifts most, and its means over both halves.
    fn drift(&self) -> Option<(Check, usize, [f64; 2])> {
        // Each half has half the time, and either may swing.
        let swing = 4.0 * SWING / self.elapsed();
        let check = |rank: usize| {
            let halves = self.ranking.halves(&self.record.batches, rank)?;
            // A transient makes the error of the whole run, or of the first half, as large as itself.
            let error = self.ranking.later_error(&self.record.batches, rank)?;
            let chance = FAR * core::f64::consts::SQRT_2 * error;
            let check = Check {
                law: Law::Drift,
                value: (halves[0] - halves[1]).abs(),
                tolerance: chance.max(swing),
            };
            Some((check, rank, halves))
        };
        let ratio = |check: &Check| check.value / check.tolerance;
        (0..self.exponents().len())
            .filter_map(check)
            .max_by(|(a, ..), (b, ..)| ratio(a).total_cmp(&ratio(b)))
    }
}

fn is_wrong(found: &Mismatch) -> bool {
    found.relative > DERIVATIVE
}

/// The ranks of so many exponents that are nearest to zero, the nearest first.
fn nearest_to_zero(exponents: &[f64], count: usize) -> Vec<usize> {
    let mut ranks: Vec<usize> = (0..exponents.len()).collect();
    ranks.sort_by(|&a, &b| exponents[a].abs().total_cmp(&exponents[b].abs()));
    ranks.truncate(count);
    ranks
}
