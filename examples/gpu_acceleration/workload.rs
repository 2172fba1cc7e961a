//! What is run: one large system, or many small ones.

use std::f64::consts::TAU;
use std::time::Instant;

use lyapax::{Dense, Ensemble, Error, Integrator, Placement, SpectrumOptions, System, model};

use crate::target::Place;

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

model! {
    /// Lorenz (1963), J. Atmos. Sci. 20, 130.
    pub Lorenz {
        state x = 1.0, y = 1.0, z = 20.0;
        param sigma = 10.0, rho = 28.0, beta = 8.0 / 3.0;
        "x' = sigma * (y - x)
         y' = x * (rho - z) - y
         z' = x * y - beta * z"
    }
}

/// How many exponents of a network are asked for.
pub const EXPONENTS_OF_NETWORK: usize = 5;

/// Steps between two renormalisations.
pub const RENORM_EVERY: u64 = 10;

/// What is swept.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Workload {
    /// Kuramoto oscillators, each coupled to all others.
    Network,
    /// Lorenz systems that know nothing of each other.
    Ensemble,
}

/// A workload of one size.
pub enum Prepared {
    Network(System<Kuramoto>),
    Ensemble(Ensemble<Lorenz>),
}

/// What one call of `spectrum` gave.
pub struct Run {
    /// Its wall time, with all that it moved and started.
    pub seconds: f64,
    /// Those of all members, one member after the other.
    pub exponents: Vec<f64>,
    pub placement: Option<Placement>,
}

impl Workload {
    pub fn name(self) -> &'static str {
        match self {
            Self::Network => "network",
            Self::Ensemble => "ensemble",
        }
    }

    pub fn title(self) -> &'static str {
        match self {
            Self::Network => "Kuramoto oscillators, all to all",
            Self::Ensemble => "Lorenz systems",
        }
    }

    /// What a size counts.
    pub fn unit(self) -> &'static str {
        match self {
            Self::Network => "nodes",
            Self::Ensemble => "members",
        }
    }

    /// A size in words.
    pub fn count(self, size: usize) -> String {
        let unit = self.unit();
        let unit = if size == 1 {
            unit.trim_end_matches('s')
        } else {
            unit
        };
        format!("{size} {unit}")
    }

    /// What a run is, in words.
    pub fn run_words(self, steps: u64) -> String {
        let k = self.k();
        let method = match self.integrator() {
            Integrator::Heun => "Heun",
            _ => "RK4",
        };
        let s = if steps == 1 { "" } else { "s" };
        let dt = self.dt();
        format!(
            "{k} exponents, {steps} {method} step{s} of {dt}, renormalised every {RENORM_EVERY}"
        )
    }

    pub fn integrator(self) -> Integrator {
        match self {
            Self::Network => Integrator::Heun,
            Self::Ensemble => Integrator::Rk4,
        }
    }

    pub fn dt(self) -> f64 {
        match self {
            Self::Network => 0.01,
            Self::Ensemble => 0.005,
        }
    }

    /// How many exponents of each system.
    pub fn k(self) -> usize {
        match self {
            Self::Network => EXPONENTS_OF_NETWORK,
            Self::Ensemble => 3,
        }
    }

    /// By how much more work it is to be this many times as large. It is the most that time can grow, as long as
    /// caches hold what they held before.
    pub fn growth(self, ratio: f64) -> f64 {
        match self {
            // All pairs of nodes.
            Self::Network => ratio * ratio,
            Self::Ensemble => ratio,
        }
    }

    /// What is drawn and printed for a size.
    pub fn value_name(self) -> &'static str {
        match self {
            Self::Network => "time of a run, s",
            Self::Ensemble => "member-steps per second",
        }
    }

    /// The value of that, for a run that took so long.
    pub fn value(self, size: usize, steps: u64, seconds: f64) -> f64 {
        match self {
            Self::Network => seconds,
            Self::Ensemble => size as f64 * steps as f64 / seconds,
        }
    }

    fn options(self, steps: u64) -> SpectrumOptions {
        SpectrumOptions::new(steps)
            .dt(self.dt())
            .integrator(self.integrator())
            .k(self.k())
            .renorm_every(RENORM_EVERY)
            .t_transient(0.0)
    }

    /// What is needed before a clock is started: weights and initial states.
    pub fn prepare(self, size: usize) -> Prepared {
        let part = move |i: usize| i as f64 / size as f64;
        match self {
            Self::Network => {
                let last = (size.max(2) - 1) as f64;
                let frequencies: Vec<f64> =
                    (0..size).map(|i| -1.0 + 2.0 * i as f64 / last).collect();
                let model = Kuramoto {
                    omega: frequencies.into(),
                    ..Kuramoto::default()
                };
                let graph = Dense::all_to_all(size, 1.0);
                let system =
                    System::network(model, graph).initial_with(Kuramoto::theta, |i| TAU * part(i));
                Prepared::Network(system)
            }
            Self::Ensemble => {
                let ensemble = Ensemble::new(Lorenz::default(), size)
                    .initial_with(Lorenz::x, |i| 1.0 + part(i));
                Prepared::Ensemble(ensemble)
            }
        }
    }
}

impl Prepared {
    fn workload(&self) -> Workload {
        match self {
            Self::Network(_) => Workload::Network,
            Self::Ensemble(_) => Workload::Ensemble,
        }
    }

    /// Runs it once, by the clock.
    pub fn run(&self, steps: u64, place: Place) -> Result<Run, Error> {
        let options = self.workload().options(steps);
        let options = options.device(place.device).float(place.float);
        let start = Instant::now();
        match self {
            Self::Network(system) => {
                let spectrum = system.spectrum(&options)?;
                Ok(Run {
                    seconds: start.elapsed().as_secs_f64(),
                    exponents: spectrum.exponents().to_vec(),
                    placement: spectrum.placement().cloned(),
                })
            }
            Self::Ensemble(ensemble) => {
                let spectra = ensemble.spectrum(&options)?;
                let seconds = start.elapsed().as_secs_f64();
                let mut exponents = Vec::with_capacity(spectra.members() * spectra.k());
                for member in spectra.iter() {
                    exponents.extend_from_slice(member.map_err(Clone::clone)?.exponents());
                }
                Ok(Run {
                    seconds,
                    exponents,
                    placement: spectra.placement().cloned(),
                })
            }
        }
    }
}
