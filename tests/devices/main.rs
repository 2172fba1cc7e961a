//! Runs on devices beside those on the CPU. Where there is no device they say so and pass over; `.ci/run` has one.
#![cfg(any(feature = "cuda", feature = "wgpu"))]

mod batches;
mod ensembles;
#[path = "../../examples/kinetics/experiments.rs"]
mod experiments;
mod faults;
mod laws;
mod models;
mod networks;
#[path = "../support/partials.rs"]
mod partials;
mod precision;
mod singular;
mod sweeps;

use lyapax::{Backend, Device};

/// The devices beside the CPU, in words where there are none.
fn devices() -> Vec<Device> {
    let list = Device::list();
    let found = list.found.iter().map(|info| info.device);
    let found: Vec<_> = found
        .filter(|device| device.backend() != Backend::Cpu)
        .collect();
    if found.is_empty() {
        // Set where there has to be one.
        let required = std::env::var_os("LYAPAX_REQUIRE_DEVICE").is_some();
        assert!(!required, "there is no device:\n{list}");
        println!("passed over:\n{list}");
    }
    found
}

/// Numbers are within so much of each other.
fn near(a: &[f64], b: &[f64], tolerance: f64) {
    assert_eq!(a.len(), b.len());
    for (a, b) in a.iter().zip(b) {
        assert!((a - b).abs() < tolerance, "{a} {b}");
    }
}
