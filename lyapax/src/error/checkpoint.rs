//! Why a run is not gone on with, and what can be wrong with a file.

use std::path::PathBuf;

use crate::{Boundary, CouplingForm, Device, Float, GraphForm, Integrator};

/// Why a run cannot be gone on with from a checkpoint. The first thing that differs is named.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum ResumeError {
    /// It was made somewhere else.
    #[error(
        "the run was made on `{saved}` in {saved_float}, not on `{now}` in {now_float}\nhelp: devices round in other \
         orders; name the same one by `.device(…)`"
    )]
    Device {
        /// Where it was made.
        saved: Device,
        /// With what numbers.
        saved_float: Float,
        /// Where it is to be gone on with.
        now: Device,
        /// With what numbers.
        now_float: Float,
    },
    /// Another model.
    #[error(
        "the checkpoint is of model `{saved}`, not of `{now}`\nhelp: take the checkpoint of this run"
    )]
    Model {
        /// Its name in the checkpoint.
        saved: String,
        /// And now.
        now: String,
    },
    /// The same name, other equations.
    #[error(
        "the equations of `{model}` have changed since the checkpoint was written\nhelp: begin a new run"
    )]
    Equations {
        /// Name of the model.
        model: String,
    },
    /// Another number of nodes.
    #[error(
        "the checkpoint has {saved} nodes, the system {now}\nhelp: resume with the system of before"
    )]
    Nodes {
        /// In the checkpoint.
        saved: usize,
        /// Now.
        now: usize,
    },
    /// Another parameter.
    #[error(
        "parameter `{param}` of node {node} was {saved} in the checkpoint, and is {now}\nhelp: resume with \
         the parameters of before, or begin a new run"
    )]
    Param {
        /// Name of the parameter.
        param: String,
        /// Node, from 0.
        node: usize,
        /// In the checkpoint.
        saved: f64,
        /// Now.
        now: f64,
    },
    /// Another input signal.
    #[error(
        "input `{input}` is another one than in the checkpoint\nhelp: resume with the signal of before"
    )]
    Input {
        /// Name of the input.
        input: String,
    },
    /// Other edges or weights.
    #[error(
        "the graph is not that of the checkpoint\nhelp: resume with the edges and weights of before"
    )]
    Graph,
    /// Another form of graph: sums would be added in another order.
    #[error(
        "the graph was {saved} in the checkpoint, and is {now}\nhelp: resume with the form of before; \
         another one adds sums in another order, and the run would not be the same bit for bit"
    )]
    GraphForm {
        /// In the checkpoint.
        saved: GraphForm,
        /// Now.
        now: GraphForm,
    },
    /// Sums taken in another way.
    #[error(
        "sums over source nodes were {saved} in the checkpoint, and are {now}\nhelp: `System::pairwise` makes them \
         pairwise; say it where the run of the checkpoint did, and only there"
    )]
    CouplingForm {
        /// In the checkpoint.
        saved: CouplingForm,
        /// Now.
        now: CouplingForm,
    },
    /// Another boundary.
    #[error(
        "the boundary was {saved:?} in the checkpoint, and is {now:?}\nhelp: resume with that of before"
    )]
    Boundary {
        /// In the checkpoint.
        saved: Boundary,
        /// Now.
        now: Boundary,
    },
    /// Another initial state.
    #[error(
        "the initial state is not that of the checkpoint's run\nhelp: resume with the initial state of \
         before; the run goes on from where it stood"
    )]
    InitialState,
    /// Another integrator.
    #[error(
        "the checkpoint was integrated by {saved}, not {now}\nhelp: resume with `.integrator(…)` of before"
    )]
    Integrator {
        /// In the checkpoint.
        saved: Integrator,
        /// Now.
        now: Integrator,
    },
    /// Another step.
    #[error("the checkpoint has dt = {saved}, not {now}\nhelp: resume with `.dt({saved})`")]
    Step {
        /// In the checkpoint.
        saved: f64,
        /// Now.
        now: f64,
    },
    /// Another time of the start.
    #[error(
        "the checkpoint's run starts at t = {saved}, not {now}\nhelp: resume with `.start_time({saved})`"
    )]
    StartTime {
        /// In the checkpoint.
        saved: f64,
        /// Now.
        now: f64,
    },
    /// Another transient.
    #[error(
        "the checkpoint's run has a transient of {saved} steps, not {now}\nhelp: resume with \
         `.t_transient(…)` of before, or leave it out"
    )]
    Transient {
        /// Steps in the checkpoint.
        saved: u64,
        /// Steps now.
        now: u64,
    },
    /// Another number of tangents.
    #[error("the checkpoint has k = {saved} tangents, not {now}\nhelp: resume with `.k({saved})`")]
    Tangents {
        /// In the checkpoint.
        saved: usize,
        /// Now.
        now: usize,
    },
    /// Another start basis, or another seed of a random one.
    #[error(
        "the checkpoint's tangents started from another basis\nhelp: resume with `.seed(…)` or \
         `.start_basis(…)` of before"
    )]
    StartBasis,
    /// Lists of the wrong lengths.
    #[error(
        "the checkpoint does not hold what a run of this system does\nhelp: it is damaged; begin a new run"
    )]
    Shape,
    /// Something is done at other intervals.
    #[error(
        "`{option}` was {} in the checkpoint, and is {}\nhelp: resume with that of before",
        often(*saved), often(*now)
    )]
    Cadence {
        /// Name of the option.
        option: &'static str,
        /// In the checkpoint.
        saved: Option<u64>,
        /// Now.
        now: Option<u64>,
    },
    /// The run is farther than what is asked for.
    #[error(
        "the checkpoint has {measured} measured steps, and {n_steps} are asked for\nhelp: ask for \
         {measured} at least"
    )]
    AlreadyFarther {
        /// Measured steps made.
        measured: u64,
        /// Measured steps asked for.
        n_steps: u64,
    },
}

/// Why a checkpoint cannot be read or written.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum CheckpointError {
    /// There is no such file.
    #[error("there is no checkpoint `{}`\nhelp: begin a run with `.checkpoint(…)`", path.display())]
    Missing {
        /// Where.
        path: PathBuf,
    },
    /// A new run would replace the checkpoint of another.
    #[error("`{}` is there already\nhelp: resume from it, or remove it to begin anew", path.display())]
    Exists {
        /// Where.
        path: PathBuf,
    },
    /// The file cannot be read.
    #[error("`{}` cannot be read: {reason}\nhelp: name a file that may be read", path.display())]
    Unreadable {
        /// Where.
        path: PathBuf,
        /// What the system says.
        reason: String,
    },
    /// The file cannot be written.
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
    /// Some other file.
    #[error(
        "`{}` is not a checkpoint of lyapax\nhelp: name a file that `.checkpoint(…)` or `Checkpoint::save` wrote",
        path.display()
    )]
    NotACheckpoint {
        /// Where.
        path: PathBuf,
    },
    /// A checkpoint of another version.
    #[error(
        "`{}` is a checkpoint of version {found}, and this lyapax reads version {expected}\nhelp: resume \
         with the lyapax that wrote it", path.display()
    )]
    OtherVersion {
        /// Where.
        path: PathBuf,
        /// Its version.
        found: u32,
        /// The version that can be read.
        expected: u32,
    },
    /// The file is not as it was written.
    #[error("`{}` is damaged: {reason}\nhelp: take an older copy, or begin a new run", path.display())]
    Damaged {
        /// Where.
        path: PathBuf,
        /// How that is known.
        reason: String,
    },
}

/// An interval that may be none.
fn often(every: Option<u64>) -> String {
    every.map_or_else(|| "not set".to_owned(), |every| every.to_string())
}
