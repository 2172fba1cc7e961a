//! Lorenz's model of a circle of latitude: a lattice, each point fed by three neighbours.
//!
//! ```sh
//! cargo run --release --example lorenz96 -- --nodes 40 --forcing 8
//! ```

mod support;

use clap::Parser;
use lyapax::{SpectrumOptions, System, model};
use serde_json::json;

model! {
    /// Lorenz (1996), Proc. Seminar on Predictability, ECMWF; equation 1.
    pub Lorenz96 {
        state x = 0.0;
        param F = 8.0;
        "x' = (x[+1] - x[-2]) * x[-1] - x + F"
    }
}

/// Lyapunov spectrum of the Lorenz-96 lattice
#[derive(Parser)]
struct Arguments {
    /// Number of grid points
    #[arg(long, default_value_t = 40)]
    nodes: usize,
    /// Forcing F
    #[arg(long, default_value_t = 8.0, allow_negative_numbers = true)]
    forcing: f64,
    /// Steps over which exponents are averaged
    #[arg(long, default_value_t = 20_000)]
    steps: u64,
    /// Length of a step
    #[arg(long, default_value_t = 0.01)]
    dt: f64,
    /// How many exponents, from the largest; all by default
    #[arg(long)]
    k: Option<usize>,
    /// Print one JSON object instead of a table
    #[arg(long)]
    json: bool,
}

fn main() -> Result<(), lyapax::Error> {
    let arguments = Arguments::parse();
    let n = arguments.nodes;
    let forcing = arguments.forcing;
    let k = arguments.k.unwrap_or(n);
    // The uniform state is a fixed point: one point is moved off it, as Lorenz did.
    let system = System::lattice(Lorenz96 { F: forcing.into() }, n)
        .initial_with(Lorenz96::x, |node| {
            if node == 0 { forcing + 0.008 } else { forcing }
        });
    let options = SpectrumOptions::new(arguments.steps)
        .dt(arguments.dt)
        .k(k)
        .t_transient(50.0);
    let (spectrum, elapsed_s) = support::timed(|| system.spectrum(&options))?;

    if arguments.json {
        let sizes = json!({
            "nodes": n, "steps": arguments.steps, "k": k, "dt": arguments.dt, "forcing": forcing,
        });
        support::print_json("lorenz96", &spectrum, elapsed_s, sizes);
    } else {
        println!("{spectrum}");
        println!("{elapsed_s:.3} s");
    }
    Ok(())
}
