//! Changes carried along a run.

use super::net::{Cause, Net};
use super::result::Sensitivities;
use super::step::{States, Steps};
use crate::model::{Block, Model};
use crate::series::{self, Series};
use crate::spectrum::non_finite;
use crate::stepper::Place;
use crate::system::Problem;
use crate::{Error, Float, RunError, SetupError, SimulateOptions, System, Trajectory, Variable};

pub(super) fn run<M: Model>(
    system: &System<M>,
    options: &SimulateOptions,
    variables: &[Variable<M>],
) -> Result<Sensitivities<M>, Error> {
    let problem = system.prepare()?;
    let (course, stride) = options.resolve::<M>()?;
    problem.check_times(&course, Float::F64)?;
    if variables.is_empty() {
        return Err(SetupError::NoVariables.into());
    }
    // With a time for states and one for outputs.
    let width = (problem.sample() + 2).saturating_mul(1 + variables.len());
    series::check_room(course.n_steps / stride + 1, width)?;
    let mut causes = Vec::with_capacity(variables.len());
    let mut columns = Vec::with_capacity(variables.len());
    for variable in variables {
        let (cause, column) = start(&problem, *variable)?;
        causes.push(cause);
        columns.push(column);
    }
    let steps = Steps::new(Net::new(&problem, Cause::None), course.scheme, course.clock);
    let mut x = begin(&problem);
    let mut made = Made::new(&problem, variables);
    let total = course.transient + course.n_steps / stride * stride;
    for step in 0..=total {
        if step >= course.transient && (step - course.transient) % stride == 0 {
            made.sample(&steps, step, &x, &columns, &causes)?;
        }
        if step == total {
            break;
        }
        let (next, record) = steps.record(step, &x);
        check(&next, step + 1, &steps)?;
        steps.push(&record, &mut columns, &causes);
        x = next;
        for (column, variable) in columns.iter().zip(variables) {
            if let Some(place) = first_bad::<M>(column) {
                return Err(RunError::SensitivityNotFinite {
                    of: M::INFO.states[place.component],
                    node: place.node,
                    by: variable.to_string(),
                    step: step + 1,
                    time: steps.clock.at(step + 1, 0.0),
                }
                .into());
            }
        }
    }
    Ok(made.finish())
}

/// The initial state, node by node.
pub(super) fn begin<M: Model>(problem: &Problem<'_, M>) -> States<M> {
    let of = |node: usize| {
        let mut x = M::State::splat(0.0);
        x.as_mut().copy_from_slice(&problem.state_of(node));
        x
    };
    (0..problem.nodes).map(of).collect()
}

/// Whether a state is one.
pub(super) fn check<M: Model>(
    x: &States<M>,
    step: u64,
    steps: &Steps<'_, M>,
) -> Result<(), RunError> {
    match first_bad::<M>(x) {
        None => Ok(()),
        Some(place) => Err(non_finite::<M>(step, steps.clock, place, None)),
    }
}

/// The first number that is none.
pub(super) fn first_bad<M: Model>(x: &States<M>) -> Option<Place> {
    let bad = |x: &M::State<f64>| x.as_ref().iter().position(|value| !value.is_finite());
    let (node, component) = x
        .iter()
        .enumerate()
        .find_map(|(node, x)| Some((node, bad(x)?)))?;
    Some(Place {
        column: 0,
        component,
        node,
    })
}

/// What a variable does: directly, and to the initial state.
pub(super) fn start<M: Model>(
    problem: &Problem<'_, M>,
    variable: Variable<M>,
) -> Result<(Cause, States<M>), SetupError> {
    let nodes = problem.nodes;
    let mut column = vec![M::State::splat(0.0); nodes];
    let there = |node: usize| {
        if node < nodes {
            Ok(Some(node))
        } else {
            Err(SetupError::NoSuchNode {
                what: variable.to_string(),
                nodes,
            })
        }
    };
    let cause = match variable {
        Variable::Param(name) => Cause::Param(name.index(), None),
        Variable::ParamAt(name, node) => Cause::Param(name.index(), there(node)?),
        Variable::Input(name) => Cause::Input(name.index(), None),
        Variable::InputAt(name, node) => Cause::Input(name.index(), there(node)?),
        Variable::Initial(name) => {
            for x in &mut column {
                x.as_mut()[name.index()] = 1.0;
            }
            Cause::None
        }
        Variable::InitialAt(name, node) => {
            there(node)?;
            column[node].as_mut()[name.index()] = 1.0;
            Cause::None
        }
        Variable::Weight { target, source } => {
            let edge = problem.graph.and_then(|graph| graph.place(target, source));
            if edge.is_none() {
                return Err(SetupError::NoSuchEdge {
                    target,
                    source_node: source,
                });
            }
            Cause::Weight { target, source }
        }
        Variable::Coupling if problem.graph.is_none() => {
            return Err(SetupError::NoCoupling {
                model: M::INFO.name,
            });
        }
        Variable::Coupling => Cause::Coupling,
    };
    Ok((cause, column))
}

/// What has been sampled.
struct Made<M: Model> {
    nodes: usize,
    variables: Vec<Variable<M>>,
    states: Series,
    outputs: Series,
    /// For each variable.
    changes: Vec<(Series, Series)>,
}

impl<M: Model> Made<M> {
    fn new(problem: &Problem<'_, M>, variables: &[Variable<M>]) -> Self {
        let states = Series::new(problem.dimension);
        let outputs = Series::new(M::INFO.outputs.len() * problem.nodes);
        Self {
            nodes: problem.nodes,
            variables: variables.to_vec(),
            changes: vec![(states.clone(), outputs.clone()); variables.len()],
            states,
            outputs,
        }
    }

    fn sample(
        &mut self,
        steps: &Steps<'_, M>,
        step: u64,
        x: &States<M>,
        columns: &[States<M>],
        causes: &[Cause],
    ) -> Result<(), RunError> {
        let time = steps.clock.at(step, 0.0);
        put::<_>(x, self.states.push(time));
        for ((states, _), column) in self.changes.iter_mut().zip(columns) {
            put(column, states.push(time));
        }
        if M::INFO.outputs.is_empty() {
            self.outputs.push(time);
            return Ok(());
        }
        let (_, moment) = steps.net.moment(time, x.clone());
        let outputs = steps.net.outputs(&moment);
        check_outputs::<M>(&outputs, step, time)?;
        put(&outputs, self.outputs.push(time));
        let changes = steps.net.push_outputs(&moment, columns, causes);
        for (((_, outputs), change), variable) in
            self.changes.iter_mut().zip(&changes).zip(&self.variables)
        {
            put(change, outputs.push(time));
            for (node, change) in change.iter().enumerate() {
                if let Some(i) = change.as_ref().iter().position(|value| !value.is_finite()) {
                    return Err(RunError::SensitivityNotFinite {
                        of: M::INFO.outputs[i],
                        node,
                        by: variable.to_string(),
                        step,
                        time,
                    });
                }
            }
        }
        Ok(())
    }

    fn finish(self) -> Sensitivities<M> {
        Sensitivities {
            trajectory: Trajectory::of(self.nodes, self.states, self.outputs),
            variables: self.variables,
            changes: self.changes,
        }
    }
}

/// Whether outputs are numbers.
pub(super) fn check_outputs<M: Model>(
    outputs: &[M::Outputs<f64>],
    step: u64,
    time: f64,
) -> Result<(), RunError> {
    for (node, values) in outputs.iter().enumerate() {
        let bad = values.as_ref().iter().position(|value| !value.is_finite());
        if let Some(i) = bad {
            return Err(RunError::OutputNotFinite {
                output: M::INFO.outputs[i],
                node,
                step,
                time,
                value: values.as_ref()[i],
            });
        }
    }
    Ok(())
}

/// Writes blocks component by component, each with all its nodes.
pub(super) fn put<B: Block<f64>>(blocks: &[B], to: &mut [f64]) {
    for (node, block) in blocks.iter().enumerate() {
        for (i, value) in block.as_ref().iter().enumerate() {
            to[i * blocks.len() + node] = *value;
        }
    }
}
