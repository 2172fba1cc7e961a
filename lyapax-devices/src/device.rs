//! Which device: a name such as `cuda:0`.

use core::fmt;
use core::str::FromStr;
use std::env;

use serde::{Deserialize, Serialize};

use crate::list::Devices;
use crate::shape::Float;

/// Through what a device is reached. Displays as `cpu`, `cuda` or `wgpu`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[non_exhaustive]
pub enum Backend {
    /// The processor that the program runs on.
    Cpu,
    /// NVIDIA's driver.
    Cuda,
    /// Vulkan, Metal or DirectX 12.
    Wgpu,
}

impl Backend {
    fn name(self) -> &'static str {
        match self {
            Self::Cpu => "cpu",
            Self::Cuda => "cuda",
            Self::Wgpu => "wgpu",
        }
    }
}

impl fmt::Display for Backend {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// A device by its name: `cpu`, `cuda:0`, `wgpu:1`. It may be one that is not there.
///
/// ```
/// use lyapax_devices::{Backend, Device};
/// let device: Device = "cuda:1".parse()?;
/// assert_eq!(device, Device::new(Backend::Cuda, 1));
/// assert_eq!("wgpu".parse::<Device>()?.to_string(), "wgpu:0");
/// assert_eq!(Device::default().to_string(), "cpu");
/// assert!("gpu".parse::<Device>().is_err());
/// # Ok::<(), lyapax_devices::DeviceError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Device {
    backend: Backend,
    index: usize,
}

/// Names the default device of a program, where it does not name one itself.
pub(crate) const VARIABLE: &str = "LYAPAX_DEVICE";

impl Device {
    /// The processor.
    pub const CPU: Self = Self {
        backend: Backend::Cpu,
        index: 0,
    };

    /// A device by its number among those of its backend. There is one `cpu`.
    pub fn new(backend: Backend, index: usize) -> Self {
        match backend {
            Backend::Cpu => Self::CPU,
            _ => Self { backend, index },
        }
    }

    /// Through what it is reached.
    pub fn backend(self) -> Backend {
        self.backend
    }

    /// Its number among those of its backend.
    pub fn index(self) -> usize {
        self.index
    }

    /// Whether it can be used: it is opened, compiles a small kernel, and is asked for some values in numbers of this
    /// kind, which are compared with the CPU's. It is what happens when a run is made on it for the first time. The
    /// CPU is not asked; runs of single precision are not made on it.
    ///
    /// # Errors
    /// Where there is no such device, it fails, or it does not compute as it says.
    ///
    /// # Cost
    /// Some hundred milliseconds, once in a program.
    pub fn test(self, float: Float) -> Result<(), DeviceError> {
        #[cfg(any(feature = "cuda", feature = "wgpu"))]
        return crate::open::test(self, float);
        #[cfg(not(any(feature = "cuda", feature = "wgpu")))]
        {
            let _ = float;
            Self::list().get(self).map(drop)
        }
    }

    /// All devices of this machine, and why there are no others. Nothing is run on them.
    ///
    /// # Cost
    /// Asks the drivers: milliseconds, and some hundred of them at the first time.
    pub fn list() -> Devices {
        Devices::find()
    }
}

impl Default for Device {
    /// The CPU.
    fn default() -> Self {
        Self::CPU
    }
}

impl fmt::Display for Device {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { backend, index } = self;
        match backend {
            Backend::Cpu => f.pad("cpu"),
            _ => f.pad(&format!("{backend}:{index}")),
        }
    }
}

impl FromStr for Device {
    type Err = DeviceError;

    fn from_str(name: &str) -> Result<Self, DeviceError> {
        let wrong = || DeviceError::Name {
            name: name.to_owned(),
        };
        let (backend, index) = match name.trim().split_once(':') {
            None => (name.trim(), None),
            Some((backend, index)) => (backend, Some(index.parse().map_err(|_| wrong())?)),
        };
        let all = [Backend::Cpu, Backend::Cuda, Backend::Wgpu];
        let backend = all
            .into_iter()
            .find(|it| it.name().eq_ignore_ascii_case(backend))
            .ok_or_else(wrong)?;
        match (backend, index) {
            (Backend::Cpu, Some(1..)) => Err(wrong()),
            _ => Ok(Self::new(backend, index.unwrap_or(0))),
        }
    }
}

impl TryFrom<String> for Device {
    type Error = DeviceError;

    fn try_from(name: String) -> Result<Self, DeviceError> {
        name.parse()
    }
}

impl From<Device> for String {
    fn from(device: Device) -> Self {
        device.to_string()
    }
}

/// Where a run is to be made. Written as the name of a device, or `auto`.
///
/// ```
/// use lyapax_devices::{Device, DeviceChoice};
/// assert_eq!("cpu".parse(), Ok(DeviceChoice::This(Device::CPU)));
/// assert_eq!("auto".parse(), Ok(DeviceChoice::Auto));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum DeviceChoice {
    /// On this one.
    This(Device),
    /// On that which takes the least time for some steps of the run itself.
    Auto,
}

impl DeviceChoice {
    /// What the environment variable `LYAPAX_DEVICE` says; the CPU where it is not set.
    ///
    /// # Errors
    /// Where it holds something else.
    pub fn from_env() -> Result<Self, DeviceError> {
        match env::var(VARIABLE) {
            Ok(name) if name.trim().is_empty() => Ok(Self::This(Device::CPU)),
            Ok(name) => name.parse().map_err(|_| DeviceError::Variable { name }),
            Err(env::VarError::NotPresent) => Ok(Self::This(Device::CPU)),
            Err(env::VarError::NotUnicode(name)) => Err(DeviceError::Variable {
                name: name.to_string_lossy().into_owned(),
            }),
        }
    }
}

impl From<Device> for DeviceChoice {
    fn from(device: Device) -> Self {
        Self::This(device)
    }
}

impl fmt::Display for DeviceChoice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::This(device) => device.fmt(f),
            Self::Auto => f.pad("auto"),
        }
    }
}

impl FromStr for DeviceChoice {
    type Err = DeviceError;

    fn from_str(name: &str) -> Result<Self, DeviceError> {
        if name.trim().eq_ignore_ascii_case("auto") {
            Ok(Self::Auto)
        } else {
            name.parse().map(Self::This)
        }
    }
}

/// What is wrong in choosing a device.
#[derive(Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum DeviceError {
    /// Not a name of a device.
    #[error(
        "`{name}` is no name of a device\nhelp: `cpu`, or `cuda` or `wgpu` with a number, as in `cuda:0`; what finds the \
         fastest, `auto`, is a `DeviceChoice`"
    )]
    Name {
        /// What was found.
        name: String,
    },
    /// The environment variable `LYAPAX_DEVICE` has no name of a device.
    #[error(
        "the environment variable `LYAPAX_DEVICE` is `{name}`, which is no name of a device\nhelp: `cpu`, `auto`, or \
         `cuda` or `wgpu` with a number, as in `cuda:0`"
    )]
    Variable {
        /// What it is.
        name: String,
    },
    /// There is no such device.
    #[error(
        "there is no device `{device}`: {reason}\nhelp: `Device::list()` tells which there are"
    )]
    Absent {
        /// Which.
        device: Device,
        /// Why not.
        reason: String,
    },
    /// A model without kernels: it was written by hand, or lyapax was built without devices.
    #[error(
        "there are no kernels of this model for `{device}`\nhelp: `model!` makes them where lyapax is built with the \
         features `cuda` or `wgpu`"
    )]
    NoKernel {
        /// Which device.
        device: Device,
    },
    /// Double precision is asked of a device without.
    #[error(
        "`{device}` has no numbers of double precision\nhelp: another device, or single precision, which has to be asked \
         for by name"
    )]
    NoDoublePrecision {
        /// Which device.
        device: Device,
    },
    /// A device that does not compute with the numbers that it says it has.
    #[error(
        "`{device}` does not compute in {float} as it should: {reason}\nhelp: a newer driver, another device, or other \
         numbers, which have to be asked for by name"
    )]
    Inaccurate {
        /// Which device.
        device: Device,
        /// The numbers.
        float: Float,
        /// What was found.
        reason: String,
    },
    /// There is no room.
    #[error(
        "{count} {what} need {} on `{device}`, which has room for {fits} {what}, in its memory and in one of its \
         buffers\nhelp: fewer of them, or the CPU", crate::placement::bytes(*bytes)
    )]
    TooLarge {
        /// Which device.
        device: Device,
        /// What there are too many of.
        what: &'static str,
        /// How many.
        count: u64,
        /// What they need.
        bytes: u64,
        /// How many fit.
        fits: u64,
    },
    /// One system is too large for a thread.
    #[error(
        "states and tangents of a system are {values} numbers, of which a thread of `{device}` holds {most}\nhelp: fewer \
         exponents by `.k(…)`, or the CPU"
    )]
    ThreadTooLarge {
        /// Which device.
        device: Device,
        /// What there are.
        values: usize,
        /// What it holds.
        most: usize,
    },
    /// A model, or a fit, of more parts than kernels are made for.
    #[error(
        "there are {count} {what}, of which a {whole} on `{device}` has {most} at most\nhelp: the CPU has no limit"
    )]
    ModelTooLarge {
        /// What has them: a model, a network, or a fit.
        whole: &'static str,
        /// Which device.
        device: Device,
        /// What there are too many of.
        what: &'static str,
        /// How many.
        count: usize,
        /// The most.
        most: usize,
    },
    /// More work for a thread than a software driver lets it do.
    #[error(
        "a thread of `{device}` would take {rounds} rounds of loops, where software drivers end it after \
         {most}\nhelp: fewer exponents or nodes, another device, or the CPU"
    )]
    TooManyRounds {
        /// Which device.
        device: Device,
        /// What it would take.
        rounds: u64,
        /// The most.
        most: u64,
    },
    /// Something failed there.
    #[error("`{device}` failed: {reason}")]
    Failed {
        /// Which device.
        device: Device,
        /// What its driver says.
        reason: String,
    },
}

/// In words: it is what a `main` that returns a `Result` prints.
impl fmt::Debug for DeviceError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}
