//! Single systems with exact or published exponents.

use super::{identity, near, spectrum};
use crate::testing::{Duffing, Henon, Linear, Logistic, Lorenz, StuartLandau, Tanh};
use crate::{Integrator, SpectrumOptions, System};

/// What one step of an integrator of order p multiplies x' = zx/dt by.
fn growth(z: f64, terms: usize) -> f64 {
    let mut sum = 0.0;
    let mut term = 1.0;
    for n in 0..=terms {
        sum += term;
        term *= z / (n + 1) as f64;
    }
    sum
}

#[test]
fn diagonal_flow() {
    for t in [50, 800] {
        let options = SpectrumOptions::new(t * 100)
            .dt(0.01)
            .integrator(Integrator::Rk6)
            .t_transient(5.0)
            .start_basis(identity(2));
        let system = System::new(Linear::default());
        near(spectrum(&system, &options).exponents(), &[-1.0, -5.0], 1e-6);
    }
}

/// Exponents 210 apart: the numbers that RK4 gives, at any interval that is asked for.
#[test]
fn stiff_diagonal_flow_at_any_interval() {
    let system = System::new(Linear::of([[10.0, 0.0], [0.0, -200.0]])).initial_state(&[0.0, 0.0]);
    let expected = [growth(0.01, 4), growth(-0.2, 4)].map(|r| r.abs().ln() / 1e-3);
    assert!((expected[1] + 199.99685).abs() < 1e-4);
    for every in [10, 100, 1_000, 12_000, 60_000] {
        let options = SpectrumOptions::new(60_000)
            .dt(1e-3)
            .renorm_every(every)
            .t_transient(1.0);
        near(spectrum(&system, &options).exponents(), &expected, 1e-7);
    }
}

#[test]
fn lorenz_at_its_fixed_point() {
    let system = System::new(Lorenz::default().with(1, 20.0));
    let options = SpectrumOptions::new(20_000).dt(0.01).t_transient(200.0);
    let expected = [-0.15479, -0.15479, -13.3571];
    near(spectrum(&system, &options).exponents(), &expected, 2e-3);
}

#[test]
fn stuart_landau_cycle() {
    let options = SpectrumOptions::new(40_000)
        .dt(0.01)
        .integrator(Integrator::Rk6)
        .t_transient(50.0);
    let system = System::new(StuartLandau::default());
    near(spectrum(&system, &options).exponents(), &[0.0, -2.0], 1e-7);
}

#[test]
fn one_dimension() {
    let options = SpectrumOptions::new(1_000).dt(0.01).t_transient(30.0);
    near(
        spectrum(&System::new(Tanh::default()), &options).exponents(),
        &[-2.0],
        1e-8,
    );
}

#[test]
fn degenerate_linear_flows() {
    let run = |matrix| {
        let options = SpectrumOptions::new(100_000).dt(0.01).t_transient(0.0);
        spectrum(&System::new(Linear::of(matrix)), &options)
    };
    near(
        run([[-1.0, 1.0], [0.0, -1.0]]).exponents(),
        &[-1.0, -1.0],
        0.01,
    );
    near(
        run([[-1.0, 0.0], [0.0, -1.0]]).exponents(),
        &[-1.0, -1.0],
        1e-9,
    );
    near(
        run([[-0.1, 3.0], [-3.0, -0.1]]).exponents(),
        &[-0.1, -0.1],
        1e-3,
    );
}

/// A harmonic oscillator neither grows nor shrinks.
#[test]
fn harmonic_oscillator() {
    let options = SpectrumOptions::new(20_000)
        .dt(0.02)
        .integrator(Integrator::Rk6);
    let system = System::new(Linear::of([[0.0, 1.0], [-1.0, 0.0]]));
    let spectrum = spectrum(&system, &options);
    near(spectrum.exponents(), &[0.0, 0.0], 1e-6);
}

/// The sum of the exponents is the divergence, −41/3, up to the step error.
#[test]
fn lorenz_and_its_sum() {
    for (integrator, tolerance) in [(Integrator::Rk4, 2e-4), (Integrator::Rk6, 1e-7)] {
        let options = SpectrumOptions::new(60_000).dt(0.01).integrator(integrator);
        let spectrum = spectrum(&System::new(Lorenz::default()), &options);
        assert!(
            (spectrum.sum() + 41.0 / 3.0).abs() < tolerance,
            "{spectrum}"
        );
        near(spectrum.exponents(), &[0.9056, 0.0, -14.5723], 0.02);
        let dimension = spectrum.kaplan_yorke().unwrap();
        assert!((dimension - 2.062).abs() < 2e-3);
        assert_eq!(
            spectrum.entropy(),
            spectrum.exponents()[0].max(0.0) + spectrum.exponents()[1].max(0.0)
        );
    }
}

#[test]
fn forced_duffing() {
    let options = |start_time| {
        SpectrumOptions::new(400_000)
            .dt(0.005)
            .t_transient(100.0)
            .start_time(start_time)
    };
    let system = System::new(Duffing::default());
    for start_time in [0.0, core::f64::consts::TAU * 1e6] {
        let spectrum = spectrum(&system, &options(start_time));
        near(spectrum.exponents(), &[0.1583, -0.3583], 0.03);
        assert!((spectrum.sum() + 0.2).abs() < 1e-7);
    }
}

#[test]
fn logistic_map() {
    let run = |r, n| {
        let system = System::new(Logistic::default().with(0, r));
        spectrum(&system, &SpectrumOptions::new(n)).exponents()[0]
    };
    assert!((run(4.0, 1_000_000) - core::f64::consts::LN_2).abs() < 2e-3);
    assert!((run(3.5, 100_000) + 0.872_507).abs() < 1e-6);
}

#[test]
fn henon_map() {
    let spectrum = spectrum(
        &System::new(Henon::default()),
        &SpectrumOptions::new(500_000),
    );
    near(spectrum.exponents(), &[0.41922, -1.62319], 4e-3);
    assert!(
        (spectrum.sum() - 0.3_f64.ln()).abs() < 1e-14,
        "{}",
        spectrum.sum()
    );
    assert_eq!(spectrum.integrator(), None);
}
