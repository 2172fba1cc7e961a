//! Brain areas joined by a matrix of weights: the leading exponents over a range of coupling strengths.
//!
//! ```sh
//! cargo run --release --example cortex
//! cargo run --release --example cortex -- --model wong-wang --weights connectome.csv
//! ```

mod support;

use std::error::Error;
use std::path::PathBuf;

use clap::{Parser, ValueEnum};
use lyapax::{Dense, Graph, Model, Spectrum, SpectrumOptions, System, model};
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};
use serde_json::json;

model! {
    /// FitzHugh (1961), Biophys. J. 1, 445, equations (1) and (2), with time and the signs of v and I rescaled
    /// as is usual now, and with diffusive coupling of the voltages.
    pub FitzHughNagumo {
        state v = 0.1;                                    // membrane potential, no unit
        state n = 0.0;                                    // recovery
        param G = 0.1, current = 0.4;                     // coupling strength, current into the area
        param epsilon = 0.08, a = 0.7, b = 0.8;
        coupling c = G * sum(w * (src.v - v));
        "v' = v - v^3 / 3 - n + current + c
         n' = epsilon * (v + a - b * n)"
    }
}

model! {
    /// The reduced model of an area of Deco, Ponce-Alvarez, Mantini, Romani, Hagmann & Corbetta (2013),
    /// J. Neurosci. 33, 11239, after Wong & Wang (2006), J. Neurosci. 26, 1314.
    pub WongWang {
        state S = 0.1;                                    // synaptic gating, from 0 to 1
        param G = 0.5;                                    // coupling strength
        param tau = 0.1, gamma = 0.641;                   // s, 1
        param a = 270.0, b = 108.0, d = 0.154;            // 1/nC, Hz, s
        param J = 0.2609, local = 0.9, current = 0.3;     // nA, 1, nA
        coupling c = G * J * sum(w * src.S);
        let x = a * (local * J * S + c + current) - b;    // Hz
        "S' = -S / tau + (1 - S) * gamma * x / (1 - exp(-d * x))"
    }
}

/// The leading Lyapunov exponents of coupled brain areas over a range of coupling strengths (RK4)
#[derive(Parser)]
struct Arguments {
    /// What an area is
    #[arg(long, value_enum, default_value_t = Area::FitzhughNagumo)]
    model: Area,
    /// Weights W[target][source]: .npy, .csv or text. If left out a made-up connectome is taken
    #[arg(long)]
    weights: Option<PathBuf>,
    /// Areas of the made-up connectome, half of them in each hemisphere
    #[arg(long, default_value_t = 66, value_parser = clap::value_parser!(u32).range(1..=10_000))]
    areas: u32,
    /// The weakest coupling
    #[arg(long, default_value_t = 0.0)]
    from: f64,
    /// The strongest coupling; .06 of FitzHugh–Nagumo and 3 of Wong–Wang if left out
    #[arg(long)]
    to: Option<f64>,
    /// How many strengths
    #[arg(long, default_value_t = 7, value_parser = clap::value_parser!(u32).range(1..))]
    points: u32,
    /// Steps over which exponents are averaged
    #[arg(long, default_value_t = 40_000)]
    steps: u64,
    /// The time step; .1 of FitzHugh–Nagumo and .001 s of Wong–Wang if left out
    #[arg(long)]
    dt: Option<f64>,
    /// How many exponents, from the largest
    #[arg(long, default_value_t = 3)]
    k: usize,
    /// Threads; all of the machine if left out
    #[arg(long)]
    threads: Option<usize>,
    /// Print one JSON object for each strength instead of a table
    #[arg(long)]
    json: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Area {
    /// Two variables, an oscillator, diffusive coupling
    FitzhughNagumo,
    /// One variable, bistable, coupled by its synapses
    WongWang,
}

/// Numbers from 0 to 1, always the same.
fn random(seed: u64) -> impl FnMut() -> f64 {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    move || (rng.next_u64() >> 11) as f64 / (1_u64 << 53) as f64
}

/// Areas on two half circles: weights fall with the distance and scatter over two orders of magnitude; between
/// the hemispheres only areas that mirror each other are joined. The weights into an area sum to 1.
fn made_up(areas: usize) -> Dense {
    let half = areas.div_ceil(2);
    let mut random = random(1);
    let weight = |target: usize, source: usize| {
        let scatter = 10_f64.powf(2.0 * random() - 1.0);
        let apart = (target % half).abs_diff(source % half) as f64 / half as f64;
        let same = target / half == source / half;
        match (same, target % half == source % half) {
            (true, true) => 0.0,
            (true, false) => scatter * (-8.0 * apart).exp(),
            (false, mirrored) => scatter * f64::from(mirrored),
        }
    };
    let raw = Dense::from_fn(areas, weight);
    let sums: Vec<f64> = (0..areas).map(|i| raw.row(i).iter().sum()).collect();
    Dense::from_fn(areas, |i, j| {
        if sums[i] > 0.0 {
            raw.at(i, j) / sums[i]
        } else {
            0.0
        }
    })
}

/// What does not depend on the model.
fn run<M: Model>(
    system: &System<M>,
    arguments: &Arguments,
    dt: f64,
) -> Result<Spectrum, lyapax::Error> {
    let mut options = SpectrumOptions::new(arguments.steps)
        .dt(arguments.dt.unwrap_or(dt))
        .k(arguments.k);
    if let Some(threads) = arguments.threads {
        options = options.threads(threads);
    }
    system.spectrum(&options)
}

fn main() -> Result<(), Box<dyn Error>> {
    let arguments = Arguments::parse();
    let weights = match &arguments.weights {
        Some(file) => Dense::read(file)?,
        None => made_up(arguments.areas as usize),
    };
    let graph = Graph::from(weights);
    let areas = graph.nodes();
    // Of FitzHugh–Nagumo, so that areas are not alike.
    let mut scatter = random(2);
    let currents: Vec<f64> = (0..areas).map(|_| 0.33 + 0.2 * scatter()).collect();
    let to = arguments.to.unwrap_or(match arguments.model {
        Area::FitzhughNagumo => 0.06,
        Area::WongWang => 3.0,
    });
    let strength = |i: u32| {
        let part = f64::from(i) / f64::from(arguments.points.max(2) - 1);
        arguments.from + part * (to - arguments.from)
    };
    for i in 0..arguments.points {
        let g = strength(i);
        let (spectrum, elapsed_s) = support::timed(|| match arguments.model {
            Area::FitzhughNagumo => {
                let model = FitzHughNagumo {
                    G: g.into(),
                    current: currents.clone().into(),
                    ..FitzHughNagumo::default()
                };
                let system = System::network(model, graph.clone());
                run(
                    &system.initial_with(FitzHughNagumo::v, |i| (i as f64).sin()),
                    &arguments,
                    0.1,
                )
            }
            Area::WongWang => {
                let model = WongWang {
                    G: g.into(),
                    ..WongWang::default()
                };
                let system = System::network(model, graph.clone());
                run(
                    &system.initial_with(WongWang::S, |i| 0.1 + 0.01 * (i as f64).sin()),
                    &arguments,
                    0.001,
                )
            }
        })?;
        if arguments.json {
            let sizes = json!({
                "areas": areas, "G": g, "steps": arguments.steps, "k": arguments.k,
            });
            support::print_json("cortex", &spectrum, elapsed_s, sizes);
            continue;
        }
        if i == 0 {
            let how = spectrum.couplings().first().map(ToString::to_string);
            println!("{areas} areas; sums are {}", how.unwrap_or_default());
        }
        let exponents: Vec<String> = (0..arguments.k)
            .map(|i| format!("{:+}", spectrum.exponent(i)))
            .collect();
        println!("G = {g:<8.4} {}", exponents.join("  "));
        for warning in spectrum.warnings() {
            println!("  {warning}");
        }
    }
    Ok(())
}
