//! What a misfit is worth, carried back along a run.

use core::marker::PhantomData;

use super::forward::{begin, check, check_outputs, first_bad, put};
use super::net::{Cause, Net, Worth};
use super::result::{Gradient, Memory};
use super::sample::Sample;
use super::schedule::{Checkpoints, repeats, split};
use super::step::{States, Steps};
#[cfg(feature = "fit")]
use crate::Variable;
use crate::model::{Block, Model};
use crate::{Error, Float, RunError, SetupError, SimulateOptions, System};

/// A way back on which steps are made more often again than this would seem to have no end.
const MOST_REPEATS: u64 = 1000;

/// What of a gradient is read, and has to be a number.
pub(super) struct Read {
    params: Vec<bool>,
    inputs: Vec<bool>,
    weights: bool,
}

impl Read {
    pub(super) fn all<M: Model>() -> Self {
        Self {
            params: vec![true; M::INFO.params.len()],
            inputs: vec![true; M::INFO.inputs.len()],
            weights: true,
        }
    }

    #[cfg(feature = "fit")]
    pub(super) fn only<M: Model>(variables: &[Variable<M>]) -> Self {
        let mut read = Self {
            params: vec![false; M::INFO.params.len()],
            inputs: vec![false; M::INFO.inputs.len()],
            weights: false,
        };
        for variable in variables {
            match variable {
                Variable::Param(name) | Variable::ParamAt(name, _) => {
                    read.params[name.index()] = true;
                }
                Variable::Input(name) | Variable::InputAt(name, _) => {
                    read.inputs[name.index()] = true;
                }
                Variable::Weight { .. } | Variable::Coupling => read.weights = true,
                // What the state is worth goes into everything.
                Variable::Initial(_) | Variable::InitialAt(..) => {}
            }
        }
        read
    }
}

pub(super) fn run<M: Model>(
    system: &System<M>,
    options: &SimulateOptions,
    checkpoints: Checkpoints,
    read: Read,
    misfit: impl FnMut(&mut Sample<'_, M>) -> f64,
) -> Result<Gradient<M>, Error> {
    let problem = system.prepare()?;
    let (course, stride) = options.resolve::<M>()?;
    problem.check_times(&course, Float::F64)?;
    let n_steps = course.transient + course.n_steps / stride * stride;
    let bytes = problem.dimension * size_of::<f64>();
    let states = checkpoints.states(n_steps, bytes);
    if n_steps > 0 && (states == 0 || repeats(n_steps, states) > MOST_REPEATS) {
        let mut enough = 1;
        while repeats(n_steps, enough) > MOST_REPEATS {
            enough += 1;
        }
        return Err(SetupError::CheckpointsTooFew {
            steps: n_steps,
            states,
            bytes: enough.max(1) * bytes,
        }
        .into());
    }
    let mut kept = Kept::<M>::new(problem.nodes);
    kept.reserve(states)?;
    let net = Net::new(&problem, Cause::None);
    let mut back = Back {
        worth: Worth::none(&net, read.weights),
        state: vec![M::State::splat(0.0); problem.nodes],
        steps: Steps::new(net, course.scheme, course.clock),
        transient: course.transient,
        stride,
        read,
        misfit,
        value: 0.0,
        made_again: 0,
        most_kept: 1,
    };
    let x = back.all(n_steps, begin(&problem), states, kept)?;
    // The sample at the begin, where there is no transient.
    back.sample(0, &x)?;
    back.check(0)?;
    let graph = back.steps.net.edges.as_ref().map(|edges| edges.graph);
    // Of all weights only at the end: there may be many more of them than of everything else.
    let weights = graph.map_or_else(Vec::new, |graph| back.worth.weights.total(graph));
    if weights.iter().any(|worth| !worth.is_finite()) {
        let (what, time) = ("a weight".to_owned(), back.steps.clock.at(0, 0.0));
        return Err(RunError::GradientNotFinite {
            what,
            step: 0,
            time,
        }
        .into());
    }
    Ok(Gradient {
        misfit: back.value,
        nodes: problem.nodes,
        initial: back.state,
        coupling: graph.map(|graph| {
            let weights = graph.numbers().iter().zip(&weights);
            weights.map(|(weight, worth)| weight * worth).sum()
        }),
        params: back.worth.params,
        inputs: back.worth.inputs,
        weights,
        graph: problem.graph.cloned(),
        memory: Memory {
            steps: n_steps,
            states: back.most_kept,
            bytes: back.most_kept * bytes,
            steps_made_again: back.made_again,
        },
    })
}

/// States that are kept for the way back, one after the other without gaps: of small systems what is around each would
/// take more memory than it.
struct Kept<M: Model> {
    nodes: usize,
    /// After how many steps each is, and all their nodes.
    steps: Vec<u64>,
    states: States<M>,
}

impl<M: Model> Kept<M> {
    fn new(nodes: usize) -> Self {
        Self {
            nodes,
            steps: Vec::new(),
            states: Vec::new(),
        }
    }

    /// Takes the memory for so many, if there is any.
    fn reserve(&mut self, states: usize) -> Result<(), SetupError> {
        let blocks = states.saturating_mul(self.nodes);
        let steps = self.steps.try_reserve_exact(states);
        steps
            .and_then(|()| self.states.try_reserve_exact(blocks))
            .map_err(|_| SetupError::CheckpointsTooLarge {
                states,
                numbers: blocks.saturating_mul(M::INFO.states.len()),
            })
    }

    fn len(&self) -> usize {
        self.steps.len()
    }

    fn push(&mut self, step: u64, state: &States<M>) {
        self.steps.push(step);
        self.states.extend_from_slice(state);
    }

    fn last(&self) -> Option<(u64, States<M>)> {
        let step = self.steps.last()?;
        let from = self.states.len() - self.nodes;
        Some((*step, self.states[from..].to_vec()))
    }

    fn pop(&mut self) {
        self.steps.pop();
        self.states.truncate(self.states.len() - self.nodes);
    }
}

/// On the way back.
struct Back<'a, M: Model, F> {
    steps: Steps<'a, M>,
    transient: u64,
    stride: u64,
    read: Read,
    misfit: F,
    value: f64,
    /// What the state is worth where the way back has come to.
    state: States<M>,
    worth: Worth<M>,
    made_again: u64,
    most_kept: usize,
}

impl<M: Model, F: FnMut(&mut Sample<'_, M>) -> f64> Back<'_, M, F> {
    /// Goes back from step `to` to the begin, where the state is `begin`. So many states may be kept at once.
    fn all(
        &mut self,
        mut to: u64,
        begin: States<M>,
        states: usize,
        mut kept: Kept<M>,
    ) -> Result<States<M>, Error> {
        kept.push(0, &begin);
        while let Some((from, x)) = kept.last().filter(|(from, _)| *from < to) {
            let left = states - (kept.len() - 1);
            if to - from > 1 && left > 1 {
                let middle = from + split(to - from, left);
                let next = self.advance(from, middle, x)?;
                kept.push(middle, &next);
                self.most_kept = self.most_kept.max(kept.len());
                continue;
            }
            let before = self.advance(from, to - 1, x)?;
            to -= 1;
            self.step(to, &before)?;
            if to == from {
                kept.pop();
            }
        }
        Ok(begin)
    }

    fn advance(&mut self, from: u64, to: u64, mut x: States<M>) -> Result<States<M>, Error> {
        for step in from..to {
            x = self.steps.advance(step, &x);
            check(&x, step + 1, &self.steps)?;
        }
        self.made_again += to - from;
        Ok(x)
    }

    /// Goes back over one step, of which the state before it is known.
    fn step(&mut self, step: u64, before: &States<M>) -> Result<(), Error> {
        let (after, record) = self.steps.record(step, before);
        check(&after, step + 1, &self.steps)?;
        self.sample(step + 1, &after)?;
        self.steps.pull(&record, &mut self.state, &mut self.worth);
        self.check(step)
    }

    /// Asks for the misfit of a sample, if there is one after so many steps.
    fn sample(&mut self, step: u64, x: &States<M>) -> Result<(), Error> {
        if step < self.transient || !(step - self.transient).is_multiple_of(self.stride) {
            return Ok(());
        }
        let nodes = x.len();
        let time = self.steps.clock.at(step, 0.0);
        let mut states = vec![0.0; M::INFO.states.len() * nodes];
        put(x, &mut states);
        let (_, moment) = self.steps.net.moment(time, x.clone());
        let values = self.steps.net.outputs(&moment);
        check_outputs::<M>(&values, step, time)?;
        let mut outputs = vec![0.0; M::INFO.outputs.len() * nodes];
        put(&values, &mut outputs);
        let mut by_states = vec![0.0; states.len()];
        let mut by_outputs = vec![0.0; outputs.len()];
        let index = (step - self.transient) / self.stride;
        let mut sample = Sample {
            index: usize::try_from(index).unwrap_or(usize::MAX),
            step,
            time,
            nodes,
            states: &states,
            outputs: &outputs,
            by_states: &mut by_states,
            by_outputs: &mut by_outputs,
            model: PhantomData,
        };
        let value = (self.misfit)(&mut sample);
        let slopes = by_states.iter().chain(&by_outputs);
        let bad = slopes.chain([&value]).find(|value| !value.is_finite());
        if let Some(&value) = bad {
            return Err(RunError::MisfitNotFinite { step, time, value }.into());
        }
        self.value += value;
        if !self.value.is_finite() {
            let value = self.value;
            return Err(RunError::MisfitNotFinite { step, time, value }.into());
        }
        for (node, worth) in self.state.iter_mut().enumerate() {
            for (i, worth) in worth.as_mut().iter_mut().enumerate() {
                *worth += by_states[i * nodes + node];
            }
        }
        if by_outputs.iter().any(|slope| *slope != 0.0) {
            let mut blocks = vec![M::Outputs::splat(0.0); nodes];
            for (node, block) in blocks.iter_mut().enumerate() {
                for (i, slope) in block.as_mut().iter_mut().enumerate() {
                    *slope = by_outputs[i * nodes + node];
                }
            }
            let net = &self.steps.net;
            net.pull_outputs(&moment, &blocks, &mut self.state, &mut self.worth);
        }
        Ok(())
    }

    /// Whether all is a number still.
    fn check(&self, step: u64) -> Result<(), Error> {
        let time = self.steps.clock.at(step, 0.0);
        let bad = |what: String| Err(RunError::GradientNotFinite { what, step, time }.into());
        if let Some(place) = first_bad::<M>(&self.state) {
            let (state, node) = (M::INFO.states[place.component], place.node);
            return bad(format!("`{state}` of node {node}"));
        }
        for (node, params) in self.worth.params.iter().enumerate() {
            let params = params.as_ref().iter().zip(&self.read.params);
            let found = params
                .enumerate()
                .find(|(_, (p, is))| **is && !p.is_finite());
            if let Some((i, _)) = found {
                return bad(format!("`{}` of node {node}", M::INFO.params[i]));
            }
        }
        for (i, input) in self.worth.inputs.iter().enumerate() {
            let found = input.iter().position(|value| !value.is_finite());
            if let Some(node) = found.filter(|_| self.read.inputs[i]) {
                return bad(format!("`{}` of node {node}", M::INFO.inputs[i]));
            }
        }
        Ok(())
    }
}
