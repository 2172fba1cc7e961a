//! What a model can be run with on devices, without its type.

use crate::device::{Device, DeviceError};
use crate::ensemble::{Ensemble, EnsembleTask};
use crate::network::{Network, NetworkTask};

/// A model's kernels. `model!` makes it where lyapax is built with devices.
pub trait DeviceCode: Send + Sync {
    /// Places many systems on a device, one in each thread.
    ///
    /// # Errors
    /// Where there is no such device, or it cannot compute what is asked.
    fn ensemble(
        &self,
        device: Device,
        task: &EnsembleTask,
    ) -> Result<Box<dyn Ensemble>, DeviceError>;

    /// Places a network on a device.
    ///
    /// # Errors
    /// As [`DeviceCode::ensemble`].
    fn network(&self, device: Device, task: NetworkTask) -> Result<Box<dyn Network>, DeviceError>;
}

#[cfg(any(feature = "cuda", feature = "wgpu"))]
mod kernels {
    use core::marker::PhantomData;

    use super::{Device, DeviceCode, DeviceError, Ensemble, EnsembleTask, Network, NetworkTask};
    use crate::device::Backend;
    #[cfg(feature = "cuda")]
    use crate::elementary::Native;
    use crate::elementary::Single;
    #[cfg(feature = "wgpu")]
    use crate::elementary::Software;
    use crate::model::DeviceModel;
    use crate::open;
    use crate::run::{ensemble, network};
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

    impl<M: DeviceModel> DeviceCode for Kernels<M> {
        fn ensemble(
            &self,
            device: Device,
            task: &EnsembleTask,
        ) -> Result<Box<dyn Ensemble>, DeviceError> {
            match (device.backend(), task.float) {
                (Backend::Cpu, _) => Err(DeviceError::NoKernel { device }),
                #[cfg(feature = "cuda")]
                (Backend::Cuda, Float::F64) => {
                    ensemble::Run::<_, f64, Native, M>::boxed(open::cuda(device, Float::F64)?, task)
                }
                #[cfg(feature = "cuda")]
                (Backend::Cuda, Float::F32) => {
                    ensemble::Run::<_, f32, Single, M>::boxed(open::cuda(device, Float::F32)?, task)
                }
                #[cfg(feature = "wgpu")]
                (Backend::Wgpu, Float::F64) => ensemble::Run::<_, f64, Software, M>::boxed(
                    open::wgpu(device, Float::F64)?,
                    task,
                ),
                #[cfg(feature = "wgpu")]
                (Backend::Wgpu, Float::F32) => {
                    ensemble::Run::<_, f32, Single, M>::boxed(open::wgpu(device, Float::F32)?, task)
                }
                #[allow(unreachable_patterns)]
                _ => Err(open::absent(device)),
            }
        }

        fn network(
            &self,
            device: Device,
            task: NetworkTask,
        ) -> Result<Box<dyn Network>, DeviceError> {
            match (device.backend(), task.float) {
                (Backend::Cpu, _) => Err(DeviceError::NoKernel { device }),
                #[cfg(feature = "cuda")]
                (Backend::Cuda, Float::F64) => {
                    network::Run::<_, f64, Native, M>::boxed(open::cuda(device, Float::F64)?, task)
                }
                #[cfg(feature = "cuda")]
                (Backend::Cuda, Float::F32) => {
                    network::Run::<_, f32, Single, M>::boxed(open::cuda(device, Float::F32)?, task)
                }
                #[cfg(feature = "wgpu")]
                (Backend::Wgpu, Float::F64) => network::Run::<_, f64, Software, M>::boxed(
                    open::wgpu(device, Float::F64)?,
                    task,
                ),
                #[cfg(feature = "wgpu")]
                (Backend::Wgpu, Float::F32) => {
                    network::Run::<_, f32, Single, M>::boxed(open::wgpu(device, Float::F32)?, task)
                }
                #[allow(unreachable_patterns)]
                _ => Err(open::absent(device)),
            }
        }
    }
}

#[cfg(any(feature = "cuda", feature = "wgpu"))]
pub use kernels::Kernels;
