//! What can go wrong with a sweep, its parts and its files.

use std::path::PathBuf;

use serde::{Deserialize, Serialize};

use crate::{RunError, SetupError};

/// Why there is no sweep, or no file of its result.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum SweepError {
    /// Nothing is varied.
    #[error(
        "the sweep varies nothing\nhelp: say what by `.over(Model::param, linspace(0.0, 1.0, 11))`"
    )]
    NoAxis,
    /// An axis without values.
    #[error("`{quantity}` has no values\nhelp: give one at least")]
    NoValues {
        /// What is varied.
        quantity: String,
    },
    /// Something is to vary together with nothing.
    #[error("`{quantity}` varies along with no axis\nhelp: say `.over(…)` before `.with(…)`")]
    NothingToGoWith {
        /// What is varied.
        quantity: String,
    },
    /// Values that vary together, and are not as many.
    #[error(
        "`{quantity}` has {got} values, and what it varies along with has {expected}\nhelp: give as many, or make \
         it an axis of its own with `.over(…)`"
    )]
    Lengths {
        /// What is varied.
        quantity: String,
        /// Values of the axis.
        expected: usize,
        /// Its values.
        got: usize,
    },
    /// The same is varied twice.
    #[error("`{quantity}` is varied twice\nhelp: leave one of the two out")]
    Twice {
        /// What is varied.
        quantity: String,
    },
    /// A value that cannot be taken.
    #[error("value {index} of `{quantity}` is {value}\nhelp: give {expected}")]
    Value {
        /// What is varied.
        quantity: String,
        /// Which of its values, from 0.
        index: usize,
        /// The value.
        value: f64,
        /// What it can be.
        expected: &'static str,
    },
    /// More points than can be counted.
    #[error("the sweep has more points than can be counted\nhelp: take fewer values")]
    TooManyPoints,
    /// The weights of a system that has none.
    #[error(
        "the coupling is varied, and the system is no network\nhelp: build it with `System::network`"
    )]
    NoNetwork,
    /// The step of a map.
    #[error("`dt` is varied, and `{model}` is a map\nhelp: leave it out")]
    StepOfMap {
        /// Name of the model.
        model: &'static str,
    },
    /// An option that is for single runs.
    #[error(
        "`{option}` is for single runs, not for a sweep\nhelp: leave it out, or run the point of interest by itself as a \
         `System`{}", if *option == "checkpoint" { "; a sweep goes on from the folder that `.keep_in(…)` names" } else { "" }
    )]
    NotForSweeps {
        /// The option.
        option: &'static str,
    },
    /// Points are to be gone on with along what is no axis.
    #[error(
        "points go on from each other along `{quantity}`, which is not varied\nhelp: name one of the axes"
    )]
    NoSuchAxis {
        /// What was named.
        quantity: String,
    },
    /// A part that is none.
    #[error(
        "part {part} of {of} is asked for\nhelp: parts are counted from 1: 3/16 is the third of sixteen"
    )]
    NoSuchPart {
        /// Which part, from 1.
        part: usize,
        /// Of how many.
        of: usize,
    },
    /// Text that names no part.
    #[error("`{text}` is no part of a sweep\nhelp: write 3/16 for the third of sixteen")]
    NotAPart {
        /// What was written.
        text: String,
    },
    /// A part that is kept nowhere.
    #[error(
        "a part of a sweep is run, and kept nowhere\nhelp: name a folder for all parts by `.keep_in(…)`"
    )]
    PartNotKept,
    /// The system of a point cannot be run.
    #[error("point {point} of the sweep cannot be run: {error}")]
    Point {
        /// Its number, from 0.
        point: usize,
        /// Why.
        error: Box<SetupError>,
    },
    /// The user made another kind of system of a point.
    #[error(
        "`.each(…)` made another kind of system of point {point}\nhelp: change parameters, states, weights; \
         begin with a system of as many nodes, connected in the same way"
    )]
    OtherSystem {
        /// Its number, from 0.
        point: usize,
    },
    /// The user gave something that varies another value.
    #[error(
        "`.each(…)` changed `{quantity}` of point {point}, which is varied\nhelp: begin with the system that it is given, \
         and leave `{quantity}` as it is"
    )]
    Overridden {
        /// The point's number, from 0.
        point: usize,
        /// What is varied.
        quantity: String,
    },
    /// Starts along the axis on which each point starts from another.
    #[error(
        "`{quantity}` varies along the axis on which each point starts where the one before it ended\nhelp: give it an \
         axis of its own"
    )]
    StartsContinued {
        /// What is varied.
        quantity: String,
    },
    /// A result of which something is missing.
    #[error(
        "{missing} of {points} points have not been run, and no file of them is written\nhelp: run the rest, or write what \
         there is with `.save_incomplete(…)`"
    )]
    Incomplete {
        /// Points that have not been run.
        missing: usize,
        /// All points.
        points: usize,
    },
    /// A folder of parts that cannot be read or written.
    #[error(
        "`{}` cannot be {what}: {reason}\nhelp: name a folder that is there for one sweep, and may be read and written to",
        path.display()
    )]
    Folder {
        /// The file or folder.
        path: PathBuf,
        /// "read" or "written".
        what: &'static str,
        /// What the system says.
        reason: String,
    },
    /// A file of another kind among the parts.
    #[error(
        "`{}` holds no part of a sweep\nhelp: name a folder that is there for one sweep alone", path.display()
    )]
    NotAPartFile {
        /// The file.
        path: PathBuf,
    },
    /// A part that another version wrote.
    #[error(
        "`{}` is of version {found}, and this lyapax reads version {expected}\nhelp: go on with the lyapax that \
         wrote it, or name another folder", path.display()
    )]
    OtherVersion {
        /// The file.
        path: PathBuf,
        /// Its version.
        found: u32,
        /// The version that can be read.
        expected: u32,
    },
    /// A part of another sweep.
    #[error(
        "`{}` is of another sweep: `{what}` was {saved} there, and is {now}\nhelp: go on with the sweep of before, \
         or name another folder", path.display()
    )]
    OtherSweep {
        /// The file.
        path: PathBuf,
        /// What differs.
        what: String,
        /// There.
        saved: String,
        /// Now.
        now: String,
    },
    /// A part that is not as it was written.
    #[error("`{}` is damaged: {reason}\nhelp: remove it; what it held is computed again", path.display())]
    Damaged {
        /// The file.
        path: PathBuf,
        /// How that is known.
        reason: String,
    },
    /// Another process writes the same part.
    #[error(
        "`{}` is being written by another process\nhelp: wait for it, or run another part with `.part(…)`",
        path.display()
    )]
    Busy {
        /// The file.
        path: PathBuf,
    },
    /// A file of results that cannot be written.
    #[error(
        "`{}` cannot be written: {reason}\nhelp: name a file in a folder that is there and may be written to",
        path.display()
    )]
    Unwritable {
        /// Where.
        path: PathBuf,
        /// What the system says.
        reason: String,
    },
    /// A file of a kind that is not known.
    #[error("`{}` names no known kind of file\nhelp: end it in {known}", path.display())]
    UnknownFormat {
        /// Where.
        path: PathBuf,
        /// The endings that there are.
        known: &'static str,
    },
    /// A kind of file that lyapax was built without.
    #[error(
        "lyapax was built without `{feature}`\nhelp: add `features = [\"{feature}\"]` to its dependency"
    )]
    NotBuilt {
        /// The feature.
        feature: &'static str,
    },
    /// A picture of a sweep with another number of axes.
    #[error("the picture is of {expected}, and the sweep has {got}\nhelp: {help}")]
    Axes {
        /// What it is of.
        expected: &'static str,
        /// Axes of the sweep.
        got: usize,
        /// What to do.
        help: &'static str,
    },
    /// A picture of nothing.
    #[error("there is nothing to draw: {reason}")]
    NothingToDraw {
        /// Why.
        reason: String,
    },
    /// Processes that cannot work together.
    #[error("the processes of the sweep do not work together: {reason}")]
    Cluster {
        /// Why.
        reason: String,
    },
}

/// Why there is no spectrum of a point.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, thiserror::Error)]
#[non_exhaustive]
pub enum PointError {
    /// It could not be carried on: the others are unharmed.
    #[error("{reason}")]
    Failed {
        /// Why, as a single run would tell it.
        reason: String,
        /// The step in which it failed, from 1; the transient counts.
        step: u64,
        /// Time after that step; the iteration number of a map.
        time: f64,
    },
    /// It has not been run: the sweep was stopped before, or another part has it.
    #[error("it has not been run")]
    NotRun,
}

impl From<&RunError> for PointError {
    fn from(error: &RunError) -> Self {
        Self::Failed {
            reason: error.to_string(),
            step: error.step(),
            time: error.time(),
        }
    }
}
