//! Lyapunov spectra: options, the loop, the result.

mod batches;
mod kaplan_yorke;
mod options;
mod plan;
mod ranking;
mod result;
mod run;
mod scatter;
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
