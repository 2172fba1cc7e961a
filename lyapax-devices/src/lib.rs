//! The devices that lyapax runs on: what there is, and what each can do.
//!
//! Without the features `cuda` and `wgpu` there is the CPU alone, and nothing heavy is compiled.

mod device;
#[cfg(any(feature = "cuda", feature = "wgpu"))]
#[allow(
    missing_docs,
    reason = "what `#[cube]` makes beside each function has none"
)]
pub mod functions;
mod list;
mod probe;

pub use device::{Backend, Device, DeviceError};
pub use list::{Absent, DeviceInfo, DeviceKind, Devices, Limits, Precision};
