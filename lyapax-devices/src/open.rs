//! Opening a device.

use crate::check::trust;
use crate::device::{Backend, Device, DeviceError};
#[cfg(feature = "cuda")]
use crate::elementary::Native;
#[cfg(feature = "wgpu")]
use crate::elementary::Software;
use crate::list::{DeviceInfo, Precision};
use crate::session::Session;
use crate::shape::Float;

/// What is known of it, if it is there and has such numbers.
fn info(device: Device, float: Float) -> Result<DeviceInfo, DeviceError> {
    let devices = Device::list();
    let info = devices.get(device)?;
    if info.precision == Precision::Single && float == Float::F64 {
        return Err(DeviceError::NoDoublePrecision { device });
    }
    Ok(info.clone())
}

/// Why there is none.
#[allow(dead_code, reason = "where lyapax is built with all backends")]
pub(crate) fn absent(device: Device) -> DeviceError {
    match info(device, Float::F32) {
        Err(error) => error,
        Ok(_) => DeviceError::NoKernel { device },
    }
}

#[cfg(feature = "cuda")]
pub(crate) fn cuda(
    device: Device,
    float: Float,
) -> Result<Session<cubecl::cuda::CudaRuntime>, DeviceError> {
    let info = info(device, float)?;
    let mut session = Session::new(info, &cubecl::cuda::CudaDevice::new(device.index()))?;
    if float == Float::F64 {
        trust::<_, Native>(&mut session)?;
    }
    session.begin_account();
    Ok(session)
}

#[cfg(feature = "wgpu")]
pub(crate) fn wgpu(
    device: Device,
    float: Float,
) -> Result<Session<cubecl::wgpu::WgpuRuntime>, DeviceError> {
    use crate::list::DeviceKind;
    use cubecl::wgpu::WgpuDevice;

    let info = info(device, float)?;
    // CubeCL counts adapters of a kind.
    let before = Device::list().found.into_iter();
    let before = before
        .filter(|other| other.device.backend() == device.backend() && other.kind == info.kind)
        .filter(|other| other.device.index() < device.index())
        .count();
    let adapter = match info.kind {
        DeviceKind::DiscreteGpu => WgpuDevice::DiscreteGpu(before),
        DeviceKind::IntegratedGpu => WgpuDevice::IntegratedGpu(before),
        DeviceKind::VirtualGpu => WgpuDevice::VirtualGpu(before),
        DeviceKind::Software | DeviceKind::Cpu => WgpuDevice::Cpu,
        DeviceKind::Other => WgpuDevice::DefaultDevice,
    };
    let mut session = Session::new(info, &adapter)?;
    if float == Float::F64 {
        trust::<_, Software>(&mut session)?;
    }
    session.begin_account();
    Ok(session)
}

/// Opens a device to see whether it can be used.
pub(crate) fn test(device: Device, float: Float) -> Result<(), DeviceError> {
    match device.backend() {
        Backend::Cpu => Ok(()),
        #[cfg(feature = "cuda")]
        Backend::Cuda => cuda(device, float).map(drop),
        #[cfg(feature = "wgpu")]
        Backend::Wgpu => wgpu(device, float).map(drop),
        #[allow(
            unreachable_patterns,
            reason = "where lyapax is built with all backends"
        )]
        _ => Err(absent(device)),
    }
}
