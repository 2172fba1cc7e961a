//! Phase oscillators, each coupled to every other: the k largest exponents of a network.
//!
//! ```sh
//! cargo run --release --example kuramoto -- --nodes 200
//! ```

mod support;

use std::f64::consts::TAU;

use clap::{Parser, ValueEnum};
use lyapax::{Integrator, SpectrumOptions, System, Weights, model};
use serde_json::json;

model! {
    /// Kuramoto (1975), Lecture Notes in Physics 39, 420.
    pub Kuramoto {
        state theta = 0.0;                                     // phase, rad
        param omega = 0.0;                                     // natural frequency, rad per unit time
        param G = 1.0;                                         // coupling strength
        coupling c = G / N * sum(w * sin(src.theta - theta));
        "theta' = omega + c"
    }
}

/// The leading Lyapunov exponents of an all-to-all Kuramoto network (Heun steps of 0.01)
#[derive(Parser)]
struct Arguments {
    /// Number of oscillators
    #[arg(long, default_value_t = 50)]
    nodes: usize,
    /// Steps over which exponents are averaged
    #[arg(long, default_value_t = 200)]
    steps: u64,
    /// How many exponents, from the largest
    #[arg(long, default_value_t = 5)]
    k: usize,
    /// Steps between two QR factorisations
    #[arg(long, default_value_t = 10)]
    renorm_every: u64,
    /// The tangents to start from
    #[arg(long, value_enum, default_value_t = Basis::Random)]
    basis: Basis,
    /// Print one JSON object instead of a table
    #[arg(long)]
    json: bool,
}

#[derive(Clone, Copy, ValueEnum)]
enum Basis {
    /// Random ones, always the same
    Random,
    /// The first unit vectors, as any other program can take them
    Identity,
}

/// The first `k` unit vectors of `n` components.
fn unit_vectors(n: usize, k: usize) -> Vec<Vec<f64>> {
    let unit = |j| (0..n).map(|i| f64::from(u8::from(i == j))).collect();
    (0..k).map(unit).collect()
}

/// `n` numbers from −1 to 1, both included.
fn linspace(n: usize) -> Vec<f64> {
    let last = (n.max(2) - 1) as f64;
    (0..n).map(|i| -1.0 + 2.0 * i as f64 / last).collect()
}

fn main() -> Result<(), lyapax::Error> {
    let arguments = Arguments::parse();
    let n = arguments.nodes;
    let model = Kuramoto {
        omega: linspace(n).into(),
        ..Kuramoto::default()
    };
    let system = System::network(model, Weights::all_to_all(n, 1.0))
        .initial_with(Kuramoto::theta, |node| TAU * node as f64 / n as f64);
    let mut options = SpectrumOptions::new(arguments.steps)
        .dt(0.01)
        .integrator(Integrator::Heun)
        .k(arguments.k)
        .renorm_every(arguments.renorm_every)
        .t_transient(0.0);
    if let Basis::Identity = arguments.basis {
        options = options.start_basis(unit_vectors(n, arguments.k));
    }
    let (spectrum, elapsed_s) = support::timed(|| system.spectrum(&options))?;

    if arguments.json {
        let sizes = json!({
            "nodes": n, "steps": arguments.steps, "k": arguments.k,
            "renorm_every": arguments.renorm_every, "dt": 0.01, "integrator": "heun",
        });
        support::print_json("kuramoto", &spectrum, elapsed_s, sizes);
    } else {
        println!("{spectrum}");
        println!("{elapsed_s:.3} s");
    }
    Ok(())
}
