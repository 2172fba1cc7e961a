//! What can be wrong with a gradient of exponents.

/// Why exponents have no gradient.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum GradientError {
    /// Of a chaotic run.
    #[error(
        "the largest exponent is {exponent:.4} ± {std_error:.1e}: the run is chaotic (or stays at a fixed point \
         or cycle that is not stable), and the derivative of its averages along the orbit grows as exp(λ₁·t) instead of coming \
         to the derivative of the exponents\nhelp: take differences over an ensemble, which have error bars: \
         `system.exponent_differences(…)`; begin off what is not stable"
    )]
    Chaotic {
        /// The largest exponent.
        exponent: f64,
        /// Its standard error.
        std_error: f64,
    },
    /// Something that cannot be varied.
    #[error("exponents have no derivative with respect to {variable}: {why}")]
    NotVaried {
        /// The variable.
        variable: String,
        /// Why.
        why: &'static str,
    },
    /// A derivative that is no number.
    #[error(
        "exponent {exponent} or its derivative with respect to {variable} became non-finite in step {step}, at time {time}\n\
         help: the Jacobian is singular there, and the exponent falls without end; ask for fewer exponents if it is not the \
         first, change the parameters a little, or start elsewhere"
    )]
    NotFinite {
        /// Which exponent, from 0, in the order of the columns.
        exponent: usize,
        /// The variable.
        variable: String,
        /// Number of the step, from 1; the transient counts.
        step: u64,
        /// Time after that step.
        time: f64,
    },
    /// A run of too few steps.
    #[error(
        "{steps} steps are too few to average over\nhelp: take {fewest} at least, better many more"
    )]
    TooShort {
        /// Measured steps.
        steps: u64,
        /// The fewest.
        fewest: u64,
    },
    /// A change that is none.
    #[error(
        "differences of {variable} by {change:e} cannot be taken\nhelp: give a positive, finite change that its value can be \
         told from, of some per cent of it"
    )]
    NoChange {
        /// The variable.
        variable: String,
        /// The change.
        change: f64,
    },
    /// An exponent that is infinite, and has no differences.
    #[error(
        "exponent {exponent} is {value} where {variable} is {at}: its differences are no numbers\nhelp: ask for fewer \
         exponents by `.k(…)`"
    )]
    NoDifference {
        /// Which exponent, from 0, from the largest.
        exponent: usize,
        /// Its value.
        value: f64,
        /// The variable.
        variable: String,
        /// The value of that.
        at: f64,
    },
    /// So few members that there is no error.
    #[error("{got} members have no standard error\nhelp: take 2 at least, better 30")]
    TooFewMembers {
        /// How many.
        got: usize,
    },
}
