//! What can go wrong in a run.

use crate::TooFast;

/// A run that was started and could not go on.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum RunError {
    /// An observable that became NaN or infinite although the state did not.
    #[error(
        "output `{output}` of node {node} is {value} after step {step}, at time {time}\nhelp: the state \
         is finite there; guard the expression of the output"
    )]
    OutputNotFinite {
        /// Name of the output.
        output: &'static str,
        /// Node, from 0.
        node: usize,
        /// Step, from 0 for the start.
        step: u64,
        /// Time reached; the iteration number of a map.
        time: f64,
        /// The value.
        value: f64,
    },
    /// A value became NaN or infinite.
    #[error(
        "`{component}` of {} became non-finite at node {node} in step {step}, at time {time}\nhelp: {}",
        column_name(*column),
        remedy(*too_fast, "check parameters and initial state; a flow may need a smaller step")
    )]
    NonFinite {
        /// Number of the step whose result it was, from 1; the transient counts.
        step: u64,
        /// Time after that step.
        time: f64,
        /// 0 for the state, 1…k for the tangents.
        column: usize,
        /// Name of the state variable.
        component: &'static str,
        /// Node, from 0.
        node: usize,
        /// Where a step before a rate of the system was too fast for the integrator: then the numbers left
        /// to infinity, not the system.
        too_fast: Option<TooFast>,
    },
    /// A tangent vector vanished: the Jacobian is singular there.
    #[error(
        "tangent {column} vanished in step {step}, at time {time}\nhelp: the Jacobian is singular \
         there, and the exponent would be -inf; ask for fewer exponents, or start elsewhere"
    )]
    DegenerateTangent {
        /// Number of the step, from 1; the transient counts.
        step: u64,
        /// Time after that step.
        time: f64,
        /// Which tangent, from 1.
        column: usize,
    },
    /// A derivative of a trajectory that became NaN or infinite.
    #[error(
        "the derivative of `{of}` of node {node} by {by} became non-finite in step {step}, at time {time}\nhelp: if that \
         is early, the equations have an infinite slope there (a root or a power at 0, a power of a negative number); else the \
         run is unstable, derivatives along it grow without bound, and it has to be shorter"
    )]
    SensitivityNotFinite {
        /// Name of the state or output.
        of: &'static str,
        /// Node, from 0.
        node: usize,
        /// With respect to what.
        by: String,
        /// Number of the step whose result it was, from 1; the transient counts.
        step: u64,
        /// Time after that step.
        time: f64,
    },
    /// A misfit, or a slope of it, that is no number.
    #[error(
        "the misfit of the sample after step {step}, at time {time}, is or has a slope that is {value}\nhelp: the state is \
         finite there; look at the function that makes the misfit"
    )]
    MisfitNotFinite {
        /// Number of steps made; the transient counts.
        step: u64,
        /// Time of the sample.
        time: f64,
        /// The value.
        value: f64,
    },
    /// A gradient that became NaN or infinite on the way back.
    #[error(
        "the gradient with respect to {what} became non-finite on the way back to step {step}, at time {time}\nhelp: \
         if that is at the end of the run, the equations have an infinite slope there (a root or a power at 0, a power of a \
         negative number); else the run is unstable, gradients along it grow without bound, and it has to be shorter"
    )]
    GradientNotFinite {
        /// What it is with respect to.
        what: String,
        /// Steps made where that was met; the transient counts.
        step: u64,
        /// Time there.
        time: f64,
    },
    /// A single step folded a tangent into the span of those before it, up to rounding.
    #[error(
        "tangent {column} fell within rounding of those before it in step {step}, at time {time}\nhelp: \
         {}", remedy(*too_fast, "its exponent is too far below the others for this step; ask for fewer \
         exponents, or, of a flow, take a smaller step")
    )]
    BelowResolution {
        /// Number of the step, from 1; the transient counts.
        step: u64,
        /// Time after that step.
        time: f64,
        /// Which tangent, from 1.
        column: usize,
        /// Where the step was too large for a rate of the system.
        too_fast: Option<TooFast>,
    },
    /// A single step made a tangent of length 1 too long for its square to be a number.
    #[error(
        "tangent {column} grew beyond 1e100 in step {step}, at time {time}\nhelp: {}",
        remedy(*too_fast, "take a smaller step, or check parameters and initial state")
    )]
    TangentTooLong {
        /// Number of the step, from 1; the transient counts.
        step: u64,
        /// Time after that step.
        time: f64,
        /// Which tangent, from 1.
        column: usize,
        /// Where the step was too large for a rate of the system.
        too_fast: Option<TooFast>,
    },
}

impl RunError {
    /// The number of the step that failed, from 1; the transient counts.
    pub fn step(&self) -> u64 {
        match self {
            Self::OutputNotFinite { step, .. }
            | Self::NonFinite { step, .. }
            | Self::DegenerateTangent { step, .. }
            | Self::BelowResolution { step, .. }
            | Self::SensitivityNotFinite { step, .. }
            | Self::MisfitNotFinite { step, .. }
            | Self::GradientNotFinite { step, .. }
            | Self::TangentTooLong { step, .. } => *step,
        }
    }

    /// The time after that step; the iteration number of a map.
    pub fn time(&self) -> f64 {
        match self {
            Self::OutputNotFinite { time, .. }
            | Self::NonFinite { time, .. }
            | Self::DegenerateTangent { time, .. }
            | Self::BelowResolution { time, .. }
            | Self::SensitivityNotFinite { time, .. }
            | Self::MisfitNotFinite { time, .. }
            | Self::GradientNotFinite { time, .. }
            | Self::TangentTooLong { time, .. } => *time,
        }
    }
}

/// What to do: what is said, or a smaller step, where the last one was too large for a rate.
fn remedy(too_fast: Option<TooFast>, otherwise: &str) -> String {
    match too_fast {
        None => otherwise.to_owned(),
        Some(TooFast { rate, limit, dt }) => format!(
            "the fastest rate there times dt is {rate:.3e}, and the integrator follows none beyond \
             {limit:.2}; take a step below {:.1e} (the system is stiff for this step)",
            0.9 * dt * limit / rate
        ),
    }
}

/// "the state", "tangent 2".
fn column_name(column: usize) -> String {
    match column {
        0 => "the state".to_owned(),
        column => format!("tangent {column}"),
    }
}
