//! The exponents sum to the growth of volumes, and the tolerance says how nearly.

use lyapax::{Boundary, Dense, Integrator, Law, Model, Spectrum, SpectrumOptions, System};
use lyapax_workspace::models::*;

use super::{check, run};

lyapax::model! {
    /// Neighbours on both sides, and farther than a short ring is long.
    pub Chain {
        state x = 0.3, v = 0.0;
        dx/dt = v;
        dv/dt = -x^3 - 0.05 * v * x[+1]^2 + 0.2 * (x[+1] - 2 * x + x[-1]) + 0.1 * v[-2] * x;
    }
}

lyapax::model! {
    /// Own states inside the sum, also squared beside the source's.
    pub Mixed {
        state x = 0.2, y = 0.1;
        coupling a = sum(w * sin(src.x - x - 0.3) * (1 + y^2));
        coupling b = sum(w * src.y * x);
        dx/dt = y + 0.2 * a;
        dy/dt = -x - 0.1 * y + 0.1 * b + 0.5 * cos(x);
    }
}

#[track_caller]
fn holds(spectrum: &Spectrum, tightness: f64) {
    let check = check(spectrum, Law::SumRule).unwrap_or_else(|| panic!("{spectrum}"));
    assert!(check.passed(), "{spectrum}");
    assert!(check.tolerance <= tightness, "{spectrum}");
}

fn flow<M: Model>(system: &System<M>, integrator: Integrator, tightness: f64) {
    let options = SpectrumOptions::new(40_000).dt(0.01).t_transient(50.0);
    holds(&run(system, &options.integrator(integrator)), tightness);
}

#[test]
fn single_flows() {
    let lorenz = System::new(Lorenz::default());
    flow(&lorenz, Integrator::Rk4, 5e-3);
    flow(&lorenz, Integrator::Rk6, 1e-5);
    flow(&lorenz, Integrator::Heun, 1.0);
    for (integrator, tightness) in [(Integrator::Rk4, 1e-4), (Integrator::Rk6, 1e-4)] {
        flow(&System::new(Duffing::default()), integrator, tightness);
        flow(&System::new(StuartLandau::default()), integrator, tightness);
        flow(&System::new(VanDerPol::default()), integrator, 1e-3);
        flow(&System::new(SprottD::default()), integrator, 1e-2);
    }
}

#[test]
fn a_map() {
    let henon = run(
        &System::new(Henon::default()),
        &SpectrumOptions::new(100_000),
    );
    holds(&henon, 1e-8);
}

/// Rings so short that a node is its own neighbour, ends that repeat the last node, and ends of zeros.
#[test]
fn lattices() {
    for boundary in [Boundary::Periodic, Boundary::Clamp, Boundary::Zero] {
        for nodes in [1, 2, 5] {
            let system = System::lattice(Chain::default(), nodes)
                .boundary(boundary)
                .initial_with(Chain::x, |i| 0.3 + 0.4 * (i as f64).sin());
            flow(&system, Integrator::Rk4, 1e-4);
        }
    }
}

/// With weights to oneself.
#[test]
fn networks() {
    for own in [0.0, 0.7] {
        for nodes in [1, 3, 9] {
            let weights = Dense::from_fn(nodes, |i, j| {
                if i == j {
                    own
                } else {
                    0.3 + 0.1 * (i as f64) - 0.05 * (j as f64)
                }
            });
            let system = System::network(Mixed::default(), weights)
                .initial_with(Mixed::x, |i| (2.0 * i as f64).cos());
            let options = SpectrumOptions::new(5_000).dt(0.02).t_transient(20.0);
            holds(&run(&system, &options), 1e-3);
        }
    }
}
