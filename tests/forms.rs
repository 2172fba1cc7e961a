//! Forms that a user may write, each of which must compile without a warning and run.

#![deny(warnings, missing_docs)]

#[path = "forms/documentation.rs"]
pub mod documentation;
#[path = "forms/hygiene.rs"]
mod hygiene;
#[path = "forms/items.rs"]
mod items;
#[path = "forms/macros.rs"]
mod macros;
#[path = "forms/names.rs"]
mod names;
#[path = "forms/places.rs"]
mod places;
#[path = "forms/spellings.rs"]
mod spellings;
#[path = "forms/warnings.rs"]
mod warnings;

use lyapax::{Model, SimulateOptions, System, Trajectory};

/// A short motion of a model alone. What only tangents need is checked by the compiler just as
/// well, since it is generic; that it is right is seen elsewhere.
fn run<M: Model>(model: M) -> Trajectory<M> {
    motion(&System::new(model))
}

fn motion<M: Model>(system: &System<M>) -> Trajectory<M> {
    let options = SimulateOptions::new(50);
    // A map refuses the length of a step, and a flow asks for it.
    let flow = system.simulate(&options.clone().dt(0.01));
    flow.or_else(|_| system.simulate(&options)).expect("the model runs")
}
