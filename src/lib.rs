//! A user of lyapax, as any other crate would be: the examples, end-to-end tests and benches of
//! the workspace belong to this package, which depends on `lyapax` alone for its numerics.

pub mod models;
