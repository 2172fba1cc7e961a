//! Asking for devices. Nothing here panics or prints, whatever drivers there are.

mod cpu;
#[cfg(feature = "cuda")]
mod cuda;
#[cfg(feature = "wgpu")]
mod wgpu;

pub(crate) use cpu::cpu;
#[cfg(feature = "cuda")]
pub(crate) use cuda::cuda;
#[cfg(feature = "wgpu")]
pub(crate) use wgpu::wgpu;

#[cfg(feature = "cuda")]
use crate::device::Backend;
#[cfg(any(feature = "cuda", feature = "wgpu"))]
use crate::device::Device;
use crate::list::DeviceInfo;

/// Devices, or why there are none.
type Found = Result<Vec<DeviceInfo>, String>;

#[cfg(not(feature = "cuda"))]
pub(crate) fn cuda() -> Found {
    Err(missing("cuda"))
}

#[cfg(not(feature = "wgpu"))]
pub(crate) fn wgpu() -> Found {
    Err(missing("wgpu"))
}

/// Bytes of a device's memory that no program holds at present, and all that it has; where its driver tells.
#[cfg(any(feature = "cuda", feature = "wgpu"))]
pub(crate) fn memory(device: Device) -> Option<(u64, u64)> {
    match device.backend() {
        #[cfg(feature = "cuda")]
        Backend::Cuda => cuda::memory(device.index()),
        _ => None,
    }
}

#[cfg(not(all(feature = "cuda", feature = "wgpu")))]
fn missing(feature: &str) -> String {
    format!("lyapax was built without the feature `{feature}`")
}
