//! A sample of a run, of which a misfit is made.

use core::marker::PhantomData;

use crate::model::Model;
use crate::{OutputName, StateName};

/// A sample of a run, of which a misfit is made, and the slopes of that: see [`System::gradient`](crate::System::gradient).
pub struct Sample<'a, M> {
    pub(super) index: usize,
    pub(super) step: u64,
    pub(super) time: f64,
    pub(super) nodes: usize,
    /// Component by component, each with all its nodes.
    pub(super) states: &'a [f64],
    pub(super) outputs: &'a [f64],
    pub(super) by_states: &'a mut [f64],
    pub(super) by_outputs: &'a mut [f64],
    pub(super) model: PhantomData<fn() -> M>,
}

impl<M: Model> Sample<'_, M> {
    /// Which sample, from 0 for the first one after the transient.
    pub fn index(&self) -> usize {
        self.index
    }

    /// Number of steps made, those of the transient among them.
    pub fn step(&self) -> u64 {
        self.step
    }

    /// Time; the iteration number of a map.
    pub fn time(&self) -> f64 {
        self.time
    }

    /// Number of nodes.
    pub fn nodes(&self) -> usize {
        self.nodes
    }

    /// A state of the only node, or of node 0.
    pub fn state(&self, state: StateName<M>) -> f64 {
        self.state_of(state, 0)
    }

    /// A state of one node.
    ///
    /// # Panics
    /// Where there is no such node.
    pub fn state_of(&self, state: StateName<M>, node: usize) -> f64 {
        self.states[self.place(state.index(), node)]
    }

    /// The whole state, ordered as said at [`System`](crate::System).
    pub fn states(&self) -> &[f64] {
        self.states
    }

    /// All outputs: output by output, each with all its nodes.
    pub fn outputs(&self) -> &[f64] {
        self.outputs
    }

    /// An output of the only node, or of node 0.
    pub fn output(&self, output: OutputName<M>) -> f64 {
        self.output_of(output, 0)
    }

    /// An output of one node.
    ///
    /// # Panics
    /// Where there is no such node.
    pub fn output_of(&self, output: OutputName<M>, node: usize) -> f64 {
        self.outputs[self.place(output.index(), node)]
    }

    /// Adds to the derivative of the misfit with respect to a state of the only node, or of node 0.
    pub fn by_state(&mut self, state: StateName<M>, slope: f64) {
        self.by_state_of(state, 0, slope);
    }

    /// Adds to the derivative of the misfit with respect to a state of one node.
    ///
    /// # Panics
    /// Where there is no such node.
    pub fn by_state_of(&mut self, state: StateName<M>, node: usize, slope: f64) {
        self.by_states[self.place(state.index(), node)] += slope;
    }

    /// Adds to the derivative of the misfit with respect to an output of the only node, or of node 0.
    pub fn by_output(&mut self, output: OutputName<M>, slope: f64) {
        self.by_output_of(output, 0, slope);
    }

    /// Adds to the derivative of the misfit with respect to an output of one node.
    ///
    /// # Panics
    /// Where there is no such node.
    pub fn by_output_of(&mut self, output: OutputName<M>, node: usize, slope: f64) {
        self.by_outputs[self.place(output.index(), node)] += slope;
    }

    fn place(&self, index: usize, node: usize) -> usize {
        assert!(node < self.nodes, "node {node} of {} nodes", self.nodes);
        index * self.nodes + node
    }
}

impl<M> core::fmt::Debug for Sample<'_, M> {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_struct("Sample")
            .field("index", &self.index)
            .field("time", &self.time)
            .field("states", &self.states)
            .field("outputs", &self.outputs)
            .finish_non_exhaustive()
    }
}
