//! Rust tokens through the front.

// The hashes are those that `UPDATE_EXPECT=1` writes.
#![allow(clippy::needless_raw_string_hashes)]

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
    check(
        "a**b <= c>=d==e!=f&&g||!h",
        &expect![[r#"
        a ^ b <= c >= d == e != f && g || ! h end
    "#]],
    );
    check(
        "a* *b < =c a**-1 x=-1 a<=-b a!==b &a |b",
        &expect![[r#"
        a * * b < = c a ^ - 1 x = - 1 a <= - b a != = b & a | b end
    "#]],
    );
}

#[test]
fn a_joined_operator_covers_both_marks() {
    expect![[r#"
        a@1:0-1 ^@1:2-2 b@1:5-1 <=@2:2-2 c@2:5-1 end@2:5-1
    "#]]
    .assert_eq(&places("a ** b\n  <= c"));
}

#[test]
fn keywords_are_names() {
    check(
        "mod if fn let r#mod r#type _",
        &expect![[r#"
        mod if fn let mod type _ end
    "#]],
    );
}

#[test]
fn attributes_keep_their_text_to_themselves() {
    check(
        "#[jump] #[lyapax(crate = \"a'b?\")] #[doc(hidden)] x",
        &expect![[r#"
        # [ jump ] # [ lyapax ( crate = « » ) ] # [ doc ( hidden ) ] x end
    "#]],
    );
}

#[test]
fn documentation() {
    check(
        "/// one\n#[doc = r\"two\"]\n/** three */ x",
        &expect![[r#"
        doc( one) doc(two) doc( three ) x end
    "#]],
    );
    check(
        "x //! inner\n ;",
        &expect![[r#"
        x ; end
        1:2-9 `//!` documents what it stands in, and a model has no such place | write `///` before the model or before an item
    "#]],
    );
}

#[test]
fn numbers() {
    check(
        "2 1_000 2.5e-3 2. 1e3",
        &expect![[r#"
        2 1000 0.0025 2.0 1000.0 end
    "#]],
    );
    check(
        "a = 2pi * 1.0f64 + 0x1F;",
        &expect![[r#"
        a = 2 * pi * 1.0 + 31 ; end
        1:4-3 `2pi` is one word to Rust | write `2 * pi`
        1:10-6 `1.0f64` names a type, but every number of an equation is real | write `1.0`
        1:19-4 `0x1F` is a hexadecimal number | write `31`
    "#]],
    );
    check(
        "1e999 1e-999",
        &expect![[r#"
        1.0 1.0 end
        1:0-5 `1e999` is too large for f64 | change the unit so that the number is below 1.7e308
        1:6-6 `1e-999` is too small for f64, which would make it 0 | write `0`, or change the unit so that the number is above 5e-324
    "#]],
    );
}

#[test]
fn a_number_that_rust_cut_is_put_together() {
    check(
        "a = .5 + if .5 < b",
        &expect![[r#"
        a = 0.5 + if 0.5 < b end
        1:4-2 `.5` has no digit before its point | write `0.5`
        1:12-2 `.5` has no digit before its point | write `0.5`
    "#]],
    );
    expect![[r#"
        a@1:0-1 =@1:2-1 0.05@1:4-5 *@1:10-1 0.001@1:12-5 +@1:18-1 100000.0@1:20-5 *@1:20-5 x@1:20-5 ;@1:25-1 end@1:25-1
        1:4-5 `.5e-1` has no digit before its point | write `0.5e-1`
        1:12-5 `1.e-3` has no digit after its point | write `1.0e-3`
        1:20-5 `1.e5x` is one word to Rust | write `1.0e5 * x`
    "#]].assert_eq(&places("a = .5e-1 * 1.e-3 + 1.e5x;"));
}

#[test]
fn a_point_behind_a_value_is_a_point() {
    check(
        "src.x + x.0 + f(x).5 + a[1].5 + . 5 + 2.x",
        &expect![[r#"
        src . x + x . 0 + f ( x ) . 5 + a [ 1 ] . 5 + . 5 + 2 . x end
    "#]],
    );
}

#[test]
fn several_points() {
    check(
        "1..2 + a...b",
        &expect![[r#"
        1 ⊥ 2 + a ⊥ b end
        1:1-2 `..` means nothing in an equation | write a number with one point, such as `1.5`
        1:8-3 `...` means nothing in an equation | write a number with one point, such as `1.5`
    "#]],
    );
}

#[test]
fn primes() {
    expect![[r#"
        theta@1:0-5 ⊥@1:6-3 y@1:10-1 ;@1:11-1 end@1:11-1
        1:6-3 a prime cannot be written in plain Rust tokens | put the equation in quotes, `"theta' = …"`, or write `dtheta/dt = …`
    "#]].assert_eq(&places("theta '=' y;"));
    expect![[r#"
        x@1:0-1 ⊥@1:2-2 =@1:5-1 z@1:7-1 ;@1:8-1 end@1:8-1
        1:2-2 a prime cannot be written in plain Rust tokens | put the equation in quotes, `"x' = …"`, or write `dx/dt = …`
    "#]].assert_eq(&places("x 'y = z;"));
    expect![[r#"
        y@1:0-2 '@1:0-2 =@1:3-1 x@1:5-1 ;@1:6-1 z@1:8-2 '@1:8-2 '@1:8-2 =@1:11-1 1@1:13-1 ;@1:14-1 end@1:14-1
        1:0-2 the `ʹ` (U+02B9) of `yʹ` is a letter, not a prime | put the equation in quotes, `"y' = …"`, or write `dy/dt = …`
        1:8-2 the `ʺ` (U+02BA) of `zʺ` is a letter, not a prime | put the equation in quotes, `"z' = …"`, or write `dz/dt = …`
    "#]].assert_eq(&places("yʹ = x; zʺ = 1;"));
}

#[test]
fn a_middle_dot_is_a_product() {
    check(
        "c = a·b;",
        &expect![[r#"
        c = a * b ; end
        1:4-3 `a·b` is one name to Rust | write `a * b`
    "#]],
    );
}

#[test]
fn literals_that_are_no_equations() {
    check(
        "b\"x\" c\"x\" br#\"x\"# b'x'",
        &expect![[r#"
        ⊥ b x ⊥ c x ⊥ br x ⊥ b x end
        1:0-4 a literal that begins with `b` is not an equation | write the equation in plain quotes, `"x' = …"`
        1:5-4 a literal that begins with `c` is not an equation | write the equation in plain quotes, `"x' = …"`
        1:10-7 a literal that begins with `br#` is not an equation | write the equation in plain quotes, `"x' = …"`
        1:18-4 a literal that begins with `b` is not an equation | write the equation in plain quotes, `"x' = …"`
    "#]],
    );
    check(
        "\"x' = y\"z",
        &expect![[r#"
        « x ' = y » end
        1:0-9 `z` touches the closing quote | write a line end or `;` before `z`
    "#]],
    );
}

#[test]
fn other_marks_are_left_to_the_parser() {
    check(
        "a % b @ $c ? ~ a::b",
        &expect![[r#"
        a % b @ $ c ? ~ a : : b end
    "#]],
    );
}

#[test]
fn the_end_stands_at_the_last_token() {
    expect![[r#"
        a@1:0-1 bc@2:1-2 end@2:1-2
    "#]]
    .assert_eq(&places("a\n bc"));
    expect![[r#"
        end
    "#]]
    .assert_eq(&tokens(""));
}

fn invisible(stream: TokenStream) -> TokenTree {
    TokenTree::Group(Group::new(Delimiter::None, stream))
}

#[track_caller]
fn check_stream(stream: TokenStream, expected: &str) {
    let mut sink = Sink::default();
    let kinds: Vec<Kind> = read(stream, &mut sink)
        .into_iter()
        .map(|token| token.kind)
        .collect();
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
