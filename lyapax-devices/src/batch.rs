//! An algebraic model at many conditions on a device: what it is asked, and what is found.

use core::ops::Range;

use crate::device::DeviceError;
use crate::placement::Placement;
use crate::shape::{Float, Shape};

/// A parameter, an input, or the weight of an observation, at conditions.
#[derive(Clone, Debug, PartialEq)]
pub enum Given {
    /// The same at all of them.
    Same(f64),
    /// One for each.
    Each(Vec<f64>),
}

impl Given {
    /// At one condition.
    ///
    /// # Panics
    /// Where there are not so many.
    pub fn at(&self, condition: usize) -> f64 {
        match self {
            Self::Same(value) => *value,
            Self::Each(values) => values[condition],
        }
    }

    /// At some conditions.
    ///
    /// # Panics
    /// Where one of them is not there.
    #[must_use]
    pub fn only(&self, which: &[usize]) -> Self {
        match self {
            Self::Same(value) => Self::Same(*value),
            Self::Each(values) => Self::Each(which.iter().map(|i| values[*i]).collect()),
        }
    }
}

/// What was measured of an output.
#[derive(Clone, Debug, PartialEq)]
pub struct Observation {
    /// Which.
    pub output: usize,
    /// One for each condition.
    pub values: Vec<f64>,
    /// 1/σ.
    pub weight: Given,
    /// Which of the outputs' partials are those of this one, by which of the variables that are sought.
    pub entries: Vec<(usize, usize)>,
}

impl Observation {
    /// At some conditions.
    ///
    /// # Panics
    /// Where one of them is not there.
    #[must_use]
    pub fn only(&self, which: &[usize]) -> Self {
        Self {
            output: self.output,
            values: which.iter().map(|i| self.values[*i]).collect(),
            weight: self.weight.only(which),
            entries: self.entries.clone(),
        }
    }
}

/// An algebraic model at many conditions.
#[derive(Clone, Debug)]
pub struct BatchTask<'a> {
    /// The model.
    pub shape: Shape,
    /// Which conditions, of those that are given.
    pub part: Range<usize>,
    /// One for each parameter.
    pub params: &'a [Given],
    /// One for each input.
    pub inputs: &'a [Given],
    /// What misfits are taken of; none where values are asked for alone.
    pub observations: &'a [Observation],
    /// For each variable that is sought, what it is measured in while squares are added up, so that these are within the
    /// range of the numbers: a power of two, which changes no digit.
    pub units: &'a [f64],
    /// The numbers to compute with.
    pub float: Float,
}

/// Sums over all conditions of r = (output − measured)/σ, with respect to the variables that are sought.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct FoundSquares {
    /// Σ r².
    pub misfit: f64,
    /// Σ r·∂r/∂p for each of them.
    pub slopes: Vec<f64>,
    /// Σ ∂r/∂p·∂r/∂q, row by row as far as the diagonal; empty where they were not asked for.
    pub products: Vec<f64>,
    /// Conditions at which r² or (∂r/∂p)² was no number: they are no part of the sums.
    pub odd: Vec<usize>,
}

/// Conditions that stand on a device.
pub trait PlacedBatch: Send {
    /// Changes a parameter that is the same at all conditions.
    fn set_param(&mut self, param: usize, value: f64);

    /// The outputs, and their partials where they are asked for: one after the other, each at all conditions. What is no
    /// number is left as it is.
    ///
    /// # Errors
    /// Where the device fails.
    ///
    /// # Panics
    /// Where something was observed: then there is no room for them.
    fn evaluate(&mut self, with_partials: bool) -> Result<Vec<f64>, DeviceError>;

    /// As [`PlacedBatch::evaluate`], of which nothing is moved back: what a device takes for itself.
    ///
    /// # Errors
    /// Where the device fails.
    ///
    /// # Panics
    /// As [`PlacedBatch::evaluate`].
    fn evaluate_there(&mut self, with_partials: bool) -> Result<(), DeviceError>;

    /// The sums of squares of what observations miss.
    ///
    /// # Errors
    /// Where the device fails.
    ///
    /// # Panics
    /// Where nothing was observed.
    fn squares(&mut self, with_products: bool) -> Result<FoundSquares, DeviceError>;

    /// What was done since it was asked last.
    fn placement(&mut self) -> Placement;
}
