//! Opening a device.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};

use cubecl::prelude::Runtime;

use crate::check::{known, trust};
use crate::device::{Backend, Device, DeviceError};
#[cfg(feature = "cuda")]
use crate::elementary::Native;
#[cfg(feature = "wgpu")]
use crate::elementary::Software;
use crate::elementary::{Elementary, Single};
#[cfg(feature = "wgpu")]
use crate::list::DeviceInfo;
use crate::list::{Devices, Precision};
use crate::session::{Number, Session};
use crate::shape::Float;

/// What drivers have told of backends with devices, which are not asked for each run.
static TOLD: Mutex<Option<HashMap<Backend, Devices>>> = Mutex::new(None);

/// All of the backend of a device, which is among them where it is there.
fn asked(device: Device) -> Devices {
    let backend = device.backend();
    let mut told = TOLD.lock().unwrap_or_else(PoisonError::into_inner);
    let told = told.get_or_insert_default();
    if let Some(devices) = told.get(&backend)
        && devices.get(device).is_ok()
    {
        return devices.clone();
    }
    let devices = Devices::of([backend]);
    told.insert(backend, devices.clone());
    devices
}

/// All of its backend, where it is there and has such numbers.
fn found(device: Device, float: Float) -> Result<Devices, DeviceError> {
    let devices = asked(device);
    let info = devices.get(device)?;
    if info.precision == Precision::Single && float == Float::F64 {
        // Known since it was tested, or told by its driver.
        known(device, float).unwrap_or(Err(DeviceError::NoDoublePrecision { device }))?;
    }
    Ok(devices)
}

/// Why there is none.
#[allow(dead_code, reason = "where lyapax is built with all backends")]
pub(crate) fn absent(device: Device) -> DeviceError {
    match found(device, Float::F32) {
        Err(error) => error,
        Ok(_) => DeviceError::NoKernel { device },
    }
}

#[cfg(feature = "cuda")]
pub(crate) fn cuda<F: Number, S: Elementary>(
    device: Device,
    float: Float,
) -> Result<Session<cubecl::cuda::CudaRuntime>, DeviceError> {
    let info = found(device, float)?.get(device)?.clone();
    let at = cubecl::cuda::CudaDevice::new(device.index());
    opened::<_, F, S>(Session::new(info, &at)?, float)
}

#[cfg(feature = "wgpu")]
pub(crate) fn wgpu<F: Number, S: Elementary>(
    device: Device,
    float: Float,
) -> Result<Session<cubecl::wgpu::WgpuRuntime>, DeviceError> {
    let devices = found(device, float)?;
    let info = devices.get(device)?.clone();
    let at = adapter(&devices, &info)?;
    opened::<_, F, S>(Session::new(info, &at)?, float)
}

/// Its name to CubeCL, which counts adapters of a kind.
#[cfg(feature = "wgpu")]
fn adapter(devices: &Devices, info: &DeviceInfo) -> Result<cubecl::wgpu::WgpuDevice, DeviceError> {
    use crate::list::DeviceKind;
    use cubecl::wgpu::WgpuDevice;

    let alike = devices.found.iter().filter(|it| it.kind == info.kind);
    let before = alike.take_while(|it| it.device != info.device).count();
    match (info.kind, before) {
        (DeviceKind::DiscreteGpu, before) => Ok(WgpuDevice::DiscreteGpu(before)),
        (DeviceKind::IntegratedGpu, before) => Ok(WgpuDevice::IntegratedGpu(before)),
        (DeviceKind::VirtualGpu, before) => Ok(WgpuDevice::VirtualGpu(before)),
        (DeviceKind::Software, 0) => Ok(WgpuDevice::Cpu),
        // Another one would be used in its place.
        (kind, _) => Err(DeviceError::Absent {
            device: info.device,
            reason: match kind {
                DeviceKind::Software => "only the first software adapter can be opened".to_owned(),
                _ => "its driver does not say what kind of adapter it is, and it cannot be opened by its place"
                    .to_owned(),
            },
        }),
    }
}

fn opened<R: Runtime, F: Number, S: Elementary>(
    mut session: Session<R>,
    float: Float,
) -> Result<Session<R>, DeviceError> {
    trust::<_, F, S>(&mut session, float)?;
    session.begin_account();
    session.set_float(float);
    Ok(session)
}

/// Opens a device to see whether it can be used.
pub(crate) fn test(device: Device, float: Float) -> Result<(), DeviceError> {
    match device.backend() {
        Backend::Cpu => Ok(()),
        #[cfg(feature = "cuda")]
        Backend::Cuda => match float {
            Float::F64 => cuda::<f64, Native>(device, float).map(drop),
            Float::F32 => cuda::<f32, Single>(device, float).map(drop),
        },
        #[cfg(feature = "wgpu")]
        Backend::Wgpu => match float {
            Float::F64 => wgpu::<f64, Software>(device, float).map(drop),
            Float::F32 => wgpu::<f32, Single>(device, float).map(drop),
        },
        #[allow(
            unreachable_patterns,
            reason = "where lyapax is built with all backends"
        )]
        _ => Err(absent(device)),
    }
}
