//! What is known of a model before it runs: names, patterns, sizes.

use proc_macro2::{Literal, TokenStream};
use quote::{format_ident, quote};

use super::body::{gathered, number};
use crate::derive::{Derived, Partial};
use crate::ir::{Declared, Model, ModelKind, Node, Var, text};
use crate::symmetry;
use crate::tape::{Op, Tape};

/// The associated constants. `main` is what is computed most often.
pub fn constants(derived: &Derived, main: &Tape) -> TokenStream {
    let model = &derived.model;
    let info = info(derived);
    let steps = &main.steps;
    let operations = Literal::usize_unsuffixed(steps.len());
    let is_call = |op: &&Op| matches!(op, Op::Call1(..) | Op::Call2(..));
    let calls = Literal::usize_unsuffixed(steps.iter().filter(is_call).count());
    let partials = entries(model, &derived.partials);
    let param_partials = entries(model, &derived.param_partials);
    let edge_partials = entries(model, &derived.edge_partials);
    let output_partials = entries(model, &derived.output_partials);
    quote! {
        const INFO: __lyapax::Info = #info;
        const PARTIALS: &'static [__lyapax::Entry] = &[#partials];
        const PARAM_PARTIALS: &'static [__lyapax::Entry] = &[#param_partials];
        const EDGE_PARTIALS: &'static [__lyapax::Entry] = &[#edge_partials];
        const OUTPUT_PARTIALS: &'static [__lyapax::Entry] = &[#output_partials];
        const OPERATIONS: ::core::primitive::usize = #operations;
        const CALLS: ::core::primitive::usize = #calls;
    }
}

fn info(derived: &Derived) -> TokenStream {
    let model = &derived.model;
    let names = |list: &[Declared]| -> TokenStream {
        let names = list.iter().map(|declared| &declared.name.text);
        quote!(&[#(#names),*])
    };
    let name = &model.name.text;
    let kind = match model.kind {
        ModelKind::Flow => quote!(Flow),
        ModelKind::Map => quote!(Map),
    };
    let (states, params, inputs, outputs) = (
        names(&model.states),
        names(&model.params),
        names(&model.inputs),
        names(&model.outputs),
    );
    let initial = model.states.iter().map(|state| number(state.default));
    let neighbours = model.neighbours.iter().map(|neighbour| {
        let state = Literal::u32_unsuffixed(neighbour.state);
        let offset = Literal::u32_unsuffixed(neighbour.offset.unsigned_abs());
        let sign = (neighbour.offset < 0).then(|| quote!(-));
        quote!(__lyapax::Neighbour { state: #state, offset: #sign #offset })
    });
    let sums = Literal::usize_unsuffixed(model.sums.len());
    // An output that reads the time does not make the motion depend on it.
    let cone = model.arena.cone(&[&model.rhs[..], &model.sums].concat());
    let uses = |var: Var| cone.iter().any(|&id| model.arena.get(id) == Node::Var(var));
    let (uses_weights, autonomous) = (uses(Var::Weight), !uses(Var::Time));
    let shifts = symmetry::shifts(derived);
    let shifts = shifts.into_iter().map(Literal::usize_unsuffixed);
    let hamiltonian = model.hamiltonian.is_some();
    let jumps = model.jumps.iter().map(|jump| {
        let (what, item, on_state) = (&jump.what, &jump.item, jump.on_state);
        let moved_by = jump.moved_by.iter().map(|var| wrt(model, *var));
        quote!(__lyapax::Jump {
            what: #what,
            item: #item,
            on_state: #on_state,
            moved_by: &[#(#moved_by),*],
        })
    });
    let fingerprint = Literal::u64_unsuffixed(text::fingerprint(model));
    let equations = text::equations(model);
    quote! {
        __lyapax::Info {
            name: #name,
            kind: __lyapax::Kind::#kind,
            states: #states,
            initial: &[#(#initial),*],
            params: #params,
            inputs: #inputs,
            outputs: #outputs,
            neighbours: &[#(#neighbours),*],
            sums: #sums,
            uses_weights: #uses_weights,
            autonomous: #autonomous,
            shifts: &[#(#shifts),*],
            hamiltonian: #hamiltonian,
            jumps: &[#(#jumps),*],
            fingerprint: #fingerprint,
            equations: #equations,
        }
    }
}

/// What something is differentiated by, as the runtime reads it.
fn wrt(model: &Model, var: Var) -> TokenStream {
    match var {
        Var::State(i) => column("State", i as usize),
        Var::Param(i) => column("Param", i as usize),
        Var::Source(i) => column("Source", i as usize),
        Var::Product(i) => column("Product", i as usize),
        Var::Weight => quote!(__lyapax::Column::Weight),
        var => column(
            "Gathered",
            gathered(model, var).expect("partials have a column"),
        ),
    }
}

/// A list of partials as the runtime reads it.
pub fn entries(model: &Model, partials: &[Partial]) -> TokenStream {
    let entries = partials.iter().map(|partial| {
        let row = Literal::usize_unsuffixed(partial.row);
        let column = wrt(model, partial.wrt);
        quote!(__lyapax::Entry { row: #row, column: #column })
    });
    quote!(#(#entries),*)
}

fn column(what: &str, index: usize) -> TokenStream {
    let (what, index) = (format_ident!("{what}"), Literal::usize_unsuffixed(index));
    quote!(__lyapax::Column::#what(#index))
}

/// The associated types: arrays of the sizes that this model has.
pub fn types(derived: &Derived) -> TokenStream {
    let model = &derived.model;
    let sizes = [
        ("State", model.states.len()),
        (
            "Gathered",
            model.neighbours.len() + model.inputs.len() + model.sums.len(),
        ),
        ("Sums", model.sums.len()),
        ("Params", model.params.len()),
        ("Outputs", model.outputs.len()),
        ("Partials", derived.partials.len()),
        ("ParamPartials", derived.param_partials.len()),
        ("EdgePartials", derived.edge_partials.len()),
        ("OutputPartials", derived.output_partials.len()),
    ];
    arrays(&sizes)
}

/// Associated types that are arrays.
pub fn arrays(sizes: &[(&str, usize)]) -> TokenStream {
    let types = sizes.iter().map(|&(name, size)| {
        let (name, size) = (format_ident!("{name}"), Literal::usize_unsuffixed(size));
        quote! {
            type #name<T: ::core::marker::Copy + ::core::marker::Send + ::core::marker::Sync> = [T; #size];
        }
    });
    quote!(#(#types)*)
}
