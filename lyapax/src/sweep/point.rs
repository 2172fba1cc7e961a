//! A point of a sweep, as its system is built.

use super::axis::{Axis, Quantity};

/// A point of a [`Sweep`](super::Sweep): what its quantities are there.
#[derive(Debug)]
pub struct Point<'a, M> {
    pub(super) axes: &'a [Axis<M>],
    pub(super) places: Vec<usize>,
    pub(super) index: usize,
    /// That of the options, where no axis has one.
    pub(super) seed: u64,
}

impl<M> Point<'_, M> {
    /// Its number in the order of results, from 0: the first axis varies slowest.
    pub fn index(&self) -> usize {
        self.index
    }

    /// Its place on each axis, from 0.
    pub fn places(&self) -> &[usize] {
        &self.places
    }

    /// What a quantity is here; `None` where the sweep does not vary it.
    pub fn value(&self, quantity: impl Into<Quantity<M>>) -> Option<f64> {
        let quantity = quantity.into();
        self.values()
            .find(|(of, _)| *of == quantity)
            .map(|(_, value)| value)
    }

    /// The seed: of the axis of seeds, or else of the options.
    pub fn seed(&self) -> u64 {
        self.seed
    }

    /// Everything that varies, with its value here.
    pub(super) fn values(&self) -> impl Iterator<Item = (Quantity<M>, f64)> {
        let axes = self.axes.iter().zip(&self.places);
        axes.flat_map(|(axis, place)| {
            let quantities = axis.quantities.iter();
            quantities.map(|(quantity, values)| (*quantity, values[*place]))
        })
    }
}
