//! When does a GPU pay off? Measured on this machine: two sweeps of sizes on the CPU and on each device, in one
//! process.
//!
//! * A network of Kuramoto oscillators, each coupled to all others by a matrix of weights, of more and more nodes.
//! * An ensemble of Lorenz systems, of more and more members.
//!
//! ```sh
//! cargo run --release --features cuda,wgpu --example gpu_acceleration -- --plot gpu.png
//! ```

mod arguments;
#[path = "../support/crossover.rs"]
mod crossover;
mod json;
mod measure;
mod numbers;
mod plot;
#[path = "../support/sizes.rs"]
mod sizes;
mod sweep;
mod table;
#[path = "../support/target.rs"]
mod target;
mod workload;

use std::error::Error;

use clap::Parser;
use lyapax::Device;

use arguments::Arguments;
use measure::Effort;
use sweep::Sweep;
use workload::Workload;

fn main() -> Result<(), Box<dyn Error>> {
    let arguments = Arguments::parse();
    let devices = Device::list();
    let targets = target::choose(&devices, &arguments.device, arguments.f32);
    if arguments.f32 && arguments.device == [Device::CPU] {
        return Err("--f32 is for devices: the CPU computes in double precision".into());
    }
    if !arguments.json {
        println!("{devices}\n");
    }

    let effort = Effort {
        repeat: arguments.repeat,
        budget_s: arguments.budget,
    };
    let parts = [
        (Workload::Network, &arguments.sizes, arguments.steps),
        (
            Workload::Ensemble,
            &arguments.members,
            arguments.ensemble_steps,
        ),
    ];
    let mut sweeps = Vec::new();
    for (workload, sizes, steps) in parts {
        let sweep = Sweep::run(workload, steps, sizes, &targets, &effort);
        if !arguments.json {
            println!("{}\n", table::text(&sweep, &effort));
        }
        sweeps.push(sweep);
    }
    if arguments.json {
        println!("{}", json::object(&devices, &sweeps, &effort));
    }
    if let Some(file) = &arguments.plot {
        plot::draw(file, &sweeps)?;
        if !arguments.json {
            println!("{}", file.display());
        }
    }
    Ok(())
}
