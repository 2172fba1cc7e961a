//! Loops as a good engineer writes them for one system: plain stable Rust, sizes known, nothing
//! checked, nothing recorded. The state's operations come in the order of the model's text, so that
//! its bits can be compared; the tangents' in whatever order is fastest.

// A loop of a few operations is slow if a call is left in it by chance.
#![allow(clippy::inline_always)]

mod gram_schmidt;
pub mod henon;
pub mod kuramoto;
pub mod lorenz;
pub mod lorenz96;
