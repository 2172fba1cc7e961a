//! The model's type: a plain struct with a field for each parameter and input, and a constant for
//! each name that a program may ask for.

use proc_macro2::{Ident, Literal, TokenStream};
use quote::quote;

use super::body::number;
use super::names::ident;
use super::products;
use crate::derive::Derived;
use crate::ir::{Declared, Model, ModelKind, text};

/// The struct, its `Default` and its names.
pub fn item(derived: &Derived) -> TokenStream {
    let model = &derived.model;
    let Model {
        visibility, root, ..
    } = model;
    let name = ident(&model.name);
    let docs = model_docs(derived);
    let params: Vec<Ident> = model
        .params
        .iter()
        .map(|param| ident(&param.name))
        .collect();
    let param_docs = model.params.iter().map(|param| {
        field_docs(
            param,
            &format!(
                "Parameter `{}`; {} by default.",
                param.name.text, param.default
            ),
        )
    });
    let inputs: Vec<Ident> = model
        .inputs
        .iter()
        .map(|input| ident(&input.name))
        .collect();
    let input_docs = model.inputs.iter().map(|input| {
        field_docs(
            input,
            &if model.is_algebraic() {
                format!(
                    "Input `{}` of each condition; zero by default.",
                    input.name.text
                )
            } else {
                format!("Input signal `{}`; zero by default.", input.name.text)
            },
        )
    });
    let defaults = model.params.iter().map(|param| number(param.default));
    let constants = [
        constants(model, &model.params, "ParamName", "parameter"),
        constants(model, &model.states, "StateName", "state"),
        constants(model, &model.inputs, "InputName", "input"),
        constants(model, &model.outputs, "OutputName", "output"),
    ];
    quote! {
        #docs
        #[allow(nonstandard_style)]
        #[allow(clippy::all, clippy::pedantic, clippy::nursery, clippy::restriction)]
        #[derive(::core::clone::Clone, ::core::fmt::Debug, ::core::cmp::PartialEq)]
        #visibility struct #name {
            #(#param_docs pub #params: #root::Param,)*
            #(#input_docs pub #inputs: #root::Signal,)*
        }

        #[allow(nonstandard_style, dead_code, non_local_definitions)]
        #[allow(clippy::all, clippy::pedantic, clippy::nursery, clippy::restriction)]
        const _: () = {
            impl ::core::default::Default for #name {
                fn default() -> Self {
                    Self {
                        #(#params: <#root::Param as ::core::convert::From<::core::primitive::f64>>::from(#defaults),)*
                        #(#inputs: <#root::Signal as ::core::default::Default>::default(),)*
                    }
                }
            }

            impl #name {
                #(#constants)*
            }
        };
    }
}

/// A typed name for each of the list: `Lorenz::rho`.
fn constants(model: &Model, list: &[Declared], ty: &str, what: &str) -> TokenStream {
    let root = &model.root;
    let model = ident(&model.name);
    let ty = quote::format_ident!("{ty}");
    list.iter()
        .enumerate()
        // Was reported where it is declared; as a constant it would hide `Default::default`.
        .filter(|(_, declared)| declared.name.text != "default")
        .map(|(index, declared)| {
            let constant = ident(&declared.name);
            let name = &declared.name.text;
            let summary = format!("Name of the {what} `{name}`.");
            let docs = field_docs(declared, &summary);
            let index = Literal::usize_unsuffixed(index);
            quote! {
                #docs
                pub const #constant: #root::#ty<#model> = #root::#ty::new(#index, #name);
            }
        })
        .collect()
}

/// The user's documentation, or else what is known anyway; with the latter below the former.
fn field_docs(declared: &Declared, summary: &str) -> TokenStream {
    let mut lines = declared.docs.clone();
    if !lines.is_empty() {
        lines.push(String::new());
    }
    lines.push(format!(" {summary}"));
    docs(&lines)
}

fn model_docs(derived: &Derived) -> TokenStream {
    let model = &derived.model;
    let mut lines = model.docs.clone();
    if lines.is_empty() {
        let what = match model.kind {
            _ if model.is_algebraic() => "An algebraic model",
            ModelKind::Flow => "A flow",
            ModelKind::Map => "A map",
        };
        lines.push(format!(" {what}."));
    }
    let mut section = |title: &str, body: Vec<String>| {
        if !body.is_empty() {
            lines.extend([String::new(), format!(" # {title}"), String::new()]);
            lines.extend(body);
        }
    };
    let equations = text::equations(model);
    if !equations.is_empty() {
        let equations = equations.lines().map(|line| format!(" {line}"));
        let fence = |text: &str| core::iter::once(format!(" {text}"));
        section(
            "Equations",
            fence("```text")
                .chain(equations)
                .chain(fence("```"))
                .collect(),
        );
    }
    let sums = products::told(derived).into_iter();
    section("Sums", sums.map(|line| format!(" * {line}")).collect());
    section(
        "States",
        entries(&model.states, |state| {
            format!("starts at {} by default", state.default)
        }),
    );
    section(
        "Outputs",
        entries(&model.outputs, |_| {
            if model.is_algebraic() {
                "computed for each condition".to_owned()
            } else {
                "saved and averaged".to_owned()
            }
        }),
    );
    docs(&lines)
}

/// A list entry for each: its name, a fact, and the user's words.
fn entries(list: &[Declared], fact: impl Fn(&Declared) -> String) -> Vec<String> {
    let entry = |declared: &Declared| {
        let words: String = declared
            .docs
            .iter()
            .flat_map(|line| [" ", line.trim()])
            .collect();
        let stop = if words.is_empty() { "" } else { "." };
        format!(
            " * `{}`: {}{stop}{words}",
            declared.name.text,
            fact(declared)
        )
    };
    list.iter().map(entry).collect()
}

fn docs(lines: &[String]) -> TokenStream {
    quote!(#(#[doc = #lines])*)
}
