//! What runs on devices.

pub(crate) mod columns;
pub(crate) mod ensemble;
pub(crate) mod signals;
pub(crate) mod steps;
