//! Tests of messages: a model as text in, one line for each diagnostic out.

use std::fmt::Write;

use proc_macro2::TokenStream;

use super::{Kind, Token, read};
use crate::diag::{Diagnostic, Severity, Sink};

/// The input of `model!` as rustc would hand it over. The text counts as a file of its own: its
/// first line is 1.
#[track_caller]
pub fn tokenise(text: &str) -> TokenStream {
    match text.parse() {
        Ok(stream) => stream,
        Err(error) => panic!("Rust cannot lex {text:?}: {error}"),
    }
}

/// Diagnostics as lines `line:column-width message | help`, the column from 0.
pub fn listing(diagnostics: &[Diagnostic]) -> String {
    let mut text = String::new();
    for diagnostic in diagnostics {
        let (line, column, width) = diagnostic.position();
        let severity = match diagnostic.severity {
            Severity::Error => "",
            Severity::Warning => "warning: ",
        };
        let _ = write!(
            text,
            "{line}:{column}-{width} {severity}{}",
            diagnostic.message
        );
        if let Some(help) = &diagnostic.help {
            let _ = write!(text, " | {help}");
        }
        text.push('\n');
    }
    text
}

/// The fronts' tokens of a model, written short (see [`short`]), then its diagnostics.
#[track_caller]
pub fn tokens(text: &str) -> String {
    let mut sink = Sink::default();
    let list = read(tokenise(text), &mut sink);
    let shown: Vec<String> = list.iter().map(|token| short(&token.kind)).collect();
    format!("{}\n{}", shown.join(" "), listing(&sink.finish()))
}

/// The tokens as [`tokens`] writes them, each with its place.
#[track_caller]
pub fn places(text: &str) -> String {
    let mut sink = Sink::default();
    let list = read(tokenise(text), &mut sink);
    let shown: Vec<String> = list.into_iter().map(place).collect();
    format!("{}\n{}", shown.join(" "), listing(&sink.finish()))
}

fn place(token: Token) -> String {
    let here = Diagnostic {
        severity: Severity::Error,
        loc: token.loc,
        message: String::new(),
        help: None,
    };
    let (line, column, width) = here.position();
    format!("{}@{line}:{column}-{width}", short(&token.kind))
}

/// A token in a few characters: names and numbers as they are (a real number with a point), marks
/// as Rust spells them, `'` the prime, `«` and `»` the quotes, `¶` a soft end, `⊥` what was bad.
pub fn short(kind: &Kind) -> String {
    use super::Delimiter;
    let text = match kind {
        Kind::Name(name) => name,
        Kind::Number {
            value,
            integer: true,
        } => return value.to_string(),
        Kind::Number {
            value,
            integer: false,
        } => return format!("{value:?}"),
        Kind::Mark(mark) => return mark.to_string(),
        Kind::Open(Delimiter::Paren) => "(",
        Kind::Open(Delimiter::Bracket) => "[",
        Kind::Open(Delimiter::Brace) => "{",
        Kind::Close(Delimiter::Paren) => ")",
        Kind::Close(Delimiter::Bracket) => "]",
        Kind::Close(Delimiter::Brace) => "}",
        Kind::Prime => "'",
        Kind::Doc(text) => return format!("doc({text})"),
        Kind::QuoteOpen => "«",
        Kind::QuoteClose => "»",
        Kind::SoftEnd => "¶",
        Kind::Bad => "⊥",
        Kind::End => "end",
    };
    text.to_owned()
}
