//! What lexers make of mathematics.

use crate::harness::{both, errors};

#[test]
fn number_joined_to_a_name() {
    both(
        "M {
    state x;
    @x    = 2x + 1;
            ^^ `2x` is one word to Rust | 2 * x
}",
    );
}

#[test]
fn leading_point() {
    both(
        "M {
    state x;
    @x    = .5 * x;
            ^^ `.5` has no digit before its point | 0.5
}",
    );
}

#[test]
fn superscript() {
    errors(
        "M {
    state x;
    \"x' = -x²\"
            ^ a power cannot be written as the superscript `²` | ^2
}",
    );
}

#[test]
fn unknown_character() {
    errors(
        "M {
    state x;
    \"x' = -x § 2\"
             ^ `§` (U+00A7) cannot stand in an equation | letters
}",
    );
}

#[test]
fn stray_bracket_in_quotes() {
    errors(
        "M {
    state x;
    \"x' = -x) + 1\"
            ^ `)` closes nothing | delete it
}",
    );
}

#[test]
fn place_in_a_text_of_several_lines() {
    errors(
        r#"M {
    state x, y;
    "x' = y
     y' = -x
          + damping * y"
            ^^^^^^^ unknown name `damping` | declare it
}"#,
    );
}

#[test]
fn place_behind_escapes_and_in_raw_text() {
    errors(
        r##"M {
    state x, y;
    "x' =\ty + q"
               ^ unknown name `q` | declare it
    r#"y' = x + k"#
                ^ unknown name `k` | declare it
}"##,
    );
}
