//! The largest Lyapunov exponent of the Hénon map over the plane of its parameters.
//!
//! ```sh
//! cargo run --release --example plane -- --out henon.png
//! cargo run --release --example plane -- --width 500 --height 500 --steps 10000 --json
//! ```

#[path = "sweeps/course.rs"]
mod course;

use std::time::Instant;

use clap::Parser;
use lyapax::{SpectrumOptions, Sweep, System, linspace, model};
use serde_json::json;

use course::Course;

model! {
    /// Hénon (1976), Commun. Math. Phys. 50, 69, equation 4.
    pub Henon {
        state x = 0.1, y = 0.1;
        param a = 1.4, b = 0.3;

        "x[n+1] = 1 - a * x^2 + y
         y[n+1] = b * x"
    }
}

/// Largest Lyapunov exponent of the Hénon map for a in [1, 1.4] and b in [0, 0.3]
#[derive(Parser)]
struct Arguments {
    /// Values of a
    #[arg(long, default_value_t = 500)]
    width: usize,
    /// Values of b
    #[arg(long, default_value_t = 500)]
    height: usize,
    /// The largest a
    #[arg(long, default_value_t = 1.4)]
    most: f64,
    /// Iterations over which exponents are averaged
    #[arg(long, default_value_t = 10_000)]
    steps: u64,
    /// Iterations before anything is counted
    #[arg(long, default_value_t = 1000.0)]
    t_transient: f64,
    #[command(flatten)]
    course: Course,
}

fn main() -> Result<(), Box<dyn core::error::Error>> {
    let arguments = Arguments::parse();
    let course = &arguments.course;
    course.check()?;
    let sweep = Sweep::new(System::new(Henon::default()))
        .over(Henon::a, linspace(1.0, arguments.most, arguments.width))
        .over(Henon::b, linspace(0.0, 0.3, arguments.height));
    let options = SpectrumOptions::new(arguments.steps).t_transient(arguments.t_transient);
    let bar = course::bar("Hénon over a and b");
    let start = Instant::now();
    let spectra = course
        .sweep(sweep)
        .spectrum_with(&course.options(options), bar)?;
    let elapsed_s = start.elapsed().as_secs_f64();
    let sizes = json!({
        "width": arguments.width, "height": arguments.height, "steps": arguments.steps,
    });
    course.finish("plane", (&spectra, elapsed_s), sizes, |picture| {
        picture.plane(&spectra, 0)
    })?;
    Ok(())
}
