//! Networks, each beside itself on the CPU, and with the threads of every workgroup in both orders.

use lyapax::{
    Dense, Device, Float, Graph, Integrator, Model, Signal, Sparse, SpectrumOptions, System,
    Uniform,
};

use crate::models::{Cells, Kuramoto, Logistic, Pairs};
use crate::{devices, found, gxx, near};

const NODES: usize = 20;

/// The same run there and here.
fn same<M: Model>(system: &System<M>, options: &SpectrumOptions) {
    within(system, options, Float::F64, 1e-12);
}

fn within<M: Model>(system: &System<M>, options: &SpectrumOptions, float: Float, tolerance: f64) {
    if !gxx::is_there() {
        return;
    }
    let here = found(system.spectrum(&options.clone().device(Device::CPU)));
    let both = devices().map(|device| {
        let there = found(system.spectrum(&options.clone().device(device).float(float)));
        near(there.raw_exponents(), here.raw_exponents(), tolerance);
        near(there.final_state(), here.final_state(), tolerance);
        for (a, b) in there.outputs().iter().zip(here.outputs()) {
            near(
                &[a.mean.unwrap().value],
                &[b.mean.unwrap().value],
                tolerance,
            );
        }
        there
    });
    // Without a barrier too few no bit depends on the order.
    let [forwards, backwards] = both;
    assert_eq!(forwards.raw_exponents(), backwards.raw_exponents());
    assert_eq!(forwards.final_state(), backwards.final_state());
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

fn graphs() -> [Graph; 4] {
    let uniform = Uniform::new(NODES, 0.7);
    [
        Dense::from_fn(NODES, weight).into(),
        Sparse::from_dense(&Dense::from_fn(NODES, ring)).into(),
        uniform.clone().into(),
        uniform.with_self().into(),
    ]
}

fn options(steps: u64) -> SpectrumOptions {
    SpectrumOptions::new(steps).dt(0.02).t_transient(0.08)
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
fn phases_on_all_graphs() {
    for graph in graphs() {
        let system = phases(NODES, graph);
        same(&system, &options(30).k(3));
        same(&system.pairwise(), &options(30).k(3));
    }
}

/// More nodes than a workgroup has threads.
#[test]
fn many_phases() {
    let dense = Dense::from_fn(300, weight);
    same(&phases(300, dense.into()), &options(10).k(5));
    same(
        &phases(300, Uniform::new(300, 1.0).into()),
        &options(10).k(5),
    );
}

#[test]
fn cells_by_all_methods() {
    let [dense, sparse, uniform, _] = graphs();
    for integrator in Integrator::ALL {
        let options = options(20).k(4).integrator(integrator);
        same(&cells(dense.clone()), &options);
    }
    for graph in [dense, sparse, uniform] {
        same(&cells(graph.clone()), &options(20));
        same(&cells(graph).pairwise(), &options(20).k(2));
    }
}

#[test]
fn what_does_not_separate() {
    for graph in graphs() {
        same(&pairs(graph), &options(30).k(6));
    }
}

#[test]
fn coupled_maps() {
    for graph in graphs() {
        let system = System::network(Logistic::default(), graph)
            .initial_with(Logistic::x, |i| 0.2 + 0.03 * i as f64);
        same(&system, &SpectrumOptions::new(10).t_transient(2.0).k(4));
    }
}

#[test]
fn single_precision() {
    let [dense, ..] = graphs();
    within(&cells(dense), &options(20).k(3), Float::F32, 1e-4);
}
