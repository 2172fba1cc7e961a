//! Nodes of one model, with their initial state.

use crate::model::Model;
use crate::stepper::dimension;
use crate::{Param, SetupError, StateName};

/// Nodes that share a model.
#[derive(Clone, Debug)]
pub(super) struct Population<M> {
    pub(super) model: M,
    pub(super) nodes: usize,
    /// State by state, each with all its nodes.
    initial: Vec<f64>,
    /// What was wrong in giving it, and for which state; a later call that is right takes it back.
    mistakes: Vec<(Option<usize>, SetupError)>,
}

impl<M: Model> Population<M> {
    /// Nodes at the model's default initial state.
    pub(super) fn new(model: M, nodes: usize) -> Self {
        let numbers = dimension::<M>().saturating_mul(nodes);
        let mut initial = Vec::new();
        let mut mistakes = Vec::new();
        if initial.try_reserve_exact(numbers).is_ok() {
            for value in M::INFO.initial {
                initial.extend(core::iter::repeat_n(*value, nodes));
            }
        } else {
            let what = "the initial state";
            mistakes.push((
                None,
                SetupError::TooLarge {
                    nodes,
                    what,
                    numbers,
                },
            ));
        }
        Self {
            model,
            nodes,
            initial,
            mistakes,
        }
    }

    /// The initial state, or the first mistake in giving it.
    pub(super) fn initial(&self) -> Result<&[f64], SetupError> {
        match self.mistakes.first() {
            None => Ok(&self.initial),
            Some((_, mistake)) => Err(mistake.clone()),
        }
    }

    /// Whether there was memory for the initial state.
    fn has_room(&self) -> bool {
        self.initial.len() == dimension::<M>().saturating_mul(self.nodes)
    }

    pub(super) fn set_initial_state(&mut self, values: &[f64]) {
        if values.len() == self.initial.len() && self.has_room() {
            self.initial.copy_from_slice(values);
            self.mistakes.clear();
        } else {
            let mistake = SetupError::InitialLength {
                states: dimension::<M>(),
                nodes: self.nodes,
                expected: dimension::<M>().saturating_mul(self.nodes),
                got: values.len(),
            };
            self.mistakes.push((None, mistake));
        }
    }

    pub(super) fn set_initial_with(
        &mut self,
        state: StateName<M>,
        value: impl FnMut(usize) -> f64,
    ) {
        let index = state.index();
        if let Some(run) = self.initial.chunks_exact_mut(self.nodes.max(1)).nth(index) {
            for (to, value) in run.iter_mut().zip((0..).map(value)) {
                *to = value;
            }
            self.mistakes.retain(|(of, _)| *of != Some(index));
        }
    }

    pub(super) fn set_initial(&mut self, state: StateName<M>, value: &Param) {
        self.set_initial_of(state.index(), state.name(), value);
    }

    pub(super) fn set_initial_of(&mut self, index: usize, state: &'static str, value: &Param) {
        let nodes = self.nodes;
        if self.initial.is_empty() {
            // No room for it, or no nodes: told already, or when it runs.
            return;
        }
        let run = &mut self.initial[index * nodes..][..nodes];
        match value {
            Param::Uniform(value) => run.fill(*value),
            Param::PerNode(values) if values.len() == nodes => run.copy_from_slice(values),
            Param::PerNode(values) => {
                let mistake = SetupError::InitialNodes {
                    state,
                    expected: nodes,
                    got: values.len(),
                };
                self.mistakes.push((Some(index), mistake));
                return;
            }
        }
        self.mistakes.retain(|(of, _)| *of != Some(index));
    }
}
