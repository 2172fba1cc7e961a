//! All Lyapunov exponents of the Lorenz system over rho from 0 to 100.
//!
//! ```sh
//! cargo run --release --example sweep -- --out lorenz.csv lorenz.png
//! cargo run --release --example sweep -- --members 4096 --steps 2000 --renorm-every 10 --json
//! cargo run --release --example sweep -- --keep lorenz.parts --shard 3/16    # one of sixteen jobs
//! ```

#[path = "sweeps/course.rs"]
mod course;

use std::time::Instant;

use clap::Parser;
use lyapax::{SpectrumOptions, Sweep, System, linspace, model};
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

/// Lyapunov exponents of the Lorenz system over rho
#[derive(Parser)]
struct Arguments {
    /// How many values of rho
    #[arg(long, default_value_t = 1001)]
    members: usize,
    /// The first of them
    #[arg(long, default_value_t = 0.0, allow_negative_numbers = true)]
    from: f64,
    /// The last of them
    #[arg(long, default_value_t = 100.0, allow_negative_numbers = true)]
    to: f64,
    /// Steps over which exponents are averaged
    #[arg(long, default_value_t = 20_000)]
    steps: u64,
    /// Length of a step
    #[arg(long, default_value_t = 0.01)]
    dt: f64,
    /// Steps between two renormalisations
    #[arg(long, default_value_t = 10)]
    renorm_every: u64,
    /// Time before anything is counted; a tenth of the measured time if left out
    #[arg(long)]
    t_transient: Option<f64>,
    /// Each point starts where the one before it ended
    #[arg(long)]
    continued: bool,
    #[command(flatten)]
    course: Course,
}

fn main() -> Result<(), Box<dyn core::error::Error>> {
    let arguments = Arguments::parse();
    let course = &arguments.course;
    course.check()?;
    let rho = linspace(arguments.from, arguments.to, arguments.members);
    let mut sweep = course.sweep(Sweep::new(System::new(Lorenz::default())).over(Lorenz::rho, rho));
    if arguments.continued {
        sweep = sweep.continue_along(Lorenz::rho);
    }
    let mut options = SpectrumOptions::new(arguments.steps)
        .dt(arguments.dt)
        .renorm_every(arguments.renorm_every);
    if let Some(time) = arguments.t_transient {
        options = options.t_transient(time);
    }
    let bar = course::bar("Lorenz over rho");
    let start = Instant::now();
    let spectra = sweep.spectrum_with(&course.options(options), bar)?;
    let elapsed_s = start.elapsed().as_secs_f64();
    let sizes = json!({ "members": arguments.members, "steps": arguments.steps });
    course.finish("sweep", (&spectra, elapsed_s), sizes, |picture| {
        picture.spectrum(&spectra)
    })?;
    Ok(())
}
