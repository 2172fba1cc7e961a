//! Hénon's map: a few operations, QR and logarithms at every iteration.

use lyapax::{SpectrumOptions, System};
use lyapax_workspace::models::Henon;

use super::unit_vectors;
use crate::by_hand::henon;
use crate::case::{Case, Side};
use crate::outcome::Outcome;

const STEPS: u64 = 1_000_000;

pub fn case() -> Case {
    let system = System::new(Henon::default());
    let options = SpectrumOptions::new(STEPS)
        .t_transient(0.0)
        .renorm_every(1)
        .start_basis(unit_vectors(2, 2));
    Case {
        name: "henon/2/cpu".into(),
        steps: STEPS,
        edges: None,
        sides: vec![
            Side::new("lyapax", move || {
                Outcome::from(&system.spectrum(&options).expect("Hénon's map runs"))
            }),
            Side::new("by hand", || henon::run(STEPS)),
            Side::new("by turning", || henon::by_turning(STEPS)),
        ],
        tolerance: 1e-9,
        same_state: |_| true,
    }
}
