//! Long sums that keep their digits.

mod compensated;
mod log;

pub(crate) use compensated::Compensated;
pub(crate) use log::LogSum;
