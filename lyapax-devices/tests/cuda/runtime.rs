//! A runtime of CubeCL's that makes the text for CUDA.

use cubecl::client::ComputeClient;
use cubecl::cuda::{CudaCompiler, CudaRuntime};
use cubecl::device::{Device, DeviceId};
use cubecl::ir::TargetProperties;
use cubecl::prelude::Runtime;
use cubecl::zspace::{Shape, Strides};
use lyapax_devices::elsewhere::{Place, limits};

use crate::server::TextServer;

#[derive(Clone, Debug)]
pub struct Text;

/// Which order the threads of a cube are run in.
#[derive(Clone, Debug, Default)]
pub struct Order {
    pub backwards: bool,
}

impl Device for Order {
    fn from_id(id: DeviceId) -> Self {
        Self {
            backwards: id.index_id == 1,
        }
    }

    fn to_id(&self) -> DeviceId {
        DeviceId {
            type_id: 0,
            index_id: u16::from(self.backwards),
        }
    }
}

impl Runtime for Text {
    type Compiler = CudaCompiler;
    type Server = TextServer;
    type Device = Order;

    fn client(device: &Order) -> ComputeClient<Self> {
        ComputeClient::load(device)
    }

    fn name(_: &ComputeClient<Self>) -> &'static str {
        "cuda"
    }

    fn require_array_lengths() -> bool {
        CudaRuntime::require_array_lengths()
    }

    fn max_cube_count() -> (u32, u32, u32) {
        CudaRuntime::max_cube_count()
    }

    fn can_read_tensor(shape: &Shape, strides: &Strides) -> bool {
        CudaRuntime::can_read_tensor(shape, strides)
    }

    fn target_properties() -> TargetProperties {
        CudaRuntime::target_properties()
    }

    fn enumerate_devices(_: u16, (): &()) -> Vec<DeviceId> {
        [false, true]
            .map(|backwards| Order { backwards }.to_id())
            .to_vec()
    }
}

/// What an H200 may be asked for, but its memory; number 2 has small buffers.
pub fn place(name: lyapax_devices::Device) -> Place<Text> {
    let buffer = if name.index() == 2 { 20_000 } else { 1 << 30 };
    Place {
        at: Order {
            backwards: name.index() == 1,
        },
        name,
        limits: limits(buffer, (1 << 31) - 1, 1024, 48 << 10),
    }
}
