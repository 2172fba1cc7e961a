//! The Lyapunov spectrum of the Lorenz system.
//!
//! ```sh
//! cargo run --release --example lorenz
//! cargo run --release --example lorenz -- --rho 20 --integrator rk6 --json
//! ```

mod support;

use clap::Parser;
use lyapax::{Integrator, SpectrumOptions, System, model};
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
    /// Print one JSON object instead of a table
    #[arg(long)]
    json: bool,
}

fn main() -> Result<(), lyapax::Error> {
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
    let (spectrum, elapsed_s) = support::timed(|| system.spectrum(&options))?;

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
