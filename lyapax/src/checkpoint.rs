//! Where a run can be taken up again.

mod file;
mod identity;
mod saver;

use std::path::Path;
use std::sync::Arc;

pub(crate) use identity::Identity;
pub(crate) use saver::Saver;

use crate::spectrum::{Plan, Record};
use crate::stepper::Snapshot;
use crate::{CheckpointError, ResumeError};

/// All that a run needs to go on from where it stood, bit for bit: state, tangents, sums, and what the run
/// was of.
///
/// It is had from [`Spectrum::checkpoint`](crate::Spectrum::checkpoint), which a run that was stopped has
/// too, or from a file that [`SpectrumOptions::checkpoint`](crate::SpectrumOptions::checkpoint) keeps
/// up to date; [`System::resume`](crate::System::resume) goes on from it. It refuses to go on with another
/// model, parameter, graph, initial state, step, integrator, number of tangents or cadence. More steps than
/// before may be asked for: a run is continued, as if it had been meant to be longer. The number of threads
/// does not matter; another kind of processor may round products with a graph in another way.
///
/// ```
/// use lyapax::{Checkpoint, SpectrumOptions, System, model};
///
/// model! { pub Henon { state x = 0.1, y = 0.1; param a = 1.4, b = 0.3;
///     next(x) = 1 - a * x^2 + y; next(y) = b * x; } }
///
/// let system = System::new(Henon::default());
/// let short = SpectrumOptions::new(10_000).t_transient(100.0);
/// let long = SpectrumOptions::new(30_000).t_transient(100.0);
/// let begun = system.spectrum(&short)?;
/// let continued = system.resume(begun.checkpoint(), &long)?;
/// assert_eq!(continued.exponents(), system.spectrum(&long)?.exponents());
///
/// // By way of a file, at another time.
/// let path = std::env::temp_dir().join(format!("henon-{}.lyapax", std::process::id()));
/// begun.checkpoint().save(&path)?;
/// let continued = system.resume(&Checkpoint::load(&path)?, &long)?;
/// # std::fs::remove_file(&path).unwrap();
/// assert_eq!(continued.exponents(), system.spectrum(&long)?.exponents());
/// # Ok::<(), lyapax::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Checkpoint {
    pub(crate) identity: Identity,
    pub(crate) snapshot: Snapshot,
    pub(crate) record: Arc<Record>,
}

impl Checkpoint {
    /// Reads a file that [`Checkpoint::save`] or a run has written.
    ///
    /// # Errors
    /// Where there is none ([`CheckpointError::Missing`]), where it cannot be read, is of another version,
    /// or is damaged.
    pub fn load(path: impl AsRef<Path>) -> Result<Self, CheckpointError> {
        file::read(path.as_ref())
    }

    /// Writes a file, or replaces it as a whole: whatever happens, there is the old one or the new one.
    ///
    /// The file has a line that names it, a version, a check sum, and then MessagePack with named fields.
    ///
    /// # Errors
    /// Where it cannot be written.
    pub fn save(&self, path: impl AsRef<Path>) -> Result<(), CheckpointError> {
        file::write(path.as_ref(), self)
    }

    /// Steps or iterations made, the transient's included.
    pub fn step(&self) -> u64 {
        self.snapshot.step
    }

    /// Measured steps made.
    pub fn measured_steps(&self) -> u64 {
        self.record.measured_steps()
    }

    /// Whether the run of a plan may go on from here.
    pub(crate) fn check(&self, now: &Identity, plan: &Plan) -> Result<(), ResumeError> {
        self.identity.compare(now)?;
        if !self.record.fits(plan) {
            return Err(ResumeError::Shape);
        }
        let n_steps = plan.course.n_steps;
        let measured = self.measured_steps();
        if measured > n_steps {
            return Err(ResumeError::AlreadyFarther { measured, n_steps });
        }
        Ok(())
    }
}
