//! Kuramoto's oscillators with dense weights: everybody reads everybody.

use std::f64::consts::TAU;

use lyapax::{Dense, Integrator, SpectrumOptions, System};
use lyapax_workspace::models::Kuramoto;

use super::unit_vectors;
use crate::by_hand::kuramoto::{self, Network};
use crate::case::{Case, Side};
use crate::outcome::Outcome;

const STEPS: u64 = 200;
const DT: f64 = 0.01;
const K: usize = kuramoto::K;

pub fn case(nodes: usize) -> Case {
    let last = (nodes - 1) as f64;
    let omega: Vec<f64> = (0..nodes).map(|i| -1.0 + 2.0 * i as f64 / last).collect();
    let phase = |node: usize| TAU * node as f64 / nodes as f64;
    // No two rows alike, so that nothing can be shared between them.
    let weight = |target: usize, source: usize| {
        if target == source {
            0.0
        } else {
            0.5 + ((7 * target + 13 * source) % 17) as f64 / 17.0
        }
    };
    let model = Kuramoto {
        omega: omega.clone().into(),
        G: 1.0.into(),
    };
    let system =
        System::network(model, Dense::from_fn(nodes, weight)).initial_with(Kuramoto::theta, phase);
    let options = SpectrumOptions::new(STEPS)
        .dt(DT)
        .integrator(Integrator::Heun)
        .k(K)
        .t_transient(0.0)
        .renorm_every(10)
        .start_basis(unit_vectors(nodes, K))
        // By hand there is one too.
        .threads(1);
    let network = Network {
        omega,
        coupling: 1.0,
        weights: (0..nodes * nodes)
            .map(|i| weight(i / nodes, i % nodes))
            .collect(),
        start: (0..nodes).map(phase).collect(),
    };
    let same = network.clone();
    let (pairwise, pairwise_options) = (system.clone().pairwise(), options.clone());
    Case {
        name: format!("kuramoto/{nodes}/cpu"),
        steps: STEPS,
        edges: Some((2 * nodes * (nodes - 1)) as u64),
        sides: vec![
            Side::new("lyapax", move || {
                Outcome::from(&system.spectrum(&options).expect("the network runs"))
            }),
            Side::new("edge by edge", move || {
                kuramoto::by_edges(&network, STEPS, DT)
            }),
            Side::new("products", move || kuramoto::by_products(&same, STEPS, DT)),
            Side::new("lyapax pairwise", move || {
                let spectrum = pairwise.spectrum(&pairwise_options);
                Outcome::from(&spectrum.expect("the network runs"))
            }),
        ],
        tolerance: 1e-9,
        // Sums are added in other orders.
        same_state: |side| side == 0,
    }
}
