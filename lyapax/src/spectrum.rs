//! Lyapunov spectra: options, the loop, the result.

mod batches;
mod check;
mod cycle;
mod display;
pub(crate) mod kaplan_yorke;
mod local;
mod members;
mod options;
mod plan;
mod probe;
mod rank;
mod ranking;
mod record;
mod result;
mod run;
mod samples;
mod scatter;
mod serial;
mod setting;
mod start;
mod step_check;
mod stop;
#[cfg(test)]
mod tests;
mod verdict;
mod warning;

pub use check::{Check, Law};
pub use cycle::ExactCycle;
pub use local::LocalExponents;
pub(crate) use members::{Outcome, run_pack};
pub use options::SpectrumOptions;
pub(crate) use plan::{Plan, Start};
pub use probe::TooFast;
pub(crate) use rank::remembered;
pub(crate) use record::Record;
pub use result::{Average, Counts, End, Spectrum};
pub use run::Progress;
pub(crate) use run::{leaves, run, run_member, run_member_on};
pub(crate) use start::random as start_tangents;
#[cfg(test)]
pub(crate) use start::uniform;
pub use step_check::StepCheck;
pub(crate) use step_check::check_step;
pub(crate) use stop::non_finite;
pub use warning::Warning;
