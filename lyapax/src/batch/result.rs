//! Outputs of many conditions, and their derivatives.

use core::marker::PhantomData;

use super::evaluate::Rows;
use crate::error::BatchError;
use crate::model::{Column, Model};
use crate::{OutputName, Placement, Variable};

/// What of a model's partial derivatives is sought.
#[derive(Clone, Debug)]
pub(super) struct By {
    columns: Vec<Column>,
    /// Their places among the partials.
    entries: Vec<usize>,
}

impl By {
    pub(super) fn all<M: Model>() -> Self {
        let params = (0..M::INFO.params.len()).map(Column::Param);
        let inputs = (0..M::INFO.inputs.len()).map(Column::Gathered);
        Self::of::<M>(params.chain(inputs).collect())
    }

    /// By some alone.
    pub(super) fn only<M: Model>(variables: &[Variable<M>]) -> Result<Self, BatchError> {
        let columns = variables.iter().map(|variable| {
            column(*variable).ok_or_else(|| BatchError::NotVaried {
                variable: variable.to_string(),
            })
        });
        Ok(Self::of::<M>(columns.collect::<Result<_, _>>()?))
    }

    fn of<M: Model>(columns: Vec<Column>) -> Self {
        let entries = M::OUTPUT_PARTIALS.iter().enumerate();
        let sought = entries.filter(|(_, entry)| columns.contains(&entry.column));
        Self {
            entries: sought.map(|(i, _)| i).collect(),
            columns,
        }
    }
}

/// What a condition reads that is a variable of it.
fn column<M: Model>(variable: Variable<M>) -> Option<Column> {
    match variable {
        Variable::Param(name) => Some(Column::Param(name.index())),
        Variable::Input(name) => Some(Column::Gathered(name.index())),
        _ => None,
    }
}

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

    pub(super) fn rows(&mut self) -> Rows<'_> {
        let rows = self.numbers.chunks_exact_mut(self.len.max(1));
        rows.enumerate().collect()
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
    by: By,
    /// Those that were sought, in the order of the model's `OUTPUT_PARTIALS`.
    partials: Vec<f64>,
    /// Of what does not depend on something.
    zeros: Vec<f64>,
}

impl<M: Model> Derivatives<M> {
    pub(super) fn none() -> Self {
        Self {
            values: Values::none(),
            by: By::all::<M>(),
            partials: Vec::new(),
            zeros: Vec::new(),
        }
    }

    pub(super) fn make_room(&mut self, len: usize, by: &By) {
        self.values.make_room(len);
        self.by.clone_from(by);
        self.partials.resize(len * by.entries.len(), 0.0);
        if by.entries.len() < M::INFO.outputs.len() * by.columns.len() {
            self.zeros.resize(len, 0.0);
        }
    }

    pub(super) fn rows(&mut self) -> (Rows<'_>, Rows<'_>) {
        let rows = self.partials.chunks_exact_mut(self.values.len.max(1));
        let partials = self.by.entries.iter().copied().zip(rows);
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
    /// Of what a condition does not have, nodes and weights, and of what was not among the variables of [`Batch::by`].
    ///
    /// [`Batch::by`]: crate::Batch::by
    pub fn of(&self, output: OutputName<M>, by: impl Into<Variable<M>>) -> &[f64] {
        let by = by.into();
        let Some(column) = column(by) else {
            panic!("{by}: a condition has parameters and inputs alone")
        };
        assert!(
            self.by.columns.contains(&column),
            "{by} was not among the variables"
        );
        let is_it = |entry: &usize| {
            let entry = &M::OUTPUT_PARTIALS[*entry];
            (entry.row, entry.column) == (output.index(), column)
        };
        let len = self.len();
        match self.by.entries.iter().position(is_it) {
            Some(row) => &self.partials[row * len..][..len],
            None => &self.zeros[..len],
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
            by: self.by.clone(),
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
