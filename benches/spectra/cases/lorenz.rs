//! Lorenz's system: one small node, where every nanosecond of overhead shows.

use lyapax::{SpectrumOptions, System};
use lyapax_workspace::models::Lorenz;

use super::unit_vectors;
use crate::by_hand::lorenz;
use crate::case::{Case, Side};
use crate::outcome::Outcome;

const STEPS: u64 = 60_000;
const DT: f64 = 0.01;

pub fn case() -> Case {
    let system = System::new(Lorenz::default());
    let options = SpectrumOptions::new(STEPS)
        .dt(DT)
        .t_transient(0.0)
        .renorm_every(10)
        .start_basis(unit_vectors(3, 3));
    Case {
        name: "lorenz/3/cpu".into(),
        steps: STEPS,
        edges: None,
        sides: vec![
            Side::new("lyapax", move || {
                Outcome::from(&system.spectrum(&options).expect("Lorenz's system runs"))
            }),
            Side::new("by columns", || lorenz::by_columns(STEPS, DT)),
            Side::new("by rows", || lorenz::by_rows(STEPS, DT)),
        ],
        tolerance: 1e-9,
        same_state: |_| true,
    }
}
