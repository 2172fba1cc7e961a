//! What should be known before a result is used.

use core::fmt;

use serde::Serialize;

use super::cycle::ExactCycle;
use super::probe::TooFast;
use crate::model::Jump;

/// What should be known before a result is used. It prints in words, with what to do.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(tag = "warning", rename_all = "snake_case")]
#[non_exhaustive]
pub enum Warning {
    /// A jump marked `#[jump]` in a flow, which the tangents pass over.
    JumpPassedOver {
        /// What jumps.
        what: &'static str,
        /// Where.
        item: &'static str,
    },
    /// The exponents do not sum to the rate at which volumes grow, by more than the step explains.
    SumRule {
        /// Their sum.
        sum: f64,
        /// The mean divergence; of a map the mean of ln |det J|.
        expected: f64,
        /// How far they may be apart.
        tolerance: f64,
    },
    /// Fewer exponents are 0 than the equations demand.
    NoZeroExponent {
        /// How many are 0 by law.
        expected: usize,
        /// The exponent that should be 0 and is not.
        exponent: f64,
        /// How large it may be.
        tolerance: f64,
    },
    /// The exponents of a Hamiltonian system are not pairs ±λ.
    Unpaired {
        /// The sum of the worst pair.
        sum: f64,
        /// How large it may be.
        tolerance: f64,
    },
    /// A derivative is not that of the right-hand side: a defect of lyapax, or a point where the right-hand
    /// side is not smooth.
    WrongTangent {
        /// Steps before the state at which it was found.
        step: u64,
        /// The component of J·v.
        component: &'static str,
        /// The node.
        node: usize,
        /// What the tangent is given.
        derivative: f64,
        /// The difference quotient of f.
        difference: f64,
    },
    /// The divergence is not that of the right-hand side.
    WrongDivergence {
        /// Steps before the state at which it was found.
        step: u64,
        /// In closed form.
        divergence: f64,
        /// From difference quotients of f.
        difference: f64,
    },
    /// What a step misses of the growth of volumes is no small part of the exponents.
    StepTooCoarse {
        /// What the steps add to the sum of all exponents.
        missed: f64,
        /// How much it may be.
        tolerance: f64,
    },
    /// A rate of the system is too fast for the step.
    StepTooLarge(TooFast),
    /// An exponent differs between the two halves of the run.
    Drift {
        /// Which, from 1 for the largest.
        rank: usize,
        /// Its value in the first half.
        first: f64,
        /// And in the second.
        second: f64,
        /// How far these may be apart.
        tolerance: f64,
    },
    /// The sign of an exponent is not known.
    Undecided {
        /// Which, from 1 for the largest.
        rank: usize,
        /// Its value.
        exponent: f64,
        /// Its standard error.
        std_error: f64,
    },
    /// There are no standard errors.
    TooShort {
        /// Renormalisations in the measured run.
        renormalisations: u64,
    },
    /// The orbit repeats exactly although an exponent is positive.
    ExactCycle(ExactCycle),
    /// An exponent of a map is so negative that it may be −∞.
    AtRounding {
        /// Which, from 1 for the largest.
        rank: usize,
        /// Its value.
        exponent: f64,
    },
    /// The mean of an output is not a finite number.
    OutputNotFinite {
        /// Which output.
        output: &'static str,
        /// The node.
        node: usize,
    },
    /// A checkpoint could not be written; the run went on.
    CheckpointNotWritten {
        /// Where, and why.
        reason: String,
    },
}

impl Warning {
    /// Where tangents pass over it.
    pub(super) fn jump(jump: &Jump) -> Option<Self> {
        let (what, item) = (jump.what, jump.item);
        jump.on_state.then_some(Self::JumpPassedOver { what, item })
    }
}

impl fmt::Display for Warning {
    #[expect(clippy::too_many_lines, reason = "one arm for each warning")]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::JumpPassedOver { what, item } => write!(
                f,
                "the tangents pass over the jump of `{what}` in the {item}: the exponents can be \
                 wrong although their sum is right; replace it by a steep smooth function and see what they \
                 tend to"
            ),
            Self::SumRule {
                sum,
                expected,
                tolerance,
            } => write!(
                f,
                "the exponents sum to {sum:.8}, but volumes grow at the rate {expected:.8}, and only \
                 {tolerance:.1e} of that is the step's: take a smaller step or a shorter `renorm_every`"
            ),
            Self::NoZeroExponent {
                expected,
                exponent,
                tolerance,
            } => write!(
                f,
                "{} zero by law, but one that should be is {exponent:.3e}, beyond {tolerance:.1e}: the \
                 transient is too short, or the step too large",
                if *expected == 1 {
                    "an exponent is".to_owned()
                } else {
                    format!("{expected} exponents are")
                }
            ),
            Self::Unpaired { sum, tolerance } => write!(
                f,
                "the exponents of a Hamiltonian system come in pairs ±λ, but a pair sums to {sum:.3e}, \
                 beyond {tolerance:.1e}: take a smaller step; if the step is no matter, it is not \
                 Hamiltonian"
            ),
            Self::WrongTangent {
                step,
                component,
                node,
                derivative,
                difference,
            } => write!(
                f,
                "after step {step} J·v is {derivative:.9} for `{component}` of node {node}, but differences \
                 of the right-hand side give {difference:.9}: it is not smooth there (mark it \
                 `#[jump]`), or this is a defect of lyapax, which please report"
            ),
            Self::WrongDivergence {
                step,
                divergence,
                difference,
            } => write!(
                f,
                "after step {step} the divergence is {divergence:.9}, but differences of the right-hand \
                 side give {difference:.9}: it is not smooth there (mark it `#[jump]`), or this is a \
                 defect of lyapax, which please report"
            ),
            Self::StepTooCoarse { missed, tolerance } => write!(
                f,
                "the steps add {missed:+.1e} to the sum of the exponents, beyond {tolerance:.1e}: take a smaller \
                 step; `check_step` shows how each exponent changes"
            ),
            Self::StepTooLarge(TooFast { rate, limit, dt }) => write!(
                f,
                "the fastest rate times dt is {rate:.3}, and the integrator follows none beyond \
                 {limit:.2}: take a step below {:.1e}",
                0.9 * dt * limit / rate
            ),
            Self::Drift {
                rank,
                first,
                second,
                tolerance,
            } => write!(
                f,
                "λ{rank} is {first:+.6} in the first half of the run and {second:+.6} in the second, which \
                 chance puts within {tolerance:.1e}: take a longer transient, or a longer run"
            ),
            Self::Undecided {
                rank,
                exponent,
                std_error,
            } => write!(
                f,
                "the sign of λ{rank} = {exponent:+.2e} is not known, its standard error being \
                 {std_error:.1e}: it may be 0, or take a longer run"
            ),
            Self::TooShort { renormalisations } => write!(
                f,
                "there are too few renormalisations for standard errors: {renormalisations}, where 32 are needed"
            ),
            Self::ExactCycle(ExactCycle { reached, period }) => {
                match period {
                    1 => write!(f, "fixed value reached at step {reached}")?,
                    _ => write!(f, "cycle of {period} steps reached at step {reached}")?,
                }
                write!(
                    f,
                    ", and the orbit never leaves it although an exponent is positive: start elsewhere, or, if \
                     it is there by the last of its digits, end before"
                )
            }
            Self::AtRounding { rank, exponent } => write!(
                f,
                "λ{rank} = {exponent:.1} is the logarithm of a rounding error, and may be -inf: the map \
                 is singular there up to rounding"
            ),
            Self::OutputNotFinite { output, node } => write!(
                f,
                "output `{output}` of node {node} has no finite mean: guard its expression"
            ),
            Self::CheckpointNotWritten { reason } => {
                write!(f, "the last checkpoint is missing: {reason}")
            }
        }
    }
}
