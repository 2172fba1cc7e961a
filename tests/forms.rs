//! Forms that a user may write, each of which must compile without a warning and run.

// Groups and single lints that a careful crate may turn on: what the macro writes raises none.
#![deny(
    warnings,
    missing_docs,
    missing_debug_implementations,
    unreachable_pub,
    unnameable_types
)]
#![deny(
    rust_2018_idioms,
    keyword_idents,
    trivial_casts,
    trivial_numeric_casts,
    unused_import_braces
)]
#![deny(
    unused_lifetimes,
    unused_qualifications,
    single_use_lifetimes,
    redundant_lifetimes
)]
#![deny(
    macro_use_extern_crate,
    meta_variable_misuse,
    unit_bindings,
    unused_macro_rules
)]
#![deny(clippy::all, clippy::pedantic, clippy::nursery)]
#![allow(
    clippy::redundant_pub_crate,
    reason = "it contradicts `unreachable_pub`"
)]
#![forbid(unsafe_code)]

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

use lyapax::{Dynamical, SimulateOptions, System, Trajectory};

/// A short motion of a model alone. What only tangents need is checked by the compiler just as
/// well, since it is generic; that it is right is seen elsewhere.
fn run<M: Dynamical>(model: M) -> Trajectory<M> {
    motion(&System::new(model))
}

fn motion<M: Dynamical>(system: &System<M>) -> Trajectory<M> {
    let options = SimulateOptions::new(50);
    // A map refuses the length of a step, and a flow asks for it.
    let flow = system.simulate(&options.clone().dt(0.01));
    flow.or_else(|_| system.simulate(&options))
        .expect("the model runs")
}
