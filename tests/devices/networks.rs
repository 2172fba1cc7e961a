//! Networks, each beside itself on the CPU.

use lyapax::{
    Boundary, Dense, Device, Graph, Integrator, Model, Signal, Sparse, SpectrumOptions, System,
    Uniform,
};

use crate::models::{Cells, Kuramoto, Logistic, Loud, Pairs};
use crate::{devices, near};

/// The same run there and here.
fn same<M: Model>(system: &System<M>, options: &SpectrumOptions) {
    const TOLERANCE: f64 = 1e-9;
    for device in devices() {
        let there = system.spectrum(&options.clone().device(device)).unwrap();
        let here = system
            .spectrum(&options.clone().device(Device::CPU))
            .unwrap();
        println!("{}: {}", there.model_name(), there.placement().unwrap());
        near(there.raw_exponents(), here.raw_exponents(), TOLERANCE);
        near(there.final_state(), here.final_state(), TOLERANCE);
        assert_eq!(there.history().times(), here.history().times());
        for i in 0..here.history().len() {
            near(there.history().at(i), here.history().at(i), TOLERANCE);
        }
        for (a, b) in there.outputs().iter().zip(here.outputs()) {
            near(
                &[a.mean.unwrap().value],
                &[b.mean.unwrap().value],
                TOLERANCE,
            );
        }
        let rates = |checks: Vec<lyapax::Check>| -> Vec<String> {
            checks.iter().map(|check| check.law.to_string()).collect()
        };
        if there.integrator().is_some() {
            assert_eq!(rates(there.checks()), rates(here.checks()));
        }
        assert!(there.checks().iter().all(lyapax::Check::passed), "{there}");
    }
}

fn weight(target: usize, source: usize) -> f64 {
    if target == source {
        0.5
    } else {
        1.0 + 0.1 * ((target * 7 + source * 3) % 5) as f64
    }
}

/// Edges from the three nodes before.
fn ring(target: usize, source: usize) -> f64 {
    if (target + NODES - source) % NODES <= 3 {
        weight(target, source)
    } else {
        0.0
    }
}

const NODES: usize = 20;

fn dense() -> Graph {
    Dense::from_fn(NODES, weight).into()
}

fn sparse() -> Graph {
    Sparse::from_dense(&Dense::from_fn(NODES, ring)).into()
}

fn uniform() -> [Graph; 2] {
    let graph = Uniform::new(NODES, 0.7);
    [graph.clone().into(), graph.with_self().into()]
}

fn options(steps: u64) -> SpectrumOptions {
    SpectrumOptions::new(steps).dt(0.02).t_transient(0.4)
}

fn phases(nodes: usize, graph: Graph) -> System<Kuramoto> {
    let omega: Vec<f64> = (0..nodes)
        .map(|i| -1.0 + 2.0 * (i as f64 + 0.5) / nodes as f64)
        .collect();
    let model = Kuramoto {
        omega: omega.into(),
        G: 1.5.into(),
    };
    System::network(model, graph).initial_with(Kuramoto::theta, |i| (i as f64 * 0.7).sin() * 3.0)
}

fn cells(graph: Graph) -> System<Cells> {
    let samples: Vec<f64> = (0..20).map(|i| (f64::from(i) * 0.9).sin() * 0.3).collect();
    let model = Cells {
        drive: Signal::sampled(0.0, 0.5, samples),
        ..Cells::default()
    };
    System::network(model, graph).initial_with(Cells::v, |i| (i as f64 * 0.7).sin())
}

fn pairs(graph: Graph) -> System<Pairs> {
    System::network(Pairs::default(), graph).initial_with(Pairs::x, |i| (i as f64 * 0.7).sin())
}

#[test]
fn two_hundred_phases() {
    let system = phases(200, Dense::from_fn(200, weight).into());
    same(&system, &options(200).k(5));
}

/// A thousand: several targets in a workgroup, several stretches of rows.
#[test]
fn a_thousand_phases() {
    same(
        &phases(1100, Dense::from_fn(1100, weight).into()),
        &options(20).k(3),
    );
    same(
        &phases(1100, Uniform::new(1100, 1.0).into()),
        &options(20).k(3),
    );
}

#[test]
fn phases_on_all_graphs() {
    for graph in [dense(), sparse()].into_iter().chain(uniform()) {
        same(&phases(NODES, graph.clone()), &options(100).k(3));
        same(&phases(NODES, graph.clone()).pairwise(), &options(100).k(3));
    }
}

/// All exponents, so that the sum rule is checked.
#[test]
fn cells_on_a_matrix() {
    for integrator in Integrator::ALL {
        let options = options(60).k(2 * NODES).integrator(integrator);
        same(&cells(dense()), &options);
    }
    same(&cells(dense()).pairwise(), &options(60));
}

#[test]
fn cells_on_other_graphs() {
    for graph in [sparse()].into_iter().chain(uniform()) {
        same(&cells(graph), &options(60));
    }
    same(&cells(sparse()).pairwise(), &options(60));
    same(&cells(sparse()).boundary(Boundary::Zero), &options(60).k(3));
    same(
        &cells(sparse()).boundary(Boundary::Clamp),
        &options(60).k(3),
    );
}

#[test]
fn what_does_not_separate() {
    for graph in [dense(), sparse()].into_iter().chain(uniform()) {
        same(&pairs(graph), &options(60));
    }
}

#[test]
fn coupled_maps() {
    for graph in [dense(), sparse()].into_iter().chain(uniform()) {
        let system = System::network(Logistic::default(), graph)
            .initial_with(Logistic::x, |i| 0.2 + 0.03 * i as f64);
        same(&system, &SpectrumOptions::new(15).t_transient(5.0).k(4));
    }
}

/// What one source gives is infinite, and no edge leads from it: all go on, by sums edge by edge.
#[test]
fn what_a_source_gives_is_not_finite() {
    let weight = |_: usize, source: usize| f64::from(u8::from(source != 3));
    for graph in [
        Graph::from(Dense::from_fn(6, weight)),
        Sparse::from_dense(&Dense::from_fn(6, weight)).into(),
    ] {
        let system = System::network(Loud::default(), graph)
            .initial_with(Loud::x, |node| if node == 3 { 711.0 } else { 0.1 });
        let options = SpectrumOptions::new(40).dt(0.01).t_transient(0.0).k(2);
        for device in devices() {
            let there = system.spectrum(&options.clone().device(device)).unwrap();
            let here = system
                .spectrum(&options.clone().device(Device::CPU))
                .unwrap();
            near(there.raw_exponents(), here.raw_exponents(), 1e-9);
            near(there.final_state(), here.final_state(), 1e-9);
            assert!(here.counts().edge_by_edge > 0);
            assert!(there.counts().edge_by_edge > 0);
        }
    }
}

/// What is asked for along a run comes back.
#[test]
fn states_and_local_exponents() {
    for device in devices() {
        let run = |device: Device| {
            let options = options(60)
                .k(3)
                .save_states_every(7)
                .local_every(2)
                .device(device);
            phases(NODES, dense()).spectrum(&options).unwrap()
        };
        let (there, here) = (run(device), run(Device::CPU));
        assert_eq!(there.states().times(), here.states().times());
        for i in 0..there.states().len() {
            near(there.states().at(i), here.states().at(i), 1e-9);
        }
        let (there, here) = (there.local().unwrap(), here.local().unwrap());
        assert_eq!(there.times(), here.times());
        for i in 0..there.rates().len() {
            near(there.rates().at(i), here.rates().at(i), 1e-8);
        }
    }
}

/// A run that is taken up again has the bits of one in one piece, and another device is refused.
#[test]
fn taken_up_again() {
    for device in devices() {
        let options = |steps| options(steps).k(3).device(device);
        let system = phases(NODES, dense());
        let whole = system.spectrum(&options(100)).unwrap();
        let half = system.spectrum(&options(50)).unwrap();
        let both = system.resume(half.checkpoint(), &options(100)).unwrap();
        assert_eq!(whole.raw_exponents(), both.raw_exponents());
        assert_eq!(whole.final_state(), both.final_state());
        let error = system
            .resume(half.checkpoint(), &options(100).device(Device::CPU))
            .unwrap_err();
        assert!(error.to_string().contains("was made on"), "{error}");
    }
}
