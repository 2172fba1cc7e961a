//! Lorenz's lattice of 40 points: many nodes with neighbours, few or all exponents.

use lyapax::{SpectrumOptions, System};
use lyapax_workspace::models::Lorenz96;

use super::unit_vectors;
use crate::by_hand::lorenz96;
use crate::case::{Case, Side};
use crate::outcome::Outcome;

const NODES: usize = 40;
const STEPS: u64 = 2_000;
const DT: f64 = 0.01;
const FORCING: f64 = 8.0;

/// The uniform state is a fixed point: one point is moved off it.
fn initial(node: usize) -> f64 {
    if node == 0 { FORCING + 0.008 } else { FORCING }
}

pub fn case(k: usize) -> Case {
    let system =
        System::lattice(Lorenz96 { F: FORCING.into() }, NODES).initial_with(Lorenz96::x, initial);
    let options = SpectrumOptions::new(STEPS)
        .dt(DT)
        .t_transient(0.0)
        .renorm_every(10)
        .start_basis(unit_vectors(NODES, k));
    let start: Vec<f64> = (0..NODES).map(initial).collect();
    Case {
        name: format!("lorenz96/{NODES}x{k}/cpu"),
        steps: STEPS,
        edges: None,
        sides: vec![
            Side::new("lyapax", move || {
                Outcome::from(&system.spectrum(&options).expect("the lattice runs"))
            }),
            Side::new("by hand", move || {
                lorenz96::run(&start, FORCING, k, STEPS, DT)
            }),
        ],
        tolerance: 1e-9,
        same_state: |_| true,
    }
}
