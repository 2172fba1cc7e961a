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
    /// An input without values.
    #[error(
        "input `{input}` has no values\nhelp: give one for each condition, `{input}: vec![…].into()`, or one for all, \
         `{input}: 0.0.into()`"
    )]
    Missing {
        /// The input.
        input: &'static str,
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
    /// A derivative with respect to what a condition does not have.
    #[error(
        "an algebraic model has no {variable} to be varied\nhelp: take parameters and inputs, which are those of each \
         condition: `.by([Model::param])`"
    )]
    NotVaried {
        /// The variable.
        variable: String,
    },
    /// A result that is no number.
    #[error(
        "{what} is {value} in row {condition}\nhelp: row {condition} has {values}; {}",
        remedy(what)
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

/// What to do about a value, or a derivative, that is no number.
fn remedy(what: &str) -> &'static str {
    if what.starts_with("the derivative") {
        "the slope is infinite there, or what it is made of is: a root or a power at 0, a power of a negative number; leave \
         the row out, or the variable by `.by(…)`, or write the model in another form"
    } else {
        "leave the row out, or look at the model's equations there"
    }
}
