//! States and outputs along a run, without tangents.

use core::marker::PhantomData;

use crate::model::{Block, Model};
use crate::series::{self, Series};
use crate::spectrum::non_finite;
use crate::stepper::{self, Observe};
use crate::system::{Problem, System};
use crate::timing::{Course, Timing};
use crate::{Error, Float, Integrator, OutputName, RunError, SetupError, StateName};

/// Options of [`System::simulate`].
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct SimulateOptions {
    timing: Timing,
    stride: u64,
    threads: Option<usize>,
}

impl SimulateOptions {
    /// A run of `n_steps` steps of a flow, or iterations of a map, after the transient.
    pub fn new(n_steps: u64) -> Self {
        Self {
            timing: Timing {
                n_steps,
                ..Timing::default()
            },
            stride: 1,
            threads: None,
        }
    }

    /// With these steps, of which so many lie between two samples.
    pub(crate) fn of(timing: Timing, stride: u64) -> Self {
        Self {
            timing,
            stride,
            threads: None,
        }
    }

    /// The time step of a flow, in the model's units of time. A flow has no default; a map takes
    /// none.
    #[must_use]
    pub fn dt(mut self, dt: f64) -> Self {
        self.timing.dt = Some(dt);
        self
    }

    /// How a flow is integrated; [`Integrator::Rk4`] if not said. A map takes none.
    #[must_use]
    pub fn integrator(mut self, integrator: Integrator) -> Self {
        self.timing.integrator = Some(integrator);
        self
    }

    /// Steps from one sample to the next; 1 if not said.
    #[must_use]
    pub fn stride(mut self, steps: u64) -> Self {
        self.stride = steps;
        self
    }

    /// How many threads share the nodes; if not said, all that the machine has, or one where the run is itself
    /// made on a thread of rayon's. They are started where a step takes long enough for them to be of use (about
    /// 20 µs), and keep their processors busy until the end of the run. Results have the same bits for any number
    /// of them.
    #[must_use]
    pub fn threads(mut self, threads: usize) -> Self {
        self.threads = Some(threads);
        self
    }

    /// How long the system runs before the first sample: time units of a flow, iterations of a map,
    /// taken to the nearest step; none if not said.
    #[must_use]
    pub fn t_transient(mut self, time: f64) -> Self {
        self.timing.t_transient = Some(time);
        self
    }

    /// The time before the first step, the transient's included; 0 if not said.
    #[must_use]
    pub fn start_time(mut self, time: f64) -> Self {
        self.timing.start_time = time;
        self
    }

    /// Against the kind of model: the steps, and how many lie between two samples.
    pub(crate) fn resolve<M: Model>(&self) -> Result<(Course, u64), SetupError> {
        let course = self.timing.resolve::<M>(0)?;
        if self.stride == 0 {
            return Err(SetupError::ZeroInterval { option: "stride" });
        }
        Ok((course, self.stride))
    }
}

/// Samples of states and outputs. The first is taken before the first step after the transient,
/// the others every `stride` steps.
pub struct Trajectory<M> {
    nodes: usize,
    states: Series,
    outputs: Series,
    model: PhantomData<fn() -> M>,
}

impl<M> Clone for Trajectory<M> {
    fn clone(&self) -> Self {
        Self {
            nodes: self.nodes,
            states: self.states.clone(),
            outputs: self.outputs.clone(),
            model: PhantomData,
        }
    }
}

impl<M> core::fmt::Debug for Trajectory<M> {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_struct("Trajectory")
            .field("nodes", &self.nodes)
            .field("states", &self.states)
            .field("outputs", &self.outputs)
            .finish_non_exhaustive()
    }
}

impl<M: Model> Trajectory<M> {
    /// Of whole states and outputs.
    pub(crate) fn of(nodes: usize, states: Series, outputs: Series) -> Self {
        Self {
            nodes,
            states,
            outputs,
            model: PhantomData,
        }
    }

    /// Number of samples.
    pub fn len(&self) -> usize {
        self.states.len()
    }

    /// Whether there are none: there is always one.
    pub fn is_empty(&self) -> bool {
        self.states.is_empty()
    }

    /// Number of nodes.
    pub fn nodes(&self) -> usize {
        self.nodes
    }

    /// Times of the samples; iteration numbers for a map.
    pub fn times(&self) -> &[f64] {
        self.states.times()
    }

    /// Whole states, ordered as said at [`System`].
    pub fn states(&self) -> &Series {
        &self.states
    }

    /// Whole outputs: output by output in the order of declaration, each with all its nodes.
    pub fn outputs(&self) -> &Series {
        &self.outputs
    }

    /// A state at all samples, of the only node or of node 0.
    pub fn state(&self, state: StateName<M>) -> Vec<f64> {
        self.state_of(state, 0)
    }

    /// A state at all samples, of one node.
    ///
    /// # Panics
    /// Where there is no such node.
    pub fn state_of(&self, state: StateName<M>, node: usize) -> Vec<f64> {
        self.states.component(self.place(state.index(), node))
    }

    /// An output at all samples, of the only node or of node 0.
    pub fn output(&self, output: OutputName<M>) -> Vec<f64> {
        self.output_of(output, 0)
    }

    /// An output at all samples, of one node.
    ///
    /// # Panics
    /// Where there is no such node.
    pub fn output_of(&self, output: OutputName<M>, node: usize) -> Vec<f64> {
        self.outputs.component(self.place(output.index(), node))
    }

    /// A state of one node at one sample.
    ///
    /// # Panics
    /// Where there is no such node or sample.
    pub fn at(&self, sample: usize, state: StateName<M>, node: usize) -> f64 {
        self.states.at(sample)[self.place(state.index(), node)]
    }

    /// A state of all nodes at one sample.
    ///
    /// # Panics
    /// Where there is no such sample.
    pub fn nodes_at(&self, sample: usize, state: StateName<M>) -> &[f64] {
        &self.states.at(sample)[state.index() * self.nodes..][..self.nodes]
    }

    fn place(&self, index: usize, node: usize) -> usize {
        assert!(node < self.nodes, "node {node} of {} nodes", self.nodes);
        index * self.nodes + node
    }
}

/// Runs a system, sampling it.
pub(crate) fn simulate<M: Model>(
    system: &System<M>,
    options: &SimulateOptions,
) -> Result<Trajectory<M>, Error> {
    let mut problem = system.prepare()?;
    let (course, stride) = options.resolve::<M>()?;
    problem.check_times(&course, Float::F64)?;
    let samples = course.n_steps / stride + 1;
    series::check_room(samples, problem.sample() + 2)?;
    problem.start(options.threads, 0)?;
    problem
        .workers
        .run(|| simulate_on(&problem, &course, stride))
}

/// The run itself, on the threads of the problem.
fn simulate_on<M: Model>(
    problem: &Problem<'_, M>,
    course: &Course,
    stride: u64,
) -> Result<Trajectory<M>, Error> {
    let (clock, n_steps) = (course.clock, course.n_steps);
    let mut stepper = stepper::on_field(problem, course.scheme, clock, 0);
    // Looked at after each step: a map can come back from infinity.
    let advance = |stepper: &mut dyn Observe, steps: u64| {
        for _ in 0..steps {
            stepper.advance(1);
            if let Some(place) = stepper.non_finite() {
                return Err(non_finite::<M>(stepper.step(), clock, place, None));
            }
        }
        Ok(())
    };
    advance(&mut *stepper, course.transient)?;
    let outputs = <M::Outputs<f64> as Block<f64>>::LEN * problem.nodes;
    let (states, outputs) = (Series::new(problem.dimension), Series::new(outputs));
    let mut trajectory = Trajectory::of(problem.nodes, states, outputs);
    for sample in 0..=n_steps / stride {
        if sample > 0 {
            advance(&mut *stepper, stride)?;
        }
        let time = clock.at(stepper.step(), 0.0);
        stepper.state(trajectory.states.push(time));
        let outputs = trajectory.outputs.push(time);
        stepper.outputs(outputs);
        if let Some(i) = outputs.iter().position(|value| !value.is_finite()) {
            let (output, node) = (M::INFO.outputs[i / problem.nodes], i % problem.nodes);
            let (step, value) = (stepper.step(), outputs[i]);
            return Err(RunError::OutputNotFinite {
                output,
                node,
                step,
                time,
                value,
            }
            .into());
        }
    }
    advance(&mut *stepper, n_steps % stride)?;
    Ok(trajectory)
}
