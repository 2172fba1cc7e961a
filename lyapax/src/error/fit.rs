//! What can be wrong with a fit.

/// Why there is no fit.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum FitError {
    /// Nothing to be fitted to.
    #[error("there are no data\nhelp: say what was measured by `.data(Model::output, values)`")]
    NoData,
    /// Nothing to be fitted.
    #[error("no parameter is free\nhelp: say which by `.free([Model::param])`")]
    NothingFree,
    /// Fewer data than variables.
    #[error(
        "{data} data cannot tell {free} free variables apart\nhelp: measure more, or keep some fixed"
    )]
    TooFewData {
        /// Number of data.
        data: usize,
        /// Number of free variables.
        free: usize,
    },
    /// A run that is to be fitted on a device.
    #[error("runs are fitted on the CPU, not on `{device}`\nhelp: leave out `.device(…)`")]
    RunOnDevice {
        /// Which device.
        device: lyapax_devices::Device,
    },
    /// Data that are not one for each condition or sample.
    #[error("there are {got} values of `{what}` for {expected} {rows}\nhelp: give one for each")]
    Length {
        /// What was measured.
        what: String,
        /// Conditions or samples.
        expected: usize,
        /// Number of values.
        got: usize,
        /// What they are called: conditions, or samples.
        rows: &'static str,
    },
    /// Data that are no numbers.
    #[error(
        "the value of `{what}` in row {row} is {value:e}\nhelp: leave rows that were not measured out of all columns"
    )]
    NotANumber {
        /// What was measured.
        what: String,
        /// Which row, from 0.
        row: usize,
        /// The value.
        value: f64,
    },
    /// An error of measurement that is none.
    #[error(
        "the standard error of `{what}` in row {row} is {value:e}\nhelp: give a positive number, and not so small that its \
         inverse is infinite; what should not count is left out"
    )]
    Sigma {
        /// What was measured.
        what: String,
        /// Which row, from 0.
        row: usize,
        /// The value.
        value: f64,
    },
    /// Errors of measurement for some data only.
    #[error(
        "`{with}` has standard errors and `{without}` has none\nhelp: give them for all data by `.data_with(…)`, or for none, \
         which takes all to be equally good"
    )]
    SomeSigmas {
        /// What has them.
        with: String,
        /// What has none.
        without: String,
    },
    /// Something that is fitted twice.
    #[error("`{variable}` is free twice\nhelp: leave one of the two out")]
    Twice {
        /// The variable.
        variable: String,
    },
    /// Something that is a part of something else.
    #[error(
        "`{variable}` and `{other}` are free, of which one is a part of the other\nhelp: leave one of the two out, or give \
         each node its own: `.free((0..n).map(|i| variable.at_node(i)))`"
    )]
    Overlap {
        /// The one.
        variable: String,
        /// The other.
        other: String,
    },
    /// Something that has several values to begin with, or cannot be varied here.
    #[error(
        "`{variable}` cannot be free: {why}\nhelp: take a parameter of the model in its place, or keep it fixed"
    )]
    NotFree {
        /// The variable.
        variable: String,
        /// Why.
        why: &'static str,
    },
    /// Bounds that are none, or that the fit does not begin between.
    #[error(
        "`{variable}` begins at {start}, which is not inside its bounds {low} to {high}\nhelp: {help}"
    )]
    Bounds {
        /// The variable.
        variable: String,
        /// Where it begins.
        start: f64,
        /// The lower bound, which may be −∞.
        low: f64,
        /// The upper bound, which may be ∞.
        high: f64,
        /// What to do.
        help: &'static str,
    },
    /// Bounds of what is not fitted.
    #[error(
        "`{variable}` has bounds and is not free\nhelp: say so by `.free([…])`, or leave the bounds out"
    )]
    BoundsUnread {
        /// The variable.
        variable: String,
    },
    /// Bounds that are given twice.
    #[error("`{variable}` has bounds twice\nhelp: leave one of the two out")]
    BoundsTwice {
        /// The variable.
        variable: String,
    },
    /// A result of something that was not fitted.
    #[error("`{variable}` was not free in this fit\nhelp: these were: {free}")]
    WasNotFree {
        /// The variable.
        variable: String,
        /// What was.
        free: String,
    },
    /// Data so small that their squares are none.
    #[error(
        "the squares of all data by those of their errors are too small for numbers\nhelp: give data and their errors in \
         other units"
    )]
    DataTooSmall,
    /// A standard error that there is none of.
    #[error("`{variable}` has no standard error\nhelp: the warnings of the fit say why")]
    NoStandardError {
        /// The variable.
        variable: String,
    },
    /// Squares at the start that are beyond all numbers.
    #[error(
        "the fit begins where χ² or its derivatives are beyond all numbers: χ² = {chi_squared:e}\nhelp: begin nearer to the \
         data, or give data and their errors in other units"
    )]
    StartNotFinite {
        /// χ² there.
        chi_squared: f64,
    },
    /// Values that are not one for each free variable.
    #[error(
        "there are {got} values for {expected} free variables\nhelp: give one for each, in their order"
    )]
    Values {
        /// Free variables.
        expected: usize,
        /// Number of values.
        got: usize,
    },
}
