//! Derivatives along a run, and the gradient of what was made of one.

use super::warning::DerivativeWarning;
use crate::model::Model;
use crate::series::Series;
use crate::{Graph, OutputName, SetupError, StateName, Trajectory, Variable};

/// A run with its derivatives: see [`System::sensitivities`](crate::System::sensitivities).
pub struct Sensitivities<M> {
    pub(super) trajectory: Trajectory<M>,
    pub(super) variables: Vec<Variable<M>>,
    /// For each variable the derivatives of states and of outputs.
    pub(super) changes: Vec<(Series, Series)>,
}

impl<M: Model> Sensitivities<M> {
    /// States and outputs at all samples.
    pub fn trajectory(&self) -> &Trajectory<M> {
        &self.trajectory
    }

    /// What was varied, in the order in which it was given.
    pub fn variables(&self) -> &[Variable<M>] {
        &self.variables
    }

    /// The derivative of a state of the only node, or of node 0, at all samples.
    ///
    /// # Panics
    /// Where that was not among the variables.
    pub fn of(&self, state: StateName<M>, by: impl Into<Variable<M>>) -> Vec<f64> {
        self.of_node(state, 0, by)
    }

    /// The derivative of a state of one node at all samples.
    ///
    /// # Panics
    /// Where that was not among the variables, or there is no such node.
    pub fn of_node(
        &self,
        state: StateName<M>,
        node: usize,
        by: impl Into<Variable<M>>,
    ) -> Vec<f64> {
        let place = self.place(state.index(), node);
        self.states(by).component(place)
    }

    /// The derivative of an output of the only node, or of node 0, at all samples.
    ///
    /// # Panics
    /// Where that was not among the variables.
    pub fn of_output(&self, output: OutputName<M>, by: impl Into<Variable<M>>) -> Vec<f64> {
        self.of_output_node(output, 0, by)
    }

    /// The derivative of an output of one node at all samples.
    ///
    /// # Panics
    /// Where that was not among the variables, or there is no such node.
    pub fn of_output_node(
        &self,
        output: OutputName<M>,
        node: usize,
        by: impl Into<Variable<M>>,
    ) -> Vec<f64> {
        let place = self.place(output.index(), node);
        self.change(by.into()).1.component(place)
    }

    /// The derivative of the whole state at all samples, ordered as said at [`System`](crate::System).
    ///
    /// # Panics
    /// Where that was not among the variables.
    pub fn states(&self, by: impl Into<Variable<M>>) -> &Series {
        &self.change(by.into()).0
    }

    /// The derivative of all outputs at all samples: output by output, each with all its nodes.
    ///
    /// # Panics
    /// Where that was not among the variables.
    pub fn outputs(&self, by: impl Into<Variable<M>>) -> &Series {
        &self.change(by.into()).1
    }

    /// Why some of the derivatives are not to be trusted.
    pub fn warnings(&self) -> Vec<DerivativeWarning> {
        DerivativeWarning::of_jumps(Some(&self.variables))
    }

    fn change(&self, by: Variable<M>) -> &(Series, Series) {
        let found = self.variables.iter().position(|variable| *variable == by);
        let found = found.unwrap_or_else(|| panic!("{by} was not among the variables"));
        &self.changes[found]
    }

    fn place(&self, index: usize, node: usize) -> usize {
        let nodes = self.trajectory.nodes();
        assert!(node < nodes, "node {node} of {nodes} nodes");
        index * nodes + node
    }
}

impl<M: Model> core::fmt::Debug for Sensitivities<M> {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_struct("Sensitivities")
            .field("trajectory", &self.trajectory)
            .field("variables", &self.variables)
            .finish_non_exhaustive()
    }
}

/// The gradient of a misfit: see [`System::gradient`](crate::System::gradient).
pub struct Gradient<M: Model> {
    pub(super) misfit: f64,
    pub(super) nodes: usize,
    pub(super) params: Vec<M::Params<f64>>,
    pub(super) inputs: Vec<Vec<f64>>,
    pub(super) initial: Vec<M::State<f64>>,
    pub(super) weights: Vec<f64>,
    pub(super) coupling: Option<f64>,
    pub(super) graph: Option<Graph>,
    pub(super) memory: Memory,
}

impl<M: Model> Gradient<M> {
    /// The misfit: the sum over all samples.
    pub fn misfit(&self) -> f64 {
        self.misfit
    }

    /// The derivative with respect to anything.
    ///
    /// # Errors
    /// Where there is no such node or edge.
    pub fn of(&self, by: impl Into<Variable<M>>) -> Result<f64, SetupError> {
        let by = by.into();
        let there = |node: usize| {
            if node < self.nodes {
                Ok(node)
            } else {
                Err(SetupError::NoSuchNode {
                    what: by.to_string(),
                    nodes: self.nodes,
                })
            }
        };
        Ok(match by {
            Variable::Param(name) => self.params.iter().map(|p| p.as_ref()[name.index()]).sum(),
            Variable::ParamAt(name, node) => self.params[there(node)?].as_ref()[name.index()],
            Variable::Input(name) => self.inputs[name.index()].iter().sum(),
            Variable::InputAt(name, node) => self.inputs[name.index()][there(node)?],
            Variable::Initial(name) => self.initial.iter().map(|x| x.as_ref()[name.index()]).sum(),
            Variable::InitialAt(name, node) => self.initial[there(node)?].as_ref()[name.index()],
            Variable::Weight { target, source } => self.weight(target, source)?,
            Variable::Coupling => self.coupling.ok_or(SetupError::NoCoupling {
                model: M::INFO.name,
            })?,
        })
    }

    /// With respect to a parameter, for each node.
    pub fn params(&self, param: crate::ParamName<M>) -> Vec<f64> {
        let values = self.params.iter().map(|p| p.as_ref()[param.index()]);
        values.collect()
    }

    /// With respect to the whole initial state, ordered as said at [`System`](crate::System).
    pub fn initial_state(&self) -> Vec<f64> {
        let mut state = vec![0.0; self.nodes * M::INFO.states.len()];
        super::forward::put(&self.initial, &mut state);
        state
    }

    /// With respect to the weights, in the order in which the graph has them: of a [`Dense`](crate::Dense) one row by row
    /// (0 where there is no edge), of a [`Sparse`](crate::Sparse) one edge by edge, target by target, of a
    /// [`Uniform`](crate::Uniform) one its single weight. Empty without a graph.
    pub fn weights(&self) -> &[f64] {
        &self.weights
    }

    fn weight(&self, target: usize, source: usize) -> Result<f64, SetupError> {
        let place = self
            .graph
            .as_ref()
            .and_then(|graph| graph.place(target, source));
        let none = SetupError::NoSuchEdge {
            target,
            source_node: source,
        };
        place.map(|edge| self.weights[edge]).ok_or(none)
    }

    /// Why some of the derivatives are not to be trusted.
    pub fn warnings(&self) -> Vec<DerivativeWarning> {
        DerivativeWarning::of_jumps::<M>(None)
    }

    /// What the way back took.
    pub fn memory(&self) -> Memory {
        self.memory
    }
}

impl<M: Model> core::fmt::Debug for Gradient<M> {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_struct("Gradient")
            .field("misfit", &self.misfit)
            .field("memory", &self.memory)
            .finish_non_exhaustive()
    }
}

/// What the way back along a run took.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Memory {
    /// Steps of the run.
    pub steps: u64,
    /// States that were kept at once at the most, the initial one among them.
    pub states: usize,
    /// Their bytes.
    pub bytes: usize,
    /// Steps that were made to reach states that were not kept, the first way there included; on the way back each step
    /// is made once besides, with its partial derivatives.
    pub steps_made_again: u64,
}
