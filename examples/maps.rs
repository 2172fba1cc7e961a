//! Spectra of maps: Hénon, logistic, Lozi and the standard map.
//!
//! ```sh
//! cargo run --release --example maps
//! cargo run --release --example maps -- --map henon --json
//! ```

mod support;

use clap::{Parser, ValueEnum};
use lyapax::{Dynamical, Error, Spectrum, SpectrumOptions, System, model};
use serde_json::json;

model! {
    /// Hénon (1976), Commun. Math. Phys. 50, 69.
    pub Henon {
        state x = 0.1, y = 0.1;
        param a = 1.4, b = 0.3;

        "x[n+1] = 1 - a * x[n]^2 + y[n]
         y[n+1] = b * x[n]"
    }
}

model! {
    /// May (1976), Nature 261, 459.
    pub Logistic {
        state x = 0.4;
        param r = 4.0;
        next(x) = r * x * (1 - x);
    }
}

model! {
    /// Lozi (1978), J. Phys. Colloq. 39, C5-9: Hénon's map with straight branches.
    pub Lozi {
        state x = 0.1, y = 0.1;
        param a = 1.7, b = 0.5;
        next(x) = 1 - a * abs(x) + y;
        next(y) = b * x;
    }
}

model! {
    /// Chirikov (1979), Phys. Rep. 52, 263: a kicked rotor.
    pub Standard {
        state theta = 0.1, p = 0.0;
        param k = 1.0;
        let kicked = p + k * sin(theta);
        next(theta) = theta + kicked;
        next(p) = kicked;
    }
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Which {
    Henon,
    Logistic,
    Lozi,
    Standard,
}

/// Lyapunov spectra of four maps
#[derive(Parser)]
struct Arguments {
    /// Which map; all by default
    #[arg(long)]
    map: Option<Which>,
    /// Iterations over which exponents are averaged
    #[arg(long, default_value_t = 1_000_000)]
    steps: u64,
    /// Print one JSON object a line instead of tables
    #[arg(long)]
    json: bool,
}

fn main() -> Result<(), Error> {
    let arguments = Arguments::parse();
    let all = [Which::Henon, Which::Logistic, Which::Lozi, Which::Standard];
    for which in all
        .into_iter()
        .filter(|which| arguments.map.is_none_or(|asked| asked == *which))
    {
        match which {
            Which::Henon => show("henon", Henon::default(), &arguments)?,
            Which::Logistic => show("logistic", Logistic::default(), &arguments)?,
            Which::Lozi => show("lozi", Lozi::default(), &arguments)?,
            Which::Standard => show("standard", Standard::default(), &arguments)?,
        }
    }
    Ok(())
}

fn show<M: Dynamical>(name: &str, model: M, arguments: &Arguments) -> Result<(), Error> {
    let system = System::new(model);
    let options = SpectrumOptions::new(arguments.steps).t_transient(1000.0);
    let (spectrum, elapsed_s): (Spectrum, f64) = support::timed(|| system.spectrum(&options))?;
    if arguments.json {
        let sizes = json!({ "steps": arguments.steps, "k": spectrum.exponents().len() });
        support::print_json(name, &spectrum, elapsed_s, sizes);
    } else {
        println!("{spectrum}\n");
    }
    Ok(())
}
