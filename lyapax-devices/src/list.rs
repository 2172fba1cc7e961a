//! What devices there are.

use core::fmt;

use serde::Serialize;

use crate::device::{Backend, Device, DeviceError};
use crate::probe;

/// All devices of a machine, the CPU first, and why there are no others.
///
/// Displays as a table.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[non_exhaustive]
pub struct Devices {
    /// Those that can be used.
    pub found: Vec<DeviceInfo>,
    /// Backends through which none can be used.
    pub absent: Vec<Absent>,
}

/// A device and what it can do.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[non_exhaustive]
pub struct DeviceInfo {
    /// Its name here.
    pub device: Device,
    /// The product.
    pub product: String,
    /// What it is.
    pub kind: DeviceKind,
    /// Its driver and version; of the CPU the instructions in use.
    pub driver: String,
    /// Bytes of its memory, where they are known.
    pub memory: Option<u64>,
    /// How it computes in double precision.
    pub precision: Precision,
    /// What a kernel may ask for; of the CPU nothing is limited.
    pub limits: Option<Limits>,
}

/// What a device is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum DeviceKind {
    /// The processor.
    Cpu,
    /// A graphics card with memory of its own.
    DiscreteGpu,
    /// Graphics that share the processor's memory.
    IntegratedGpu,
    /// A part of a card that another system lends.
    VirtualGpu,
    /// A program on the processor that behaves as a graphics card.
    Software,
    /// The driver does not say.
    Other,
}

/// How a device computes in double precision.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum Precision {
    /// All of it by its own instructions and library.
    Native,
    /// The four operations and the square root; other functions are made of these.
    SoftwareFunctions,
    /// Not at all: `f32` alone, where that is asked for by name.
    Single,
}

/// What a kernel may ask for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct Limits {
    /// Bytes of the largest buffer.
    pub buffer: u64,
    /// Workgroups (blocks of CUDA) in the first direction.
    pub workgroups: u64,
    /// Threads in a workgroup.
    pub threads: u64,
    /// Bytes that the threads of a workgroup share.
    pub shared: u64,
}

/// A backend through which no device can be used.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct Absent {
    /// Which.
    pub backend: Backend,
    /// Why not, with what would help.
    pub reason: String,
}

impl Devices {
    pub(crate) fn find() -> Self {
        Self::of([Backend::Cpu, Backend::Cuda, Backend::Wgpu])
    }

    /// Those of some backends; the other drivers are not asked.
    pub(crate) fn of(backends: impl IntoIterator<Item = Backend>) -> Self {
        let mut devices = Self {
            found: Vec::new(),
            absent: Vec::new(),
        };
        for backend in backends {
            let found = match backend {
                Backend::Cpu => Ok(vec![probe::cpu()]),
                Backend::Cuda => probe::cuda(),
                Backend::Wgpu => probe::wgpu(),
            };
            match found {
                Ok(found) => devices.found.extend(found.into_iter().map(trusted)),
                Err(reason) => devices.absent.push(Absent { backend, reason }),
            }
        }
        devices
    }

    /// What is known of a device.
    ///
    /// # Errors
    /// Where there is no such device, with the reason.
    pub fn get(&self, device: Device) -> Result<&DeviceInfo, DeviceError> {
        if let Some(found) = self.found.iter().find(|it| it.device == device) {
            return Ok(found);
        }
        let backend = device.backend();
        let absent = self.absent.iter().find(|it| it.backend == backend);
        let reason = absent.map_or_else(
            || {
                let found = self.found.iter();
                let count = found.filter(|it| it.device.backend() == backend).count();
                let s = if count == 1 { "" } else { "s" };
                format!("{backend} has {count} device{s}, counted from 0")
            },
            |absent| absent.reason.clone(),
        );
        Err(DeviceError::Absent { device, reason })
    }
}

/// A device that was found not to compute in double precision as it says does not have it.
#[cfg_attr(
    not(any(feature = "cuda", feature = "wgpu")),
    allow(clippy::missing_const_for_fn, unused_mut)
)]
fn trusted(mut info: DeviceInfo) -> DeviceInfo {
    #[cfg(any(feature = "cuda", feature = "wgpu"))]
    if let Some(Err(DeviceError::Inaccurate { .. })) =
        crate::check::known(info.device, crate::Float::F64)
    {
        info.precision = Precision::Single;
    }
    info
}

impl fmt::Display for DeviceKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Cpu => "CPU",
            Self::DiscreteGpu => "graphics card",
            Self::IntegratedGpu => "integrated graphics",
            Self::VirtualGpu => "virtual graphics",
            Self::Software => "software on the CPU",
            Self::Other => "unknown",
        })
    }
}

impl fmt::Display for Precision {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Native => "f64",
            Self::SoftwareFunctions => "f64, functions in software",
            Self::Single => "f32 only",
        })
    }
}

impl fmt::Display for Devices {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let rows: Vec<[String; 6]> = self
            .found
            .iter()
            .map(|it| {
                [
                    it.device.to_string(),
                    it.product.clone(),
                    it.kind.to_string(),
                    it.driver.clone(),
                    it.memory.map_or_else(|| "not told".to_owned(), gibibytes),
                    it.precision.to_string(),
                ]
            })
            .collect();
        let titles = ["device", "product", "kind", "driver", "memory", "precision"];
        let width = |i: usize| {
            let cells = rows.iter().map(|row| row[i].chars().count());
            cells.chain([titles[i].len()]).max().unwrap_or(0)
        };
        let widths: [usize; 6] = core::array::from_fn(width);
        let line = |cells: [&str; 6]| {
            let padded = cells
                .iter()
                .zip(widths)
                .map(|(cell, width)| format!("{cell:<width$}"));
            padded.collect::<Vec<_>>().join("  ").trim_end().to_owned()
        };
        f.write_str(&line(titles))?;
        for row in &rows {
            write!(f, "\n{}", line(row.each_ref().map(String::as_str)))?;
        }
        for Absent { backend, reason } in &self.absent {
            write!(f, "\n{backend}: none, since {reason}")?;
        }
        Ok(())
    }
}

fn gibibytes(bytes: u64) -> String {
    #[expect(clippy::cast_precision_loss, reason = "two digits are shown")]
    let gib = bytes as f64 / f64::from(1 << 30);
    format!("{gib:.1} GiB")
}
