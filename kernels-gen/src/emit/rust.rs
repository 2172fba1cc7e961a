//! The implementation of the runtime's `Model`, generic over the scalar.

use proc_macro2::{Literal, TokenStream};
use quote::{format_ident, quote};

use super::body::Body;
use super::names::{ident, local};
use super::{device, info, jacobian, products};
use crate::derive::{Derived, Partial};
use crate::ir::{Declared, Id, Model};
use crate::tape::Tape;

/// Up to so many operations, calls cost more than they save.
const SMALL: usize = 200;

/// `const _: () = { impl Model for … };`
pub fn implementation(derived: &Derived) -> TokenStream {
    let model = &derived.model;
    let root = &model.root;
    let name = ident(&model.name);
    let f_partials = tape(derived, &model.rhs, &derived.partials);
    let edge_partials = tape(derived, &model.sums, &derived.edge_partials);
    let output_partials = tape(derived, &model.output_values, &derived.output_partials);
    let operations = if model.is_algebraic() {
        output_partials.steps.len()
    } else {
        f_partials.steps.len() + edge_partials.steps.len()
    };
    let inline = if operations <= SMALL {
        quote!(#[inline(always)])
    } else {
        quote!(#[inline])
    };
    let main = if model.is_algebraic() {
        &output_partials
    } else {
        &f_partials
    };
    let constants = info::constants(derived, main);
    let types = info::types(derived);
    let accessors = accessors(model, &inline);
    let node = node_functions(derived, &inline, &f_partials);
    let edge = edge_functions(derived, &inline, &edge_partials);
    let jacobian = jacobian::functions(derived, &inline);
    let products = products::items(derived, &inline);
    let device = device::implementation(derived);
    let marker = if model.is_algebraic() {
        quote!(Algebraic)
    } else {
        quote!(Dynamical)
    };
    quote! {
        #[allow(unknown_lints, unused, nonstandard_style, non_local_definitions)]
        #[allow(clippy::all, clippy::pedantic, clippy::nursery, clippy::restriction)]
        const _: () = {
            use #root::__private as __lyapax;

            #[automatically_derived]
            impl __lyapax::Model for #name {
                #constants
                #types
                #accessors
                #node
                #jacobian
                #edge
                #products

                fn device_code() -> ::core::option::Option<&'static dyn __lyapax::DeviceCode> {
                    __lyapax::device_code!()
                }
            }

            #[automatically_derived]
            impl __lyapax::#marker for #name {}

            #device
        };
    }
}

/// Values first, then the partials.
pub fn tape(derived: &Derived, values: &[Id], partials: &[Partial]) -> Tape {
    let partials = partials.iter().map(|partial| partial.value);
    let outputs: Vec<Id> = values.iter().copied().chain(partials).collect();
    Tape::new(&derived.model.arena, &outputs)
}

/// The functions of a node's own values.
fn node_functions(derived: &Derived, inline: &TokenStream, f_partials: &Tape) -> TokenStream {
    let model = &derived.model;
    let [at, x, u, p] = ["at", "x", "u", "p"].map(local);
    let printer = Printer {
        inline,
        args: quote! {
            #at: __lyapax::At<S>,
            #x: &Self::State<S>,
            #u: &Self::Gathered<S>,
            #p: &Self::Params<S>
        },
    };
    let print =
        |values: &[Id], partials: &[Partial]| Body::new(model, &tape(derived, values, partials));
    let rhs = printer.array("rhs", &quote!(Self::State<S>), &print(&model.rhs, &[]));
    let rhs_partials = printer.pair(
        "rhs_partials",
        &quote!((Self::State<S>, Self::Partials<S>)),
        &Body::new(model, f_partials),
        model.rhs.len(),
    );
    let param_partials = printer.array(
        "param_partials",
        &quote!(Self::ParamPartials<S>),
        &print(&[], &derived.param_partials),
    );
    let outputs = printer.array(
        "outputs",
        &quote!(Self::Outputs<S>),
        &print(&model.output_values, &[]),
    );
    let output_partials = printer.pair(
        "output_partials",
        &quote!((Self::Outputs<S>, Self::OutputPartials<S>)),
        &print(&model.output_values, &derived.output_partials),
        model.output_values.len(),
    );
    let det = derived
        .det
        .map_or_else(Body::default, |det| print(&[det], &[]));
    let value = if let Some(value) = det.outputs.first() {
        quote!(::core::option::Option::Some(#value))
    } else {
        quote!(::core::option::Option::None)
    };
    let det = printer.function("det", &quote!(::core::option::Option<S>), &det, &value);
    quote!(#rhs #rhs_partials #param_partials #det #outputs #output_partials)
}

/// The functions of a source node and a target node.
fn edge_functions(derived: &Derived, inline: &TokenStream, with_partials: &Tape) -> TokenStream {
    let model = &derived.model;
    let [at, weight, source, x, u, p] = ["at", "weight", "source", "x", "u", "p"].map(local);
    let printer = Printer {
        inline,
        args: quote! {
            #at: __lyapax::At<S>,
            #weight: S,
            #source: &Self::State<S>,
            #x: &Self::State<S>,
            #u: &Self::Gathered<S>,
            #p: &Self::Params<S>
        },
    };
    let summands = Body::new(model, &tape(derived, &model.sums, &[]));
    let edge = printer.array("edge", &quote!(Self::Sums<S>), &summands);
    let edge_partials = printer.pair(
        "edge_partials",
        &quote!((Self::Sums<S>, Self::EdgePartials<S>)),
        &Body::new(model, with_partials),
        model.sums.len(),
    );
    quote!(#edge #edge_partials)
}

/// Functions of one list of arguments.
pub struct Printer<'a> {
    pub inline: &'a TokenStream,
    pub args: TokenStream,
}

impl Printer<'_> {
    fn function(
        &self,
        name: &str,
        result: &TokenStream,
        body: &Body,
        value: &TokenStream,
    ) -> TokenStream {
        let Self { inline, args } = self;
        let name = format_ident!("{name}");
        let lets = &body.lets;
        quote! {
            #inline
            fn #name<S: __lyapax::Scalar>(#args) -> #result {
                #lets
                #value
            }
        }
    }

    pub fn array(&self, name: &str, result: &TokenStream, body: &Body) -> TokenStream {
        let outputs = &body.outputs;
        self.function(name, result, body, &quote!([#(#outputs),*]))
    }

    /// The first outputs are values, the others partials.
    pub fn pair(
        &self,
        name: &str,
        result: &TokenStream,
        body: &Body,
        values: usize,
    ) -> TokenStream {
        let (values, partials) = body.outputs.split_at(values);
        self.function(
            name,
            result,
            body,
            &quote!(([#(#values),*], [#(#partials),*])),
        )
    }
}

/// How the runtime reaches parameters and inputs by number.
fn accessors(model: &Model, inline: &TokenStream) -> TokenStream {
    let root = &model.root;
    let (this, i) = (quote!(self), local("i"));
    let arms = |list: &[Declared], borrow: &TokenStream| -> TokenStream {
        let fields = list.iter().map(|declared| ident(&declared.name));
        let numbers = (0..list.len()).map(Literal::usize_unsuffixed);
        quote!(#(#numbers => #borrow #this.#fields,)*)
    };
    let param = arms(&model.params, &quote!(&));
    let param_mut = arms(&model.params, &quote!(&mut));
    let input = arms(&model.inputs, &quote!(&));
    let input_mut = arms(&model.inputs, &quote!(&mut));
    quote! {
        #inline
        fn param(&self, #i: ::core::primitive::usize) -> &#root::Param {
            match #i { #param _ => ::core::panic!("the model has no parameter of this number"), }
        }
        #inline
        fn param_mut(&mut self, #i: ::core::primitive::usize) -> &mut #root::Param {
            match #i { #param_mut _ => ::core::panic!("the model has no parameter of this number"), }
        }
        #inline
        fn input(&self, #i: ::core::primitive::usize) -> &#root::Signal {
            match #i { #input _ => ::core::panic!("the model has no input of this number"), }
        }
        #inline
        fn input_mut(&mut self, #i: ::core::primitive::usize) -> &mut #root::Signal {
            match #i { #input_mut _ => ::core::panic!("the model has no input of this number"), }
        }
    }
}
