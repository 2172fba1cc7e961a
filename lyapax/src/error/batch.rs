//! What can be wrong with a batch of conditions.

/// Why an algebraic model has no values at its conditions.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum BatchError {
    /// Values that are not one for each condition.
    #[error(
        "`{name}` has {got} values and `{other}` has {expected}\nhelp: give both one value for each condition, or one \
         number for all"
    )]
    Length {
        /// The parameter or input.
        name: &'static str,
        /// Its values.
        got: usize,
        /// One that comes before it.
        other: &'static str,
        /// The values of that.
        expected: usize,
    },
    /// No condition at all.
    #[error("`{name}` has no values\nhelp: give one for each condition, or one number for all")]
    Empty {
        /// The parameter or input.
        name: &'static str,
    },
    /// A parameter or input that is no number.
    #[error("`{name}` is {value} in row {condition}\nhelp: give a finite number")]
    NotANumber {
        /// The parameter or input.
        name: &'static str,
        /// Which condition, from 0.
        condition: usize,
        /// The value.
        value: f64,
    },
    /// A series in time, where there is none.
    #[error(
        "input `{input}` is a series in time, which a model without states does not have\nhelp: give one value for \
         each condition: `vec![…].into()`"
    )]
    Sampled {
        /// The input.
        input: &'static str,
    },
    /// A result that is no number.
    #[error(
        "{what} is {value} in row {condition}\nhelp: row {condition} has {values}; look at the model's equations there"
    )]
    NotFinite {
        /// The output, or the derivative.
        what: String,
        /// Which condition, from 0: the first one where it is so.
        condition: usize,
        /// The value.
        value: f64,
        /// Parameters and inputs there.
        values: String,
    },
}
