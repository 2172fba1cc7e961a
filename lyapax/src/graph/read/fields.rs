//! The entries of a line.

use std::path::Path;

use csv::{ReaderBuilder, StringRecord, Trim};

use crate::GraphError;

/// Characters of what was found that an error shows.
const SHOWN: usize = 40;

/// What stands between the entries of a line.
#[derive(Clone, Copy)]
pub(super) enum Separator {
    /// Spaces and tabs.
    Spaces,
    /// Commas; an entry may be quoted.
    Commas,
}

impl Separator {
    /// Replaces `fields` by the entries of a line. A comma at the end of the line ends its last entry.
    pub(super) fn split(self, line: &str, fields: &mut StringRecord) {
        fields.clear();
        match self {
            Self::Spaces => line.split_whitespace().for_each(|it| fields.push_field(it)),
            Self::Commas if !line.contains('"') => {
                let ended = line.trim_end();
                let entries = ended.strip_suffix(',').unwrap_or(ended).split(',');
                entries.for_each(|it| fields.push_field(it.trim()));
            }
            Self::Commas => {
                // Line by line, since a reader of the whole file would not tell in which line an entry stands.
                let mut reader = ReaderBuilder::new()
                    .has_headers(false)
                    .flexible(true)
                    .trim(Trim::All)
                    .buffer_capacity(line.len())
                    .from_reader(line.as_bytes());
                let read = reader.read_record(fields);
                debug_assert!(read.is_ok(), "a line of text in memory: {read:?}");
                if fields.iter().next_back().is_some_and(str::is_empty) {
                    fields.truncate(fields.len() - 1);
                }
            }
        }
    }
}

/// Whether a line holds nothing but names.
pub(super) fn is_header(fields: &StringRecord) -> bool {
    let is_name = |field: &str| {
        let begin = field.chars().next();
        begin.is_some_and(|c| c.is_alphabetic() || c == '_') && field.parse::<f64>().is_err()
    };
    !fields.is_empty() && fields.iter().all(is_name)
}

/// Where an entry stands.
#[derive(Clone, Copy)]
pub(super) struct Place<'a> {
    pub(super) path: &'a Path,
    /// From 1.
    pub(super) line: usize,
    /// From 1.
    pub(super) column: usize,
}

impl Place<'_> {
    /// A finite number.
    pub(super) fn number(self, field: &str) -> Result<f64, GraphError> {
        let Self { path, line, column } = self;
        let (path, found) = (|| path.to_owned(), || shown(field));
        match field.parse::<f64>() {
            Ok(value) if value.is_finite() => Ok(value),
            Ok(_) => Err(GraphError::NotFinite {
                path: path(),
                line,
                column,
                found: found(),
            }),
            Err(_) => Err(GraphError::NotANumber {
                path: path(),
                line,
                column,
                found: found(),
            }),
        }
    }

    /// A whole number that is not negative. It may be written as `2.0e+00`, as numpy's `savetxt` does.
    pub(super) fn node(self, field: &str) -> Result<usize, GraphError> {
        let whole = |value: &f64| value.fract() == 0.0 && (0.0..EXACT).contains(value);
        let float = || field.parse().ok().filter(whole);
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "whole and in range"
        )]
        let node = field
            .parse()
            .ok()
            .or_else(|| float().map(|value| value as usize));
        node.ok_or_else(|| GraphError::NotANode {
            path: self.path.to_owned(),
            line: self.line,
            column: self.column,
            found: shown(field),
        })
    }
}

/// Whole numbers below it are exact.
const EXACT: f64 = 9_007_199_254_740_992.0;

/// An entry as an error shows it: not all of a long one, and nothing that moves the cursor.
fn shown(field: &str) -> String {
    let mut shown: String = field
        .chars()
        .take(SHOWN)
        .flat_map(char::escape_debug)
        .collect();
    if field.chars().nth(SHOWN).is_some() {
        shown.push('…');
    }
    shown
}
