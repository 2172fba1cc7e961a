//! What holds for every input: no panic, an end, balanced brackets, places inside the source.

use proc_macro2::TokenStream;
use proptest::prelude::*;
use proptest::test_runner::{Config, TestRunner};

use super::{Delimiter, Kind, Token, read};
use crate::diag::Sink;

const CASES: u32 = 100_000;

/// Pieces of the grammar, right and wrong.
const WORDS: &[&str] = &[
    "x",
    "y",
    "theta",
    "θ",
    "d",
    "dt",
    "dx/dt",
    "next",
    "n",
    "N",
    "w",
    "src.",
    "sum(",
    "sin",
    "mod",
    "r#mod",
    "if",
    "else",
    "state ",
    "param ",
    "let ",
    "fn ",
    "input ",
    "coupling ",
    "output ",
    "edge ",
    "0",
    "1",
    "2.5e-3",
    ".5",
    "2.",
    "2pi",
    "1..2",
    "1.e-3",
    "0x1F",
    "1e999",
    "1.0f64",
    "'",
    "′",
    "″",
    "’",
    "ʹ",
    "+",
    "-",
    "*",
    "**",
    "/",
    "^",
    "<",
    "<=",
    "==",
    "!=",
    "&&",
    "||",
    "!",
    "=",
    ",",
    ";",
    ".",
    ":",
    "::",
    "#",
    "#[",
    "#[jump]",
    "@",
    "$",
    "(",
    ")",
    "[",
    "]",
    "{",
    "}",
    "[n+1]",
    "[+1]",
    "//",
    "/*",
    "*/",
    "/// a\n",
    " ",
    " ",
    " ",
    "\n",
    "\n",
    "\t",
    "\r\n",
    "²",
    "⁻¹",
    "₁",
    "−",
    "·",
    "×",
    "≤",
    "√",
    "\u{200b}",
    "\\",
    "\"",
    "'='",
];

fn text() -> impl Strategy<Value = String> {
    let piece = prop_oneof![
        12 => (0..WORDS.len()).prop_map(|i| WORDS[i].to_owned()),
        1 => any::<char>().prop_map(String::from),
    ];
    prop::collection::vec(piece, 0..24).prop_map(|pieces| pieces.concat())
}

/// Runs a test over the texts; all of them, in a few seconds.
fn for_texts(test: impl Fn(&str)) {
    let config = Config {
        cases: CASES,
        failure_persistence: None,
        ..Config::default()
    };
    let result = TestRunner::new(config).run(&text(), |text| {
        test(&text);
        // The sources of the parsed tokens are kept until told otherwise.
        proc_macro2::extra::invalidate_current_thread_spans();
        Ok(())
    });
    if let Err(failure) = result {
        panic!("{failure}");
    }
}

fn check(source: &str, stream: TokenStream) {
    let mut sink = Sink::default();
    let tokens = read(stream, &mut sink);
    let lines: Vec<usize> = source
        .split('\n')
        .map(|line| line.chars().count())
        .collect();

    assert_eq!(
        tokens
            .iter()
            .filter(|token| token.kind == Kind::End)
            .count(),
        1
    );
    assert_eq!(tokens.last().map(|token| &token.kind), Some(&Kind::End));
    assert!(are_balanced(&tokens), "brackets do not balance");
    let found = sink.finish();
    if tokens.iter().any(|token| token.kind == Kind::Bad) {
        assert!(!found.is_empty(), "a bad token was not reported");
    }
    for diagnostic in found {
        let (line, column, width) = diagnostic.position();
        assert!(
            column + width <= lines[line - 1] + 1,
            "{diagnostic:?} lies outside its line"
        );
        assert!(diagnostic.help.is_some());
        diagnostic.render();
    }
}

fn are_balanced(tokens: &[Token]) -> bool {
    let mut open: Vec<Option<Delimiter>> = Vec::new();
    for token in tokens {
        let is_closed = match token.kind {
            Kind::Open(delimiter) => {
                open.push(Some(delimiter));
                true
            }
            Kind::QuoteOpen => {
                open.push(None);
                true
            }
            Kind::Close(delimiter) => open.pop() == Some(Some(delimiter)),
            Kind::QuoteClose => open.pop() == Some(None),
            _ => true,
        };
        if !is_closed {
            return false;
        }
    }
    open.is_empty()
}

#[test]
fn any_quoted_text() {
    for_texts(|text| {
        for source in [format!("{text:?}"), format!("r####\"{text}\"####")] {
            if let Ok(stream) = source.parse() {
                check(&source, stream);
            }
        }
    });
}

#[test]
fn any_plain_tokens() {
    let lexed = std::cell::Cell::new(0);
    for_texts(|text| {
        if let Ok(stream) = text.parse() {
            lexed.set(lexed.get() + 1);
            check(text, stream);
        }
    });
    assert!(
        lexed.get() > CASES / 50,
        "only {} texts are Rust tokens",
        lexed.get()
    );
}
