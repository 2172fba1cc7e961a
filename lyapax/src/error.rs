//! What can go wrong, stage by stage: before a run, in it, and with its result.

use std::path::PathBuf;

use crate::{Boundary, Integrator, TooFast};

/// What was asked for cannot be run. Nothing has been computed yet.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum SetupError {
    /// A model of no states.
    #[error("model `{model}` has no state\nhelp: a system needs one equation at least")]
    NoStates {
        /// Name of the model.
        model: &'static str,
    },
    /// More numbers than the memory can hold.
    #[error(
        "{nodes} nodes need {numbers} numbers for {what}, which is more than there is memory for\nhelp: \
         take fewer nodes"
    )]
    TooLarge {
        /// Number of nodes.
        nodes: usize,
        /// What the memory is for: the initial state, the weights.
        what: &'static str,
        /// How many numbers; the largest count there is where even that is not enough.
        numbers: usize,
    },
    /// A network or lattice of no nodes.
    #[error("the system has 0 nodes\nhelp: give it one node at least")]
    NoNodes,
    /// A per-node parameter of another length than there are nodes.
    #[error(
        "parameter `{param}` has {got} values for {expected} nodes\nhelp: give one number for all \
         nodes, or {expected} of them"
    )]
    ParamLength {
        /// Name of the parameter.
        param: &'static str,
        /// Number of nodes.
        expected: usize,
        /// Number of values.
        got: usize,
    },
    /// A per-node parameter in a system of one node.
    #[error(
        "parameter `{param}` has {got} values, but the system is a single node\nhelp: give one \
         number, or build the system with `System::network`, `System::lattice` or \
         `System::uncoupled`"
    )]
    ParamOnSingleNode {
        /// Name of the parameter.
        param: &'static str,
        /// Number of values.
        got: usize,
    },
    /// A parameter that is NaN or infinite.
    #[error("parameter `{param}` is {value} at node {node}\nhelp: parameters are finite numbers")]
    ParamNotFinite {
        /// Name of the parameter.
        param: &'static str,
        /// Node, from 0.
        node: usize,
        /// The value.
        value: f64,
    },
    /// A weight that is NaN or infinite.
    #[error(
        "weight W[{target}][{source_node}] is {value}\nhelp: weights are finite numbers, 0 where there is \
         no edge"
    )]
    WeightNotFinite {
        /// Target node (row), from 0.
        target: usize,
        /// Source node (column), from 0.
        source_node: usize,
        /// The value.
        value: f64,
    },
    /// A row of the weights that is not as long as there are rows.
    #[error(
        "row {row} of the weights has {got} entries for {nodes} nodes\nhelp: weights are N × N: one \
         row per target, in it one entry per source"
    )]
    WeightsRow {
        /// Row, from 0.
        row: usize,
        /// Number of rows.
        nodes: usize,
        /// Entries in that row.
        got: usize,
    },
    /// Flat weights that are not N × N.
    #[error(
        "the weights have {got} entries for {nodes} nodes\nhelp: give N × N = {expected} of them, row by \
         row, one row per target"
    )]
    WeightsLength {
        /// Number of nodes.
        nodes: usize,
        /// N × N.
        expected: usize,
        /// Number of entries.
        got: usize,
    },
    /// An initial state of the wrong length.
    #[error(
        "the initial state has {got} values for {states} states at {nodes} nodes\nhelp: give \
         {expected}, state by state in the order of declaration, each with all its nodes"
    )]
    InitialLength {
        /// States of one node.
        states: usize,
        /// Number of nodes.
        nodes: usize,
        /// States times nodes.
        expected: usize,
        /// Number of values.
        got: usize,
    },
    /// Initial values of one state that do not fit the nodes.
    #[error(
        "the initial value of `{state}` has {got} values for {expected} nodes\nhelp: give one number \
         for all nodes, or {expected} of them"
    )]
    InitialNodes {
        /// Name of the state.
        state: &'static str,
        /// Number of nodes.
        expected: usize,
        /// Number of values.
        got: usize,
    },
    /// An initial value that is NaN or infinite.
    #[error(
        "the initial value of `{state}` is {value} at node {node}\nhelp: start from finite numbers"
    )]
    InitialNotFinite {
        /// Name of the state.
        state: &'static str,
        /// Node, from 0.
        node: usize,
        /// The value.
        value: f64,
    },
    /// A model that reads neighbours, run without a node axis.
    #[error(
        "model `{model}` reads its neighbours, but the system has no lattice\nhelp: build it with \
         `System::lattice(model, nodes)`"
    )]
    NoLattice {
        /// Name of the model.
        model: &'static str,
    },
    /// A model that sums over source nodes, run on many nodes without weights.
    #[error(
        "model `{model}` sums over source nodes, but its {nodes} nodes have no weights\nhelp: build it \
         with `System::network(model, weights)`, or say `System::uncoupled(model, {nodes})`"
    )]
    NoWeights {
        /// Name of the model.
        model: &'static str,
        /// Number of nodes.
        nodes: usize,
    },
    /// Weights for a model that sums over no source nodes.
    #[error(
        "model `{model}` sums over no source nodes, but the system has weights\nhelp: declare a \
         `coupling` with a `sum`, or build it with `System::lattice` or `System::uncoupled`"
    )]
    WeightsUnread {
        /// Name of the model.
        model: &'static str,
    },
    /// No tangents.
    #[error("k = 0 tangents give no exponent\nhelp: ask for 1 to {dimension} with `.k(…)`")]
    NoTangents {
        /// Dimension of the system.
        dimension: usize,
    },
    /// More tangents than dimensions.
    #[error(
        "k = {k} tangents in {dimension} dimensions\nhelp: ask for 1 to {dimension} with `.k(…)`"
    )]
    TooManyTangents {
        /// Number asked for.
        k: usize,
        /// Dimension of the system.
        dimension: usize,
    },
    /// A flow without a step.
    #[error("no time step is given\nhelp: a flow needs one, such as `.dt(0.01)`")]
    NoStep,
    /// A step that is not positive and finite.
    #[error("the time step is {dt}\nhelp: give a positive number, such as `.dt(0.01)`")]
    InvalidStep {
        /// The step.
        dt: f64,
    },
    /// A time step for a map.
    #[error(
        "a time step dt = {dt} is given, but `{model}` is a map\nhelp: leave out `.dt(…)`: a map counts \
         iterations"
    )]
    StepForMap {
        /// Name of the model.
        model: &'static str,
        /// The step.
        dt: f64,
    },
    /// An integrator for a map.
    #[error(
        "the integrator {integrator} is given, but `{model}` is a map\nhelp: leave out \
         `.integrator(…)`: a map is iterated as it stands"
    )]
    IntegratorForMap {
        /// Name of the model.
        model: &'static str,
        /// The integrator.
        integrator: Integrator,
    },
    /// A run of no steps.
    #[error("the run has 0 steps\nhelp: give one at least")]
    NoSteps,
    /// More steps than numbers count one by one.
    #[error(
        "the run has {steps} steps, the transient's included\nhelp: 2^53 are the most that can be \
         counted"
    )]
    TooManySteps {
        /// Number of steps.
        steps: u64,
    },
    /// A time at which steps are not told apart.
    #[error(
        "the run reaches t = {time}, where the numbers next to each other are {spacing} apart, and has \
         steps of {dt}\nhelp: start at a smaller time: the stages of a step would be taken at wrong \
         times"
    )]
    TimeTooLarge {
        /// The time that is farthest from 0.
        time: f64,
        /// Distance of two numbers there.
        spacing: f64,
        /// The step; 1 for a map.
        dt: f64,
    },
    /// A count of steps that must not be zero.
    #[error("`{option}` is 0\nhelp: give a number of steps from 1 on")]
    ZeroInterval {
        /// Name of the option.
        option: &'static str,
    },
    /// A map, whose step is asked about.
    #[error(
        "`{model}` is a map, and has no step to be checked\nhelp: compare runs of different lengths or starts"
    )]
    StepCheckOfMap {
        /// Name of the model.
        model: &'static str,
    },
    /// Too many halvings of the step, or none.
    #[error(
        "the step is to be halved {halvings} times\nhelp: ask for 1, or 2 to see the order; {most} at most"
    )]
    Halvings {
        /// Number asked for.
        halvings: u32,
        /// The most there can be.
        most: u32,
    },
    /// A standard error to be reached that is not positive.
    #[error(
        "the run is to go on until its standard errors are {tolerance}\nhelp: give a positive number"
    )]
    InvalidTolerance {
        /// The value.
        tolerance: f64,
    },
    /// A transient that is negative or not finite.
    #[error("the transient is {t_transient}\nhelp: give a time that is not negative; 0 for none")]
    InvalidTransient {
        /// The value.
        t_transient: f64,
    },
    /// A start time that is NaN or infinite.
    #[error("the start time is {start_time}\nhelp: give a finite number")]
    InvalidStartTime {
        /// The value.
        start_time: f64,
    },
    /// A start basis of another number of columns than tangents.
    #[error(
        "the start basis has {got} columns for k = {k} tangents\nhelp: give {k}, or leave out `.k(…)`"
    )]
    StartBasisColumns {
        /// Number of tangents.
        k: usize,
        /// Number of columns.
        got: usize,
    },
    /// A column of the start basis of the wrong length.
    #[error(
        "column {column} of the start basis has {got} values in {expected} dimensions\nhelp: give \
         {expected}, ordered as the state"
    )]
    StartBasisLength {
        /// Column, from 0.
        column: usize,
        /// Dimension of the system.
        expected: usize,
        /// Number of values.
        got: usize,
    },
    /// A NaN or infinity in the start basis.
    #[error(
        "column {column} of the start basis is {value} in row {row}\nhelp: give finite numbers"
    )]
    StartBasisNotFinite {
        /// Column, from 0.
        column: usize,
        /// Row, from 0.
        row: usize,
        /// The value.
        value: f64,
    },
    /// Columns of the start basis that do not span k dimensions.
    #[error(
        "column {column} of the start basis is a combination of the columns before it\nhelp: give \
         linearly independent columns"
    )]
    StartBasisDependent {
        /// Column, from 0.
        column: usize,
    },
    /// A signal of one value per node whose length is not the number of nodes.
    #[error("input `{input}` has {got} values for {expected} nodes\nhelp: give one per node")]
    SignalNodes {
        /// Name of the input.
        input: &'static str,
        /// Number of nodes.
        expected: usize,
        /// Number of values.
        got: usize,
    },
    /// A sampled signal of fewer than two samples.
    #[error("input `{input}` has {got} samples\nhelp: give two at least, or a constant")]
    SignalSamples {
        /// Name of the input.
        input: &'static str,
        /// Number of samples.
        got: usize,
    },
    /// A sampled signal whose times do not advance.
    #[error(
        "input `{input}` is sampled from {start}, every {interval}\nhelp: give a finite start and a \
         positive interval"
    )]
    SignalTimes {
        /// Name of the input.
        input: &'static str,
        /// Time of the first sample.
        start: f64,
        /// Time between samples.
        interval: f64,
    },
    /// A signal value that is NaN or infinite.
    #[error("input `{input}` is {value} at position {index}\nhelp: signals are finite numbers")]
    SignalNotFinite {
        /// Name of the input.
        input: &'static str,
        /// Which sample or node, from 0.
        index: usize,
        /// The value.
        value: f64,
    },
    /// A run that reaches outside the samples of a signal.
    #[error(
        "input `{input}` is sampled from t = {sampled_from} to {sampled_to}, but the run goes from \
         t = {run_from} to {run_to}\nhelp: give more samples, or make the run shorter; the transient \
         belongs to the run"
    )]
    SignalTooShort {
        /// Name of the input.
        input: &'static str,
        /// First time with a value.
        sampled_from: f64,
        /// Last time with a value.
        sampled_to: f64,
        /// First time of the run.
        run_from: f64,
        /// Last time of the run.
        run_to: f64,
    },
}

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

/// An interval that may be none.
fn often(every: Option<u64>) -> String {
    every.map_or_else(|| "not set".to_owned(), |every| every.to_string())
}

/// "the state", "tangent 2".
fn column_name(column: usize) -> String {
    match column {
        0 => "the state".to_owned(),
        column => format!("tangent {column}"),
    }
}

/// Why a run cannot be gone on with from a checkpoint. The first thing that differs is named.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum ResumeError {
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
    /// Other weights.
    #[error("the weights are not those of the checkpoint\nhelp: resume with the weights of before")]
    Weights,
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

/// Why there is no result.
///
/// `Debug` prints what `Display` does, since that is what a `main` that returns a `Result` shows.
#[derive(Clone, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// Nothing was computed.
    #[error(transparent)]
    Setup(#[from] SetupError),
    /// The run broke off.
    #[error(transparent)]
    Run(#[from] RunError),
    /// A run cannot be gone on with: it is another one.
    #[error(transparent)]
    Resume(#[from] ResumeError),
    /// A checkpoint cannot be read or written.
    #[error(transparent)]
    Checkpoint(#[from] CheckpointError),
}

impl core::fmt::Debug for Error {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        core::fmt::Display::fmt(self, f)
    }
}

/// Why a spectrum has no Kaplan–Yorke dimension.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum KaplanYorkeError {
    /// The sum of all exponents at hand is not negative yet, and there are more.
    #[error(
        "the first {k} of {dimension} exponents sum to {sum}, which is not negative yet\nhelp: ask for \
         more than {k} exponents"
    )]
    NotReached {
        /// Number of exponents.
        k: usize,
        /// Dimension of the system.
        dimension: usize,
        /// Their sum.
        sum: f64,
    },
}
