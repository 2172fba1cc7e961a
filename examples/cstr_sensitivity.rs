//! How the conversion of a stirred tank answers to everything, at 100 000 operating points.
//!
//! ```sh
//! cargo run --release --example cstr_sensitivity
//! cargo run --release --example cstr_sensitivity -- --conditions 1000000 --json
//! cargo run --release --example cstr_sensitivity -- --out sensitivities.png    # over temperature, at the middle of the rest
//! ```

use std::path::PathBuf;
use std::time::Instant;

use clap::Parser;
use lyapax::plot::Picture;
use lyapax::{Batch, Derivatives, Error, Variable, linspace, model};
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;
use rand_distr::{Distribution, Uniform};
use serde_json::{Map, json};

model! {
    /// A continuously stirred tank with a reaction of order n, in the limit of little conversion per pass.
    pub Reactor {
        /// Rate at infinite temperature.
        param k0 = 2.0e7;
        /// Activation energy by the gas constant, K.
        param E_R = 6000.0;
        /// Order of the reaction.
        param n = 1.5;
        /// Temperature, K.
        input T;
        /// Concentration of the feed.
        input C_in;
        /// How long the liquid stays.
        input tau;

        let k = k0 * exp(-E_R / T);
        let C_out = C_in / (1 + k * tau * C_in^(n - 1));
        output conversion = (C_in - C_out) / C_in;
    }
}

/// All derivatives of a reactor's conversion at many operating points
#[derive(Parser)]
struct Arguments {
    /// How many operating points
    #[arg(long, default_value_t = 100_000)]
    conditions: usize,
    /// Seed of the operating points
    #[arg(long, default_value_t = 0)]
    seed: u64,
    /// Threads; all that the machine has if left out
    #[arg(long)]
    threads: Option<usize>,
    /// A picture of the relative sensitivities over the temperature, .png or .svg
    #[arg(long)]
    out: Option<PathBuf>,
    /// Print one JSON object instead of a table
    #[arg(long)]
    json: bool,
}

fn variables() -> [Variable<Reactor>; 6] {
    [
        Reactor::k0.into(),
        Reactor::E_R.into(),
        Reactor::n.into(),
        Reactor::T.into(),
        Reactor::C_in.into(),
        Reactor::tau.into(),
    ]
}

fn main() -> Result<(), Error> {
    let arguments = Arguments::parse();
    let mut random = ChaCha8Rng::seed_from_u64(arguments.seed);
    let mut draw = |from: f64, to: f64| -> Vec<f64> {
        let range = Uniform::new(from, to).expect("a range");
        (0..arguments.conditions)
            .map(|_| range.sample(&mut random))
            .collect()
    };
    let reactor = Reactor {
        T: draw(300.0, 450.0).into(),
        C_in: draw(0.1, 3.0).into(),
        tau: draw(1.0, 60.0).into(),
        ..Reactor::default()
    };
    let mut batch = Batch::new(reactor)?;
    if let Some(threads) = arguments.threads {
        batch = batch.threads(threads)?;
    }
    let begin = Instant::now();
    let mut derivatives = batch.derivatives()?;
    let first_s = begin.elapsed().as_secs_f64();
    // Again, into the memory that is there now.
    let begin = Instant::now();
    batch.derivatives_into(&mut derivatives)?;
    let elapsed_s = begin.elapsed().as_secs_f64();

    if arguments.json {
        let means: Map<_, _> = variables()
            .iter()
            .map(|by| {
                (
                    by.to_string(),
                    json!(mean(derivatives.of(Reactor::conversion, *by))),
                )
            })
            .collect();
        let line = json!({
            "conditions": batch.len(),
            "mean_conversion": mean(derivatives.values(Reactor::conversion)),
            "mean_derivatives": means,
            "first_s": first_s,
            "elapsed_s": elapsed_s,
        });
        println!("{line}");
    } else {
        println!(
            "mean over {} operating points, in {:.2} ms:",
            batch.len(),
            1e3 * elapsed_s
        );
        println!(
            "  conversion  {:+.6e}",
            mean(derivatives.values(Reactor::conversion))
        );
        for by in variables() {
            println!(
                "  by {by:8} {:+.6e}",
                mean(derivatives.of(Reactor::conversion, by))
            );
        }
    }
    match arguments.out {
        Some(path) => over_temperature(path),
        None => Ok(()),
    }
}

fn mean(values: &[f64]) -> f64 {
    values.iter().sum::<f64>() / values.len() as f64
}

/// p/X·∂X/∂p of everything, along the temperature.
fn over_temperature(path: PathBuf) -> Result<(), Error> {
    let temperatures = linspace(300.0, 450.0, 301);
    let reactor = Reactor {
        T: temperatures.clone().into(),
        C_in: 1.5.into(),
        tau: 30.0.into(),
        ..Reactor::default()
    };
    let found: Derivatives<Reactor> = Batch::new(reactor)?.derivatives()?;
    let conversion = found.values(Reactor::conversion);
    let sizes = [
        vec![2e7; 301],
        vec![6000.0; 301],
        vec![1.5; 301],
        temperatures.clone(),
        vec![1.5; 301],
        vec![30.0; 301],
    ];
    let curves = variables().into_iter().zip(sizes).map(|(by, sizes)| {
        let slopes = found.of(Reactor::conversion, by).iter();
        let relative = slopes.zip(sizes).zip(conversion);
        let relative: Vec<f64> = relative
            .map(|((slope, size), x)| slope * size / x)
            .collect();
        (by.to_string(), relative)
    });
    Picture::new(path)
        .title("Relative sensitivities of the conversion")
        .curves(("T (K)", &temperatures), "p/X · ∂X/∂p", curves)?;
    Ok(())
}
