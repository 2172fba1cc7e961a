//! Sweeps: points have the bits of runs by themselves, whatever shares them out and whatever ends them.

#[path = "sweeps/common.rs"]
mod common;
#[path = "sweeps/files.rs"]
mod files;
#[path = "sweeps/interrupted.rs"]
mod interrupted;
#[path = "sweeps/points.rs"]
mod points;
#[path = "sweeps/refused.rs"]
mod refused;
