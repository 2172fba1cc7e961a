//! Phase oscillators, each coupled to every other: the k largest exponents of a network.
//!
//! ```sh
//! cargo run --release --example kuramoto -- --nodes 200
//! ```

mod support;

use std::error::Error;
use std::f64::consts::TAU;
use std::fs;

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
    /// Weights of the edges: `dense` for ones between all nodes, or a NumPy file of W[target][source]
    #[arg(long, default_value = "dense")]
    graph: String,
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

/// The weights that `--graph` names.
fn weights(graph: &str, n: usize) -> Result<Weights, Box<dyn Error>> {
    if graph == "dense" {
        return Ok(Weights::all_to_all(n, 1.0));
    }
    let values =
        read_npy(&fs::read(graph)?).ok_or("not a NumPy file of f64 numbers, row by row")?;
    Ok((n, values).into())
}

/// The numbers of a NumPy file (format 1.0) of f64, row by row.
fn read_npy(bytes: &[u8]) -> Option<Vec<f64>> {
    let rest = bytes.strip_prefix(b"\x93NUMPY\x01\x00")?;
    let (length, rest) = rest.split_first_chunk::<2>()?;
    let (header, data) = rest.split_at_checked(u16::from_le_bytes(*length).into())?;
    let header = str::from_utf8(header).ok()?;
    let rows = header.contains("'descr': '<f8'") && header.contains("'fortran_order': False");
    let numbers = data
        .chunks(8)
        .map(|number| Some(f64::from_le_bytes(number.try_into().ok()?)));
    if rows { numbers.collect() } else { None }
}

/// `n` numbers from −1 to 1, both included.
fn linspace(n: usize) -> Vec<f64> {
    let last = (n.max(2) - 1) as f64;
    (0..n).map(|i| -1.0 + 2.0 * i as f64 / last).collect()
}

fn main() -> Result<(), Box<dyn Error>> {
    let arguments = Arguments::parse();
    let n = arguments.nodes;
    let model = Kuramoto {
        omega: linspace(n).into(),
        ..Kuramoto::default()
    };
    let system = System::network(model, weights(&arguments.graph, n)?)
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
            "graph": arguments.graph,
        });
        support::print_json("kuramoto", &spectrum, elapsed_s, sizes);
    } else {
        println!("{spectrum}");
        println!("{elapsed_s:.3} s");
    }
    Ok(())
}
