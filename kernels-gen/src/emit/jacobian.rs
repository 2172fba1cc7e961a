//! The products of Jacobian and tangents, and the trace.

use proc_macro2::{Literal, TokenStream};
use quote::quote;

use super::body::{Dialect, gathered, number_in};
use super::names::local;
use crate::derive::{Derived, Partial};
use crate::ir::{Model, Node, Var};

/// The functions of partials and tangents.
pub fn functions(derived: &Derived, inline: &TokenStream) -> TokenStream {
    let model = &derived.model;
    let [j, source, v, vu] = ["j", "source", "v", "vu"].map(local);
    let jvp = rows(model, &derived.partials, model.rhs.len(), |var| {
        tangent(model, var)
    });
    let edge_jvp = rows(model, &derived.edge_partials, model.sums.len(), |var| {
        tangent(model, var)
    });
    let trace = derived
        .trace
        .iter()
        .map(|&index| Literal::usize_unsuffixed(index))
        .map(|index| quote!(#j[#index]));
    let trace = if derived.trace.is_empty() {
        number_in(0.0, Dialect::Host)
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

/// Rows of the Jacobian times tangents, as an array.
pub fn rows(
    model: &Model,
    partials: &[Partial],
    rows: usize,
    tangent: impl Fn(Var) -> Option<TokenStream>,
) -> TokenStream {
    let rows = row_sums(model, partials, rows, tangent, Dialect::Host);
    let rows = rows
        .into_iter()
        .map(|sum| sum.unwrap_or_else(|| quote!(<V as ::core::default::Default>::default())));
    quote!([#(#rows),*])
}

/// Rows of the Jacobian times tangents; `None` for one without entries. An entry that is a literal is used as such:
/// 1 needs no product. Input signals and parameters have no tangent.
pub fn row_sums(
    model: &Model,
    partials: &[Partial],
    rows: usize,
    tangent: impl Fn(Var) -> Option<TokenStream>,
    dialect: Dialect,
) -> Vec<Option<TokenStream>> {
    let j = local("j");
    let mut sums = vec![TokenStream::new(); rows];
    for (index, partial) in partials.iter().enumerate() {
        let Some(tangent) = tangent(partial.wrt) else {
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
                let factor = number_in(value, dialect);
                quote!(#plus #tangent * #factor)
            }
            None => {
                let index = Literal::usize_unsuffixed(index);
                quote!(#plus #tangent * #j[#index])
            }
        });
    }
    sums.into_iter()
        .map(|sum| (!sum.is_empty()).then_some(sum))
        .collect()
}

/// The tangent of a variable.
pub fn tangent(model: &Model, var: Var) -> Option<TokenStream> {
    let (array, index) = match var {
        Var::State(i) => (local("v"), i as usize),
        Var::Source(i) => (local("source"), i as usize),
        Var::Input(_) | Var::Param(_) => return None,
        _ => (local("vu"), gathered(model, var)?),
    };
    let index = Literal::usize_unsuffixed(index);
    Some(quote!(#array[#index]))
}
