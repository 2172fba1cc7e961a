//! Runs that are taken up again.

mod files;
mod models;
mod pieces;
mod refused;
