//! The tables of `examples/device_tour`, for the CPU and each device that is found: `cargo bench --bench device_tour`, with
//! `--features cuda,wgpu` for devices. It takes the example's options: `-- --nodes 50,100 --f32`.
//!
//! Check values stand beside the figures, and where those of a device and of the CPU differ, it fails.

// Its `main` and the tests of its parts are the example's.
#[allow(dead_code, unused_imports)]
#[path = "../../examples/device_tour/main.rs"]
mod tour;

use clap::Parser as _;
use tour::arguments::Arguments;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let arguments = Arguments::parse();
    if arguments.bench {
        return tour::run(&arguments);
    }
    // Without `--bench` it runs as a test, of little.
    let little = "device_tour --nodes 20 --conditions 100 --experiments 100 --steps 100 --json";
    tour::run(&Arguments::parse_from(little.split(' ')))
}
