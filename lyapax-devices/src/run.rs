//! How kernels are handed over.

pub(crate) mod ensemble;
