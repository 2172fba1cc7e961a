//! What can be wrong before a run.

use crate::Integrator;

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
        /// What the memory is for: the initial state, the weights, the edges.
        what: &'static str,
        /// How many numbers; the largest count there is where even that is not enough.
        numbers: usize,
    },
    /// More numbers for the tangents than the memory can hold.
    #[error(
        "{k} exponents of {dimension} dimensions need {numbers} numbers for the tangents, which is more than there \
         is memory for\nhelp: ask for the largest ones alone with `k`, and they are the same"
    )]
    TangentsTooLarge {
        /// Exponents asked for.
        k: usize,
        /// States times nodes.
        dimension: usize,
        /// How many numbers; the largest count there is where even that is not enough.
        numbers: usize,
    },
    /// More numbers for the samples of a run than the memory can hold.
    #[error(
        "{samples} samples need {numbers} numbers, which is more than there is memory for\nhelp: take fewer by \
         `.stride(…)`"
    )]
    SamplesTooLarge {
        /// Samples of the run.
        samples: u64,
        /// How many numbers; the largest count there is where even that is not enough.
        numbers: usize,
    },
    /// More numbers for the states that are kept for the way back than the memory can hold.
    #[error(
        "{states} states kept for the way back need {numbers} numbers, which is more than there is memory for\nhelp: keep \
         fewer by `Checkpoints::Sqrt` or `Checkpoints::Bytes(…)`"
    )]
    CheckpointsTooLarge {
        /// States that would be kept.
        states: usize,
        /// How many numbers; the largest count there is where even that is not enough.
        numbers: usize,
    },
    /// Nothing to take derivatives with respect to.
    #[error("nothing is varied\nhelp: say what, such as `&[Model::param.into()]`")]
    NoVariables,
    /// A node that is not there.
    #[error("there is no {what}: the system has {nodes} nodes\nhelp: nodes are numbered from 0")]
    NoSuchNode {
        /// What was asked for.
        what: String,
        /// Number of nodes.
        nodes: usize,
    },
    /// An edge that is not there.
    #[error(
        "there is no weight of an edge from node {source_node} to node {target}\nhelp: take one whose weight is not zero, of a \
         `Dense` or `Sparse` graph"
    )]
    NoSuchEdge {
        /// The node that would read.
        target: usize,
        /// The node that would be read.
        source_node: usize,
    },
    /// A factor of weights, where there are none.
    #[error(
        "a system of `{model}` without a graph has no coupling\nhelp: make it with `System::network(model, graph)`"
    )]
    NoCoupling {
        /// Name of the model.
        model: &'static str,
    },
    /// So few states that steps would be made again for ever.
    #[error(
        "with {states} states kept the way back over {steps} steps would have no end\nhelp: give {bytes} bytes at least, \
         better ten times as many, or `Checkpoints::Sqrt`"
    )]
    CheckpointsTooFew {
        /// Steps of the run.
        steps: u64,
        /// States that there is room for.
        states: usize,
        /// The fewest bytes that are accepted.
        bytes: usize,
    },
    /// An option that is for single systems.
    #[error(
        "`{option}` is for single systems, not for an ensemble\nhelp: leave it out, or run the member of interest by \
         itself as a `System`"
    )]
    NotForEnsembles {
        /// The option.
        option: &'static str,
    },
    /// Seeds that are not one for each member.
    #[error("there are {got} seeds for {members} members\nhelp: give one for each")]
    SeedsLength {
        /// Members of the ensemble.
        members: usize,
        /// Number of seeds.
        got: usize,
    },
    /// Seeds of tangents that start from given columns.
    #[error(
        "there are seeds of the start tangents, and these are given\nhelp: leave out the seeds or `.start_basis(…)`"
    )]
    SeedsUnread,
    /// An ensemble of a model that reads its neighbours.
    #[error(
        "model `{model}` reads its neighbours, which the members of an ensemble do not have\nhelp: build each system \
         with `System::lattice`"
    )]
    NeighboursInEnsemble {
        /// Name of the model.
        model: &'static str,
    },
    /// Single precision on the CPU.
    #[error(
        "the CPU computes in double precision\nhelp: leave out `.float(Float::F32)`, or name a device by `.device(…)`"
    )]
    SinglePrecisionOnCpu,
    /// A network or lattice of no nodes.
    #[error("the system has 0 nodes\nhelp: give it one node at least")]
    NoNodes,
    /// An ensemble without members.
    #[error("the ensemble has 0 members\nhelp: give it one member at least")]
    NoMembers,
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
    /// The weight of a uniform graph that is NaN or infinite.
    #[error("the weight of all edges is {value}\nhelp: weights are finite numbers")]
    UniformNotFinite {
        /// The value.
        value: f64,
    },
    /// An edge of a node that there is not.
    #[error(
        "an edge leads from node {source_node} to node {target}, and there are {nodes} nodes\nhelp: nodes are \
         counted from 0 to N − 1"
    )]
    EdgeOutOfRange {
        /// The node that is read.
        source_node: usize,
        /// The node that reads.
        target: usize,
        /// Number of nodes.
        nodes: usize,
    },
    /// Two edges between the same nodes in the same direction.
    #[error(
        "the edge from node {source_node} to node {target} is given twice, with weight {first} and with \
         weight {second}\nhelp: give it once; edges side by side are one with the sum of their weights"
    )]
    DuplicateEdge {
        /// The node that is read, from 0.
        source_node: usize,
        /// The node that reads, from 0.
        target: usize,
        /// The weight that was given first.
        first: f64,
        /// The weight that was given after it.
        second: f64,
    },
    /// More nodes than a sparse graph can number.
    #[error(
        "a sparse graph of {nodes} nodes is asked for\nhelp: it counts them by 32 bits: {} at most",
        u32::MAX
    )]
    TooManySparseNodes {
        /// Number of nodes.
        nodes: usize,
    },
    /// Lists of a sparse graph whose lengths do not fit.
    #[error(
        "a sparse graph of {nodes} nodes has {offsets} offsets, {sources} sources and {weights} weights\nhelp: \
         give {} offsets, one more than nodes, and as many weights as sources", nodes + 1
    )]
    CsrLengths {
        /// Number of nodes.
        nodes: usize,
        /// Number of offsets.
        offsets: usize,
        /// Number of sources.
        sources: usize,
        /// Number of weights.
        weights: usize,
    },
    /// Offsets of a sparse graph that do not divide its edges into rows.
    #[error(
        "offset {position} of the sparse graph is {offset}, and it has {edges} edges\nhelp: offsets begin \
         with 0, never fall, and end with the number of edges"
    )]
    CsrOffset {
        /// Which offset, from 0.
        position: usize,
        /// The offset.
        offset: usize,
        /// Number of edges.
        edges: usize,
    },
    /// Sources of a row that do not ascend.
    #[error(
        "among the sources of node {target} {after} stands after {before}\nhelp: give the sources of each \
         node in ascending order (scipy: `sort_indices()`), or take `Sparse::from_edges`"
    )]
    CsrOrder {
        /// The row, from 0.
        target: usize,
        /// A source.
        before: usize,
        /// The smaller one after it.
        after: usize,
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
         with `System::network(model, graph)`, or say `System::uncoupled(model, {nodes})`"
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
    /// No threads.
    #[error(
        "there is no run without a thread\nhelp: `.threads(1)` makes it with one, and left out it takes all that the machine has"
    )]
    NoThreads,
    /// The system gives no threads.
    #[error("{threads} threads cannot be started: {reason}\nhelp: `.threads(1)` needs none")]
    Threads {
        /// How many were asked for, or are in the machine.
        threads: usize,
        /// What the system says.
        reason: String,
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
