//! A model with its nodes, connections and initial state.

mod population;
mod problem;
mod vary;

use serde::{Deserialize, Serialize};

use crate::model::{Dynamical, Model};
use crate::simulate::{SimulateOptions, Trajectory, simulate};
use crate::spectrum::{Progress, Spectrum, SpectrumOptions, StepCheck, check_step, run};
use crate::{Checkpoint, Error, Graph, Param, SetupError, StateName};
use core::ops::ControlFlow;

use population::Population;
pub(crate) use problem::Problem;
pub(crate) use vary::NoValue;

/// What a node at an end of the node axis reads beyond it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[non_exhaustive]
pub enum Boundary {
    /// The other end: the axis is a ring.
    #[default]
    Periodic,
    /// Zero.
    Zero,
    /// The value at the end.
    Clamp,
}

/// How the nodes know of each other.
#[derive(Clone, Debug)]
enum Wiring {
    /// One node alone.
    Lone,
    /// Several nodes, each alone.
    Uncoupled,
    /// A node axis.
    Lattice,
    /// A node axis, and edges between nodes.
    Network(Vec<Connection>),
}

/// A graph from a population of nodes to another, or to itself.
///
/// A network is a list of populations and of the connections between them. Today both have one entry: there is
/// one population, and what is said of it in the singular will stay.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Connection {
    /// The population that is read, from 0.
    pub from: usize,
    /// The population that reads.
    pub to: usize,
    /// Which node reads which, and with what weight.
    pub graph: Graph,
}

/// A system to be run: a model at one node or at many.
///
/// Vectors of the whole system are ordered state by state, in the order of declaration, each with
/// all its nodes: (x₀, x₁, …, y₀, y₁, …). The dimension is the number of states times the number of
/// nodes.
///
/// What does not fit together is told when the system is run, as a [`SetupError`], so that a system
/// is written without a `?` at each line.
///
/// ```
/// use lyapax::{SpectrumOptions, System, model};
///
/// model! {
///     pub Relay {
///         state x = 1.0;
///         param rate = 2.0;
///         coupling c = sum(w * src.x);
///         "x' = -rate * x + c"
///     }
/// }
///
/// // Each feeds the other; the exponents are the eigenvalues −2 ± ½.
/// let system = System::network(Relay::default(), [[0.0, 0.5], [0.5, 0.0]])
///     .initial_with(Relay::x, |node| node as f64);
/// assert_eq!(system.dimension(), 2);
/// let spectrum = system.spectrum(&SpectrumOptions::new(5_000).dt(0.01))?;
/// assert!((spectrum.exponents()[0] + 1.5).abs() < 1e-6);
/// # Ok::<(), lyapax::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct System<M: Model> {
    /// One today.
    populations: Vec<Population<M>>,
    wiring: Wiring,
    boundary: Boundary,
    pairwise: bool,
}

impl<M: Dynamical> System<M> {
    /// One node, starting from the model's initial state. A sum over source nodes is 0.
    pub fn new(model: M) -> Self {
        Self::build(model, 1, Wiring::Lone)
    }

    /// As many nodes as the graph has, which may be a [`Dense`](crate::Dense), [`Sparse`](crate::Sparse) or
    /// [`Uniform`](crate::Uniform) one, or the rows of a matrix. An edge leads from `source` to `target` where
    /// `W[target][source]` is not zero, and a sum runs over the edges into its node. Neighbours, if the model
    /// reads any, lie along the node axis.
    ///
    /// Memory: the graph, which is shared with its clones; and while it runs, where sums are products, as much
    /// again for each function of the weight other than itself.
    pub fn network(model: M, graph: impl Into<Graph>) -> Self {
        let graph = graph.into();
        let nodes = graph.nodes();
        let itself = Connection {
            from: 0,
            to: 0,
            graph,
        };
        Self::build(model, nodes, Wiring::Network(vec![itself]))
    }

    /// Nodes along an axis, for models that read their neighbours: `x[+1]`.
    pub fn lattice(model: M, nodes: usize) -> Self {
        Self::build(model, nodes, Wiring::Lattice)
    }

    /// Nodes that know nothing of each other. A sum over source nodes is 0.
    pub fn uncoupled(model: M, nodes: usize) -> Self {
        Self::apart(model, nodes)
    }
}

impl<M: Model> System<M> {
    /// As [`System::uncoupled`], of a model that was a system's before.
    pub(crate) fn apart(model: M, nodes: usize) -> Self {
        Self::build(model, nodes, Wiring::Uncoupled)
    }

    fn build(model: M, nodes: usize, wiring: Wiring) -> Self {
        Self {
            populations: vec![Population::new(model, nodes)],
            wiring,
            boundary: Boundary::default(),
            pairwise: false,
        }
    }

    /// What nodes at the ends of the axis read beyond it; [`Boundary::Periodic`] if not said. It
    /// concerns models that read neighbours.
    #[must_use]
    pub fn boundary(mut self, boundary: Boundary) -> Self {
        self.boundary = boundary;
        self
    }

    /// Takes sums over source nodes edge by edge, also where they are matrix products. It is slower, by some
    /// twenty times in a dense network, and there to compare with: the two differ by rounding.
    #[must_use]
    pub fn pairwise(mut self) -> Self {
        self.pairwise = true;
        self
    }

    pub(crate) fn is_pairwise(&self) -> bool {
        self.pairwise
    }

    /// The whole initial state: as many values as the dimension, ordered as said at [`System`].
    #[must_use]
    pub fn initial_state(mut self, state: &[f64]) -> Self {
        self.populations[0].set_initial_state(state);
        self
    }

    /// The initial value of one state: a number for all nodes, or one for each.
    #[must_use]
    pub fn initial(mut self, state: StateName<M>, value: impl Into<Param>) -> Self {
        self.populations[0].set_initial(state, &value.into());
        self
    }

    /// The initial value of one state at each node, from 0.
    #[must_use]
    pub fn initial_with(mut self, state: StateName<M>, value: impl FnMut(usize) -> f64) -> Self {
        self.populations[0].set_initial_with(state, value);
        self
    }

    /// The initial values of state number `state`, one for each node.
    pub(crate) fn set_initial(&mut self, state: usize, values: Vec<f64>) {
        self.populations[0].set_initial_of(state, M::INFO.states[state], &Param::PerNode(values));
    }

    /// The initial state, as far as it is right.
    pub(crate) fn initial_values(&self) -> Result<&[f64], SetupError> {
        self.populations[0].initial()
    }

    /// Whether it is one node that was not made to be one of several.
    pub(crate) fn is_single_node(&self) -> bool {
        matches!(self.wiring, Wiring::Lone)
    }

    /// With all weights times a number.
    pub(crate) fn scale_weights(&mut self, factor: f64) {
        if let Wiring::Network(connections) = &mut self.wiring {
            for connection in connections {
                connection.graph = connection.graph.scaled(factor);
            }
        }
    }

    /// The model with its parameters.
    pub fn model(&self) -> &M {
        &self.populations[0].model
    }

    /// The model, to change its parameters between runs.
    pub fn model_mut(&mut self) -> &mut M {
        &mut self.populations[0].model
    }

    /// Number of nodes.
    pub fn nodes(&self) -> usize {
        self.populations[0].nodes
    }

    /// How its nodes are connected; empty where they are not, or only as a lattice.
    pub fn connections(&self) -> &[Connection] {
        match &self.wiring {
            Wiring::Network(connections) => connections,
            Wiring::Lone | Wiring::Uncoupled | Wiring::Lattice => &[],
        }
    }

    /// States times nodes: the number of exponents.
    pub fn dimension(&self) -> usize {
        self.nodes()
            .saturating_mul(crate::stepper::dimension::<M>())
    }

    /// The Lyapunov spectrum: the average rates at which k tangent vectors grow along a run.
    ///
    /// State x and tangents Y are carried on by the same discrete steps, and every
    /// `renorm_every` steps Y = QR is factored and Q taken on; the exponents are the sums of
    /// ln R_jj over the elapsed time, per unit time for a flow and per iterate for a map, in natural
    /// logarithms.
    ///
    /// # Errors
    /// [`Error::Setup`] before anything is computed, where the system and the options do not fit;
    /// [`Error::Run`] where the state or a tangent cannot be carried on, with step and time.
    ///
    /// # Cost
    /// Per stage of a step: the right-hand side of every node with its partials, and k times J·v. Where there is
    /// a graph, one product of it with 1 + k columns for each function of the source in the sums: N² times that
    /// of a dense graph, the edges times that of a sparse one, N times that of a uniform one; or, where sums are
    /// [pairwise](crate::CouplingForm), every edge with its partials, and k times its tangent. Per renormalisation
    /// of d dimensions: 4·d·k² operations.
    ///
    /// Memory, in numbers of 8 bytes: (stages + 5)·d·(k + 1), and where sums are products twice the columns above
    /// for each node of a dense or sparse graph; up to 128·d, but 64 megabytes at most where that is more than
    /// four, for states that are looked at afterwards; 1024 for each exponent and output; and, where k = d, as
    /// much again as the first while the step's error is measured.
    ///
    /// # Source
    /// Benettin, Galgani, Giorgilli & Strelcyn, Meccanica 15, 9 (1980), part 2, equations (5)–(9);
    /// Shimada & Nagashima, Prog. Theor. Phys. 61, 1605 (1979). Variants are compared by Geist,
    /// Parlitz & Lauterborn, Prog. Theor. Phys. 83, 875 (1990).
    pub fn spectrum(&self, options: &SpectrumOptions) -> Result<Spectrum, Error> {
        run(self, options, None, |_| ControlFlow::Continue(()))
    }

    /// As [`System::spectrum`], telling how far it has come: one to two thousand times along a long
    /// measured run, as often in its transient, and after every 4096 renormalisations at least; of small systems on
    /// devices less often, since more steps are handed over at once. It is called on
    /// one of the threads of the run, where that has any.
    ///
    /// Where `progress` breaks, the result so far is returned, marked by [`Spectrum::stopped`]; it
    /// is that of a run of as many steps, bit for bit.
    ///
    /// # Errors
    /// As [`System::spectrum`].
    pub fn spectrum_with(
        &self,
        options: &SpectrumOptions,
        progress: impl FnMut(&Progress<'_>) -> ControlFlow<()> + Send,
    ) -> Result<Spectrum, Error> {
        run(self, options, None, progress)
    }

    /// Is the step small enough? Makes the run of a flow again with half the step, and as often with half of
    /// that as `halvings` says: 1 shows whether the exponents change, 2 also at what order they converge.
    ///
    /// A step that is too large need not end in numbers that are none: Lorenz by RK4 with dt = .12 settles on a
    /// point that is unstable in the flow, and all looks well.
    ///
    /// ```
    /// use lyapax::{SpectrumOptions, System, model};
    ///
    /// model! { pub Lorenz { state x = 1.0, y = 1.0, z = 1.0;
    ///     "x' = 10 * (y - x)
    ///      y' = x * (28 - z) - y
    ///      z' = x * y - 8 / 3 * z" } }
    ///
    /// let system = System::new(Lorenz::default());
    /// let check = system.check_step(&SpectrumOptions::new(20_000).dt(0.12), 1)?;
    /// println!("{check}");
    /// assert!(!check.passed());
    /// assert!(system.check_step(&SpectrumOptions::new(20_000).dt(0.01), 1)?.passed());
    /// # Ok::<(), lyapax::Error>(())
    /// ```
    ///
    /// # Errors
    /// As [`System::spectrum`], of any of the runs; a map has no step.
    ///
    /// # Cost
    /// Three times the run with one halving, seven times with two.
    pub fn check_step(&self, options: &SpectrumOptions, halvings: u32) -> Result<StepCheck, Error> {
        check_step(self, options, halvings)
    }

    /// Goes on with a run from where it was left, up to `n_steps` measured steps: the result is that of a run
    /// in one piece, bit for bit. See [`Checkpoint`].
    ///
    /// Where the options leave open what else follows from the number of steps, the transient and
    /// [`history_every`](SpectrumOptions::history_every), it stays as it was.
    ///
    /// # Errors
    /// As [`System::spectrum`]; and [`Error::Resume`] where the system or the options are not those of the
    /// run, naming what differs.
    pub fn resume(&self, from: &Checkpoint, options: &SpectrumOptions) -> Result<Spectrum, Error> {
        run(self, options, Some(from), |_| ControlFlow::Continue(()))
    }

    /// As [`System::resume`], telling how far it has come as [`System::spectrum_with`] does.
    ///
    /// # Errors
    /// As [`System::resume`].
    pub fn resume_with(
        &self,
        from: &Checkpoint,
        options: &SpectrumOptions,
        progress: impl FnMut(&Progress<'_>) -> ControlFlow<()> + Send,
    ) -> Result<Spectrum, Error> {
        run(self, options, Some(from), progress)
    }

    /// States and outputs along a run, without tangents. The states are those of
    /// [`System::spectrum`], bit for bit.
    ///
    /// # Errors
    /// As [`System::spectrum`].
    ///
    /// # Cost
    /// Per stage of a step: the right-hand side of every node and, where there is a graph, every
    /// edge. Memory: the samples, and (stages + 2)·d numbers.
    pub fn simulate(&self, options: &SimulateOptions) -> Result<Trajectory<M>, Error> {
        simulate(self, options)
    }

    /// Checks everything but the options of a run.
    pub(crate) fn prepare(&self) -> Result<Problem<'_, M>, SetupError> {
        Problem::new(self)
    }
}
