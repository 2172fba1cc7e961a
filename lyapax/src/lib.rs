//! Lyapunov spectra of equations written as on paper.

mod model;
mod scalar;
