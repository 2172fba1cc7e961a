//! What is emitted beside errors: the type as far as it is known, so that the rest of the user's
//! crate reports nothing false.

use std::collections::HashSet;

use proc_macro2::TokenStream;
use quote::quote;

use super::emit;
use super::names::ident;
use crate::derive::derive_model;
use crate::ir::{Arena, Declared, Model, ModelKind};
use crate::syntax::{self, ItemKind, Name};

/// A model with the declared names and no equations.
pub fn stub(written: &syntax::Model) -> TokenStream {
    let skeleton = skeleton(written);
    let mut items = emit(&derive_model(&skeleton));
    // Its states may be among what could not be read, so that it is to be used as either kind.
    let (root, name) = (&skeleton.root, ident(&skeleton.name));
    let other = if skeleton.is_algebraic() {
        quote!(Dynamical)
    } else {
        quote!(Algebraic)
    };
    items.extend(quote! {
        #[allow(non_local_definitions)]
        const _: () = {
            #[automatically_derived]
            impl #root::__private::#other for #name {}
        };
    });
    items
}

fn skeleton(written: &syntax::Model) -> Model {
    let mut arena = Arena::default();
    let zero = arena.number(0.0);
    let mut names = Names::default();
    let (mut states, mut params, mut inputs, mut outputs) =
        (Vec::new(), Vec::new(), Vec::new(), Vec::new());
    let mut kind = ModelKind::Flow;
    for item in &written.items {
        match &item.kind {
            ItemKind::State(list) => states.extend(names.fresh(list.iter().map(name_of))),
            ItemKind::Param(list) => params.extend(names.fresh(list.iter().map(name_of))),
            ItemKind::Input(list) => inputs.extend(names.fresh(list)),
            ItemKind::Output { name, .. } => outputs.extend(names.fresh([name])),
            ItemKind::Map { .. } => kind = ModelKind::Map,
            ItemKind::Flow { .. }
            | ItemKind::Let { .. }
            | ItemKind::Fn { .. }
            | ItemKind::Coupling { .. }
            | ItemKind::Assign { .. } => {}
        }
    }
    Model {
        name: written.name.clone(),
        docs: written.docs.clone(),
        visibility: written.visibility.clone(),
        root: written.root.clone(),
        hamiltonian: written.hamiltonian.clone(),
        kind,
        rhs: vec![zero; states.len()],
        output_values: vec![zero; outputs.len()],
        states,
        params,
        inputs,
        outputs,
        neighbours: Vec::new(),
        jumps: Vec::new(),
        arena,
        sums: Vec::new(),
    }
}

fn name_of(declared: &syntax::Declared) -> &Name {
    &declared.name
}

/// Names that were declared so far. One that was declared twice was reported; rustc need not tell
/// it again.
#[derive(Default)]
struct Names(HashSet<String>);

impl Names {
    fn fresh<'a>(&mut self, names: impl IntoIterator<Item = &'a Name>) -> Vec<Declared> {
        let fresh = names
            .into_iter()
            .filter(|name| self.0.insert(name.text.clone()));
        fresh
            .map(|name| Declared {
                name: name.clone(),
                docs: Vec::new(),
                default: 0.0,
            })
            .collect()
    }
}
