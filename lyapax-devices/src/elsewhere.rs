//! Kernels on a runtime of the caller's.
//!
//! For the tests of what is generated, which bring one that needs no card. It may change in any version.

use cubecl::prelude::Runtime;

use crate::batch::{BatchTask, PlacedBatch};
use crate::check::trust;
use crate::device::{Device, DeviceError};
use crate::elementary::Elementary;
use crate::ensemble::{EnsembleTask, PlacedEnsemble};
use crate::list::{DeviceInfo, DeviceKind, Limits, Precision};
use crate::model::DeviceModel;
use crate::network::{NetworkTask, PlacedNetwork};
use crate::run;
pub use crate::session::Number;
use crate::session::Session;
use crate::shape::Float;

/// A device of a runtime, under a name of lyapax's.
pub struct Place<R: Runtime> {
    /// What the runtime calls it.
    pub at: R::Device,
    /// What errors and results call it.
    pub name: Device,
    /// What it can be asked for.
    pub limits: Limits,
}

/// What a kernel may ask for.
pub const fn limits(buffer: u64, workgroups: u64, threads: u64, shared: u64) -> Limits {
    Limits {
        buffer,
        workgroups,
        threads,
        shared,
    }
}

/// Conditions there.
///
/// # Errors
/// As [`crate::DeviceCode::batch`].
pub fn batch<R: Runtime, F: Number, S: Elementary, M: DeviceModel>(
    place: &Place<R>,
    task: &BatchTask<'_>,
) -> Result<Box<dyn PlacedBatch>, DeviceError> {
    run::batch::Run::<R, F, S, M>::boxed(session::<R, F, S>(place, task.float)?, task)
}

/// An ensemble there.
///
/// # Errors
/// As [`crate::DeviceCode::ensemble`].
pub fn ensemble<R: Runtime, F: Number, S: Elementary, M: DeviceModel>(
    place: &Place<R>,
    task: &EnsembleTask,
) -> Result<Box<dyn PlacedEnsemble>, DeviceError> {
    run::ensemble::Run::<R, F, S, M>::boxed(session::<R, F, S>(place, task.float)?, task)
}

/// A network there.
///
/// # Errors
/// As [`crate::DeviceCode::network`].
pub fn network<R: Runtime, F: Number, S: Elementary, M: DeviceModel>(
    place: &Place<R>,
    task: NetworkTask,
) -> Result<Box<dyn PlacedNetwork>, DeviceError> {
    run::network::Run::<R, F, S, M>::boxed(session::<R, F, S>(place, task.float)?, task)
}

/// As a device of a known backend is opened.
fn session<R: Runtime, F: Number, S: Elementary>(
    place: &Place<R>,
    float: Float,
) -> Result<Session<R>, DeviceError> {
    let info = DeviceInfo {
        device: place.name,
        product: "a runtime of the caller's".to_owned(),
        kind: DeviceKind::Other,
        driver: String::new(),
        memory: None,
        precision: Precision::Native,
        limits: Some(place.limits),
    };
    let mut session = Session::new(info, &place.at)?;
    trust::<R, F, S>(&mut session, float)?;
    session.begin_account();
    Ok(session)
}
