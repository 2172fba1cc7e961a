//! A measurement, not a test: `cargo test --release -p lyapax speed -- --ignored --nocapture`.

use std::time::Instant;

use crate::testing::{Henon, Kuramoto, Logistic, Lorenz, Lorenz96, StuartLandau};
use crate::{Dense, Integrator, SpectrumOptions, System};

type Vector = [f64; 3];

fn lorenz([x, y, z]: Vector) -> Vector {
    [10.0 * (y - x), x * (28.0 - z) - y, x * y - 8.0 / 3.0 * z]
}

fn tangent([x, y, z]: Vector, [u, v, w]: Vector) -> Vector {
    [
        10.0 * (v - u),
        (28.0 - z) * u - v - x * w,
        y * u + x * v - 8.0 / 3.0 * w,
    ]
}

fn axpy(x: Vector, h: f64, k: Vector) -> Vector {
    [x[0] + h * k[0], x[1] + h * k[1], x[2] + h * k[2]]
}

/// Lorenz with three tangents, RK4 and Gram–Schmidt every ten steps, as one writes it by hand.
fn by_hand(steps: usize) -> Vector {
    let dt = 0.01;
    let mut x = [1.0, 1.0, 1.0];
    let mut y = [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]];
    let mut sums = [0.0; 3];
    for step in 1..=steps {
        let k1 = lorenz(x);
        let x2 = axpy(x, 0.5 * dt, k1);
        let k2 = lorenz(x2);
        let x3 = axpy(x, 0.5 * dt, k2);
        let k3 = lorenz(x3);
        let x4 = axpy(x, dt, k3);
        let k4 = lorenz(x4);
        for v in &mut y {
            let d1 = tangent(x, *v);
            let d2 = tangent(x2, axpy(*v, 0.5 * dt, d1));
            let d3 = tangent(x3, axpy(*v, 0.5 * dt, d2));
            let d4 = tangent(x4, axpy(*v, dt, d3));
            for i in 0..3 {
                v[i] += dt / 6.0 * (d1[i] + 2.0 * (d2[i] + d3[i]) + d4[i]);
            }
        }
        for i in 0..3 {
            x[i] += dt / 6.0 * (k1[i] + 2.0 * (k2[i] + k3[i]) + k4[i]);
        }
        if step % 10 == 0 {
            for j in 0..3 {
                for i in 0..j {
                    let r: f64 = (0..3).map(|c| y[i][c] * y[j][c]).sum();
                    for c in 0..3 {
                        y[j][c] -= r * y[i][c];
                    }
                }
                let norm = (0..3).map(|c| y[j][c] * y[j][c]).sum::<f64>().sqrt();
                for c in 0..3 {
                    y[j][c] /= norm;
                }
                sums[j] += norm.ln();
            }
        }
    }
    sums.map(|sum| sum / (steps as f64 * dt))
}

/// The shortest of several runs, per step.
fn time(name: &str, steps: u64, mut run: impl FnMut() -> Vec<f64>) {
    let mut best = f64::INFINITY;
    let mut check = Vec::new();
    for _ in 0..7 {
        let start = Instant::now();
        check = run();
        best = best.min(start.elapsed().as_secs_f64());
    }
    check.truncate(3);
    println!(
        "{name:<36} {:>10.2} ns a step   {check:.5?}",
        best * 1e9 / steps as f64
    );
}

#[test]
#[ignore = "a measurement: cargo test --release -p lyapax speed -- --ignored --nocapture"]
fn speed() {
    let steps = 600_000;
    time("lorenz by hand", steps, || {
        by_hand(core::hint::black_box(600_000)).to_vec()
    });
    let lorenz = System::new(Lorenz::default());
    for (name, integrator, k) in [
        ("lorenz rk4 k = 3", Integrator::Rk4, 3),
        ("lorenz rk4 k = 1", Integrator::Rk4, 1),
        ("lorenz rk6 k = 3", Integrator::Rk6, 3),
        ("lorenz heun k = 3", Integrator::Heun, 3),
    ] {
        let options = SpectrumOptions::new(steps)
            .dt(0.01)
            .k(k)
            .integrator(integrator)
            .t_transient(0.0);
        time(name, steps, || {
            lorenz.spectrum(&options).unwrap().exponents().to_vec()
        });
    }
    let planar = System::new(StuartLandau::default());
    for k in [1, 2] {
        let options = SpectrumOptions::new(steps).dt(0.01).k(k).t_transient(0.0);
        time(&format!("stuart-landau rk4 k = {k}"), steps, || {
            planar.spectrum(&options).unwrap().exponents().to_vec()
        });
    }
    let henon = System::new(Henon::default());
    for k in [1, 2] {
        let options = SpectrumOptions::new(steps).k(k).t_transient(0.0);
        time(&format!("henon k = {k}"), steps, || {
            henon.spectrum(&options).unwrap().exponents().to_vec()
        });
    }
    let logistic = System::new(Logistic::default().with(0, 3.9));
    let options = SpectrumOptions::new(steps).t_transient(0.0);
    time("logistic", steps, || {
        logistic.spectrum(&options).unwrap().exponents().to_vec()
    });
    let options = SpectrumOptions::new(60_000).dt(0.01).t_transient(0.0);
    let alone = System::uncoupled(Lorenz::default(), 2);
    time("2 uncoupled lorenz k = 6", 60_000, || {
        alone.spectrum(&options).unwrap().exponents().to_vec()
    });
    let options = SpectrumOptions::new(2_000).dt(0.01).t_transient(0.0);
    let ring = System::lattice(Lorenz96::default(), 40)
        .initial_with(Lorenz96::x, |i| 8.0 + 0.1 * i as f64);
    time("lorenz-96 n = 40, k = 40", 2_000, || {
        ring.spectrum(&options).unwrap().exponents().to_vec()
    });
    for n in [20, 200] {
        let system = System::network(Kuramoto::default(), Dense::all_to_all(n, 1.0))
            .initial_with(Kuramoto::theta, |i| (i as f64).sin());
        let options = SpectrumOptions::new(200)
            .dt(0.01)
            .k(5)
            .integrator(Integrator::Heun)
            .t_transient(0.0);
        time(&format!("kuramoto heun n = {n}, k = 5"), 200, || {
            system.spectrum(&options).unwrap().exponents().to_vec()
        });
    }
}
