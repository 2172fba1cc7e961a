//! Where things are measured.

use std::collections::HashSet;

use lyapax::{Device, DeviceInfo, DeviceKind, Devices, Float, Precision};

/// A device and the numbers that it computes with.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Place {
    pub device: Device,
    pub float: Float,
}

/// A column of the tables, a curve of the plot.
#[derive(Clone, Debug, PartialEq)]
pub struct Target {
    /// As in `cuda:0`, or `cuda:0 f32`.
    pub name: String,
    /// What the device is, where there is one.
    pub product: Option<String>,
    /// The place, or why nothing can be measured.
    pub place: Result<Place, String>,
}

impl Target {
    pub fn is_cpu(&self) -> bool {
        self.place.as_ref().is_ok_and(|it| it.device == Device::CPU)
    }
}

/// The CPU, then the devices that are asked for, or else all that are found. Where none is found, the ways that devices
/// could have been reached, so that results say of each that it was not measured.
pub fn choose(devices: &Devices, asked: &[Device], f32_too: bool) -> Vec<Target> {
    let mut targets = vec![at(devices, Device::CPU, Float::F64)];
    let found = devices.found.iter().map(|info| info.device);
    let wanted: Vec<Device> = if asked.is_empty() {
        found.collect()
    } else {
        asked.to_vec()
    };
    let mut seen = HashSet::from([Device::CPU]);
    for device in wanted.into_iter().filter(|device| seen.insert(*device)) {
        targets.push(at(devices, device, Float::F64));
        if f32_too {
            targets.push(at(devices, device, Float::F32));
        }
    }
    if targets.len() == 1 && asked.is_empty() {
        targets.extend(devices.absent.iter().map(|absent| Target {
            name: absent.backend.to_string(),
            product: None,
            place: Err(absent.reason.clone()),
        }));
    }
    targets
}

fn at(devices: &Devices, device: Device, float: Float) -> Target {
    let name = match float {
        Float::F64 => device.to_string(),
        other => format!("{device} {other}"),
    };
    let (product, place) = match devices.get(device) {
        Err(error) => (None, Err(error.to_string())),
        Ok(info) => (Some(product(info)), usable(info, float)),
    };
    Target {
        name,
        product,
        place,
    }
}

fn usable(info: &DeviceInfo, float: Float) -> Result<Place, String> {
    if info.precision == Precision::Single && float == Float::F64 {
        return Err(
            "it has no numbers of double precision\nhelp: --f32 measures it in single precision"
                .into(),
        );
    }
    let device = info.device;
    Ok(Place { device, float })
}

fn product(info: &DeviceInfo) -> String {
    match info.kind {
        DeviceKind::Software => format!("software, {}", info.product),
        _ => info.product.clone(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_cpu_comes_first_and_once() {
        let devices = Device::list();
        let targets = choose(&devices, &[Device::CPU], true);
        assert_eq!(targets.len(), 1);
        assert!(targets[0].is_cpu());
    }

    #[test]
    fn a_device_that_is_not_there_is_a_target_with_the_reason() {
        let devices = Device::list();
        let device = "cuda:99".parse().unwrap();
        let targets = choose(&devices, &[device, device], true);
        let names: Vec<_> = targets.iter().map(|it| it.name.as_str()).collect();
        assert_eq!(names, ["cpu", "cuda:99", "cuda:99 f32"]);
        let reason = targets[1].place.as_ref().unwrap_err();
        assert!(reason.contains("there is no device `cuda:99`"), "{reason}");
    }
}
