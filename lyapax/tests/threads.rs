//! Results have the same bits for any number of threads.

use lyapax::{
    Boundary, Dense, Edge, Model, SetupError, SimulateOptions, Sparse, SpectrumOptions, System,
    Uniform,
};

lyapax::model! {
    Phases {
        state theta = 0.0;
        param omega = 0.1;
        coupling c = sum(w * sin(src.theta - theta)) / N;
        output order = cos(theta);
        "theta' = omega + c"
    }
}

lyapax::model! {
    /// Two states, one of them as deviations from its mean.
    Diffusive {
        state v = 0.1, n = 0.0;
        coupling gap = sum(w * (src.v - v)) / N;
        "v' = v - v^3 / 3 - n + 0.2 * gap
         n' = 0.08 * (v + 0.7 - 0.8 * n)"
    }
}

lyapax::model! {
    Chain {
        state x = 8.0;
        dx/dt = (x[+1] - x[-2]) * x[-1] - x + 8;
    }
}

lyapax::model! {
    Maps {
        state x = 0.3;
        coupling c = sum(w * (1 - 1.7 * src.x^2)) / N;
        next(x) = 0.9 * (1 - 1.7 * x^2) + 0.1 * c;
    }
}

/// By one thread, and by others.
fn check<M: Model>(what: &str, system: &System<M>, options: &SpectrumOptions) {
    let run = |threads: usize| {
        let spectrum = system.spectrum(&options.clone().threads(threads)).unwrap();
        let history: Vec<f64> = spectrum
            .history()
            .iter()
            .flat_map(|(_, row)| row.to_vec())
            .collect();
        let outputs: Vec<f64> = spectrum
            .outputs()
            .iter()
            .filter_map(|average| Some(average.mean?.value))
            .collect();
        let exponents = spectrum.exponents().to_vec();
        (exponents, history, outputs, spectrum.final_state().to_vec())
    };
    let one = run(1);
    for threads in [2, 3, 7] {
        assert!(run(threads) == one, "{what}: {threads} threads");
    }
}

fn start(node: usize) -> f64 {
    (1.3 * node as f64).sin()
}

/// A few edges for each node, some of them far.
fn edges(n: usize) -> Sparse {
    Sparse::from_edges(
        n,
        (0..n).flat_map(|target| {
            [1, 7, n / 2 + 3].map(|far| Edge {
                source: (target + far) % n,
                target,
                weight: 1.0 + 0.1 * start(far + target),
            })
        }),
    )
}

fn flow(steps: u64, k: usize) -> SpectrumOptions {
    SpectrumOptions::new(steps).dt(0.02).k(k).t_transient(0.0)
}

#[test]
fn networks_as_products() {
    let dense = Dense::from_fn(301, |i, j| start(3 * i + 5 * j));
    let phases = |graph: lyapax::Graph| {
        System::network(Phases::default(), graph).initial_with(Phases::theta, start)
    };
    check("dense", &phases(dense.clone().into()), &flow(40, 5));
    check("many tangents", &phases(dense.into()), &flow(20, 19));
    check("sparse", &phases(edges(6001).into()), &flow(40, 4));
    check(
        "uniform",
        &phases(Uniform::new(9001, 1.0).into()),
        &flow(40, 3),
    );
    let diffusive = System::network(Diffusive::default(), Uniform::new(5001, 2.0))
        .initial_with(Diffusive::v, start);
    check("two states", &diffusive, &flow(40, 3));
}

#[test]
fn networks_edge_by_edge() {
    let dense = Dense::from_fn(131, |i, j| start(3 * i + 5 * j));
    let phases = |graph: lyapax::Graph| {
        System::network(Phases::default(), graph)
            .initial_with(Phases::theta, start)
            .pairwise()
    };
    check("dense", &phases(dense.into()), &flow(20, 10));
    check("sparse", &phases(edges(3001).into()), &flow(20, 3));
    check(
        "uniform",
        &phases(Uniform::new(131, 1.0).into()),
        &flow(20, 3),
    );
}

#[test]
fn lattices_and_maps() {
    for boundary in [Boundary::Periodic, Boundary::Zero] {
        let chain = System::lattice(Chain::default(), 5003)
            .boundary(boundary)
            .initial_with(Chain::x, |node| 8.0 + start(node));
        check("lattice", &chain, &flow(40, 4));
    }
    let maps = System::network(Maps::default(), edges(9001)).initial_with(Maps::x, start);
    check(
        "maps",
        &maps,
        &SpectrumOptions::new(60).k(3).t_transient(0.0),
    );
}

/// The whole spectrum, with the growth of volumes.
#[test]
fn all_tangents() {
    let dense = Dense::from_fn(61, |i, j| start(3 * i + 5 * j));
    let system = System::network(Phases::default(), dense).initial_with(Phases::theta, start);
    check("all", &system, &flow(40, 61));
}

#[test]
fn simulations() {
    let system =
        System::network(Phases::default(), edges(20_001)).initial_with(Phases::theta, start);
    let run = |threads: usize| {
        let options = SimulateOptions::new(60).dt(0.02).stride(20);
        let run = system.simulate(&options.threads(threads)).unwrap();
        (run.states().clone(), run.outputs().clone())
    };
    let one = run(1);
    for threads in [2, 3, 7] {
        assert!(run(threads) == one, "{threads} threads");
    }
}

#[test]
fn no_threads() {
    let system = System::network(Phases::default(), Uniform::new(3, 1.0));
    let error = system.spectrum(&flow(10, 1).threads(0)).unwrap_err();
    assert_eq!(error, SetupError::NoThreads.into());
    let error = system
        .simulate(&SimulateOptions::new(10).dt(0.01).threads(0))
        .unwrap_err();
    assert_eq!(error, SetupError::NoThreads.into());
}
