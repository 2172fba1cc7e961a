//! What models here take for lyapax: all of it, but for kernels that run on the text of CUDA's.

use core::marker::PhantomData;

use lyapax_devices::{
    BatchTask, Device, DeviceCode, DeviceError, DeviceModel, EnsembleTask, Float, Native,
    NetworkTask, PlacedBatch, PlacedEnsemble, PlacedNetwork, Single, elsewhere,
};

use crate::runtime::place;

pub use lyapax::*;

/// For code that `model!` generates.
pub mod __private {
    pub use crate::__text_code as device_code;
    pub use lyapax::__private::*;
}

/// What reaches a model's kernels.
#[macro_export]
macro_rules! __text_code {
    () => {
        ::core::option::Option::Some(const { &$crate::on_text::Kernels::<Self>::new() })
    };
}

/// A model's kernels, as those of a card: double precision by its library, single precision as `Single` has it.
pub struct Kernels<M>(PhantomData<fn() -> M>);

impl<M> Kernels<M> {
    pub const fn new() -> Self {
        Self(PhantomData)
    }
}

impl<M: DeviceModel> DeviceCode for Kernels<M> {
    fn batch(
        &self,
        device: Device,
        task: &BatchTask<'_>,
    ) -> Result<Box<dyn PlacedBatch>, DeviceError> {
        let place = place(device);
        match task.float {
            Float::F32 => elsewhere::batch::<_, f32, Single, M>(&place, task),
            _ => elsewhere::batch::<_, f64, Native, M>(&place, task),
        }
    }

    fn ensemble(
        &self,
        device: Device,
        task: &EnsembleTask,
    ) -> Result<Box<dyn PlacedEnsemble>, DeviceError> {
        let place = place(device);
        match task.float {
            Float::F32 => elsewhere::ensemble::<_, f32, Single, M>(&place, task),
            _ => elsewhere::ensemble::<_, f64, Native, M>(&place, task),
        }
    }

    fn network(
        &self,
        device: Device,
        task: NetworkTask,
    ) -> Result<Box<dyn PlacedNetwork>, DeviceError> {
        let place = place(device);
        match task.float {
            Float::F32 => elsewhere::network::<_, f32, Single, M>(&place, task),
            _ => elsewhere::network::<_, f64, Native, M>(&place, task),
        }
    }
}
