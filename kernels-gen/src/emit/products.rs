//! The sums as matrix products: what a source gives, and what a target makes of the products.
//!
//! A model that keeps to its edges has none of it: empty lists, and sums that are zero and that
//! nobody asks for.

use proc_macro2::{Literal, TokenStream};
use quote::quote;

use super::body::{Body, Dialect, number_in};
use super::info::{self, entries};
use super::jacobian;
use super::names::local;
use super::rust::{Printer, tape};
use crate::derive::Derived;
use crate::ir::{Id, Node, Var, text};
use crate::products::{OwnDynamics, Products};

/// Constants, types and functions.
pub fn items(derived: &Derived, inline: &TokenStream) -> TokenStream {
    let none = Products::default();
    let products = derived.products.as_ref().unwrap_or(&none);
    let constants = constants(derived, products);
    let types = info::arrays(&[
        ("WeightFunctions", products.weights.len()),
        ("Products", products.list.len()),
        ("ProductPartials", products.partials.len()),
        ("FinishPartials", products.finish_partials.len()),
    ]);
    let gather = gather(derived, products, inline);
    let finish = finish(derived, products, inline);
    let tangents = tangents(derived, products, inline);
    let dynamics = products.dynamics.as_ref();
    let dynamics = dynamics.map(|dynamics| node(derived, dynamics, inline));
    quote!(#constants #types #gather #finish #tangents #dynamics)
}

fn constants(derived: &Derived, products: &Products) -> TokenStream {
    let weights = products
        .list
        .iter()
        .map(|product| Literal::usize_unsuffixed(product.weight));
    let functions = Literal::usize_unsuffixed(products.weights.len());
    let centred = products.centred.iter();
    let centred = centred.map(|&state| Literal::usize_unsuffixed(state));
    let mut functions_of_weight = products.weights.iter();
    let is_weight = |id: &Id| matches!(derived.model.arena.get(*id), Node::Var(Var::Weight));
    let plain = functions_of_weight.position(is_weight).map_or_else(
        || quote!(::core::option::Option::None),
        |function| {
            let function = Literal::usize_unsuffixed(function);
            quote!(::core::option::Option::Some(#function))
        },
    );
    let partials = entries(&derived.model, &products.partials);
    let finish_partials = entries(&derived.model, &products.finish_partials);
    quote! {
        const PRODUCTS: &'static [::core::primitive::usize] = &[#(#weights),*];
        const WEIGHT_FUNCTIONS: ::core::primitive::usize = #functions;
        const PLAIN_WEIGHT: ::core::option::Option<::core::primitive::usize> = #plain;
        const CENTRED: &'static [::core::primitive::usize] = &[#(#centred),*];
        const PRODUCT_PARTIALS: &'static [__lyapax::Entry] = &[#partials];
        const FINISH_PARTIALS: &'static [__lyapax::Entry] = &[#finish_partials];
    }
}

/// The functions of the weight, and those of a source.
fn gather(derived: &Derived, products: &Products, inline: &TokenStream) -> TokenStream {
    let [at, weight, source] = ["at", "weight", "source"].map(local);
    let weights = Printer {
        inline,
        args: quote!(#weight: S),
    };
    let sources = Printer {
        inline,
        args: quote!(#at: __lyapax::At<S>, #source: &Self::State<S>),
    };
    let model = &derived.model;
    let body = Body::new(model, &tape(derived, &products.weights, &[]));
    let functions = weights.array("weights", &quote!(Self::WeightFunctions<S>), &body);
    let body = Body::new(model, &tape(derived, &products.weight_slopes, &[]));
    let slopes = weights.array("weight_slopes", &quote!(Self::WeightFunctions<S>), &body);
    let values: Vec<Id> = products.list.iter().map(|product| product.source).collect();
    let body = Body::new(model, &tape(derived, &values, &[]));
    let gather = sources.array("gather", &quote!(Self::Products<S>), &body);
    let gather_partials = sources.pair(
        "gather_partials",
        &quote!((Self::Products<S>, Self::ProductPartials<S>)),
        &Body::new(model, &tape(derived, &values, &products.partials)),
        values.len(),
    );
    quote!(#functions #slopes #gather #gather_partials)
}

/// The functions of a target.
fn finish(derived: &Derived, products: &Products, inline: &TokenStream) -> TokenStream {
    let [at, sums, own, x, centred, u, p] =
        ["at", "products", "own", "x", "centred", "u", "p"].map(local);
    let printer = Printer {
        inline,
        args: quote! {
            #at: __lyapax::At<S>,
            #sums: &Self::Products<S>,
            #own: &Self::Products<S>,
            #x: &Self::State<S>,
            #centred: &Self::State<S>,
            #u: &Self::Gathered<S>,
            #p: &Self::Params<S>
        },
    };
    let model = &derived.model;
    let print = |partials| {
        let mut body = Body::new(model, &tape(derived, &products.finish, partials));
        if derived.products.is_err() {
            body.outputs = vec![number_in(0.0, Dialect::Host); model.sums.len()];
        }
        body
    };
    let finish = printer.array("finish", &quote!(Self::Sums<S>), &print(&[]));
    let finish_partials = printer.pair(
        "finish_partials",
        &quote!((Self::Sums<S>, Self::FinishPartials<S>)),
        &print(&products.finish_partials),
        model.sums.len(),
    );
    quote!(#finish #finish_partials)
}

/// f where it reads what the node gives as a source.
fn node(derived: &Derived, dynamics: &OwnDynamics, inline: &TokenStream) -> TokenStream {
    let [at, x, u, p, own] = ["at", "x", "u", "p", "own"].map(local);
    let printer = Printer {
        inline,
        args: quote! {
            #at: __lyapax::At<S>,
            #x: &Self::State<S>,
            #u: &Self::Gathered<S>,
            #p: &Self::Params<S>,
            #own: &Self::Products<S>
        },
    };
    let print = |partials| Body::new(&derived.model, &tape(derived, &dynamics.rhs, partials));
    let rhs = printer.array("rhs_own", &quote!(Self::State<S>), &print(&[]));
    let rhs_partials = printer.pair(
        "rhs_partials_own",
        &quote!((Self::State<S>, Self::Partials<S>)),
        &print(&dynamics.partials),
        dynamics.rhs.len(),
    );
    quote!(#rhs #rhs_partials)
}

/// The tangents of both ends.
fn tangents(derived: &Derived, products: &Products, inline: &TokenStream) -> TokenStream {
    let model = &derived.model;
    let [j, v, vu, sums] = ["j", "v", "vu", "dproducts"].map(local);
    let gather = jacobian::rows(model, &products.partials, products.list.len(), |var| {
        match var {
            // A source's state is the node's own here.
            Var::Source(i) => jacobian::tangent(model, Var::State(i)),
            _ => None,
        }
    });
    let finish = jacobian::rows(
        model,
        &products.finish_partials,
        model.sums.len(),
        |var| match var {
            Var::Product(i) => {
                let i = Literal::u32_unsuffixed(i);
                Some(quote!(#sums[#i]))
            }
            _ => jacobian::tangent(model, var),
        },
    );
    quote! {
        #inline
        fn gather_jvp<S: __lyapax::Scalar, V: __lyapax::Tangent<S>>(
            #j: &Self::ProductPartials<S>,
            #v: &Self::State<V>,
        ) -> Self::Products<V> {
            #gather
        }
        #inline
        fn finish_jvp<S: __lyapax::Scalar, V: __lyapax::Tangent<S>>(
            #j: &Self::FinishPartials<S>,
            #sums: &Self::Products<V>,
            #v: &Self::State<V>,
            #vu: &Self::Gathered<V>,
        ) -> Self::Sums<V> {
            #finish
        }
    }
}

/// Which form each sum has, for the type's documentation.
pub fn told(derived: &Derived) -> Vec<String> {
    let products = match &derived.products {
        Ok(products) => products,
        Err(pairwise) => return pairwise.told(),
    };
    let mut lines: Vec<String> = (0..derived.model.sums.len())
        .map(|sum| told_of(derived, products, sum))
        .collect();
    if !products.centred.is_empty() {
        lines.push("`dev` is the deviation of a state from its mean over the nodes".to_owned());
    }
    lines
}

fn told_of(derived: &Derived, products: &Products, sum: usize) -> String {
    /// A longer expression says little in a list.
    const SHOWN: usize = 60;
    let model = &derived.model;
    let written = |id: Id| {
        text::expression(model, id)
            .filter(|text| text.chars().count() <= SHOWN)
            .unwrap_or_else(|| "…".to_owned())
    };
    let list: Vec<String> = products
        .finish_partials
        .iter()
        .filter_map(|partial| match partial.wrt {
            Var::Product(k) if partial.row == sum => Some(products.list[k as usize]),
            _ => None,
        })
        .map(|product| {
            let source = written(product.source);
            match &*written(products.weights[product.weight]) {
                "w" => format!("`{source}`"),
                weight => format!("`{source}` with weight `{weight}`"),
            }
        })
        .collect();
    let plural = if list.len() == 1 { "" } else { "s" };
    let colon = if list.is_empty() { "" } else { ": " };
    format!(
        "`sum[{sum}]` is {} matrix product{plural}{colon}{}",
        list.len(),
        list.join(", ")
    )
}
