//! Runs on a device beside those on the CPU. Without a device of wgpu's they say so and pass over; `.ci/run` has one.
#![cfg(feature = "wgpu")]

use lyapax::{
    Dense, Device, Ensemble, Graph, Integrator, Model, Signal, Sparse, Spectrum, SpectrumOptions,
    System, Uniform, model,
};

model! {
    pub Lorenz {
        state x = 1.0, y = 1.0, z = 20.0;
        param sigma = 10.0, rho = 28.0, beta = 8.0 / 3.0;
        "x' = sigma * (y - x)
         y' = x * (rho - z) - y
         z' = x * y - beta * z"
    }
}

model! {
    pub Kuramoto {
        state theta = 0.0;
        param omega = 0.0, G = 1.0;
        coupling c = G / N * sum(w * sin(src.theta - theta));
        "theta' = omega + c"
    }
}

model! {
    /// Two states, of which one is coupled by differences, an input, an output, neighbours.
    pub Cells {
        state v = 0.1, s = 0.2;
        param a = 0.7, g = 0.3, d = 0.1;
        input drive;
        coupling c = g * sum(w * (src.v - v)) + sum(w^2 * tanh(src.s));
        output energy = v^2 + s^2;
        dv/dt = v - v^3 / 3 - s + drive + d * (v[+1] + v[-1] - 2 * v) + c / N;
        ds/dt = 0.08 * (v + a - 0.8 * s);
    }
}

model! {
    /// What does not separate.
    pub Pairs {
        state x = 0.3, y = 0.1;
        param a = 0.2;
        coupling c = sum(w * tanh(src.x - 2 * x * src.y));
        dx/dt = y - a * x + c / N;
        dy/dt = -sin(x) - 0.1 * y;
    }
}

model! {
    pub Logistic {
        state x = 0.4;
        param r = 3.9, e = 0.1;
        coupling c = sum(w * src.x * (1 - src.x));
        "x[n+1] = (1 - e) * r * x * (1 - x) + e * r * c / N"
    }
}

/// The device, if there is one.
fn device() -> Option<Device> {
    let device = "wgpu:0".parse().unwrap();
    match Device::list().get(device) {
        Ok(_) => Some(device),
        Err(error) => {
            println!("passed over: {error}");
            None
        }
    }
}

#[test]
fn members_are_those_of_the_cpu() {
    let Some(device) = device() else { return };
    let members = 256;
    let ensemble = Ensemble::new(Lorenz::default(), members)
        .initial_with(Lorenz::x, |member| 1.0 + 0.01 * member as f64);
    for integrator in Integrator::ALL {
        let options = SpectrumOptions::new(200)
            .dt(0.005)
            .t_transient(0.0)
            .integrator(integrator);
        let there = ensemble.spectrum(&options.clone().device(device)).unwrap();
        let here = ensemble.spectrum(&options.device(Device::CPU)).unwrap();
        println!("{integrator}: {there}");
        for (there, here) in there.iter().zip(here.iter()) {
            let (there, here) = (there.unwrap(), here.unwrap());
            near(there.exponents(), here.exponents(), 1e-9);
            near(there.final_state(), here.final_state(), 1e-9);
            assert!((there.sum_rule().unwrap() - here.sum_rule().unwrap()).abs() < 1e-9);
        }
    }
}

fn near(a: &[f64], b: &[f64], tolerance: f64) {
    assert_eq!(a.len(), b.len());
    for (a, b) in a.iter().zip(b) {
        assert!((a - b).abs() < tolerance, "{a} {b}");
    }
}

/// The same run there and here.
fn same<M: Model>(
    name: &str,
    system: &System<M>,
    options: &SpectrumOptions,
    tolerance: f64,
) -> Option<Spectrum> {
    let device = device()?;
    let there = system.spectrum(&options.clone().device(device)).unwrap();
    let here = system
        .spectrum(&options.clone().device(Device::CPU))
        .unwrap();
    println!(
        "{name}: {:?} {:?}",
        &there.exponents()[..2.min(there.exponents().len())],
        &here.exponents()[..2.min(here.exponents().len())]
    );
    println!("  {}", there.placement().unwrap());
    near(there.raw_exponents(), here.raw_exponents(), tolerance);
    near(there.final_state(), here.final_state(), tolerance);
    for (a, b) in there.outputs().iter().zip(here.outputs()) {
        let (a, b) = (a.mean.unwrap().value, b.mean.unwrap().value);
        assert!((a - b).abs() < tolerance, "{a} {b}");
    }
    assert_eq!(there.counts().edge_by_edge, here.counts().edge_by_edge);
    let residual = |spectrum: &Spectrum| {
        let checks = spectrum.checks();
        checks
            .iter()
            .map(|check| check.to_string())
            .collect::<Vec<_>>()
    };
    println!("  {:?}\n  {:?}", residual(&there), residual(&here));
    Some(there)
}

fn weight(target: usize, source: usize) -> f64 {
    if target == source {
        0.5
    } else {
        1.0 + 0.1 * ((target * 7 + source * 3) % 5) as f64
    }
}

fn ring(target: usize, source: usize) -> f64 {
    let apart = (target + 20 - source) % 20;
    if apart <= 3 {
        weight(target, source)
    } else {
        0.0
    }
}

fn options(steps: u64) -> SpectrumOptions {
    SpectrumOptions::new(steps).dt(0.02).t_transient(0.4)
}

#[test]
fn two_hundred_phases() {
    let n = 200;
    let omega: Vec<f64> = (0..n)
        .map(|i| -1.0 + 2.0 * (i as f64 + 0.5) / n as f64)
        .collect();
    let model = Kuramoto {
        omega: omega.into(),
        G: 1.5.into(),
    };
    let system = System::network(model, Dense::from_fn(n, weight))
        .initial_with(Kuramoto::theta, |i| (i as f64 * 0.7).sin() * 3.0);
    same("kuramoto", &system, &options(200).k(5), 1e-9);
}

#[test]
fn graphs_of_all_forms() {
    let n = 20;
    let dense = Dense::from_fn(n, weight);
    let sparse = Sparse::from_dense(&Dense::from_fn(n, ring));
    let graphs: [Graph; 4] = [
        dense.into(),
        sparse.into(),
        Uniform::new(n, 0.7).into(),
        Uniform::new(n, 0.7).with_self().into(),
    ];
    for graph in graphs {
        for k in [3, n] {
            let omega: Vec<f64> = (0..n).map(|i| i as f64 * 0.1).collect();
            let model = Kuramoto {
                omega: omega.into(),
                G: 1.5.into(),
            };
            let system = System::network(model, graph.clone())
                .initial_with(Kuramoto::theta, |i| i as f64 * 0.7);
            same("products", &system, &options(100).k(k), 1e-9);
            same("edge by edge", &system.pairwise(), &options(100).k(k), 1e-9);
        }
        let cells = Cells {
            drive: Signal::sampled(
                0.0,
                0.5,
                (0..20)
                    .map(|i| (f64::from(i) * 0.9).sin() * 0.3)
                    .collect::<Vec<_>>(),
            ),
            ..Cells::default()
        };
        let system = System::network(cells, graph.clone())
            .initial_with(Cells::v, |i| (i as f64 * 0.7).sin());
        for integrator in Integrator::ALL {
            same(
                "cells",
                &system,
                &options(60).k(2 * n).integrator(integrator),
                1e-9,
            );
        }
        same(
            "cells, edge by edge",
            &system.pairwise(),
            &options(60).k(2 * n),
            1e-9,
        );
        let system = System::network(Pairs::default(), graph.clone())
            .initial_with(Pairs::x, |i| (i as f64 * 0.7).sin());
        same("pairs", &system, &options(60), 1e-9);
        let system = System::network(Logistic::default(), graph)
            .initial_with(Logistic::x, |i| 0.2 + 0.03 * i as f64);
        same(
            "map",
            &system,
            &SpectrumOptions::new(15).t_transient(5.0).k(4),
            1e-9,
        );
    }
}
