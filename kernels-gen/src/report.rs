//! Diagnostics for programs: tests, editors.

use proc_macro2::{LexError, TokenStream};

use crate::diag::{Severity, Sink};

/// One message about a model's text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Report {
    /// Error or warning.
    pub severity: Severity,
    /// Line of the text, from 1.
    pub line: usize,
    /// First column, in characters from 0.
    pub column: usize,
    /// How many characters are meant; 1 where the place goes on over the end of the line.
    pub width: usize,
    /// What is wrong.
    pub message: String,
    /// What to write instead.
    pub help: Option<String>,
}

/// Compiles the text that would stand inside `model! { … }` and returns every message about it, in
/// the order of the text.
///
/// # Panics
/// If the text is not even Rust tokens (an unclosed bracket, a prime outside quotes): then the
/// macro would never be called.
pub fn diagnose(text: &str) -> Vec<Report> {
    let tokens: Result<TokenStream, LexError> = text.parse();
    let tokens = tokens.unwrap_or_else(|error| panic!("not Rust tokens ({error}): {text}"));
    let mut sink = Sink::default();
    crate::compile(tokens, &mut sink);
    let report = |diagnostic: crate::diag::Diagnostic| {
        let (line, column, width) = diagnostic.position();
        let crate::diag::Diagnostic {
            severity,
            message,
            help,
            ..
        } = diagnostic;
        Report {
            severity,
            line,
            column,
            width,
            message,
            help,
        }
    };
    sink.finish().into_iter().map(report).collect()
}
