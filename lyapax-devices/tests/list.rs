//! The list of devices.

use lyapax_devices::{Backend, Device, DeviceError, DeviceKind, Precision};

#[test]
fn the_processor_is_first() {
    let devices = Device::list();
    let cpu = &devices.found[0];
    assert_eq!((cpu.device, cpu.kind), (Device::CPU, DeviceKind::Cpu));
    assert_eq!(cpu.precision, Precision::Native);
    assert_eq!(devices.get(Device::CPU), Ok(cpu));
    let table = devices.to_string();
    assert!(
        table.contains("cpu") && table.contains(&cpu.product),
        "{table}"
    );
}

/// Every backend has devices or a reason.
#[test]
fn what_is_absent_has_a_reason() {
    let devices = Device::list();
    for backend in [Backend::Cuda, Backend::Wgpu] {
        let found = devices
            .found
            .iter()
            .any(|it| it.device.backend() == backend);
        let absent = devices.absent.iter().find(|it| it.backend == backend);
        assert_eq!(found, absent.is_none(), "{backend}");
        assert!(absent.is_none_or(|it| !it.reason.is_empty()));
        let none = Device::new(backend, 1000);
        let error = devices.get(none).unwrap_err();
        assert!(matches!(error, DeviceError::Absent { device, .. } if device == none));
    }
}

#[test]
fn names() {
    for (name, expected) in [
        ("cpu", Device::CPU),
        (" CUDA:2 ", Device::new(Backend::Cuda, 2)),
        ("cpu:0", Device::CPU),
        ("wgpu", Device::new(Backend::Wgpu, 0)),
    ] {
        assert_eq!(name.parse(), Ok(expected));
    }
    for name in ["", "gpu", "cuda:", "cuda:x", "cuda:-1", "cpu:1", "wgpu:0:0"] {
        let error = name.parse::<Device>().unwrap_err();
        assert!(error.to_string().contains("help: "), "{error}");
    }
}
