//! The devices that lyapax runs on: what there is, and what each can do.
//!
//! Without the features `cuda` and `wgpu` there is the CPU alone, and nothing heavy is compiled.

mod batch;
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
#[cfg(any(feature = "cuda", feature = "wgpu"))]
#[doc(hidden)]
pub mod elsewhere;
mod ensemble;
#[cfg(any(feature = "cuda", feature = "wgpu"))]
#[allow(
    missing_docs,
    clippy::cast_possible_truncation,
    clippy::eq_op,
    clippy::excessive_precision,
    reason = "read by CubeCL as a language of its own; what is no number has no word in it, and is made"
)]
pub mod functions;
#[cfg(any(feature = "cuda", feature = "wgpu"))]
#[allow(
    missing_docs,
    clippy::cast_possible_truncation,
    clippy::collapsible_if,
    clippy::implicit_saturating_sub,
    clippy::large_types_passed_by_value,
    clippy::needless_pass_by_value,
    clippy::range_plus_one,
    clippy::struct_excessive_bools,
    clippy::too_many_lines,
    clippy::trivially_copy_pass_by_ref,
    clippy::used_underscore_binding,
    reason = "read by CubeCL as a language of its own, where values are compile-time constants and a branch is a branch"
)]
mod kernel;
mod list;
#[cfg(any(feature = "cuda", feature = "wgpu"))]
#[allow(
    missing_docs,
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

pub use batch::{BatchTask, FoundSquares, Given, Observation, PlacedBatch};
pub use code::DeviceCode;
pub use device::{Backend, Device, DeviceChoice, DeviceError};
pub use ensemble::{EnsembleTask, Fault, Found, Input, Mark, PlacedEnsemble, Record, SUMS};
pub use list::{Absent, DeviceInfo, DeviceKind, Devices, Limits, Precision};
pub use network::{Blocks, EdgeData, GraphKind, NetworkTask, PlacedNetwork, Product};
pub use placement::Placement;
pub use shape::{Float, MOST_STAGES, Method, Scheme, Shape};

#[cfg(any(feature = "cuda", feature = "wgpu"))]
pub use {
    code::Kernels,
    cubecl,
    elementary::{Elementary, Native, Single, Software},
    model::DeviceModel,
};
