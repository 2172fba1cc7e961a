//! A model of one's own, with most of what the language has: intermediates, a function, an input
//! signal, an observable and a network.
//!
//! Morris–Lecar neurons (Morris & Lecar 1981, Biophys. J. 35, 193), coupled by their voltages.
//!
//! ```sh
//! cargo run --release --example custom_model -- --nodes 6 --coupling 0.2
//! ```

mod support;

use clap::Parser;
use lyapax::{Dense, SimulateOptions, SpectrumOptions, System, model};
use serde_json::json;

model! {
    /// A barnacle's muscle fibre: voltage and potassium.
    pub MorrisLecar {
        state v = -20.0;                          // membrane voltage, mV
        state n = 0.1;                            // fraction of open potassium channels
        param C = 20.0;                           // capacitance, µF/cm²
        param g_ca = 4.4, g_k = 8.0, g_l = 2.0;   // conductances, mS/cm²
        param v_ca = 120.0, v_k = -84.0, v_l = -60.0;
        param phi = 0.04;                         // rate of the potassium channels, 1/ms
        param g_gap = 0.1;                        // coupling, mS/cm²
        input current;                            // µA/cm²

        fn open(v, half, width) = (1 + tanh((v - half) / width)) / 2;
        let m_inf = open(v, -1.2, 18);
        let n_inf = open(v, 2, 30);
        let rate = phi * cosh((v - 2) / 60);
        coupling gap = g_gap * sum(w * (src.v - v));

        "v' = (current - g_ca * m_inf * (v - v_ca) - g_k * n * (v - v_k) - g_l * (v - v_l) + gap) / C
         n' = rate * (n_inf - n)"

        output power = current * v;
    }
}

/// Lyapunov spectrum of a ring of Morris–Lecar neurons
#[derive(Parser)]
struct Arguments {
    /// Number of neurons, each joined to its two neighbours
    #[arg(long, default_value_t = 4)]
    nodes: usize,
    /// Conductance of a junction, mS/cm²
    #[arg(long, default_value_t = 0.1, allow_negative_numbers = true)]
    coupling: f64,
    /// Steps over which exponents are averaged
    #[arg(long, default_value_t = 100_000)]
    steps: u64,
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
    let model = MorrisLecar {
        g_gap: arguments.coupling.into(),
        current: 95.0.into(),
        ..MorrisLecar::default()
    };
    let ring = Dense::from_fn(n, |target, source| {
        let distance = target.abs_diff(source);
        if distance == 1 || (n > 2 && distance == n - 1) {
            1.0
        } else {
            0.0
        }
    });
    let system =
        System::network(model, ring).initial_with(MorrisLecar::v, |node| -20.0 - 5.0 * node as f64);
    let k = arguments.k.unwrap_or(2 * n);
    let options = SpectrumOptions::new(arguments.steps)
        .dt(0.1)
        .k(k)
        .t_transient(1000.0);
    let (spectrum, elapsed_s) = support::timed(|| system.spectrum(&options))?;

    if arguments.json {
        let sizes = json!({ "nodes": n, "steps": arguments.steps, "k": k, "dt": 0.1, "coupling": arguments.coupling });
        support::print_json("custom_model", &spectrum, elapsed_s, sizes);
        return Ok(());
    }
    println!("{spectrum}");
    println!("{elapsed_s:.3} s\n");

    let trajectory = system.simulate(&SimulateOptions::new(1000).dt(0.1).stride(100))?;
    println!("    t [ms]   v of neuron 0 [mV]   power [nW/cm²]");
    let (v, power) = (
        trajectory.state_of(MorrisLecar::v, 0),
        trajectory.output_of(MorrisLecar::power, 0),
    );
    for ((time, v), power) in trajectory.times().iter().zip(v).zip(power) {
        println!("{time:10.1}   {v:18.3}   {power:14.1}");
    }
    Ok(())
}
