//! Diagnostics: what is wrong, where, and what to write instead.
//!
//! Every stage reports into one [`Sink`]. A sink that is dropped unread panics, so that no stage
//! can lose an error by accident.

mod render;

use std::collections::HashSet;

use crate::source::Loc;

/// An error ends the compilation; a warning is shown beside the working model.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Severity {
    /// Ends the compilation.
    Error,
    /// Is shown beside the working model.
    Warning,
}

/// One message: a lower-case statement with the user's names in backticks, and code to write.
#[derive(Clone, Debug)]
pub struct Diagnostic {
    pub severity: Severity,
    pub loc: Loc,
    pub message: String,
    pub help: Option<String>,
}

/// Gathers the diagnostics of one model.
#[derive(Debug, Default)]
pub struct Sink {
    found: Vec<Diagnostic>,
    read: bool,
}

impl Sink {
    /// Reports an error, with the fix that its help line shows.
    pub fn error(&mut self, loc: &Loc, message: impl Into<String>, help: impl Into<String>) {
        self.push(Severity::Error, loc, message.into(), help.into());
    }

    /// Reports something legal but suspicious.
    pub fn warning(&mut self, loc: &Loc, message: impl Into<String>, help: impl Into<String>) {
        self.push(Severity::Warning, loc, message.into(), help.into());
    }

    fn push(&mut self, severity: Severity, loc: &Loc, message: String, help: String) {
        let help = (!help.is_empty()).then_some(help);
        self.found.push(Diagnostic {
            severity,
            loc: loc.clone(),
            message,
            help,
        });
    }

    /// Whether any error was reported so far.
    pub fn has_errors(&self) -> bool {
        self.found.iter().any(|d| d.severity == Severity::Error)
    }

    /// Everything that was reported, in the order of the source whatever stage found it, and each
    /// thing once: two stages, or two uses of one `let`, may meet the same mistake.
    pub fn finish(mut self) -> Vec<Diagnostic> {
        self.read = true;
        let mut found = std::mem::take(&mut self.found);
        found.sort_by_key(|d| {
            let (line, column, _) = d.position();
            (line, column)
        });
        let mut seen = HashSet::new();
        found
            .retain(|d| seen.insert((d.severity, d.position(), d.message.clone(), d.help.clone())));
        found
    }
}

impl Drop for Sink {
    fn drop(&mut self) {
        assert!(
            self.read || self.found.is_empty() || std::thread::panicking(),
            "diagnostics were dropped unread: {:?}",
            self.found
        );
    }
}
