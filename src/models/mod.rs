//! Systems with known spectra, one file each. Tests and benches share them.

mod flows;
mod henon;
mod kuramoto;
mod linear;
mod lorenz;
mod lorenz96;
mod maps;
mod rossler;

pub use flows::{Duffing, Riccati, StuartLandau, VanDerPol};
pub use henon::Henon;
pub use kuramoto::Kuramoto;
pub use linear::{Coupled, Decay, Diagonal, Jordan, LinearNetwork, Plane};
pub use lorenz::Lorenz;
pub use lorenz96::Lorenz96;
pub use maps::{DeadEnd, Logistic, Lozi, Standard, Tent};
pub use rossler::Rossler;
