//! Lyapunov spectra of equations written as on paper.
//!
//! A model is declared by [`model!`], which checks its equations and derives their Jacobian at
//! compile time. A [`System`] puts it at one node or at many, and runs it: see [`System::spectrum`]
//! and [`System::simulate`].
//!
//! ```
//! use lyapax::{SpectrumOptions, System, model};
//!
//! model! {
//!     pub Lorenz {
//!         state x = 1.0, y = 1.0, z = 1.0;
//!         param sigma = 10.0, rho = 28.0, beta = 8.0 / 3.0;
//!
//!         "x' = sigma * (y - x)
//!          y' = x * (rho - z) - y
//!          z' = x * y - beta * z"
//!     }
//! }
//!
//! let options = SpectrumOptions::new(20_000).dt(0.01).t_transient(20.0);
//! let spectrum = System::new(Lorenz::default()).spectrum(&options)?;
//! println!("{spectrum}");
//! // Volumes shrink at the rate σ + 1 + β.
//! assert!((spectrum.sum() + 41.0 / 3.0).abs() < 1e-3);
//! # Ok::<(), lyapax::Error>(())
//! ```

mod batch;
mod calibrate;
mod checkpoint;
mod coupling;
mod device;
mod ensemble;
mod error;
mod files;
#[cfg(feature = "fit")]
pub mod fit;
mod graph;
mod integrate;
mod measured;
mod model;
mod names;
mod param;
#[cfg(feature = "plot")]
pub mod plot;
mod product;
#[cfg(feature = "progress")]
pub mod progress;
mod qr;
mod scalar;
mod sensitivity;
mod series;
mod signal;
mod simulate;
mod spectrum;
mod stepper;
mod sum;
mod sweep;
mod system;
mod timing;
mod variable;
mod workers;

#[cfg(test)]
mod testing;

/// The programs of the README compile, with all features that they use.
#[cfg(all(doctest, feature = "fit", feature = "plot", feature = "progress"))]
#[doc = include_str!("../../README.md")]
struct Readme;

pub use batch::{Batch, Derivatives, Values};
pub use calibrate::{Calibration, Figure};
pub use checkpoint::Checkpoint;
pub use coupling::{Coupling, CouplingForm};
pub use ensemble::{Ensemble, EnsembleSpectrum, Member};
pub use error::{
    BatchError, CheckpointError, Error, FitError, GradientError, GraphError, KaplanYorkeError,
    PointError, ResumeError, RunError, SetupError, SweepError,
};
pub use graph::{Dense, Edge, Graph, GraphForm, Sparse, Uniform};
pub use integrate::{Integrator, UnknownIntegrator};
pub use lyapax_devices::{
    Absent, Backend, Device, DeviceChoice, DeviceCode, DeviceError, DeviceInfo, DeviceKind,
    Devices, Float, Limits as DeviceLimits, Placement, Precision,
};
#[doc = include_str!("language.md")]
pub use lyapax_macros::model;
pub use measured::Measured;
pub use model::{Algebraic, Block, Dynamical, Model};
pub use names::{InputName, OutputName, ParamName, StateName};
pub use param::Param;
pub(crate) use scalar::Lanes;
pub use scalar::{Scalar, Tangent};
pub use sensitivity::{
    Checkpoints, DerivativeWarning, ExponentDifferences, ExponentGradients, Gradient, Memory,
    Sample, Sensitivities,
};
pub use series::Series;
pub use signal::Signal;
pub use simulate::{SimulateOptions, Trajectory};
pub use spectrum::{
    Average, Check, Counts, End, ExactCycle, Law, LocalExponents, Progress, Spectrum,
    SpectrumOptions, StepCheck, TooFast, Warning,
};
#[cfg(feature = "mpi")]
pub use sweep::World;
pub use sweep::{
    Part, Point, Quantity, Sweep, SweepAxis, SweepMetadata, SweepProgress, SweepSpectra, linspace,
    logspace,
};
pub use system::{Boundary, Connection, System};
pub use variable::Variable;

/// For code that [`model!`] generates. Not for people: it may change in any version.
#[doc(hidden)]
pub mod __private {
    pub use crate::model::{
        Algebraic, At, Block, Column, Dynamical, Entry, Info, Jump, Kind, Model, Neighbour,
    };
    pub use crate::names::{InputName, OutputName, ParamName, StateName};
    pub use crate::param::Param;
    pub use crate::scalar::{Lanes, Scalar, Tangent};
    pub use crate::signal::Signal;
    pub use crate::{__lyapax_device_code as device_code, __lyapax_device_items as device_items};
    pub use lyapax_devices::DeviceCode;
    #[cfg(any(feature = "cuda", feature = "wgpu"))]
    pub use lyapax_devices::{
        DeviceModel, Elementary, Kernels, cubecl,
        functions::{endless, lit},
    };
}

/// For code that [`model!`] generates: the kernels, where lyapax is built with devices.
#[cfg(any(feature = "cuda", feature = "wgpu"))]
#[doc(hidden)]
#[macro_export]
macro_rules! __lyapax_device_items {
    ($($items:tt)*) => { $($items)* };
}

/// For code that [`model!`] generates: no kernels.
#[cfg(not(any(feature = "cuda", feature = "wgpu")))]
#[doc(hidden)]
#[macro_export]
macro_rules! __lyapax_device_items {
    ($($items:tt)*) => {};
}

/// For code that [`model!`] generates: what reaches the kernels.
#[cfg(any(feature = "cuda", feature = "wgpu"))]
#[doc(hidden)]
#[macro_export]
macro_rules! __lyapax_device_code {
    () => {
        ::core::option::Option::Some(const { &$crate::__private::Kernels::<Self>::new() })
    };
}

/// For code that [`model!`] generates: that there are none.
#[cfg(not(any(feature = "cuda", feature = "wgpu")))]
#[doc(hidden)]
#[macro_export]
macro_rules! __lyapax_device_code {
    () => {
        ::core::option::Option::None
    };
}
