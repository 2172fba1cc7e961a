//! What was done where.

use core::fmt;
use std::time::Duration;

use serde::Serialize;

use crate::device::Device;
use crate::shape::Float;

/// Where a run was made, and what it cost there.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[non_exhaustive]
pub struct Placement {
    /// Which device.
    pub device: Device,
    /// The numbers it computed with.
    pub float: Float,
    /// Bytes of parameters, states, weights that were moved to it.
    pub bytes_to_device: u64,
    /// Bytes of results that were moved back.
    pub bytes_from_device: u64,
    /// Kernels that were started.
    pub launches: u64,
    /// Bytes of its memory that were held at most, as far as CubeCL knows.
    pub peak_bytes: u64,
    /// Bytes of its memory that all programs together held at most when it was asked, the driver's own among them;
    /// where its driver tells (CUDA).
    pub card_bytes: Option<u64>,
    /// What the driver took to compile the kernels. In a program's second run of the same kind it is next to
    /// nothing.
    #[serde(serialize_with = "seconds")]
    pub compile_time: Duration,
    /// From the first step to the last result, without compiling and moving data there.
    #[serde(serialize_with = "seconds")]
    pub device_time: Duration,
}

impl Placement {
    #[cfg(any(feature = "cuda", feature = "wgpu"))]
    pub(crate) fn new(device: Device) -> Self {
        Self {
            device,
            float: Float::F64,
            bytes_to_device: 0,
            bytes_from_device: 0,
            launches: 0,
            peak_bytes: 0,
            card_bytes: None,
            compile_time: Duration::ZERO,
            device_time: Duration::ZERO,
        }
    }

    /// Both, one after the other, on one device.
    #[must_use]
    pub fn and(mut self, other: &Self) -> Self {
        self.bytes_to_device += other.bytes_to_device;
        self.bytes_from_device += other.bytes_from_device;
        self.launches += other.launches;
        self.peak_bytes = self.peak_bytes.max(other.peak_bytes);
        self.card_bytes = self.card_bytes.max(other.card_bytes);
        self.compile_time += other.compile_time;
        self.device_time += other.device_time;
        self
    }
}

impl fmt::Display for Placement {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "{} in {}: {:.3} s, kernels compiled in {:.3} s, {} launches, {} moved there, {} back, {} held",
            self.device,
            self.float,
            self.device_time.as_secs_f64(),
            self.compile_time.as_secs_f64(),
            self.launches,
            bytes(self.bytes_to_device),
            bytes(self.bytes_from_device),
            bytes(self.peak_bytes),
        )?;
        match self.card_bytes {
            Some(held) => write!(f, " ({} of the card in use)", bytes(held)),
            None => Ok(()),
        }
    }
}

/// A number of bytes for a person.
pub(crate) fn bytes(bytes: u64) -> String {
    let units = ["bytes", "KiB", "MiB", "GiB"];
    let mut value = bytes as f64;
    let mut unit = 0;
    while value >= 1024.0 && unit + 1 < units.len() {
        value /= 1024.0;
        unit += 1;
    }
    match unit {
        0 => format!("{bytes} bytes"),
        _ => format!("{value:.1} {}", units[unit]),
    }
}

fn seconds<S: serde::Serializer>(time: &Duration, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_f64(time.as_secs_f64())
}
