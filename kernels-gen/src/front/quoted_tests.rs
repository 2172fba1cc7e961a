//! Quoted text through the front.

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
    check_places(r#"m { "theta' = omega + c" }"#, &expect![[]]);
}

#[test]
fn places_count_characters_and_escapes() {
    check_places("\"θ\\u{2032} = \\t@\\u{221a}x\"", &expect![[]]);
    check_places("  r#\"é' = √x\"#", &expect![[]]);
    check_places("\"x' = 1\r\n  y' = √\"", &expect![[]]);
    check_places("\"x' = a \\\n     + √\"", &expect![[]]);
}

#[test]
fn a_name_may_go_on_behind_a_continued_line() {
    check_places("\"the\\\n  ta = 1\"", &expect![[]]);
}

#[test]
fn primes_of_every_kind() {
    check("\"a' b′ c’ d´ e'' f″ g‴ hʹ iʼʼ kaʻu\"", &expect![[]]);
}

#[test]
fn operators() {
    check("\"a**b<=c>=d==e!=f&&g||!h^-1 * * < =,;.:#@%?~|&$\"", &expect![[]]);
}

#[test]
fn marks_of_printed_mathematics() {
    check("\"−a · b × c ⋅ d ∗ e ÷ f ≤ g ≥ h ≠ i – j·k\"", &expect![[]]);
}

#[test]
fn numbers_are_those_of_plain_tokens() {
    check("\"2 1_000 2.5e-3 2. 1e3 2.x\"", &expect![[]]);
    check_places("\"a = 2pi * .5 + 1.e-3 - 3.0f32 + src.5 + x.0 + 1..2\"", &expect![[]]);
    check("\"2x' = if .5 < 2xʹ\"", &expect![[]]);
}

#[test]
fn raised_digits() {
    check_places("\"x² + y⁻¹⁰ + z⁻\"", &expect![[]]);
}

#[test]
fn lowered_digits() {
    check_places("\"x₁' = x₁ + x₂\"", &expect![[]]);
}

#[test]
fn each_stranger_is_told_once() {
    check_places("\"√a + √b + \\\\frac ∑ \\u{200b}\"", &expect![[]]);
}

#[test]
fn comments() {
    check("\"x' = a // b ' ) \n + /* c /* d */ ( */ e\"", &expect![[]]);
    check_places("\"a /* b\"", &expect![[]]);
    check("\"x' = a // b\n y' = c // d\"", &expect![[]]);
    check("\"x' = a /* \n */ y' = c\"", &expect![[]]);
}

#[test]
fn a_line_that_starts_an_equation_ends_the_one_before() {
    for line in [
        "x' = 1", "x'' = 1", "x[n+1] = 1", "x[n-1] = 1", "dx/dt = 1", "d(x)/dt = 1", "next(x) = 1", "state x", "param x",
        "let r", "fn f", "input u", "coupling c", "output e", "edge v", "#[jump]", "r = 1", "s(v) = 1", "x(t+1) = 1",
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
        "+ c", "* d(x)", "(c)", "x == 1", "next(x)", "dx/dt", "x[n+1]", "input + 1", "let", "= c", "if c { e } else { f }",
    ] {
        let shown = tokens(&format!("\"a' = b\n {line}\""));
        assert!(!shown.contains('¶'), "{line}: {shown}");
    }
}

#[test]
fn lists_go_on_behind_their_comma() {
    check("\"state x = 1,\n y = 2\n param\n a = 1\"", &expect![[]]);
}

#[test]
fn an_unfinished_equation_does_not_swallow_the_next() {
    check("\"x' = a +\n y' = b\n z' =\n let r = 1\"", &expect![[]]);
}

#[test]
fn an_end_is_not_told_twice() {
    check("\"\n x' = a;\n\n y' = b;\n\"", &expect![[]]);
}

#[test]
fn a_continued_line_is_a_line() {
    check("\"x' = a \\\n y' = b\\n z' = c\"", &expect![[]]);
}

#[test]
fn an_attribute_belongs_to_what_follows() {
    check("\"x' = a\n #[jump]\n #[continuous]\n y' = b\n #[jump] z' = c\"", &expect![[]]);
}

#[test]
fn a_bracket_that_is_not_closed() {
    check_places("\"x' = (a + b\"", &expect![[]]);
    check_places("\"x' = (a + [b)\"", &expect![[]]);
    check_places("\"x' = sin(a + (b\n y' = (c)\"", &expect![[]]);
    check_places("\"x' = (a; y' = b\"", &expect![[]]);
    check_places("\"x' = (a +\n y' = b)\"", &expect![[]]);
    check_places("\"x' = if a { b } else { c\n y' = d\"", &expect![[]]);
}

#[test]
fn a_bracket_that_closes_nothing() {
    check_places("\"x' = a)\n y' = b\"", &expect![[]]);
    check_places("\"x' = (a] + b\"", &expect![[]]);
    check_places("\"x' = (a] + b)\"", &expect![[]]);
    check_places("\"x' = ([a)]\"", &expect![[]]);
}

#[test]
fn lines_within_brackets_go_on() {
    check("\"x' = (a\n + b)\n y' = if a {\n b\n } else {\n c }\"", &expect![[]]);
}
