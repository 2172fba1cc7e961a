//! Two reactions in a stirred tank, A → B → C, fitted to noisy experiments: the parameters come back within their errors.
//!
//! ```sh
//! cargo run --release --example kinetics
//! cargo run --release --example kinetics -- --experiments 100000 --seed 7 --json
//! ```

mod experiments;

use std::time::Instant;

use clap::Parser;
use lyapax::Error;
use lyapax::fit::Fit;
use serde_json::json;

use experiments::{TRUE, Tank, experiments};

/// Arrhenius parameters of two reactions in a stirred tank, from noisy concentrations
#[derive(Parser)]
struct Arguments {
    /// How many experiments
    #[arg(long, default_value_t = 10_000)]
    experiments: usize,
    /// Seed of temperatures, times and noise
    #[arg(long, default_value_t = 0)]
    seed: u64,
    /// Standard deviation of the noise on each concentration
    #[arg(long, default_value_t = 0.01)]
    noise: f64,
    /// Threads; all that the machine has if left out
    #[arg(long)]
    threads: Option<usize>,
    /// Print one JSON object instead of a table
    #[arg(long)]
    json: bool,
}

fn main() -> Result<(), Error> {
    let arguments = Arguments::parse();
    let measured = experiments(arguments.experiments, arguments.noise, arguments.seed);
    let begin = Instant::now();
    let mut fit = Fit::conditions(measured.tank)
        .data_with(Tank::C_A, measured.c_a, arguments.noise)
        .data_with(Tank::C_B, measured.c_b, arguments.noise)
        .data_with(Tank::C_C, measured.c_c, arguments.noise);
    if let Some(threads) = arguments.threads {
        fit = fit.threads(threads);
    }
    let fit = fit.run()?;
    let elapsed_s = begin.elapsed().as_secs_f64();
    if !arguments.json {
        println!("{fit}\ntrue values: {TRUE:?}\n{elapsed_s:.4} s");
        return Ok(());
    }
    let std_errors = fit.variables().iter().map(|it| fit.std_error(*it));
    let std_errors = std_errors.collect::<Result<Vec<_>, _>>()?;
    let line = json!({
        "experiments": arguments.experiments,
        "parameters": fit.values(),
        "std_errors": std_errors,
        "true": TRUE,
        "chi_squared": fit.chi_squared(),
        "degrees_of_freedom": fit.degrees_of_freedom(),
        "iterations": fit.iterations(),
        "evaluations": fit.evaluations(),
        "stop": fit.stop().to_string(),
        "warnings": fit.warnings().iter().map(ToString::to_string).collect::<Vec<_>>(),
        "elapsed_s": elapsed_s,
    });
    println!("{line}");
    Ok(())
}
