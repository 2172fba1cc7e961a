//! How kernels are handed over.

pub(crate) mod batch;
mod effort;
pub(crate) mod ensemble;
pub(crate) mod network;
mod signals;
