//! The text of every kernel for CUDA, without a card.
//!
//! `Text` is a runtime of CubeCL's that compiles kernels as that of CUDA does, and then, instead of handing them to a
//! driver, has NVRTC compile the text for a card of today, and g++ for this processor, where it runs. So all that is
//! handed to a card is tested here, with what is done between kernels: everything but the card.
//!
//! Where NVRTC or g++ is not at hand the tests say so and pass over; with `LYAPAX_REQUIRE_CUDA_TEXT` set they fail.
//! `.ci/nvrtc` fetches NVRTC.
#![cfg(feature = "cuda")]

mod batches;
mod ensembles;
mod gxx;
mod kernel;
mod models;
mod networks;
mod nvrtc;
mod on_text;
#[path = "../../../tests/support/partials.rs"]
mod partials;
mod runtime;
mod server;
#[path = "../../../src/models/spread.rs"]
mod spread;
mod tools;

use lyapax::{Device, Error};

/// The name under which runs are made here; on the second one threads run in the opposite order.
fn devices() -> [Device; 2] {
    ["cuda:0", "cuda:1"].map(|name| name.parse().expect("it is a device's name"))
}

/// Numbers are within so much of each other, relative to their size where that is above 1.
fn near(a: &[f64], b: &[f64], tolerance: f64) {
    assert_eq!(a.len(), b.len());
    for (a, b) in a.iter().zip(b) {
        let bound = tolerance * a.abs().max(1.0);
        assert!(
            (a - b).abs() <= bound,
            "{a} {b} differ by {:e}",
            (a - b).abs()
        );
    }
}

/// What was found, with the whole of what a compiler says.
fn found<T>(result: Result<T, Error>) -> T {
    result.unwrap_or_else(|error| panic!("{error}"))
}
