//! The devices that lyapax runs on: what there is, and what each can do.
//!
//! Without the features `cuda` and `wgpu` there is the CPU alone, and nothing heavy is compiled.

#[cfg(any(feature = "cuda", feature = "wgpu"))]
mod check;
mod code;
mod device;
#[cfg(any(feature = "cuda", feature = "wgpu"))]
#[allow(
    missing_docs,
    reason = "what `#[cube]` makes beside each function has none"
)]
mod elementary;
mod ensemble;
#[cfg(any(feature = "cuda", feature = "wgpu"))]
#[allow(
    missing_docs,
    reason = "what `#[cube]` makes beside each function has none"
)]
pub mod functions;
#[cfg(any(feature = "cuda", feature = "wgpu"))]
#[allow(
    missing_docs,
    clippy::too_many_arguments,
    reason = "kernels have as many as there are buffers"
)]
mod kernel;
mod list;
#[cfg(any(feature = "cuda", feature = "wgpu"))]
#[allow(
    missing_docs,
    clippy::too_many_arguments,
    reason = "what `#[cube]` makes beside each function has none"
)]
mod model;
mod network;
#[cfg(any(feature = "cuda", feature = "wgpu"))]
mod open;
mod placement;
mod probe;
#[cfg(any(feature = "cuda", feature = "wgpu"))]
mod run;
#[cfg(any(feature = "cuda", feature = "wgpu"))]
mod session;
mod shape;

pub use code::DeviceCode;
pub use device::{Backend, Device, DeviceChoice, DeviceError};
pub use ensemble::{Ensemble, EnsembleTask, Fault, Found, Input, Mark, Record, SUMS};
pub use list::{Absent, DeviceInfo, DeviceKind, Devices, Limits, Precision};
pub use network::{Blocks, EdgeData, GraphKind, Network, NetworkTask, Product};
pub use placement::Placement;
pub use shape::{Float, MOST_STAGES, Method, Scheme, Shape};

#[cfg(any(feature = "cuda", feature = "wgpu"))]
pub use {
    code::Kernels,
    cubecl,
    elementary::{Elementary, Native, Single, Software},
    model::DeviceModel,
};
