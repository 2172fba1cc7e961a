//! A system that was checked: what steppers are built from.

use core::marker::PhantomData;

use super::{Boundary, System, Wiring};
use crate::model::Model;
use crate::stepper::{self, Weights, dimension};
use crate::timing::Course;
use crate::workers::Workers;
use crate::{CouplingForm, Float, Graph, Param, SetupError, Signal};

/// Everything but the options of a run, in one piece and without mistakes.
pub(crate) struct Problem<'a, M: Model> {
    model: PhantomData<M>,
    pub(crate) nodes: usize,
    /// States times nodes.
    pub(crate) dimension: usize,
    pub(crate) params: Vec<Param>,
    pub(crate) signals: Vec<Signal>,
    /// Without one every sum is 0.
    pub(crate) graph: Option<&'a Graph>,
    pub(crate) boundary: Boundary,
    /// How sums are taken; `None` where there are none.
    pub(crate) coupling_form: Option<CouplingForm>,
    /// What sources are multiplied with, where sums are products.
    pub(crate) weights: Option<Weights>,
    /// State by state, each with all its nodes.
    pub(crate) initial: &'a [f64],
    /// None until [`Problem::start`].
    pub(crate) workers: Workers,
}

impl<'a, M: Model> Problem<'a, M> {
    pub(super) fn new(system: &'a System<M>) -> Result<Self, SetupError> {
        let (model, nodes) = (system.model(), system.nodes());
        check_wiring(system)?;
        let initial = system.populations[0].initial()?;
        check_initial::<M>(initial, nodes)?;
        let lone = matches!(system.wiring, Wiring::Lone);
        let params = (0..M::INFO.params.len())
            .map(|i| check_param(M::INFO.params[i], model.param(i), nodes, lone))
            .collect::<Result<_, _>>()?;
        let signals = (0..M::INFO.inputs.len())
            .map(|i| check_signal(M::INFO.inputs[i], model.input(i), nodes))
            .collect::<Result<_, _>>()?;
        let graph = system
            .connections()
            .first()
            .map(|connection| &connection.graph);
        let coupling_form = system.coupling_form();
        Ok(Self {
            model: PhantomData,
            nodes,
            dimension: system.dimension(),
            params,
            signals,
            graph,
            boundary: system.boundary,
            coupling_form,
            weights: graph
                .filter(|_| coupling_form == Some(CouplingForm::Products))
                .map(Weights::new::<M>),
            initial,
            workers: Workers::default(),
        })
    }

    /// A node by itself, where nodes know nothing of each other, with its state.
    pub(crate) fn member<'b>(&self, node: usize, state: &'b [f64]) -> Problem<'b, M> {
        let params = self.params.iter().map(|param| param.at(node).into());
        let signals = self.signals.iter().map(|signal| match signal {
            Signal::PerNode(values) => Signal::Constant(values[node]),
            other => other.clone(),
        });
        Problem {
            model: PhantomData,
            nodes: 1,
            dimension: state.len(),
            params: params.collect(),
            signals: signals.collect(),
            graph: None,
            boundary: self.boundary,
            coupling_form: None,
            weights: None,
            initial: state,
            workers: Workers::default(),
        }
    }

    /// The initial state of a node.
    pub(crate) fn state_of(&self, node: usize) -> Vec<f64> {
        let states = self.initial.chunks_exact(self.nodes);
        states.map(|state| state[node]).collect()
    }

    /// Starts the threads of a run with k tangents, where they are of use.
    pub(crate) fn start(&mut self, threads: Option<usize>, k: usize) -> Result<(), SetupError> {
        self.workers = Workers::start(threads, stepper::work(self, k))?;
        Ok(())
    }

    /// Numbers of a sample: all states and outputs.
    pub(crate) fn sample(&self) -> usize {
        self.dimension + M::INFO.outputs.len() * self.nodes
    }

    /// What sums are taken over, and how; `None` where there are none.
    pub(crate) fn coupling(&self) -> Option<(&'a Graph, CouplingForm)> {
        self.graph.zip(self.coupling_form)
    }

    /// Whether it is one node that reads no other.
    pub(crate) fn is_lone(&self) -> bool {
        self.nodes == 1 && self.graph.is_none() && M::INFO.neighbours.is_empty()
    }

    /// Whether the next state depends on the last one alone.
    pub(crate) fn is_autonomous(&self) -> bool {
        M::INFO.autonomous && self.signals.iter().all(|signal| signal.span().is_none())
    }

    /// Where the time is read, the steps must be told apart in it, and sampled signals reach over
    /// the whole run.
    pub(crate) fn check_times(&self, course: &Course, float: Float) -> Result<(), SetupError> {
        let ((run_from, run_to), dt) = (course.span(), course.clock.dt);
        let time = if run_to.abs() > run_from.abs() {
            run_to
        } else {
            run_from
        };
        let largest = time.abs();
        let spacing = match float {
            // Time is counted in steps there.
            Float::F32 => (largest + course.total() as f64 * dt) * f64::from(f32::EPSILON),
            _ => largest.next_up() - largest,
        };
        let sampled = self.signals.iter().any(|signal| signal.span().is_some());
        let read = sampled || !M::INFO.autonomous;
        if !largest.is_finite() || read && spacing > dt * RESOLUTION {
            return Err(SetupError::TimeTooLarge { time, spacing, dt });
        }
        // The times are sums of products, and may miss the last sample by some roundings.
        let slack = 4.0 * spacing;
        for (input, signal) in M::INFO.inputs.iter().zip(&self.signals) {
            let Some((sampled_from, sampled_to)) = signal.span() else {
                continue;
            };
            if run_from < sampled_from - slack || run_to > sampled_to + slack {
                return Err(SetupError::SignalTooShort {
                    input,
                    sampled_from,
                    sampled_to,
                    run_from,
                    run_to,
                });
            }
        }
        Ok(())
    }
}

/// The largest part of a step that may lie between two times next to each other.
const RESOLUTION: f64 = 0.01;

fn check_wiring<M: Model>(system: &System<M>) -> Result<(), SetupError> {
    let model = M::INFO.name;
    let nodes = system.nodes();
    if dimension::<M>() == 0 {
        return Err(SetupError::NoStates { model });
    }
    if nodes == 0 {
        return Err(SetupError::NoNodes);
    }
    match &system.wiring {
        Wiring::Network(_) if M::INFO.sums == 0 => Err(SetupError::WeightsUnread { model }),
        Wiring::Network(connections) => connections.iter().try_for_each(|it| it.graph.check()),
        Wiring::Lone | Wiring::Uncoupled if !M::INFO.neighbours.is_empty() => {
            Err(SetupError::NoLattice { model })
        }
        Wiring::Lattice if M::INFO.sums > 0 && nodes > 1 => {
            Err(SetupError::NoWeights { model, nodes })
        }
        _ => Ok(()),
    }
}

fn check_initial<M: Model>(initial: &[f64], nodes: usize) -> Result<(), SetupError> {
    match initial.iter().position(|value| !value.is_finite()) {
        None => Ok(()),
        Some(i) => Err(SetupError::InitialNotFinite {
            state: M::INFO.states[i / nodes],
            node: i % nodes,
            value: initial[i],
        }),
    }
}

fn check_param(
    param: &'static str,
    value: &Param,
    nodes: usize,
    lone: bool,
) -> Result<Param, SetupError> {
    let finite = |node: usize, value: f64| {
        if value.is_finite() {
            Ok(())
        } else {
            Err(SetupError::ParamNotFinite { param, node, value })
        }
    };
    match value {
        Param::Uniform(value) => finite(0, *value)?,
        Param::PerNode(values) => {
            let got = values.len();
            if lone {
                return Err(SetupError::ParamOnSingleNode { param, got });
            }
            if got != nodes {
                let expected = nodes;
                return Err(SetupError::ParamLength {
                    param,
                    expected,
                    got,
                });
            }
            for (node, value) in values.iter().enumerate() {
                finite(node, *value)?;
            }
        }
    }
    Ok(value.clone())
}

fn check_signal(input: &'static str, signal: &Signal, nodes: usize) -> Result<Signal, SetupError> {
    let values: &[f64] = match signal {
        Signal::Zero => &[],
        Signal::Constant(value) => core::slice::from_ref(value),
        Signal::PerNode(values) => {
            let got = values.len();
            if got != nodes {
                let expected = nodes;
                return Err(SetupError::SignalNodes {
                    input,
                    expected,
                    got,
                });
            }
            values
        }
        Signal::Sampled {
            start,
            interval,
            values,
        } => {
            let (start, interval, got) = (*start, *interval, values.len());
            if got < 2 {
                return Err(SetupError::SignalSamples { input, got });
            }
            if !start.is_finite() || !interval.is_finite() || interval <= 0.0 {
                return Err(SetupError::SignalTimes {
                    input,
                    start,
                    interval,
                });
            }
            values
        }
    };
    match values.iter().position(|value| !value.is_finite()) {
        None => Ok(signal.clone()),
        Some(index) => Err(SetupError::SignalNotFinite {
            input,
            index,
            value: values[index],
        }),
    }
}
