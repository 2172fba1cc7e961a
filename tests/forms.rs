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

use lyapax::{Model, Spectrum, SpectrumOptions, System};

/// A short spectrum of a model alone: enough to see that everything that was emitted runs.
fn run<M: Model>(model: M) -> Spectrum {
    System::new(model)
        .spectrum(&SpectrumOptions::new(100).dt(0.01).t_transient(0.0))
        .expect("the model runs")
}
