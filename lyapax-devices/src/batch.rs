//! An algebraic model at many conditions on a device: what it is asked, and what is found.

use crate::device::DeviceError;
use crate::placement::Placement;
use crate::shape::{Float, Shape};

/// A parameter, an input, or the weight of an observation.
#[derive(Clone, Debug, PartialEq)]
pub enum Values {
    /// The same at all conditions.
    Same(f64),
    /// One for each.
    Each(Vec<f64>),
}

/// What was measured of an output.
#[derive(Clone, Debug, PartialEq)]
pub struct Observation {
    /// Which.
    pub output: usize,
    /// One for each condition.
    pub values: Vec<f64>,
    /// 1/σ.
    pub weight: Values,
    /// Which of the outputs' partials are those of this one, by which parameter; in the order of these.
    pub entries: Vec<(usize, usize)>,
}

/// An algebraic model at many conditions.
#[derive(Clone, Debug)]
pub struct BatchTask {
    /// The model.
    pub shape: Shape,
    /// How many conditions.
    pub conditions: usize,
    /// One for each parameter.
    pub params: Vec<Values>,
    /// One for each input.
    pub inputs: Vec<Values>,
    /// What misfits are taken of; none where values are asked for alone.
    pub observations: Vec<Observation>,
    /// The numbers to compute with.
    pub float: Float,
}

/// Sums over all conditions of r = (output − measured)/σ.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct FoundSquares {
    /// Σ r².
    pub misfit: f64,
    /// Σ r·∂r/∂p for each parameter.
    pub slopes: Vec<f64>,
    /// Σ ∂r/∂p·∂r/∂q, row by row as far as the diagonal; empty where they were not asked for.
    pub products: Vec<f64>,
    /// Conditions at which something was no number: they are no part of the sums.
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
    fn evaluate(&mut self, with_partials: bool) -> Result<Vec<f64>, DeviceError>;

    /// As [`PlacedBatch::evaluate`], of which nothing is moved back: what a device takes for itself.
    ///
    /// # Errors
    /// Where the device fails.
    fn evaluate_there(&mut self, with_partials: bool) -> Result<(), DeviceError>;

    /// The sums of squares of what observations miss.
    ///
    /// # Errors
    /// Where the device fails.
    fn squares(&mut self, with_products: bool) -> Result<FoundSquares, DeviceError>;

    /// What was done since it was asked last.
    fn placement(&mut self) -> Placement;
}
