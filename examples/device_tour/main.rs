//! What a newcomer asks of a machine: how fast are matrix products, Jacobians, gradients, fits on the CPU and on each
//! device, what does moving data cost, and from which size on is a device of use?
//!
//! ```sh
//! cargo run --release --example device_tour
//! cargo run --release --features cuda,wgpu --example device_tour -- --json
//! cargo run --release --example device_tour -- --plot pictures    # a picture of each table, in a folder
//! cargo bench --features cuda,wgpu --bench device_tour            # the same tables
//! ```

pub mod arguments;
mod conditions;
#[path = "../support/crossover.rs"]
mod crossover;
#[path = "../kinetics/experiments.rs"]
mod experiments;
mod networks;
mod runs;
#[path = "../support/sizes.rs"]
mod sizes;
mod table;
#[path = "../support/target.rs"]
mod target;

use std::error::Error;

use clap::Parser;
use lyapax::Device;
use serde_json::json;

use arguments::Arguments;
use table::Table;

/// The whole tour, as the command line asks for it.
///
/// # Errors
/// Where a device finds something else than the CPU.
pub fn main() -> Result<(), Box<dyn Error>> {
    run(&Arguments::parse())
}

/// The tour.
///
/// # Errors
/// As [`main`].
pub fn run(arguments: &Arguments) -> Result<(), Box<dyn Error>> {
    let devices = Device::list();
    let targets = target::choose(&devices, &arguments.device, arguments.f32);
    if !arguments.json {
        println!("{devices}\n");
    }
    let budget = arguments.budget;
    let parts: [&dyn Fn() -> Vec<Table>; 8] = [
        &|| vec![networks::product(&arguments.nodes, &targets, budget)],
        &|| vec![networks::jacobian(&arguments.nodes, &targets, budget)],
        &|| vec![networks::gradient(&arguments.nodes, &targets, budget)],
        &|| {
            vec![conditions::throughput(
                &arguments.conditions,
                &targets,
                budget,
            )]
        },
        &|| {
            vec![conditions::transfer(
                &arguments.conditions,
                &targets,
                budget,
            )]
        },
        &|| {
            vec![conditions::sensitivities(
                &arguments.conditions,
                &targets,
                budget,
            )]
        },
        &|| {
            vec![conditions::estimation(
                &arguments.experiments,
                &targets,
                budget,
            )]
        },
        &|| runs::memory(&arguments.steps, budget).into(),
    ];
    let mut tables = Vec::new();
    for table in parts.into_iter().flat_map(|part| part()) {
        if !arguments.json {
            println!("{table}\n");
        }
        if let Some(folder) = &arguments.plot {
            table.draw(folder)?;
        }
        tables.push(table);
    }
    let differing: Vec<_> = tables.iter().map(Table::differing).collect();
    if arguments.json {
        let tables: Vec<_> = tables.iter().map(Table::json).collect();
        println!(
            "{}",
            json!({"example": "device_tour", "devices": devices, "tables": tables})
        );
    }
    // A figure of something else than what was asked for is none.
    let differing: Vec<_> = differing.into_iter().flatten().collect();
    if differing.is_empty() {
        Ok(())
    } else {
        Err(differing.join("; ").into())
    }
}
