//! The implementation of the runtime's `DeviceModel`: the same tapes in the language of kernels.
//!
//! It is handed to a macro of the runtime's, which drops it where lyapax is built without devices.

use proc_macro2::{Ident, Literal, TokenStream};
use quote::{format_ident, quote};

use super::body::{Body, Dialect, number_in};
use super::jacobian;
use super::names::{ident, local};
use super::rust::tape;
use crate::derive::{Derived, Partial};
use crate::ir::{Id, Model, Var};
use crate::products::Products;

/// `device_items! { const _: () = { #[cube] impl DeviceModel for … }; }`
pub fn implementation(derived: &Derived) -> TokenStream {
    let model = &derived.model;
    let name = ident(&model.name);
    let none = Products::default();
    let products = derived.products.as_ref().unwrap_or(&none);
    let node = node_functions(derived);
    let edge = edge_functions(derived);
    let gather = gather_functions(derived, products);
    let finish = finish_functions(derived, products);
    let [this, trait_name, elementary, lit, endless, select] = [
        "model",
        "DeviceModel",
        "Elementary",
        "lit",
        "endless",
        "select",
    ]
    .map(local);
    quote! {
        // Named here, where no name of CubeCL's can stand in the way.
        type #this = #name;
        __lyapax::device_items! {
            const _: () = {
                use __lyapax::cubecl;
                use __lyapax::cubecl::prelude::*;
                // Where the user's module has no prelude of its own.
                use ::core::prelude::v1::*;
                use __lyapax::cubecl::prelude::select as #select;
                use __lyapax::DeviceModel as #trait_name;
                use __lyapax::Elementary as #elementary;
                use __lyapax::endless as #endless;
                use __lyapax::lit as #lit;

                #[cube]
                impl #trait_name for #this {
                    #node
                    #edge
                    #gather
                    #finish
                }
            };
        }
    }
}

/// f with its partials, their products with a tangent, the trace, the determinant, the outputs.
fn node_functions(derived: &Derived) -> TokenStream {
    let model = &derived.model;
    let [t, nodes, x, u, p, f, j, v, vu] =
        ["t", "nodes", "x", "u", "p", "f", "j", "v", "vu"].map(local);
    let arguments = quote! {
        #t: F,
        #nodes: F,
        #x: &Array<F>,
        #u: &Array<F>,
        #p: &Array<F>
    };
    let rhs = function(
        "rhs_partials",
        &quote!(#arguments, #f: &mut Array<F>, #j: &mut Array<F>),
        &with_partials(derived, &model.rhs, &derived.partials, &f, &j),
    );
    let outputs = function(
        "outputs",
        &quote!(#arguments, #f: &mut Array<F>),
        &with_partials(derived, &model.output_values, &[], &f, &j),
    );
    let output_partials = function(
        "output_partials",
        &quote!(#arguments, #f: &mut Array<F>, #j: &mut Array<F>),
        &with_partials(
            derived,
            &model.output_values,
            &derived.output_partials,
            &f,
            &j,
        ),
    );
    let det = derived.det.map_or_else(
        || (TokenStream::new(), number_in(1.0, Dialect::Device)),
        |det| {
            let Body { lets, mut outputs } = printed(derived, &[det], &[]);
            (lets, outputs.remove(0))
        },
    );
    let (lets, det) = det;
    let elementary = local("Elementary");
    let det = quote! {
        fn det<F: Float, S: #elementary>(#arguments) -> F {
            #lets
            #det
        }
    };
    let jvp = tangents(model, &derived.partials, model.rhs.len(), &f, |var| {
        jacobian::tangent(model, var)
    });
    let trace = derived.trace.iter();
    let trace = trace.map(|&index| Literal::usize_unsuffixed(index));
    let trace = if derived.trace.is_empty() {
        number_in(0.0, Dialect::Device)
    } else {
        quote!(#(#j[#trace])+*)
    };
    quote! {
        #rhs
        #outputs
        #output_partials
        #det
        fn jvp<F: Float>(#j: &Array<F>, #v: &Array<F>, #vu: &Array<F>, #f: &mut Array<F>) {
            #jvp
        }
        fn trace<F: Float>(#j: &Array<F>) -> F {
            #trace
        }
    }
}

/// What one source adds to the sums.
fn edge_functions(derived: &Derived) -> TokenStream {
    let model = &derived.model;
    let [t, nodes, weight, source, x, u, p] =
        ["t", "nodes", "weight", "source", "x", "u", "p"].map(local);
    let [sums, j, v, vu] = ["sums", "j", "v", "vu"].map(local);
    let edge = function(
        "edge_partials",
        &quote! {
            #t: F,
            #nodes: F,
            #weight: F,
            #source: &Array<F>,
            #x: &Array<F>,
            #u: &Array<F>,
            #p: &Array<F>,
            #sums: &mut Array<F>,
            #j: &mut Array<F>
        },
        &with_partials(derived, &model.sums, &derived.edge_partials, &sums, &j),
    );
    let jvp = tangents(
        model,
        &derived.edge_partials,
        model.sums.len(),
        &sums,
        |var| jacobian::tangent(model, var),
    );
    quote! {
        #edge
        fn edge_jvp<F: Float>(
            #j: &Array<F>,
            #source: &Array<F>,
            #v: &Array<F>,
            #vu: &Array<F>,
            #sums: &mut Array<F>,
        ) {
            #jvp
        }
    }
}

/// What a source gives to the products.
fn gather_functions(derived: &Derived, products: &Products) -> TokenStream {
    let model = &derived.model;
    let [t, nodes, source, given, j, v] = ["t", "nodes", "source", "given", "j", "v"].map(local);
    let values: Vec<Id> = products.list.iter().map(|product| product.source).collect();
    let gather = function(
        "gather_partials",
        &quote! {
            #t: F,
            #nodes: F,
            #source: &Array<F>,
            #given: &mut Array<F>,
            #j: &mut Array<F>
        },
        &with_partials(derived, &values, &products.partials, &given, &j),
    );
    let jvp = tangents(
        model,
        &products.partials,
        values.len(),
        &given,
        |var| match var {
            // A source's state is the node's own here.
            Var::Source(i) => jacobian::tangent(model, Var::State(i)),
            _ => None,
        },
    );
    quote! {
        #gather
        fn gather_jvp<F: Float>(#j: &Array<F>, #v: &Array<F>, #given: &mut Array<F>) {
            #jvp
        }
    }
}

/// What a target makes of the products.
fn finish_functions(derived: &Derived, products: &Products) -> TokenStream {
    let model = &derived.model;
    let [t, nodes, found, own, x, centred, u, p] =
        ["t", "nodes", "products", "own", "x", "centred", "u", "p"].map(local);
    let [sums, j, v, vu, tangent] = ["sums", "j", "v", "vu", "dproducts"].map(local);
    let finish = function(
        "finish_partials",
        &quote! {
            #t: F,
            #nodes: F,
            #found: &Array<F>,
            #own: &Array<F>,
            #x: &Array<F>,
            #centred: &Array<F>,
            #u: &Array<F>,
            #p: &Array<F>,
            #sums: &mut Array<F>,
            #j: &mut Array<F>
        },
        &with_partials(
            derived,
            &products.finish,
            &products.finish_partials,
            &sums,
            &j,
        ),
    );
    let rows = products.finish.len();
    let jvp = tangents(
        model,
        &products.finish_partials,
        rows,
        &sums,
        |var| match var {
            Var::Product(i) => {
                let i = Literal::u32_unsuffixed(i);
                Some(quote!(#tangent[#i]))
            }
            _ => jacobian::tangent(model, var),
        },
    );
    quote! {
        #finish
        fn finish_jvp<F: Float>(
            #j: &Array<F>,
            #tangent: &Array<F>,
            #v: &Array<F>,
            #vu: &Array<F>,
            #sums: &mut Array<F>,
        ) {
            #jvp
        }
    }
}

fn function(name: &str, arguments: &TokenStream, body: &TokenStream) -> TokenStream {
    let (name, elementary) = (format_ident!("{name}"), local("Elementary"));
    quote! {
        fn #name<F: Float, S: #elementary>(#arguments) {
            #body
        }
    }
}

fn printed(derived: &Derived, values: &[Id], partials: &[Partial]) -> Body {
    let tape = tape(derived, values, partials);
    Body::of(&derived.model, &tape, Dialect::Device)
}

/// Values and partials, written where they belong.
fn with_partials(
    derived: &Derived,
    values: &[Id],
    partials: &[Partial],
    to: &Ident,
    partials_to: &Ident,
) -> TokenStream {
    let Body { lets, outputs } = printed(derived, values, partials);
    let (first, rest) = outputs.split_at(values.len());
    let (first, rest) = (written(to, first), written(partials_to, rest));
    quote!(#lets #first #rest)
}

/// Products of partials and tangents, written where they belong.
fn tangents(
    model: &Model,
    partials: &[Partial],
    rows: usize,
    to: &Ident,
    tangent: impl Fn(Var) -> Option<TokenStream>,
) -> TokenStream {
    let rows = jacobian::row_sums(model, partials, rows, tangent, Dialect::Device);
    let zero = || number_in(0.0, Dialect::Device);
    let rows: Vec<_> = rows
        .into_iter()
        .map(|row| row.unwrap_or_else(zero))
        .collect();
    written(to, &rows)
}

fn written(to: &Ident, values: &[TokenStream]) -> TokenStream {
    let indices = (0..values.len()).map(Literal::usize_unsuffixed);
    quote!(#(#to[#indices] = #values;)*)
}
