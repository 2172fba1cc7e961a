//! Phase oscillators in a network: the k largest exponents, for any form of graph.
//!
//! ```sh
//! cargo run --release --example kuramoto -- --nodes 200
//! cargo run --release --example kuramoto -- --nodes 1000000 --graph uniform --k 2
//! ```

mod support;

use std::error::Error;
use std::f64::consts::TAU;
use std::path::Path;
use std::time::Instant;

use clap::{Parser, ValueEnum};
use lyapax::{Dense, Edge, Graph, Integrator, Sparse, SpectrumOptions, System, Uniform, model};
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};
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

/// The leading Lyapunov exponents of a network of Kuramoto oscillators (Heun steps of 0.01)
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
    /// Who reads whom: dense (a matrix of ones off the diagonal), random (a matrix of numbers from 0 to 1),
    /// uniform (ones between all, as one number), sparse (20 random sources for each), banded (the 20
    /// nearest), or a file of weights: .npy, .csv or text
    #[arg(long, default_value = "dense")]
    graph: String,
    /// Threads; all of the machine if left out
    #[arg(long)]
    threads: Option<usize>,
    /// Takes the sums edge by edge
    #[arg(long)]
    pairwise: bool,
    /// The tangents to start from
    #[arg(long, value_enum, default_value_t = Basis::Random)]
    basis: Basis,
    /// Runs again for so many seconds, and tells the least time of a run
    #[arg(long, default_value_t = 0.0)]
    again_s: f64,
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

/// How many others each oscillator reads in a sparse graph.
const SOURCES: usize = 20;

/// The graph that `--graph` names.
fn graph(name: &str, n: usize) -> Result<Graph, Box<dyn Error>> {
    let mut rng = ChaCha8Rng::seed_from_u64(1);
    let sources = SOURCES.min(n.saturating_sub(1));
    let edge = |target, source| Edge {
        source,
        target,
        weight: 1.0,
    };
    Ok(match name {
        "dense" => Dense::all_to_all(n, 1.0).into(),
        "random" => {
            // From 0 to 1, in steps of 2^−53.
            let mut random = || (rng.next_u64() >> 11) as f64 / (1_u64 << 53) as f64;
            let weight = |target, source| if target == source { 0.0 } else { random() };
            Dense::from_fn(n, weight).into()
        }
        "uniform" => Uniform::new(n, 1.0).into(),
        "banded" => {
            // Half of them before a node, half behind it.
            let step = move |i| {
                if i <= sources / 2 {
                    n - i
                } else {
                    i - sources / 2
                }
            };
            let near = |target| (1..=sources).map(move |i| (target + step(i)) % n);
            let band = |target| near(target).map(move |source| edge(target, source));
            Sparse::from_edges(n, (0..n).flat_map(band)).into()
        }
        "sparse" => {
            let mut edges = Vec::with_capacity(n * sources);
            for target in 0..n {
                let mut chosen = Vec::with_capacity(sources);
                while chosen.len() < sources {
                    let source = usize::try_from(rng.next_u64() % n as u64)?;
                    if source != target && !chosen.contains(&source) {
                        chosen.push(source);
                        edges.push(edge(target, source));
                    }
                }
            }
            Sparse::from_edges(n, edges).into()
        }
        file if Path::new(file).exists() => Dense::read(file)?.into(),
        other => {
            let named = "dense, random, uniform, sparse, banded";
            return Err(format!("--graph {other} is neither one of {named} nor a file").into());
        }
    })
}

/// `n` numbers from −1 to 1, both included.
fn linspace(n: usize) -> Vec<f64> {
    let last = (n.max(2) - 1) as f64;
    (0..n).map(|i| -1.0 + 2.0 * i as f64 / last).collect()
}

fn main() -> Result<(), Box<dyn Error>> {
    let arguments = Arguments::parse();
    let graph = graph(&arguments.graph, arguments.nodes)?;
    let n = graph.nodes();
    let model = Kuramoto {
        omega: linspace(n).into(),
        ..Kuramoto::default()
    };
    let mut system = System::network(model, graph)
        .initial_with(Kuramoto::theta, |node| TAU * node as f64 / n as f64);
    if arguments.pairwise {
        system = system.pairwise();
    }
    let mut options = SpectrumOptions::new(arguments.steps)
        .dt(0.01)
        .integrator(Integrator::Heun)
        .k(arguments.k)
        .renorm_every(arguments.renorm_every)
        .t_transient(0.0);
    if let Some(threads) = arguments.threads {
        options = options.threads(threads);
    }
    if let Basis::Identity = arguments.basis {
        options = options.start_basis(unit_vectors(n, arguments.k));
    }
    let (spectrum, first_call_s) = support::timed(|| system.spectrum(&options))?;
    let mut elapsed_s = first_call_s;
    let begin = Instant::now();
    while begin.elapsed().as_secs_f64() < arguments.again_s {
        let (same, again_s) = support::timed(|| system.spectrum(&options))?;
        assert_eq!(same.exponents(), spectrum.exponents(), "the same run again");
        elapsed_s = elapsed_s.min(again_s);
    }

    if arguments.json {
        let sizes = json!({
            "nodes": n, "steps": arguments.steps, "k": arguments.k,
            "renorm_every": arguments.renorm_every, "dt": 0.01, "integrator": "heun",
            "network": arguments.graph, "threads": arguments.threads,
            "first_call_s": first_call_s,
        });
        support::print_json("kuramoto", &spectrum, elapsed_s, sizes);
    } else {
        println!("{spectrum}");
        println!("{elapsed_s:.3} s");
    }
    Ok(())
}
