//! Rust tokens through the front.

use expect_test::{Expect, expect};
use proc_macro2::{Delimiter, Group, TokenStream, TokenTree};
use quote::quote;

use super::testing::{places, short, tokenise, tokens};
use super::{Kind, read};
use crate::diag::Sink;

#[track_caller]
fn check(text: &str, expected: &Expect) {
    expected.assert_eq(&tokens(text));
}

#[test]
fn a_model() {
    check(
        "/// Rössler.\npub(crate) Roessler {\n  state x = 1.0, y;\n  dx/dt = -y - 2. * x**2;\n}",
        &expect![[r#"
            doc( Rössler.) pub ( crate ) Roessler { state x = 1.0 , y ; dx / dt = - y - 2.0 * x ^ 2 ; } end
        "#]],
    );
}

#[test]
fn operators_are_joined_where_they_touch() {
    check("a**b <= c>=d==e!=f&&g||!h", &expect![[]]);
    check("a* *b < =c a**-1 x=-1 a<=-b a!==b &a |b", &expect![[]]);
}

#[test]
fn a_joined_operator_covers_both_marks() {
    expect![[]].assert_eq(&places("a ** b\n  <= c"));
}

#[test]
fn keywords_are_names() {
    check("mod if fn let r#mod r#type _", &expect![[]]);
}

#[test]
fn attributes_keep_their_text_to_themselves() {
    check("#[jump] #[lyapax(crate = \"a'b?\")] #[doc(hidden)] x", &expect![[]]);
}

#[test]
fn documentation() {
    check("/// one\n#[doc = r\"two\"]\n/** three */ x", &expect![[]]);
    check("x //! inner\n ;", &expect![[]]);
}

#[test]
fn numbers() {
    check("2 1_000 2.5e-3 2. 1e3", &expect![[]]);
    check("a = 2pi * 1.0f64 + 0x1F;", &expect![[]]);
    check("1e999 1e-999", &expect![[]]);
}

#[test]
fn a_number_that_rust_cut_is_put_together() {
    check("a = .5 + if .5 < b", &expect![[]]);
    expect![[]].assert_eq(&places("a = .5e-1 * 1.e-3 + 1.e5x;"));
}

#[test]
fn a_point_behind_a_value_is_a_point() {
    check("src.x + x.0 + f(x).5 + a[1].5 + . 5 + 2.x", &expect![[]]);
}

#[test]
fn several_points() {
    check("1..2 + a...b", &expect![[]]);
}

#[test]
fn primes() {
    expect![[]].assert_eq(&places("theta '=' y;"));
    expect![[]].assert_eq(&places("x 'y = z;"));
    expect![[]].assert_eq(&places("yʹ = x; zʺ = 1;"));
}

#[test]
fn a_middle_dot_is_a_product() {
    check("c = a·b;", &expect![[]]);
}

#[test]
fn literals_that_are_no_equations() {
    check("b\"x\" c\"x\" br#\"x\"# b'x'", &expect![[]]);
    check("\"x' = y\"z", &expect![[]]);
}

#[test]
fn other_marks_are_left_to_the_parser() {
    check("a % b @ $c ? ~ a::b", &expect![[]]);
}

#[test]
fn the_end_stands_at_the_last_token() {
    expect![[]].assert_eq(&places("a\n bc"));
    expect![[]].assert_eq(&tokens(""));
}

fn invisible(stream: TokenStream) -> TokenTree {
    TokenTree::Group(Group::new(Delimiter::None, stream))
}

#[track_caller]
fn check_stream(stream: TokenStream, expected: &str) {
    let mut sink = Sink::default();
    let kinds: Vec<Kind> = read(stream, &mut sink).into_iter().map(|token| token.kind).collect();
    assert!(sink.finish().is_empty());
    let shown: Vec<String> = kinds.iter().map(short).collect();
    assert_eq!(shown.join(" "), expected);
}

#[test]
fn fragments_of_macros_are_transparent() {
    let name = invisible(quote!(x));
    let text = invisible(tokenise("\"y' = x\""));
    let visibility = invisible(quote!(pub(crate)));
    let path = invisible(quote!(a::b));
    check_stream(
        quote!(#visibility A { d #name; #text #path }),
        "pub ( crate ) A { d x ; « y ' = x » a : : b } end",
    );
    let meta = invisible(tokenise("doc = \" text\""));
    check_stream(quote!(#[#meta] A), "doc( text) A end");
}

#[test]
fn an_expression_of_a_macro_stays_one_value() {
    let sum = invisible(quote!(1 + x));
    let negative = invisible(quote!(-1));
    let choice = invisible(quote!(if a { b } else { c }));
    let call = invisible(quote!(f(x + 1)));
    check_stream(
        quote!(2 * #sum ^ #negative - #choice * #call),
        "2 * ( 1 + x ) ^ ( - 1 ) - ( if a { b } else { c } ) * f ( x + 1 ) end",
    );
}
