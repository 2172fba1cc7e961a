//! Lyapunov spectra: options, the loop, the result.

mod kaplan_yorke;
mod options;
mod plan;
mod result;
mod run;
mod start;
mod sum;
#[cfg(test)]
mod tests;

pub use options::SpectrumOptions;
pub use result::{Counts, Spectrum, Warning};
pub use run::Progress;
pub(crate) use run::{non_finite, run};
#[cfg(test)]
pub(crate) use start::uniform;
