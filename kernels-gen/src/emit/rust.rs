//! The implementation of the runtime's `Model`, generic over the scalar.
//!
//! Every function is a tape, printed: one `let` for each operation, then the outputs.

use proc_macro2::{Ident, Literal, TokenStream};
use quote::{format_ident, quote};

use super::names::{ident, local};
use crate::derive::{Derived, Partial};
use crate::ir::{Compare, Declared, Id, Model, ModelKind, Node, Var, text};
use crate::tape::{Op, Operand, Tape};

/// Up to so many operations, calls cost more than they save.
const SMALL: usize = 200;

/// `const _: () = { impl Model for … };`
pub fn implementation(derived: &Derived) -> TokenStream {
    let model = &derived.model;
    let root = &model.root;
    let name = ident(&model.name);
    let f = tape(derived, &model.rhs, &[]);
    let f_partials = tape(derived, &model.rhs, &derived.partials);
    let edge_partials = tape(derived, &model.sums, &derived.edge_partials);
    let operations = f_partials.steps.len();
    let inline = if operations + edge_partials.steps.len() <= SMALL {
        quote!(#[inline(always)])
    } else {
        quote!(#[inline])
    };
    let constants = constants(derived, Literal::usize_unsuffixed(operations));
    let types = types(derived);
    let accessors = accessors(model, &inline);
    let node = node_functions(derived, &inline, &f, &f_partials);
    let edge = edge_functions(derived, &inline, &edge_partials);
    let jacobian = jacobian_functions(derived, &inline);
    quote! {
        #[allow(unknown_lints, unused, nonstandard_style, non_local_definitions)]
        #[allow(clippy::all, clippy::pedantic, clippy::nursery)]
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
            }
        };
    }
}

/// Values first, then the partials.
fn tape(derived: &Derived, values: &[Id], partials: &[Partial]) -> Tape {
    let outputs: Vec<Id> = values
        .iter()
        .copied()
        .chain(partials.iter().map(|partial| partial.value))
        .collect();
    Tape::new(&derived.model.arena, &outputs)
}

fn constants(derived: &Derived, operations: Literal) -> TokenStream {
    let model = &derived.model;
    let info = info(model);
    let partials = entries(model, &derived.partials);
    let param_partials = entries(model, &derived.param_partials);
    let edge_partials = entries(model, &derived.edge_partials);
    quote! {
        const INFO: __lyapax::Info = #info;
        const PARTIALS: &'static [__lyapax::Entry] = &[#partials];
        const PARAM_PARTIALS: &'static [__lyapax::Entry] = &[#param_partials];
        const EDGE_PARTIALS: &'static [__lyapax::Entry] = &[#edge_partials];
        const OPERATIONS: ::core::primitive::usize = #operations;
    }
}

fn info(model: &Model) -> TokenStream {
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
    let roots = model.roots();
    let uses = |var: Var| {
        model
            .arena
            .cone(&roots)
            .into_iter()
            .any(|id| model.arena.get(id) == Node::Var(var))
    };
    let (uses_weights, autonomous) = (uses(Var::Weight), !uses(Var::Time));
    let jumps = model.jumps.iter().map(|jump| {
        let (what, item) = (&jump.what, &jump.item);
        quote!(__lyapax::Jump { what: #what, item: #item })
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
            jumps: &[#(#jumps),*],
            fingerprint: #fingerprint,
            equations: #equations,
        }
    }
}

fn entries(model: &Model, partials: &[Partial]) -> TokenStream {
    let entries = partials.iter().map(|partial| {
        let row = Literal::usize_unsuffixed(partial.row);
        let column = match partial.wrt {
            Var::State(i) => column("State", i as usize),
            Var::Param(i) => column("Param", i as usize),
            Var::Source(i) => column("Source", i as usize),
            var => column(
                "Gathered",
                gathered(model, var).expect("partials have a column"),
            ),
        };
        quote!(__lyapax::Entry { row: #row, column: #column })
    });
    quote!(#(#entries),*)
}

fn column(what: &str, index: usize) -> TokenStream {
    let (what, index) = (format_ident!("{what}"), Literal::usize_unsuffixed(index));
    quote!(__lyapax::Column::#what(#index))
}

/// The slot among the gathered values: neighbours, then inputs, then sums.
fn gathered(model: &Model, var: Var) -> Option<usize> {
    let inputs = model.neighbours.len();
    let sums = inputs + model.inputs.len();
    match var {
        Var::Neighbour(i) => Some(i as usize),
        Var::Input(i) => Some(inputs + i as usize),
        Var::Sum(i) => Some(sums + i as usize),
        _ => None,
    }
}

fn types(derived: &Derived) -> TokenStream {
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
    ];
    let types = sizes.map(|(name, size)| {
        let (name, size) = (format_ident!("{name}"), Literal::usize_unsuffixed(size));
        quote! {
            type #name<T: ::core::marker::Copy + ::core::marker::Send + ::core::marker::Sync> = [T; #size];
        }
    });
    quote!(#(#types)*)
}

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
    }
}

/// The functions of a node's own values.
fn node_functions(
    derived: &Derived,
    inline: &TokenStream,
    f: &Tape,
    f_partials: &Tape,
) -> TokenStream {
    let model = &derived.model;
    let [at, x, u, p] = ["at", "x", "u", "p"].map(local);
    let function = |name: &str, result: TokenStream, body: Body, value: TokenStream| {
        let name = format_ident!("{name}");
        let lets = body.lets;
        quote! {
            #inline
            fn #name<S: __lyapax::Scalar>(
                #at: __lyapax::At<S>,
                #x: &Self::State<S>,
                #u: &Self::Gathered<S>,
                #p: &Self::Params<S>,
            ) -> #result {
                #lets
                #value
            }
        }
    };
    let array = |name: &str, result: TokenStream, tape: &Tape| {
        let body = Body::new(model, tape);
        let outputs = body.outputs.clone();
        function(name, result, body, quote!([#(#outputs),*]))
    };
    let rhs = array("rhs", quote!(Self::State<S>), f);
    let with_partials = Body::new(model, f_partials);
    let (values, partials) = with_partials.outputs.split_at(model.rhs.len());
    let pair = quote!(([#(#values),*], [#(#partials),*]));
    let rhs_partials = function(
        "rhs_partials",
        quote!((Self::State<S>, Self::Partials<S>)),
        with_partials.clone(),
        pair,
    );
    let params = tape(derived, &[], &derived.param_partials);
    let param_partials = array("param_partials", quote!(Self::ParamPartials<S>), &params);
    let outputs = array(
        "outputs",
        quote!(Self::Outputs<S>),
        &tape(derived, &model.output_values, &[]),
    );
    let det = derived
        .det
        .map(|det| Body::new(model, &tape(derived, &[det], &[])))
        .unwrap_or_default();
    let value = match &det.outputs[..] {
        [value] => quote!(::core::option::Option::Some(#value)),
        _ => quote!(::core::option::Option::None),
    };
    let det = function("det", quote!(::core::option::Option<S>), det, value);
    quote!(#rhs #rhs_partials #param_partials #det #outputs)
}

/// The functions of a source node and a target node.
fn edge_functions(derived: &Derived, inline: &TokenStream, with_partials: &Tape) -> TokenStream {
    let model = &derived.model;
    let [at, weight, source, x, u, p] = ["at", "weight", "source", "x", "u", "p"].map(local);
    let function = |name: &str, result: TokenStream, lets: &TokenStream, value: TokenStream| {
        let name = format_ident!("{name}");
        quote! {
            #inline
            fn #name<S: __lyapax::Scalar>(
                #at: __lyapax::At<S>,
                #weight: S,
                #source: &Self::State<S>,
                #x: &Self::State<S>,
                #u: &Self::Gathered<S>,
                #p: &Self::Params<S>,
            ) -> #result {
                #lets
                #value
            }
        }
    };
    let Body { lets, outputs } = Body::new(model, &tape(derived, &model.sums, &[]));
    let edge = function(
        "edge",
        quote!(Self::Sums<S>),
        &lets,
        quote!([#(#outputs),*]),
    );
    let Body { lets, outputs } = Body::new(model, with_partials);
    let (values, partials) = outputs.split_at(model.sums.len());
    let pair = quote!(([#(#values),*], [#(#partials),*]));
    let edge_partials = function(
        "edge_partials",
        quote!((Self::Sums<S>, Self::EdgePartials<S>)),
        &lets,
        pair,
    );
    quote!(#edge #edge_partials)
}

/// The functions of partials and tangents.
fn jacobian_functions(derived: &Derived, inline: &TokenStream) -> TokenStream {
    let model = &derived.model;
    let [j, source, v, vu] = ["j", "source", "v", "vu"].map(local);
    let jvp = products(model, &derived.partials, model.rhs.len());
    let edge_jvp = products(model, &derived.edge_partials, model.sums.len());
    let trace = derived
        .trace
        .iter()
        .map(|&index| Literal::usize_unsuffixed(index))
        .map(|index| quote!(#j[#index]));
    let trace = if derived.trace.is_empty() {
        number_of(0.0)
    } else {
        quote!(#(#trace)+*)
    };
    quote! {
        #inline
        fn jvp<S: __lyapax::Scalar, V: __lyapax::Tangent<S>>(
            #j: &Self::Partials<S>,
            #v: &Self::State<V>,
            #vu: &Self::Gathered<V>,
        ) -> Self::State<V> {
            #jvp
        }
        #inline
        fn trace<S: __lyapax::Scalar>(#j: &Self::Partials<S>) -> S {
            #trace
        }
        #inline
        fn edge_jvp<S: __lyapax::Scalar, V: __lyapax::Tangent<S>>(
            #j: &Self::EdgePartials<S>,
            #source: &Self::State<V>,
            #v: &Self::State<V>,
            #vu: &Self::Gathered<V>,
        ) -> Self::Sums<V> {
            #edge_jvp
        }
    }
}

/// Rows of the Jacobian times tangents. An entry that is a literal is used as such: 1 needs no
/// product. Input signals have no tangent.
fn products(model: &Model, partials: &[Partial], rows: usize) -> TokenStream {
    let j = local("j");
    let mut sums = vec![TokenStream::new(); rows];
    for (index, partial) in partials.iter().enumerate() {
        let Some(tangent) = tangent(model, partial.wrt) else {
            continue;
        };
        let sum = &mut sums[partial.row];
        let literal = match model.arena.get(partial.value) {
            Node::Number(bits) => Some(f64::from_bits(bits)),
            _ => None,
        };
        let plus = (!sum.is_empty()).then(|| quote!(+));
        sum.extend(match literal {
            Some(1.0) => quote!(#plus #tangent),
            Some(-1.0) => quote!(- #tangent),
            Some(value) => {
                let factor = number_of(value);
                quote!(#plus #tangent * #factor)
            }
            None => {
                let index = Literal::usize_unsuffixed(index);
                quote!(#plus #tangent * #j[#index])
            }
        });
    }
    let rows = sums.into_iter().map(|sum| {
        if sum.is_empty() {
            quote!(<V as ::core::default::Default>::default())
        } else {
            sum
        }
    });
    quote!([#(#rows),*])
}

/// The tangent of a variable.
fn tangent(model: &Model, var: Var) -> Option<TokenStream> {
    let (array, index) = match var {
        Var::State(i) => (local("v"), i as usize),
        Var::Source(i) => (local("source"), i as usize),
        Var::Input(_) => return None,
        _ => (local("vu"), gathered(model, var)?),
    };
    let index = Literal::usize_unsuffixed(index);
    Some(quote!(#array[#index]))
}

/// A printed tape.
#[derive(Clone, Default)]
struct Body {
    lets: TokenStream,
    outputs: Vec<TokenStream>,
}

impl Body {
    fn new(model: &Model, tape: &Tape) -> Self {
        let lets = tape.steps.iter().enumerate().map(|(index, op)| {
            let name = step(index);
            let value = operation(model, op);
            quote!(let #name = #value;)
        });
        let outputs = tape
            .outputs
            .iter()
            .map(|&output| operand(model, output))
            .collect();
        Self {
            lets: lets.collect(),
            outputs,
        }
    }
}

fn operation(model: &Model, op: &Op) -> TokenStream {
    let operand = |o: &Operand| operand(model, *o);
    let function = |name: &str, args: &[&Operand]| {
        let name = format_ident!("{name}");
        let args = args.iter().map(|arg| operand(arg));
        quote!(S::#name(#(#args),*))
    };
    let binary = |a: &Operand, sign: TokenStream, b: &Operand| {
        let (a, b) = (operand(a), operand(b));
        quote!(#a #sign #b)
    };
    match op {
        Op::Neg(a) => {
            let a = operand(a);
            quote!(-#a)
        }
        Op::Add(a, b) => binary(a, quote!(+), b),
        Op::Sub(a, b) => binary(a, quote!(-), b),
        Op::Mul(a, b) => binary(a, quote!(*), b),
        Op::Div(a, b) => binary(a, quote!(/), b),
        Op::Call1(f, a) => function(f.get().method, &[a]),
        Op::Call2(f, a, b) => function(f.get().method, &[a, b]),
        Op::Compare(op, a, b) => function(comparison(*op), &[a, b]),
        Op::And(a, b) => function("and", &[a, b]),
        Op::Or(a, b) => function("or", &[a, b]),
        Op::Not(a) => function("not", &[a]),
        Op::Select {
            mask,
            then,
            otherwise,
        } => function("select", &[mask, then, otherwise]),
    }
}

fn comparison(op: Compare) -> &'static str {
    match op {
        Compare::Less => "lt",
        Compare::LessEq => "le",
        Compare::Greater => "gt",
        Compare::GreaterEq => "ge",
        Compare::Eq => "eq",
        Compare::NotEq => "ne",
    }
}

fn operand(model: &Model, operand: Operand) -> TokenStream {
    match operand {
        Operand::Step(index) => {
            let name = step(index);
            quote!(#name)
        }
        Operand::Number(bits) => number_of(f64::from_bits(bits)),
        Operand::Pi => quote!(S::lit(::core::f64::consts::PI)),
        Operand::Var(var) => variable(model, var),
    }
}

fn variable(model: &Model, var: Var) -> TokenStream {
    let element = |array: &str, index: u32| {
        let (array, index) = (local(array), Literal::u32_unsuffixed(index));
        quote!(#array[#index])
    };
    let at = local("at");
    match var {
        Var::State(i) => element("x", i),
        Var::Param(i) => element("p", i),
        Var::Source(i) => element("source", i),
        Var::Weight => {
            let weight = local("weight");
            quote!(#weight)
        }
        Var::Time => quote!(#at.t),
        Var::Nodes => quote!(#at.nodes),
        Var::Neighbour(_) | Var::Input(_) | Var::Sum(_) => {
            let u = local("u");
            let slot = Literal::usize_unsuffixed(gathered(model, var).expect("these are gathered"));
            quote!(#u[#slot])
        }
    }
}

fn step(index: usize) -> Ident {
    local(&format!("v{index}"))
}

/// The scalar nearest to a number.
fn number_of(value: f64) -> TokenStream {
    let value = number(value);
    quote!(S::lit(#value))
}

/// A literal with all its digits.
pub fn number(value: f64) -> TokenStream {
    if value.is_nan() {
        return quote!(::core::primitive::f64::NAN);
    }
    let sign = value.is_sign_negative().then(|| quote!(-));
    if value.is_infinite() {
        return quote!(#sign ::core::primitive::f64::INFINITY);
    }
    let digits: Literal = format!("{:?}f64", value.abs())
        .parse()
        .expect("a finite number is a literal");
    quote!(#sign #digits)
}
