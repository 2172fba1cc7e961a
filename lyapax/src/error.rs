//! What can go wrong, stage by stage: before a run, in it, in going on with it, and with its result.

mod batch;
mod checkpoint;
mod fit;
mod gradient;
mod graph;
mod run;
mod setup;
mod sweep;

pub use batch::BatchError;
pub use checkpoint::{CheckpointError, ResumeError};
pub use fit::FitError;
pub use gradient::GradientError;
pub use graph::GraphError;
pub use run::RunError;
pub use setup::SetupError;
pub use sweep::{PointError, SweepError};

use crate::DeviceError;

/// Why there is no result.
///
/// `Debug` prints what `Display` does, since that is what a `main` that returns a `Result` shows.
#[derive(Clone, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// Nothing was computed.
    #[error(transparent)]
    Setup(#[from] SetupError),
    /// The run broke off.
    #[error(transparent)]
    Run(#[from] RunError),
    /// A device is not there, has no room, or fails.
    #[error(transparent)]
    Device(#[from] DeviceError),
    /// A run cannot be gone on with: it is another one.
    #[error(transparent)]
    Resume(#[from] ResumeError),
    /// A graph cannot be read from a file.
    #[error(transparent)]
    Graph(#[from] GraphError),
    /// A checkpoint cannot be read or written.
    #[error(transparent)]
    Checkpoint(#[from] CheckpointError),
    /// A sweep cannot be run, or its files not read or written.
    #[error(transparent)]
    Sweep(#[from] SweepError),
    /// An algebraic model has no values at its conditions.
    #[error(transparent)]
    Batch(#[from] BatchError),
    /// Something is wrong with a fit.
    #[error(transparent)]
    Fit(#[from] FitError),
    /// An exponent has no gradient.
    #[error(transparent)]
    Gradient(#[from] GradientError),
    /// A point of a sweep has no spectrum.
    #[error(transparent)]
    Point(#[from] PointError),
}

impl core::fmt::Debug for Error {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        core::fmt::Display::fmt(self, f)
    }
}

/// That of a member of an ensemble, which stays with the ensemble.
impl From<&RunError> for Error {
    fn from(error: &RunError) -> Self {
        Self::Run(error.clone())
    }
}

/// That of a point of a sweep, which stays with the sweep.
impl From<&PointError> for Error {
    fn from(error: &PointError) -> Self {
        Self::Point(error.clone())
    }
}

/// Why a spectrum has no Kaplan–Yorke dimension.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum KaplanYorkeError {
    /// The sum of all exponents at hand is not negative yet, and there are more.
    #[error(
        "the first {k} of {dimension} exponents sum to {sum}, which is not negative yet\nhelp: ask for \
         more than {k} exponents"
    )]
    NotReached {
        /// Number of exponents.
        k: usize,
        /// Dimension of the system.
        dimension: usize,
        /// Their sum.
        sum: f64,
    },
}
