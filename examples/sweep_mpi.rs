//! The Lorenz system over many rho, shared among processes.
//!
//! ```sh
//! cargo build --release --features mpi --example sweep_mpi
//! mpirun -n 2 target/release/examples/sweep_mpi --keep lorenz.parts --out lorenz.npz
//! ```
//!
//! When it is killed, the same command goes on from the folder.

#[path = "sweeps/course.rs"]
mod course;

use std::time::Instant;

use clap::Parser;
use lyapax::{SpectrumOptions, Sweep, System, World, linspace, model};
use serde_json::json;

use course::Course;

model! {
    /// Lorenz (1963), J. Atmos. Sci. 20, 130, equations 25–27.
    pub Lorenz {
        state x = 1.0, y = 1.0, z = 1.0;
        param sigma = 10.0, rho = 28.0, beta = 8.0 / 3.0;

        "x' = sigma * (y - x)
         y' = x * (rho - z) - y
         z' = x * y - beta * z"
    }
}

/// Lyapunov exponents of the Lorenz system over rho from 0 to 100, by all processes that mpirun starts
#[derive(Parser)]
struct Arguments {
    /// How many values of rho
    #[arg(long, default_value_t = 4096)]
    members: usize,
    /// Steps over which exponents are averaged
    #[arg(long, default_value_t = 20_000)]
    steps: u64,
    #[command(flatten)]
    course: Course,
}

fn main() -> Result<(), Box<dyn core::error::Error>> {
    let arguments = Arguments::parse();
    let course = &arguments.course;
    course.check()?;
    let world = World::new()?;
    let sweep = Sweep::new(System::new(Lorenz::default()))
        .over(Lorenz::rho, linspace(0.0, 100.0, arguments.members));
    let options = SpectrumOptions::new(arguments.steps).dt(0.01);
    let bar = course::bar("Lorenz over rho");
    let start = Instant::now();
    let spectra = course
        .sweep(sweep)
        .spectrum_on(&world, &course.options(options), bar)?;
    let elapsed_s = start.elapsed().as_secs_f64();
    // The first process has the result.
    let Some(spectra) = spectra else {
        return Ok(());
    };
    let sizes = json!({
        "members": arguments.members, "steps": arguments.steps, "processes": world.size(),
    });
    course.finish("sweep_mpi", (&spectra, elapsed_s), sizes, |picture| {
        picture.spectrum(&spectra)
    })?;
    Ok(())
}
