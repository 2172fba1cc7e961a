use std::collections::HashSet;

use expect_test::{ExpectFile, expect_file};
use proc_macro2::Span;

use super::*;
use crate::derive::derive_model;
use crate::dump;
use crate::ir::Model;
use crate::ir::testing;
use crate::source::Loc;
use crate::syntax;

fn check(model: &Model, expected: &ExpectFile) {
    expected.assert_eq(&dump::rust(emit(&derive_model(model))));
}

#[test]
fn lorenz() {
    check(&testing::lorenz(), &expect_file!["snapshots/lorenz.txt"]);
}

#[test]
fn henon() {
    check(&testing::henon(), &expect_file!["snapshots/henon.txt"]);
}

#[test]
fn kuramoto() {
    check(
        &testing::kuramoto(),
        &expect_file!["snapshots/kuramoto.txt"],
    );
}

/// Differences of one state and a sum that shares its products, beside what a node gives itself.
#[test]
fn centred() {
    check(
        &compiled(
            "Gap { state v, s; param a = 1; \
             coupling c = sum(w * (src.v - v)) + a * sum(w * tanh(src.s) * tanh(s) * v + w^2); \
             dv/dt = c; ds/dt = v - s; }",
        ),
        &expect_file!["snapshots/centred.txt"],
    );
}

#[test]
fn pairwise() {
    check(
        &compiled(
            "Pairs { state x; coupling c = sum(w * tanh(src.x - x)) + sum(src.x); dx/dt = c; }",
        ),
        &expect_file!["snapshots/pairwise.txt"],
    );
}

fn compiled(text: &str) -> Model {
    let mut sink = crate::diag::Sink::default();
    let compiled = crate::compile(text.parse().expect("Rust tokens"), &mut sink);
    assert!(sink.finish().is_empty());
    let crate::Compiled::Model(derived) = compiled else {
        panic!("a mistake in {text}")
    };
    derived.model
}

#[test]
fn lattice() {
    check(&testing::lattice(), &expect_file!["snapshots/lattice.txt"]);
}

fn name(text: &str) -> syntax::Name {
    syntax::Name {
        text: text.to_owned(),
        loc: Loc::token(Span::call_site()),
    }
}

/// A model with errors: names declared twice, keywords, no equation.
#[test]
fn a_stub_is_an_item_of_the_same_names() {
    let item = |kind| syntax::Item {
        docs: Vec::new(),
        marks: syntax::Marks::default(),
        kind,
    };
    let declare = |names: &[&str]| {
        names
            .iter()
            .map(|text| syntax::Declared {
                name: name(text),
                default: None,
            })
            .collect::<Vec<_>>()
    };
    let written = syntax::Model {
        docs: Vec::new(),
        visibility: quote!(pub(crate)),
        root: quote!(::lyapax),
        hamiltonian: None,
        name: name("Broken"),
        items: vec![
            item(syntax::ItemKind::State(declare(&["x", "x", "self"]))),
            item(syntax::ItemKind::Param(declare(&["x", "mod"]))),
            item(syntax::ItemKind::Input(vec![name("u")])),
        ],
        suspects: HashSet::new(),
    };
    expect_file!["snapshots/stub.txt"].assert_eq(&dump::rust(stub(&written)));
}

/// Every argument and local begins with the prefix that no user may write: a constant `x` in the
/// user's module would turn a local `x` into a pattern.
#[test]
fn no_local_can_meet_a_users_name() {
    let file: syn::File =
        syn::parse2(emit(&derive_model(&testing::lattice()))).expect("it is Rust");
    let blocks = file.items.iter().filter_map(|item| match item {
        syn::Item::Const(syn::ItemConst { expr, .. }) => match &**expr {
            syn::Expr::Block(block) => Some(&block.block.stmts),
            _ => None,
        },
        _ => None,
    });
    let functions = blocks.flatten().filter_map(|statement| match statement {
        syn::Stmt::Item(syn::Item::Impl(implementation)) => Some(&implementation.items),
        _ => None,
    });
    let mut locals = Vec::new();
    for item in functions.flatten() {
        let syn::ImplItem::Fn(function) = item else {
            continue;
        };
        locals.extend(function.sig.inputs.iter().filter_map(|input| match input {
            syn::FnArg::Typed(typed) => Some(&*typed.pat),
            syn::FnArg::Receiver(_) => None,
        }));
        locals.extend(
            function
                .block
                .stmts
                .iter()
                .filter_map(|statement| match statement {
                    syn::Stmt::Local(local) => Some(&local.pat),
                    _ => None,
                }),
        );
    }
    assert!(locals.len() > 40);
    for local in locals {
        let syn::Pat::Ident(local) = local else {
            panic!("a local is a name")
        };
        assert!(
            local.ident.to_string().starts_with(PREFIX),
            "{}",
            local.ident
        );
    }
}

#[test]
fn numbers_keep_their_digits() {
    for value in [0.1, 1e300, 1e-300, 8.0 / 3.0, 5.0, f64::MIN_POSITIVE] {
        let text = body::number(value).to_string();
        assert_eq!(text.trim_end_matches("f64").parse(), Ok(value), "{text}");
    }
    assert_eq!(body::number(-2.5).to_string().replace(' ', ""), "-2.5f64");
}
