//! Many systems on a device: what they are, and what is found.

use crate::device::DeviceError;
use crate::placement::Placement;
use crate::shape::{Float, Scheme, Shape};

/// An input signal of an ensemble.
#[derive(Clone, Debug, PartialEq)]
pub enum Input {
    /// A value for each member.
    Constant(Vec<f64>),
    /// The same for all: linear between samples.
    Sampled {
        /// Time of the first.
        start: f64,
        /// Time between two.
        interval: f64,
        /// At least two.
        values: Vec<f64>,
    },
}

/// Numbers that a tangent has among [`Found::sums`]: its growth over whole batches, that beyond them, the mean over
/// batches, and the sum of their squared deviations from it.
pub const SUMS: usize = 4;

/// Many systems of one model, each of one node.
#[derive(Clone, Debug)]
pub struct EnsembleTask {
    /// The model.
    pub shape: Shape,
    /// How many systems.
    pub members: usize,
    /// Tangents of each.
    pub k: usize,
    /// How a step is made.
    pub scheme: Scheme,
    /// The time step; 1 for a map.
    pub dt: f64,
    /// The time before step 0.
    pub start: f64,
    /// Steps between two renormalisations.
    pub every: u32,
    /// State by state, then tangent by tangent component by component, each with all members.
    pub values: Vec<f64>,
    /// Parameter by parameter, each with all members.
    pub params: Vec<f64>,
    /// One for each input.
    pub inputs: Vec<Input>,
    /// The numbers to compute with.
    pub float: Float,
}

/// What is done with the growth of tangents over some steps.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Record {
    /// Nothing: the transient.
    Nothing,
    /// It is added up.
    Sum,
    /// It is added up, and a batch ends here, the first being 1.
    Batch(u32),
}

/// What was found of an ensemble.
#[derive(Clone, Debug, Default)]
pub struct Found {
    /// As [`EnsembleTask::values`].
    pub values: Vec<f64>,
    /// For each tangent: the growth over whole batches, over what is beyond them, the mean over batches, the sum of
    /// squared deviations from it; each with all members.
    pub sums: Vec<f64>,
    /// How far volumes grew, by the equations: Σ div f over the begins of steps, or Σ ln |det J|.
    pub volume: Vec<f64>,
    /// What is wrong with a member, where anything is.
    pub marks: Vec<Option<Mark>>,
}

/// Where a member stopped.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Mark {
    /// Why.
    pub fault: Fault,
    /// Steps that it had made.
    pub step: u64,
}

/// Why a member stopped.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fault {
    /// A state is not finite.
    State(usize),
    /// A tangent grew beyond the numbers.
    Overflow(usize),
    /// A tangent shrank to nothing.
    Vanished(usize),
    /// A tangent cannot be told from the others.
    Dependent(usize),
}

/// An ensemble that stands on a device.
pub trait PlacedEnsemble: Send {
    /// Steps that may be made at once.
    fn most_steps(&self) -> u32;

    /// Makes steps, of which it gives only that they were handed over.
    ///
    /// # Errors
    /// Where the device fails.
    fn advance(&mut self, steps: u32, record: Record) -> Result<(), DeviceError>;

    /// Waits, and gives what was found.
    ///
    /// # Errors
    /// Where the device fails.
    fn finish(&mut self) -> Result<Found, DeviceError>;

    /// What was done so far.
    fn placement(&mut self) -> Placement;
}
