//! Adapters of Vulkan, Metal or DirectX 12, by wgpu.

use cubecl::wgpu::{AutoGraphicsApi, GraphicsApi};
use wgpu::{Adapter, DeviceType, Features, Instance, InstanceDescriptor};

use super::Found;
use crate::device::{Backend, Device};
use crate::list::{DeviceInfo, DeviceKind, Limits, Precision};

pub(crate) fn wgpu() -> Found {
    let backend = AutoGraphicsApi::backend();
    let instance = Instance::new(InstanceDescriptor {
        backends: backend.into(),
        ..InstanceDescriptor::new_without_display_handle()
    });
    let adapters = cubecl::future::block_on(instance.enumerate_adapters(backend.into()));
    if adapters.is_empty() {
        return Err(format!(
            "no driver for {backend:?} offers an adapter; on Linux `mesa-vulkan-drivers` has drivers for most cards, \
             and one that needs none"
        ));
    }
    Ok(adapters.iter().enumerate().map(info).collect())
}

fn info((index, adapter): (usize, &Adapter)) -> DeviceInfo {
    let (told, limits) = (adapter.get_info(), adapter.limits());
    let driver = format!("{:?}: {} {}", told.backend, told.driver, told.driver_info);
    DeviceInfo {
        device: Device::new(Backend::Wgpu, index),
        product: told.name.clone(),
        kind: match told.device_type {
            DeviceType::DiscreteGpu => DeviceKind::DiscreteGpu,
            DeviceType::IntegratedGpu => DeviceKind::IntegratedGpu,
            DeviceType::VirtualGpu => DeviceKind::VirtualGpu,
            DeviceType::Cpu => DeviceKind::Software,
            DeviceType::Other => DeviceKind::Other,
        },
        driver: driver.trim_end().to_owned(),
        memory: None,
        precision: if adapter.features().contains(Features::SHADER_F64) {
            Precision::SoftwareFunctions
        } else {
            Precision::Single
        },
        limits: Some(Limits {
            buffer: limits
                .max_buffer_size
                .min(limits.max_storage_buffer_binding_size),
            workgroups: limits.max_compute_workgroups_per_dimension.into(),
            threads: limits.max_compute_invocations_per_workgroup.into(),
            shared: limits.max_compute_workgroup_storage_size.into(),
        }),
    }
}
