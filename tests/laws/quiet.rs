//! Nothing is said of runs in which nothing is wrong.

use lyapax::{Dense, Dynamical, Integrator, SpectrumOptions, System};
use lyapax_workspace::models::*;

use super::{quiet, quiet_but_undecided, run};

lyapax::model! {
    /// A third-order equation with a kink.
    pub Kinked {
        state x = 0.1, v = 0.0, acc = 0.0;
        param a = 0.6;
        "x' = v
         v' = acc
         acc' = -a * acc - v + abs(x) - 1"
    }
}

lyapax::model! {
    /// A chaotic flow with a kink at 0.
    pub Rectified {
        state x = 0.3, y = 0.1, z = 0.2;
        "x' = 10 * (y - x)
         y' = x * (28 - z) - y + 0.5 * max(x, 0)
         z' = x * y - 8 / 3 * z"
    }
}

fn flow<M: Dynamical>(model: M) {
    let system = System::new(model);
    for (steps, dt, integrator) in [
        (100_000, 0.01, Integrator::Rk4),
        (20_000, 0.05, Integrator::Rk4),
        (50_000, 0.01, Integrator::Rk6),
        (50_000, 0.01, Integrator::Heun),
    ] {
        let options = SpectrumOptions::new(steps).dt(dt).integrator(integrator);
        let spectrum = run(&system, &options.t_transient(200.0));
        quiet(&spectrum);
    }
}

#[test]
fn lorenz() {
    for dt in [0.005, 0.01, 0.02] {
        for n in [20_000, 100_000] {
            let options = SpectrumOptions::new(n).dt(dt).t_transient(20.0);
            quiet(&run(&System::new(Lorenz::default()), &options));
        }
    }
}

#[test]
fn chaotic_flows() {
    flow(Rossler::default());
    flow(SprottB::default());
    flow(SprottC::default());
    flow(SprottD::default());
}

#[test]
fn flows_with_kinks() {
    flow(Kinked::default());
    for integrator in [Integrator::Rk4, Integrator::Rk6] {
        let options = SpectrumOptions::new(100_000)
            .dt(0.01)
            .integrator(integrator);
        let spectrum = run(&System::new(Rectified::default()), &options);
        quiet(&spectrum);
    }
}

#[test]
fn periodic_flows_and_points() {
    flow(StuartLandau::default());
    flow(VanDerPol::default());
    flow(Riccati::default());
    flow(Diagonal::default());
    flow(Decay::default());
    let options = SpectrumOptions::new(100_000).dt(0.01);
    quiet(&run(
        &System::new(Duffing::default()),
        &options.t_transient(300.0),
    ));
    let options = SpectrumOptions::new(100_000).dt(0.01);
    quiet_but_undecided(&run(&System::new(HenonHeiles::default()), &options));
}

#[test]
fn maps() {
    let options = SpectrumOptions::new(100_000).t_transient(1000.0);
    quiet(&run(&System::new(Henon::default()), &options));
    quiet(&run(&System::new(Lozi::default()), &options));
    quiet(&run(&System::new(Logistic::default()), &options));
    quiet(&run(&System::new(Logistic { r: 3.5.into() }), &options));
    quiet_but_undecided(&run(&System::new(Standard::default()), &options));
    // On the kink itself.
    let lozi = System::new(Lozi::default()).initial_state(&[0.0, 0.0]);
    quiet(&run(&lozi, &SpectrumOptions::new(100_000).t_transient(0.0)));
}

#[test]
fn networks() {
    let ring = System::lattice(Lorenz96::default(), 12)
        .initial_with(Lorenz96::x, |i| 8.0 + 0.1 * i as f64);
    let options = SpectrumOptions::new(20_000).dt(0.02).t_transient(50.0);
    quiet_but_undecided(&run(&ring, &options));
    let omega: Vec<f64> = (0..8).map(|i| f64::from(i) / 4.0 - 1.0).collect();
    let model = Kuramoto {
        omega: omega.into(),
        G: 0.8.into(),
    };
    let phases = System::network(model, Dense::all_to_all(8, 1.0))
        .initial_with(Kuramoto::theta, |i| (3 * i) as f64);
    quiet_but_undecided(&run(&phases, &options));
    quiet_but_undecided(&run(&phases, &options.k(4)));
}
