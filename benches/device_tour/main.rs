//! The tables of `examples/device_tour`, for the CPU and each device that is found: `cargo bench --bench device_tour`, with
//! `--features cuda,wgpu` for devices. It takes the example's options: `-- --nodes 50,100 --f32`.
//!
//! Check values stand beside the figures, and where those of a device and of the CPU differ, it fails.

// The tests of its parts are run with the example.
#[allow(unused_imports)]
#[path = "../../examples/device_tour/main.rs"]
mod tour;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    tour::main()
}
