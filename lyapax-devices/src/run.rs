//! How kernels are handed over.

pub(crate) mod batch;
pub(crate) mod ensemble;
pub(crate) mod network;
mod signals;
