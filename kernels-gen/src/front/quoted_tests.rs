//! Quoted text through the front.

// The hashes are those that `UPDATE_EXPECT=1` writes.
#![allow(clippy::needless_raw_string_hashes)]

use expect_test::{Expect, expect};

use super::testing::{places, tokens};

#[track_caller]
fn check(text: &str, expected: &Expect) {
    expected.assert_eq(&tokens(text));
}

#[track_caller]
fn check_places(text: &str, expected: &Expect) {
    expected.assert_eq(&places(text));
}

#[test]
fn an_equation_as_on_paper() {
    check_places(
        r#"m { "theta' = omega + c" }"#,
        &expect![[r#"
        m@1:0-1 {@1:2-1 «@1:4-1 theta@1:5-5 '@1:10-1 =@1:12-1 omega@1:14-5 +@1:20-1 c@1:22-1 »@1:23-1 }@1:25-1 end@1:25-1
    "#]],
    );
}

#[test]
fn places_count_characters_and_escapes() {
    check_places(
        "\"θ\\u{2032} = \\t@\\u{221a}x\"",
        &expect![[r#"
        «@1:0-1 θ@1:1-1 '@1:2-8 =@1:11-1 @@1:15-1 ⊥@1:16-8 x@1:24-1 »@1:25-1 end@1:25-1
        1:16-8 `√` (U+221A) cannot stand in an equation | write `sqrt(…)`
    "#]],
    );
    check_places(
        "  r#\"é' = √x\"#",
        &expect![[r#"
        «@1:2-3 é@1:5-1 '@1:6-1 =@1:8-1 ⊥@1:10-1 x@1:11-1 »@1:12-2 end@1:12-2
        1:10-1 `√` (U+221A) cannot stand in an equation | write `sqrt(…)`
    "#]],
    );
    check_places(
        "\"x' = 1\r\n  y' = √\"",
        &expect![[r#"
        «@1:0-1 x@1:1-1 '@1:2-1 =@1:4-1 1@1:6-1 ¶@1:6-1 y@2:2-1 '@2:3-1 =@2:5-1 ⊥@2:7-1 »@2:8-1 end@2:8-1
        2:7-1 `√` (U+221A) cannot stand in an equation | write `sqrt(…)`
    "#]],
    );
    check_places(
        "\"x' = a \\\n     + √\"",
        &expect![[r#"
        «@1:0-1 x@1:1-1 '@1:2-1 =@1:4-1 a@1:6-1 +@2:5-1 ⊥@2:7-1 »@2:8-1 end@2:8-1
        2:7-1 `√` (U+221A) cannot stand in an equation | write `sqrt(…)`
    "#]],
    );
}

#[test]
fn a_name_may_go_on_behind_a_continued_line() {
    check_places(
        "\"the\\\n  ta = 1\"",
        &expect![[r#"
        «@1:0-1 theta@1:1-3 =@2:5-1 1@2:7-1 »@2:8-1 end@2:8-1
    "#]],
    );
}

#[test]
fn primes_of_every_kind() {
    check(
        "\"a' b′ c’ d´ e'' f″ g‴ hʹ iʼʼ kaʻu\"",
        &expect![[r#"
        « a ' b ' c ' d ' e ' ' f ' ' g ' ' ' h ' i ' ' kaʻu » end
    "#]],
    );
}

#[test]
fn operators() {
    check(
        "\"a**b<=c>=d==e!=f&&g||!h^-1 * * < =,;.:#@%?~|&$\"",
        &expect![[r#"
        « a ^ b <= c >= d == e != f && g || ! h ^ - 1 * * < = , ; . : # @ % ? ~ | & $ » end
    "#]],
    );
}

#[test]
fn marks_of_printed_mathematics() {
    check(
        "\"−a · b × c ⋅ d ∗ e ÷ f ≤ g ≥ h ≠ i – j·k\"",
        &expect![[r#"
        « - a * b * c * d * e / f <= g >= h != i - j * k » end
    "#]],
    );
}

#[test]
fn numbers_are_those_of_plain_tokens() {
    check(
        "\"2 1_000 2.5e-3 2. 1e3 2.x\"",
        &expect![[r#"
        « 2 1000 0.0025 2.0 1000.0 2 . x » end
    "#]],
    );
    check_places(
        "\"a = 2pi * .5 + 1.e-3 - 3.0f32 + src.5 + x.0 + 1..2\"",
        &expect![[r#"
        «@1:0-1 a@1:1-1 =@1:3-1 2@1:5-1 *@1:6-2 pi@1:6-2 *@1:9-1 0.5@1:11-2 +@1:14-1 0.001@1:16-5 -@1:22-1 3.0@1:24-6 +@1:31-1 src@1:33-3 .@1:36-1 5@1:37-1 +@1:39-1 x@1:41-1 .@1:42-1 0@1:43-1 +@1:45-1 1@1:47-1 ⊥@1:48-2 2@1:50-1 »@1:51-1 end@1:51-1
        1:5-3 `2pi` is one word to Rust | write `2 * pi`
        1:11-2 `.5` has no digit before its point | write `0.5`
        1:16-5 `1.e-3` has no digit after its point | write `1.0e-3`
        1:24-6 `3.0f32` names a type, but every number of an equation is real | write `3.0`
        1:48-2 `..` means nothing in an equation | write a number with one point, such as `1.5`
    "#]],
    );
    check(
        "\"2x' = if .5 < 2xʹ\"",
        &expect![[r#"
        « 2 * x ' = if 0.5 < 2 * x ' » end
        1:1-2 `2x` is one word to Rust | write `2 * x`
        1:10-2 `.5` has no digit before its point | write `0.5`
        1:15-2 `2x` is one word to Rust | write `2 * x`
    "#]],
    );
}

#[test]
fn raised_digits() {
    check_places(
        "\"x² + y⁻¹⁰ + z⁻\"",
        &expect![[r#"
        «@1:0-1 x@1:1-1 ^@1:2-1 2@1:2-1 +@1:4-1 y@1:6-1 ^@1:7-3 (@1:7-3 -@1:7-3 10@1:7-3 )@1:7-3 +@1:11-1 z@1:13-1 ⊥@1:14-1 »@1:15-1 end@1:15-1
        1:2-1 a power cannot be written as the superscript `²` | write `^2`
        1:7-3 a power cannot be written as the superscript `⁻¹⁰` | write `^(-10)`
        1:14-1 the superscript `⁻` is not a whole number | write the power as `^(…)`
    "#]],
    );
}

#[test]
fn lowered_digits() {
    check_places(
        "\"x₁' = x₁ + x₂\"",
        &expect![[r#"
        «@1:0-1 x1@1:1-2 '@1:3-1 =@1:5-1 x1@1:7-2 +@1:10-1 x2@1:12-2 »@1:14-1 end@1:14-1
        1:1-2 a subscript cannot stand in a name, as in `x₁` | write `x1`
        1:12-2 a subscript cannot stand in a name, as in `x₂` | write `x2`
    "#]],
    );
}

#[test]
fn each_stranger_is_told_once() {
    check_places(
        "\"√a + √b + \\\\frac ∑ \\u{200b}\"",
        &expect![[r#"
        «@1:0-1 ⊥@1:1-1 a@1:2-1 +@1:4-1 ⊥@1:6-1 b@1:7-1 +@1:9-1 ⊥@1:11-2 frac@1:13-4 ⊥@1:18-1 ⊥@1:20-8 »@1:28-1 end@1:28-1
        1:1-1 `√` (U+221A) cannot stand in an equation | write `sqrt(…)`
        1:11-2 `\` (U+005C) cannot stand in an equation | write the equation in plain text, not in TeX
        1:18-1 `∑` (U+2211) cannot stand in an equation | write `sum(…)`
        1:20-8 the invisible character U+200B cannot stand in an equation | delete it
    "#]],
    );
}

#[test]
fn comments() {
    check(
        "\"x' = a // b ' ) \n + /* c /* d */ ( */ e\"",
        &expect![[r#"
        « x ' = a + e » end
    "#]],
    );
    check_places(
        "\"a /* b\"",
        &expect![[r#"
        «@1:0-1 a@1:1-1 »@1:7-1 end@1:7-1
        1:3-2 `/*` is not closed | add the missing `*/`
    "#]],
    );
    check(
        "\"x' = a // b\n y' = c // d\"",
        &expect![[r#"
        « x ' = a ¶ y ' = c » end
    "#]],
    );
    check(
        "\"x' = a /* \n */ y' = c\"",
        &expect![[r#"
        « x ' = a ¶ y ' = c » end
    "#]],
    );
}

#[test]
fn a_line_that_starts_an_equation_ends_the_one_before() {
    for line in [
        "x' = 1",
        "x'' = 1",
        "x[n+1] = 1",
        "x[n-1] = 1",
        "dx/dt = 1",
        "d(x)/dt = 1",
        "next(x) = 1",
        "state x",
        "param x",
        "let r",
        "fn f",
        "input u",
        "coupling c",
        "output e",
        "edge v",
        "#[jump]",
        "r = 1",
        "s(v) = 1",
        "x(t+1) = 1",
        "x'\n = 1",
    ] {
        let shown = tokens(&format!("\"a' = b\n {line}\""));
        assert!(shown.starts_with("« a ' = b ¶ "), "{line}: {shown}");
        assert_eq!(shown.matches('¶').count(), 1, "{line}: {shown}");
    }
}

#[test]
fn other_lines_go_on() {
    for line in [
        "+ c",
        "* d(x)",
        "(c)",
        "x == 1",
        "next(x)",
        "dx/dt",
        "x[n+1]",
        "input + 1",
        "let",
        "= c",
        "if c { e } else { f }",
    ] {
        let shown = tokens(&format!("\"a' = b\n {line}\""));
        assert!(!shown.contains('¶'), "{line}: {shown}");
    }
}

#[test]
fn lists_go_on_behind_their_comma() {
    check(
        "\"state x = 1,\n y = 2\n param\n a = 1\"",
        &expect![[r#"
        « state x = 1 , y = 2 ¶ param a = 1 » end
    "#]],
    );
}

#[test]
fn an_unfinished_equation_does_not_swallow_the_next() {
    check(
        "\"x' = a +\n y' = b\n z' =\n let r = 1\"",
        &expect![[r#"
        « x ' = a + ¶ y ' = b ¶ z ' = ¶ let r = 1 » end
    "#]],
    );
}

#[test]
fn an_end_is_not_told_twice() {
    check(
        "\"\n x' = a;\n\n y' = b;\n\"",
        &expect![[r#"
        « x ' = a ; y ' = b ; » end
    "#]],
    );
}

#[test]
fn a_continued_line_is_a_line() {
    check(
        "\"x' = a \\\n y' = b\\n z' = c\"",
        &expect![[r#"
        « x ' = a ¶ y ' = b ¶ z ' = c » end
    "#]],
    );
}

#[test]
fn an_attribute_belongs_to_what_follows() {
    check(
        "\"x' = a\n #[jump]\n #[continuous]\n y' = b\n #[jump] z' = c\"",
        &expect![[r#"
        « x ' = a ¶ # [ jump ] # [ continuous ] y ' = b ¶ # [ jump ] z ' = c » end
    "#]],
    );
}

#[test]
fn a_bracket_that_is_not_closed() {
    check_places(
        "\"x' = (a + b\"",
        &expect![[r#"
        «@1:0-1 x@1:1-1 '@1:2-1 =@1:4-1 (@1:6-1 a@1:7-1 +@1:9-1 b@1:11-1 )@1:11-1 »@1:12-1 end@1:12-1
        1:6-1 `(` is not closed | add the missing `)`
    "#]],
    );
    check_places(
        "\"x' = (a + [b)\"",
        &expect![[r#"
        «@1:0-1 x@1:1-1 '@1:2-1 =@1:4-1 (@1:6-1 a@1:7-1 +@1:9-1 [@1:11-1 b@1:12-1 ]@1:12-1 )@1:13-1 »@1:14-1 end@1:14-1
        1:11-1 `[` is not closed | add the missing `]`
    "#]],
    );
    check_places(
        "\"x' = sin(a + (b\n y' = (c)\"",
        &expect![[r#"
        «@1:0-1 x@1:1-1 '@1:2-1 =@1:4-1 sin@1:6-3 (@1:9-1 a@1:10-1 +@1:12-1 (@1:14-1 b@1:15-1 )@1:15-1 )@1:15-1 ¶@1:15-1 y@2:1-1 '@2:2-1 =@2:4-1 (@2:6-1 c@2:7-1 )@2:8-1 »@2:9-1 end@2:9-1
        1:9-1 `(` is not closed | add the missing `)`
        1:14-1 `(` is not closed | add the missing `)`
    "#]],
    );
    check_places(
        "\"x' = (a; y' = b\"",
        &expect![[r#"
        «@1:0-1 x@1:1-1 '@1:2-1 =@1:4-1 (@1:6-1 a@1:7-1 )@1:7-1 ;@1:8-1 y@1:10-1 '@1:11-1 =@1:13-1 b@1:15-1 »@1:16-1 end@1:16-1
        1:6-1 `(` is not closed | add the missing `)`
    "#]],
    );
    check_places(
        "\"x' = (a +\n y' = b)\"",
        &expect![[r#"
        «@1:0-1 x@1:1-1 '@1:2-1 =@1:4-1 (@1:6-1 a@1:7-1 +@1:9-1 )@1:9-1 ¶@1:9-1 y@2:1-1 '@2:2-1 =@2:4-1 b@2:6-1 »@2:8-1 end@2:8-1
        1:6-1 `(` is not closed | add the missing `)`
    "#]],
    );
    check_places(
        "\"x' = if a { b } else { c\n y' = d\"",
        &expect![[r#"
        «@1:0-1 x@1:1-1 '@1:2-1 =@1:4-1 if@1:6-2 a@1:9-1 {@1:11-1 b@1:13-1 }@1:15-1 else@1:17-4 {@1:22-1 c@1:24-1 }@1:24-1 ¶@1:24-1 y@2:1-1 '@2:2-1 =@2:4-1 d@2:6-1 »@2:7-1 end@2:7-1
        1:22-1 `{` is not closed | add the missing `}`
    "#]],
    );
}

#[test]
fn a_bracket_that_closes_nothing() {
    check_places(
        "\"x' = a)\n y' = b\"",
        &expect![[r#"
        «@1:0-1 x@1:1-1 '@1:2-1 =@1:4-1 a@1:6-1 ¶@1:6-1 y@2:1-1 '@2:2-1 =@2:4-1 b@2:6-1 »@2:7-1 end@2:7-1
        1:7-1 `)` closes nothing | delete it, or write `(` before it
    "#]],
    );
    check_places(
        "\"x' = (a] + b\"",
        &expect![[r#"
        «@1:0-1 x@1:1-1 '@1:2-1 =@1:4-1 (@1:6-1 a@1:7-1 )@1:8-1 +@1:10-1 b@1:12-1 »@1:13-1 end@1:13-1
        1:8-1 `]` does not close `(` | write `)`
    "#]],
    );
    check_places(
        "\"x' = (a] + b)\"",
        &expect![[r#"
        «@1:0-1 x@1:1-1 '@1:2-1 =@1:4-1 (@1:6-1 a@1:7-1 +@1:10-1 b@1:12-1 )@1:13-1 »@1:14-1 end@1:14-1
        1:8-1 `]` closes nothing | delete it, or write `[` before it
    "#]],
    );
    check_places(
        "\"x' = ([a)]\"",
        &expect![[r#"
        «@1:0-1 x@1:1-1 '@1:2-1 =@1:4-1 (@1:6-1 [@1:7-1 a@1:8-1 ]@1:8-1 )@1:9-1 »@1:11-1 end@1:11-1
        1:7-1 `[` is not closed | add the missing `]`
    "#]],
    );
}

#[test]
fn lines_within_brackets_go_on() {
    check(
        "\"x' = (a\n + b)\n y' = if a {\n b\n } else {\n c }\"",
        &expect![[r#"
        « x ' = ( a + b ) ¶ y ' = if a { b } else { c } » end
    "#]],
    );
}
