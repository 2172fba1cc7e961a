//! Systems with known spectra, one file each. Tests and benches share them.

mod flows;
mod henon;
mod henon_heiles;
mod jerk;
mod kuramoto;
mod linear;
mod lorenz;
mod lorenz96;
mod maps;
mod reactor;
mod rossler;
mod spread;
mod sprott;

pub use flows::{Duffing, Riccati, StuartLandau, VanDerPol};
pub use henon::Henon;
pub use henon_heiles::HenonHeiles;
pub use jerk::SwitchedJerk;
pub use kuramoto::Kuramoto;
pub use linear::{Coupled, Decay, Diagonal, Jordan, LinearNetwork, Plane};
pub use lorenz::Lorenz;
pub use lorenz96::Lorenz96;
pub use maps::{DeadEnd, Doubling, Logistic, Lozi, Standard, Tent};
pub use reactor::Reactor;
pub use rossler::Rossler;
pub use spread::spread;
pub use sprott::{SprottB, SprottC, SprottD};
