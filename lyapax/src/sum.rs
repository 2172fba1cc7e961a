//! Long sums that keep their digits.

mod compensated;
mod log;
mod log_lanes;

pub(crate) use compensated::Compensated;
pub(crate) use log::LogSum;
pub(crate) use log_lanes::LogSums;
