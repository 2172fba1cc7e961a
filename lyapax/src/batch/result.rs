//! Outputs of many conditions, and their derivatives.

use core::marker::PhantomData;

use crate::model::{Column, Model};
use crate::{OutputName, Placement, Variable};

/// The outputs of an algebraic model at each condition.
pub struct Values<M> {
    len: usize,
    /// Output by output.
    numbers: Vec<f64>,
    placement: Option<Placement>,
    model: PhantomData<fn() -> M>,
}

impl<M: Model> Values<M> {
    pub(super) fn none() -> Self {
        Self {
            len: 0,
            numbers: Vec::new(),
            placement: None,
            model: PhantomData,
        }
    }

    pub(super) fn make_room(&mut self, len: usize) {
        self.len = len;
        self.numbers.resize(len * M::INFO.outputs.len(), 0.0);
    }

    pub(super) fn rows(&mut self) -> Vec<&mut [f64]> {
        self.numbers.chunks_exact_mut(self.len.max(1)).collect()
    }

    pub(super) fn placed(&mut self, placement: Option<Placement>) {
        self.placement = placement;
    }

    /// What was done on a device to find them; none where it was the CPU.
    pub fn placement(&self) -> Option<&Placement> {
        self.placement.as_ref()
    }

    /// Number of conditions.
    pub fn len(&self) -> usize {
        self.len
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// An output at each condition.
    pub fn of(&self, output: OutputName<M>) -> &[f64] {
        &self.numbers[output.index() * self.len..][..self.len]
    }
}

/// The outputs of an algebraic model at each condition, and their derivatives.
pub struct Derivatives<M> {
    values: Values<M>,
    /// In the order of the model's `OUTPUT_PARTIALS`.
    partials: Vec<f64>,
    /// Of what does not depend on something.
    zeros: Vec<f64>,
}

impl<M: Model> Derivatives<M> {
    pub(super) fn none() -> Self {
        Self {
            values: Values::none(),
            partials: Vec::new(),
            zeros: Vec::new(),
        }
    }

    pub(super) fn make_room(&mut self, len: usize) {
        self.values.make_room(len);
        self.partials.resize(len * M::OUTPUT_PARTIALS.len(), 0.0);
        let pairs = M::INFO.outputs.len() * (M::INFO.params.len() + M::INFO.inputs.len());
        if M::OUTPUT_PARTIALS.len() < pairs {
            self.zeros.resize(len, 0.0);
        }
    }

    pub(super) fn rows(&mut self) -> (Vec<&mut [f64]>, Vec<&mut [f64]>) {
        let partials = self.partials.chunks_exact_mut(self.values.len.max(1));
        (self.values.rows(), partials.collect())
    }

    pub(super) fn placed(&mut self, placement: Option<Placement>) {
        self.values.placed(placement);
    }

    /// What was done on a device to find them; none where it was the CPU.
    pub fn placement(&self) -> Option<&Placement> {
        self.values.placement()
    }

    /// Number of conditions.
    pub fn len(&self) -> usize {
        self.values.len
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.values.is_empty()
    }

    /// An output at each condition.
    pub fn values(&self, output: OutputName<M>) -> &[f64] {
        self.values.of(output)
    }

    /// The derivative of an output with respect to a parameter or an input, at each condition; zeros where the one does
    /// not depend on the other.
    ///
    /// # Panics
    /// Of what a condition does not have: nodes, weights.
    pub fn of(&self, output: OutputName<M>, by: impl Into<Variable<M>>) -> &[f64] {
        let column = match by.into() {
            Variable::Param(name) => Column::Param(name.index()),
            Variable::Input(name) => Column::Gathered(name.index()),
            other => panic!("{other}: a condition has parameters and inputs alone"),
        };
        let is_it =
            |entry: &crate::model::Entry| (entry.row, entry.column) == (output.index(), column);
        let len = self.len();
        match M::OUTPUT_PARTIALS.iter().position(is_it) {
            Some(entry) => &self.partials[entry * len..][..len],
            None => &self.zeros,
        }
    }
}

impl<M> Clone for Values<M> {
    fn clone(&self) -> Self {
        Self {
            len: self.len,
            numbers: self.numbers.clone(),
            placement: self.placement.clone(),
            model: PhantomData,
        }
    }
}

impl<M> core::fmt::Debug for Values<M> {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_struct("Values")
            .field("len", &self.len)
            .field("numbers", &self.numbers)
            .finish_non_exhaustive()
    }
}

impl<M> Clone for Derivatives<M> {
    fn clone(&self) -> Self {
        Self {
            values: self.values.clone(),
            partials: self.partials.clone(),
            zeros: self.zeros.clone(),
        }
    }
}

impl<M> core::fmt::Debug for Derivatives<M> {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_struct("Derivatives")
            .field("values", &self.values)
            .field("partials", &self.partials)
            .finish_non_exhaustive()
    }
}
