//! Hares and lynxes from noisy counts of both: parameters and initial numbers by least squares along the run.
//!
//! ```sh
//! cargo run --release --example fit_trajectory
//! cargo run --release --example fit_trajectory -- --optimiser lbfgs --json
//! ```

use std::ops::ControlFlow;
use std::time::Instant;

use clap::{Parser, ValueEnum};
use lyapax::fit::{Fit, Optimiser};
use lyapax::{Error, SimulateOptions, System, Variable, model};
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;
use rand_distr::{Distribution, Normal};
use serde_json::json;

model! {
    /// Lotka (1925), Volterra (1926).
    pub LotkaVolterra {
        state prey = 10.0, predator = 5.0;
        param birth = 1.0, hunt = 0.08, death = 1.2, gain = 0.06;

        "prey' = birth * prey - hunt * prey * predator
         predator' = gain * prey * predator - death * predator"
    }
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Which {
    LeastSquares,
    Lbfgs,
    SteepestDescent,
}

/// Parameters and initial state of a predator–prey system from noisy samples
#[derive(Parser)]
struct Arguments {
    /// How many samples of both states
    #[arg(long, default_value_t = 100)]
    samples: u64,
    /// Standard deviation of the noise on each
    #[arg(long, default_value_t = 0.5)]
    noise: f64,
    /// Seed of the noise
    #[arg(long, default_value_t = 0)]
    seed: u64,
    /// How the misfit is made small
    #[arg(long, value_enum, default_value = "least-squares")]
    optimiser: Which,
    /// Steps of the optimiser at most
    #[arg(long, default_value_t = 500)]
    iterations: usize,
    /// Print one JSON object instead of a table
    #[arg(long)]
    json: bool,
}

fn main() -> Result<(), Error> {
    let arguments = Arguments::parse();
    // A tenth of a time unit lies between two samples.
    let options = SimulateOptions::new(10 * arguments.samples)
        .dt(0.01)
        .stride(10);
    let truth = LotkaVolterra {
        birth: 1.1.into(),
        hunt: 0.1.into(),
        death: 1.0.into(),
        gain: 0.05.into(),
    };
    let truth = System::new(truth)
        .initial(LotkaVolterra::prey, 12.0)
        .initial(LotkaVolterra::predator, 6.0);
    let run = truth.simulate(&options)?;
    let mut random = ChaCha8Rng::seed_from_u64(arguments.seed);
    let noise = Normal::new(0.0, arguments.noise).expect("a standard deviation");
    let mut noisy = |values: Vec<f64>| -> Vec<f64> {
        let values = values.into_iter();
        values
            .map(|value| value + noise.sample(&mut random))
            .collect()
    };
    let prey = noisy(run.state(LotkaVolterra::prey));
    let predator = noisy(run.state(LotkaVolterra::predator));

    let free: [Variable<LotkaVolterra>; 6] = [
        LotkaVolterra::birth.into(),
        LotkaVolterra::hunt.into(),
        LotkaVolterra::death.into(),
        LotkaVolterra::gain.into(),
        LotkaVolterra::prey.into(),
        LotkaVolterra::predator.into(),
    ];
    let begin = Instant::now();
    let mut fit = Fit::trajectory(System::new(LotkaVolterra::default()), options)
        .data_with(LotkaVolterra::prey, prey, arguments.noise)
        .data_with(LotkaVolterra::predator, predator, arguments.noise)
        .free(free)
        .iterations(arguments.iterations)
        .optimiser(match arguments.optimiser {
            Which::LeastSquares => Optimiser::LevenbergMarquardt,
            Which::Lbfgs => Optimiser::Lbfgs,
            Which::SteepestDescent => Optimiser::SteepestDescent,
        });
    for variable in free {
        fit = fit.bounds(variable, 0.0..);
    }
    if !arguments.json {
        fit = fit.progress(|progress| {
            println!(
                "step {:3}: χ² = {:.6e}",
                progress.iteration, progress.chi_squared
            );
            ControlFlow::Continue(())
        });
    }
    let fit = fit.run()?;
    let elapsed_s = begin.elapsed().as_secs_f64();
    let truth = [1.1, 0.1, 1.0, 0.05, 12.0, 6.0];
    if !arguments.json {
        println!("{fit}\ntrue values: {truth:?}\n{elapsed_s:.3} s");
        return Ok(());
    }
    let std_errors = free.iter().map(|variable| fit.std_error(*variable).ok());
    let line = json!({
        "samples": arguments.samples,
        "variables": free.iter().map(ToString::to_string).collect::<Vec<_>>(),
        "parameters": fit.values(),
        "std_errors": std_errors.collect::<Vec<_>>(),
        "true": truth,
        "chi_squared": fit.chi_squared(),
        "degrees_of_freedom": fit.degrees_of_freedom(),
        "iterations": fit.iterations(),
        "stop": fit.stop().to_string(),
        "warnings": fit.warnings().iter().map(ToString::to_string).collect::<Vec<_>>(),
        "elapsed_s": elapsed_s,
    });
    println!("{line}");
    Ok(())
}
