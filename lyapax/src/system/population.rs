//! Nodes of one model, with their initial state.

use crate::model::Model;
use crate::stepper::dimension;
use crate::{Param, SetupError, StateName};

/// Nodes that share a model.
#[derive(Clone, Debug)]
pub(super) struct Population<M> {
    pub(super) model: M,
    pub(super) nodes: usize,
    /// State by state, each with all its nodes; or the first mistake that was made in giving it.
    pub(super) initial: Result<Vec<f64>, SetupError>,
}

impl<M: Model> Population<M> {
    /// Nodes at the model's default initial state.
    pub(super) fn new(model: M, nodes: usize) -> Self {
        let initial = (0..dimension::<M>())
            .flat_map(|state| core::iter::repeat_n(M::INFO.initial[state], nodes))
            .collect();
        Self {
            model,
            nodes,
            initial: Ok(initial),
        }
    }

    pub(super) fn set_initial_state(&mut self, values: &[f64]) {
        let (states, nodes) = (dimension::<M>(), self.nodes);
        self.change(|initial| {
            if values.len() != initial.len() {
                return Err(SetupError::InitialLength {
                    states,
                    nodes,
                    expected: initial.len(),
                    got: values.len(),
                });
            }
            initial.copy_from_slice(values);
            Ok(())
        });
    }

    pub(super) fn set_initial(&mut self, state: StateName<M>, value: &Param) {
        let nodes = self.nodes;
        self.change(|initial| {
            let run = &mut initial[state.index() * nodes..][..nodes];
            match value {
                Param::Uniform(value) => run.fill(*value),
                Param::PerNode(values) if values.len() == nodes => run.copy_from_slice(values),
                Param::PerNode(values) => {
                    return Err(SetupError::InitialNodes {
                        state: state.name(),
                        expected: nodes,
                        got: values.len(),
                    });
                }
            }
            Ok(())
        });
    }

    /// Changes the initial state, unless a mistake was made before.
    fn change(&mut self, change: impl FnOnce(&mut [f64]) -> Result<(), SetupError>) {
        if let Ok(initial) = &mut self.initial
            && let Err(error) = change(initial)
        {
            self.initial = Err(error);
        }
    }
}
