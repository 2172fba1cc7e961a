//! What a model can be run with on devices, without its type.

use crate::batch::{BatchTask, PlacedBatch};
use crate::device::{Device, DeviceError};
use crate::ensemble::{EnsembleTask, PlacedEnsemble};
use crate::network::{NetworkTask, PlacedNetwork};

/// A model's kernels. `model!` makes it where lyapax is built with devices.
pub trait DeviceCode: Send + Sync {
    /// Places an algebraic model at many conditions on a device.
    ///
    /// # Errors
    /// As [`DeviceCode::ensemble`].
    fn batch(
        &self,
        device: Device,
        task: &BatchTask<'_>,
    ) -> Result<Box<dyn PlacedBatch>, DeviceError>;

    /// Places many systems on a device, one in each thread.
    ///
    /// # Errors
    /// Where there is no such device, or it cannot compute what is asked.
    fn ensemble(
        &self,
        device: Device,
        task: &EnsembleTask,
    ) -> Result<Box<dyn PlacedEnsemble>, DeviceError>;

    /// Places a network on a device.
    ///
    /// # Errors
    /// As [`DeviceCode::ensemble`].
    fn network(
        &self,
        device: Device,
        task: NetworkTask,
    ) -> Result<Box<dyn PlacedNetwork>, DeviceError>;
}

#[cfg(any(feature = "cuda", feature = "wgpu"))]
mod kernels {
    use core::marker::PhantomData;

    use super::{
        BatchTask, Device, DeviceCode, DeviceError, EnsembleTask, NetworkTask, PlacedBatch,
        PlacedEnsemble, PlacedNetwork,
    };
    use crate::device::Backend;
    #[cfg(feature = "cuda")]
    use crate::elementary::Native;
    use crate::elementary::Single;
    #[cfg(feature = "wgpu")]
    use crate::elementary::Software;
    use crate::model::DeviceModel;
    use crate::open;
    use crate::run::{batch, ensemble, network};
    use crate::shape::Float;

    /// The kernels of a model.
    pub struct Kernels<M>(PhantomData<fn() -> M>);

    impl<M> Kernels<M> {
        /// They are compiled for a device when they run there.
        pub const fn new() -> Self {
            Self(PhantomData)
        }
    }

    impl<M> Default for Kernels<M> {
        fn default() -> Self {
            Self::new()
        }
    }

    /// A task on a device, by its numbers and its functions.
    macro_rules! run {
        ($kind:ident, $device:ident, $task:ident) => {
            match ($device.backend(), $task.float) {
                (Backend::Cpu, _) => Err(DeviceError::NoKernel { device: $device }),
                #[cfg(feature = "cuda")]
                (Backend::Cuda, Float::F64) => {
                    let session = open::cuda::<f64, Native>($device, Float::F64)?;
                    $kind::Run::<_, f64, Native, M>::boxed(session, $task)
                }
                #[cfg(feature = "cuda")]
                (Backend::Cuda, Float::F32) => {
                    let session = open::cuda::<f32, Single>($device, Float::F32)?;
                    $kind::Run::<_, f32, Single, M>::boxed(session, $task)
                }
                #[cfg(feature = "wgpu")]
                (Backend::Wgpu, Float::F64) => {
                    let session = open::wgpu::<f64, Software>($device, Float::F64)?;
                    $kind::Run::<_, f64, Software, M>::boxed(session, $task)
                }
                #[cfg(feature = "wgpu")]
                (Backend::Wgpu, Float::F32) => {
                    let session = open::wgpu::<f32, Single>($device, Float::F32)?;
                    $kind::Run::<_, f32, Single, M>::boxed(session, $task)
                }
                #[allow(unreachable_patterns)]
                _ => Err(open::absent($device)),
            }
        };
    }

    impl<M: DeviceModel> DeviceCode for Kernels<M> {
        fn batch(
            &self,
            device: Device,
            task: &BatchTask<'_>,
        ) -> Result<Box<dyn PlacedBatch>, DeviceError> {
            run!(batch, device, task)
        }

        fn ensemble(
            &self,
            device: Device,
            task: &EnsembleTask,
        ) -> Result<Box<dyn PlacedEnsemble>, DeviceError> {
            run!(ensemble, device, task)
        }

        fn network(
            &self,
            device: Device,
            task: NetworkTask,
        ) -> Result<Box<dyn PlacedNetwork>, DeviceError> {
            run!(network, device, task)
        }
    }
}

#[cfg(any(feature = "cuda", feature = "wgpu"))]
pub use kernels::Kernels;
