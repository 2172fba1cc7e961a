//! Rules about a model as a whole. [`Checked`] is the only thing that later stages accept, so
//! equations that break a rule cannot be emitted.

use std::collections::HashSet;

use crate::diag::Sink;
use crate::ir::{Model, ModelKind};
use crate::lower::{Lowered, MAX_OPERATIONS, MarkKind, Moment, Symbol};

/// A model that obeys every rule of the language.
pub struct Checked(Model);

impl Checked {
    pub fn model(&self) -> &Model {
        &self.0
    }
}

/// Applies every rule. `None` after an error, be it of this stage or an earlier one.
pub fn check(lowered: Lowered, sink: &mut Sink) -> Option<Checked> {
    check_has_states(&lowered, sink);
    check_algebraic(&lowered, sink);
    check_flow_or_map(&lowered, sink);
    check_every_state_has_an_equation(&lowered, sink);
    check_iterates(&lowered, sink);
    check_switches(&lowered, sink);
    check_pairs(&lowered, sink);
    check_size(&lowered, sink);
    if sink.has_errors() {
        // What a mistake hides would look unused.
        return None;
    }
    warn_unused(&lowered, sink);
    warn_idle_marks(&lowered, sink);
    Some(Checked(lowered.model))
}

/// A dynamical system has a state.
fn check_has_states(lowered: &Lowered, sink: &mut Sink) {
    let model = &lowered.model;
    if !model.states.is_empty() || !lowered.suspects.is_empty() || sink.has_errors() {
        return;
    }
    // Outputs without states are an algebraic model.
    if model.outputs.is_empty() {
        let help = "declare one: `state x = 0;` with its equation `dx/dt = …;` or `next(x) = …;`; a model that computes values of parameters and inputs has `output y = …;` instead";
        sink.error(
            &model.name.loc,
            format!("model {} has no state", model.name.quoted()),
            help,
        );
    }
}

/// Without states there is no time that they change in, and there are no nodes that read each other.
fn check_algebraic(lowered: &Lowered, sink: &mut Sink) {
    let model = &lowered.model;
    if !model.is_algebraic() || model.outputs.is_empty() || !lowered.suspects.is_empty() {
        return;
    }
    // A function is lowered at each of its calls.
    let mut told = Vec::new();
    for (loc, what) in &lowered.moments {
        if told.contains(&loc.position()) {
            continue;
        }
        told.push(loc.position());
        let (message, help) = match what {
            Moment::Time => (
                "a model without states has no time `t`",
                "declare an input of another name for it: `input time;`",
            ),
            Moment::Nodes => (
                "a model without states has no nodes, and so no number `N` of them",
                "declare a parameter of another name for it: `param n = 1;`",
            ),
        };
        sink.error(loc, message, help);
    }
    for (name, symbol) in &lowered.declared {
        if let Symbol::Coupling(_) = symbol {
            sink.error(
                &name.loc,
                format!(
                    "coupling {} adds over source nodes, and a model without states has none",
                    name.quoted()
                ),
                "declare what comes from outside as an `input`, or give the model a `state`",
            );
        }
    }
    if let Some(loc) = &model.hamiltonian {
        sink.error(
            loc,
            "a model without states has no Hamiltonian",
            "leave `#[hamiltonian]` out",
        );
    }
}

/// Time runs on, or it is counted; the tangent of a mixture is not defined here.
fn check_flow_or_map(lowered: &Lowered, sink: &mut Sink) {
    let Some(first) = lowered.equations.first() else {
        return;
    };
    if let Some(other) = lowered
        .equations
        .iter()
        .find(|equation| equation.kind != first.kind)
    {
        let (is, was) = match other.kind {
            ModelKind::Flow => ("a flow", "a map"),
            ModelKind::Map => ("a map", "a flow"),
        };
        sink.error(
            &other.loc,
            format!("this equation belongs to {is}, but the model began as {was}"),
            "use `dx/dt = …` (or `x' = …`) for every state of a flow, `next(x) = …` (or `x[n+1] = …`) for every state of a map",
        );
    }
}

fn check_every_state_has_an_equation(lowered: &Lowered, sink: &mut Sink) {
    for name in &lowered.motionless {
        let x = &name.text;
        let help = match lowered.model.kind {
            ModelKind::Map => format!("write `next({x}) = …;` or `\"{x}[n+1] = …\"`"),
            ModelKind::Flow => {
                format!("write `d{x}/dt = …;` or `\"{x}' = …\"`; a constant is a `param`")
            }
        };
        sink.error(
            &name.loc,
            format!("state {} has no equation", name.quoted()),
            help,
        );
    }
}

/// `x[n]` counts iterations, which a flow does not have.
fn check_iterates(lowered: &Lowered, sink: &mut Sink) {
    if lowered.model.kind == ModelKind::Map {
        return;
    }
    for loc in &lowered.iterates {
        sink.error(
            loc,
            "`x[n]` is the iterate of a map, and this model is a flow",
            "write the state's name alone",
        );
    }
}

/// In a flow the tangent jumps where f does. Plain differentiation misses that and gives a
/// plausible wrong spectrum, so the user has to say what is meant. Maps have no such trouble: the
/// orbit meets the jump itself with probability zero.
fn check_switches(lowered: &Lowered, sink: &mut Sink) {
    if lowered.model.kind == ModelKind::Map {
        return;
    }
    for switch in lowered
        .switches
        .iter()
        .filter(|switch| switch.on_state && !switch.marked_jump)
    {
        if !switch.is_if {
            sink.error(
                &switch.loc,
                format!("`{}` of a state jumps, and the tangent jumps with it", switch.what),
                format!(
                    "write `#[jump]` before the {} to accept a spectrum that misses the jump (every result will say so), or use a smooth form such as `tanh(x / width)`",
                    switch.item
                ),
            );
        } else if !switch.marked_continuous {
            sink.error(
                &switch.loc,
                "this condition depends on a state: does the value jump where it switches?",
                format!(
                    "write `#[continuous]` before the {} if both sides meet at the switch, `#[jump]` if they do not",
                    switch.item
                ),
            );
        }
    }
}

/// A Hamiltonian model has a momentum for each position.
fn check_pairs(lowered: &Lowered, sink: &mut Sink) {
    let Some(loc) = &lowered.model.hamiltonian else {
        return;
    };
    // One that is declared twice was reported.
    let names: HashSet<_> = lowered
        .model
        .states
        .iter()
        .map(|state| &state.name.text)
        .collect();
    // Any of the suspects may be the missing one.
    if names.len() % 2 == 0 || !lowered.suspects.is_empty() {
        return;
    }
    let s = if names.len() == 1 { "" } else { "s" };
    sink.error(
        loc,
        format!(
            "a Hamiltonian model has a momentum for each position, but model {} has {} state{s}",
            lowered.model.name.quoted(),
            names.len()
        ),
        "declare the state that is missing, or leave `#[hamiltonian]` out; a phase that runs with time is written with `t`, and what is only recorded is an `output`",
    );
}

/// What is emitted is straight-line code, for which compilers need more than linear time.
fn check_size(lowered: &Lowered, sink: &mut Sink) {
    let model = &lowered.model;
    if sink.has_errors() || model.arena.cone(&model.roots()).len() <= MAX_OPERATIONS {
        return;
    }
    sink.error(
        &model.name.loc,
        format!(
            "model {} has more than {MAX_OPERATIONS} operations",
            model.name.quoted()
        ),
        "repeated units are nodes of a network or lattice, not copies in one model",
    );
}

/// An attribute where it says nothing is likely meant for another item.
fn warn_idle_marks(lowered: &Lowered, sink: &mut Sink) {
    for (loc, kind) in &lowered.idle_marks {
        let (message, help) = match kind {
            MarkKind::Jump => (
                "nothing jumps here",
                "leave `#[jump]` out, or put it before the item with the jump",
            ),
            MarkKind::Continuous => (
                "nothing switches here",
                "leave `#[continuous]` out, or put it before the item with the `if`",
            ),
        };
        sink.warning(loc, message, help);
    }
}

fn warn_unused(lowered: &Lowered, sink: &mut Sink) {
    for (name, symbol) in &lowered.declared {
        if lowered.used.contains(symbol) {
            continue;
        }
        let (message, help) = match symbol {
            Symbol::State(_) => (
                "nothing reads state",
                "leave it out if it is not wanted: each state costs a dimension of the spectrum",
            ),
            Symbol::Param(_) => ("nothing uses parameter", "leave it out, or use it"),
            Symbol::Input(_) => ("nothing uses input", "leave it out, or use it"),
            Symbol::Let(_) => (
                "nothing uses intermediate",
                "leave it out, or write `output` to have it saved",
            ),
            Symbol::Fn(_) => ("nothing calls function", "leave it out, or call it"),
            Symbol::Coupling(_) => (
                "nothing uses coupling",
                "add it to an equation, or leave it out",
            ),
            Symbol::Output(_) => continue,
        };
        sink.warning(&name.loc, format!("{message} {}", name.quoted()), help);
    }
}
