//! What runs on devices.

pub(crate) mod batch;
pub(crate) mod check;
pub(crate) mod columns;
pub(crate) mod ensemble;
pub(crate) mod give;
pub(crate) mod net;
pub(crate) mod signals;
pub(crate) mod stage;
pub(crate) mod steps;
pub(crate) mod sums;
pub(crate) mod tall;
