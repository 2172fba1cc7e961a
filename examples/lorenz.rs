//! The Lyapunov spectrum of the Lorenz system.
//!
//! ```sh
//! cargo run --release --example lorenz
//! cargo run --release --example lorenz -- --rho 20 --integrator rk6 --json
//! cargo run --release --example lorenz -- --steps 1000000000 --checkpoint lorenz.lyapax
//! ```
//!
//! A run with a checkpoint that was interrupted goes on when it is started again.

mod support;

use std::path::PathBuf;
use std::time::Duration;

use clap::Parser;
use lyapax::{
    Checkpoint, CheckpointError, Error, Integrator, Spectrum, SpectrumOptions, System, model,
};
use serde_json::json;

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

/// Lyapunov spectrum of the Lorenz system
#[derive(Parser)]
struct Arguments {
    /// Steps over which exponents are averaged
    #[arg(long, default_value_t = 1_000_000)]
    steps: u64,
    /// Length of a step
    #[arg(long, default_value_t = 0.01)]
    dt: f64,
    /// How many exponents, from the largest
    #[arg(long, default_value_t = 3)]
    k: usize,
    /// Rayleigh number over its critical value
    #[arg(long, default_value_t = 28.0, allow_negative_numbers = true)]
    rho: f64,
    /// euler, heun, rk4 or rk6
    #[arg(long, default_value_t = Integrator::Rk4)]
    integrator: Integrator,
    /// Go on from this file if it is there, and keep it up to date
    #[arg(long, value_name = "FILE")]
    checkpoint: Option<PathBuf>,
    /// Seconds from one checkpoint to the next
    #[arg(long, value_name = "SECONDS", default_value = "10", value_parser = seconds)]
    checkpoint_every: Duration,
    /// Print one JSON object instead of a table
    #[arg(long)]
    json: bool,
}

fn seconds(text: &str) -> Result<Duration, String> {
    let seconds: f64 = text
        .parse()
        .map_err(|_| "give a number of seconds".to_owned())?;
    Duration::try_from_secs_f64(seconds).map_err(|error| error.to_string())
}

/// Goes on from the file if there is one, or begins.
fn run(
    system: &System<Lorenz>,
    options: SpectrumOptions,
    arguments: &Arguments,
) -> Result<Spectrum, Error> {
    let Some(path) = &arguments.checkpoint else {
        return system.spectrum(&options);
    };
    let options = options.checkpoint(path, arguments.checkpoint_every);
    match Checkpoint::load(path) {
        Ok(from) => {
            eprintln!(
                "going on from `{}` after {} steps",
                path.display(),
                from.step()
            );
            system.resume(&from, &options)
        }
        Err(CheckpointError::Missing { .. }) => system.spectrum(&options),
        Err(error) => Err(error.into()),
    }
}

fn main() -> Result<(), Error> {
    let arguments = Arguments::parse();
    let system = System::new(Lorenz {
        rho: arguments.rho.into(),
        ..Lorenz::default()
    });
    let options = SpectrumOptions::new(arguments.steps)
        .dt(arguments.dt)
        .k(arguments.k)
        .integrator(arguments.integrator)
        .t_transient(20.0);
    let (spectrum, elapsed_s) = support::timed(|| run(&system, options, &arguments))?;

    if arguments.json {
        let sizes = json!({
            "steps": arguments.steps, "dt": arguments.dt, "k": arguments.k, "rho": arguments.rho,
            "integrator": arguments.integrator.to_string(),
        });
        support::print_json("lorenz", &spectrum, elapsed_s, sizes);
    } else {
        println!("{spectrum}");
        println!("{elapsed_s:.3} s");
    }
    Ok(())
}
