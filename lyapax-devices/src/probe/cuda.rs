//! CUDA devices, by NVIDIA's driver.

use cudarc::driver::CudaContext;
use cudarc::driver::result::{self, DriverError, device};
use cudarc::driver::sys::{self, CUdevice, CUdevice_attribute as Attribute};

use super::Found;
use crate::device::{Backend, Device};
use crate::list::{DeviceInfo, DeviceKind, Limits, Precision};

/// What a kernel's source includes, below the folder of the toolkit.
const HEADER: &str = "include/cuda_runtime.h";

pub(crate) fn cuda() -> Found {
    #[expect(
        unsafe_code,
        reason = "loads libraries by their names, which run nothing of ours"
    )]
    let (driver, compiler) = unsafe {
        (
            sys::is_culib_present(),
            cudarc::nvrtc::sys::is_culib_present(),
        )
    };
    if !driver {
        return Err("NVIDIA's driver (libcuda) was not found".to_owned());
    }
    result::init().map_err(|error| told("NVIDIA's driver does not start", error))?;
    let count = device::get_count().map_err(|error| told("its devices are not told", error))?;
    if count == 0 {
        return Err("NVIDIA's driver knows no device".to_owned());
    }
    if !compiler {
        return Err(
            "NVIDIA's compiler (libnvrtc) was not found where libraries are looked for; the Python package \
             `nvidia-cuda-nvrtc-cu12` has it"
                .to_owned(),
        );
    }
    let toolkit = cubecl::cuda::install::cuda_path();
    if !toolkit.is_some_and(|path| path.join(HEADER).exists()) {
        return Err(format!(
            "`{HEADER}` was not found; set CUDA_PATH to the folder of a toolkit, or to that of the Python package \
             `nvidia-cuda-runtime-cu12`"
        ));
    }
    let version = version();
    (0..count)
        .map(|i| info(i, &version).map_err(|error| told("a device tells nothing of itself", error)))
        .collect()
}

fn told(what: &str, error: DriverError) -> String {
    format!("{what}: {error}")
}

fn info(index: i32, version: &str) -> Result<DeviceInfo, DriverError> {
    let device = device::get(index)?;
    let attribute = |attribute| attribute_of(device, attribute).unwrap_or(0);
    #[expect(unsafe_code, reason = "the device is one that the driver gave")]
    let memory = unsafe { device::total_mem(device)? };
    let kind = if attribute(Attribute::CU_DEVICE_ATTRIBUTE_INTEGRATED) > 0 {
        DeviceKind::IntegratedGpu
    } else {
        DeviceKind::DiscreteGpu
    };
    Ok(DeviceInfo {
        device: Device::new(Backend::Cuda, usize::try_from(index).unwrap_or_default()),
        product: device::get_name(device)?,
        kind,
        driver: version.to_owned(),
        memory: Some(memory as u64),
        precision: Precision::Native,
        limits: Some(Limits {
            buffer: memory as u64,
            workgroups: attribute(Attribute::CU_DEVICE_ATTRIBUTE_MAX_GRID_DIM_X),
            threads: attribute(Attribute::CU_DEVICE_ATTRIBUTE_MAX_THREADS_PER_BLOCK),
            shared: attribute(Attribute::CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK),
        }),
    })
}

fn attribute_of(device: CUdevice, attribute: Attribute) -> Option<u64> {
    #[expect(unsafe_code, reason = "the device is one that the driver gave")]
    let value = unsafe { device::get_attribute(device, attribute) };
    u64::try_from(value.ok()?).ok()
}

/// Bytes of the memory of device `index` that no program holds, and those that it has.
pub(crate) fn memory(index: usize) -> Option<(u64, u64)> {
    #[expect(
        unsafe_code,
        reason = "loads a library by its name, which runs nothing of ours"
    )]
    let driver = unsafe { sys::is_culib_present() };
    if !driver {
        return None;
    }
    // It is the one context that a device has for all of a program, kernels too.
    let (free, total) = CudaContext::new(index).ok()?.mem_get_info().ok()?;
    Some((free as u64, total as u64))
}

/// The newest CUDA that the driver knows.
fn version() -> String {
    let mut version = 0;
    #[expect(
        unsafe_code,
        reason = "the driver has been started, and writes one number"
    )]
    let told = unsafe { sys::cuDriverGetVersion(&raw mut version) }.result();
    match told {
        Ok(()) => format!("CUDA {}.{}", version / 1000, version % 1000 / 10),
        Err(_) => "CUDA".to_owned(),
    }
}
