//! Places in the user's source.
//!
//! A place is either a run of Rust tokens, or a piece of quoted text. `proc_macro` gives every
//! token inside a literal the position of the whole literal, so a place in quoted text carries its
//! own line, column and text, and the span of the literal beside them.

use std::rc::Rc;

use proc_macro2::Span;

/// A place: where it is told, and what it covers.
#[derive(Clone, Debug)]
pub enum Loc {
    /// Rust tokens from `start` to `end`, which may be the same token.
    Tokens { start: Span, end: Span },
    /// Characters inside a string literal.
    Quoted(Quoted),
}

/// A run of characters inside a string literal, on one source line (a longer run keeps its start
/// and ends with its first line).
#[derive(Clone, Debug)]
pub struct Quoted {
    /// The literal that holds the text.
    pub text: Rc<QuotedText>,
    /// Line in the file, counted from 1.
    pub line: usize,
    /// First column, in characters from 0 as `proc_macro2::LineColumn` counts.
    pub column: usize,
    /// How many characters of the source line are covered, at least 1.
    pub width: usize,
}

/// A string literal as it stands in the file.
#[derive(Debug)]
pub struct QuotedText {
    /// The literal's own span.
    pub span: Span,
    /// The file's name, as the compiler gives it.
    pub file: String,
    /// The literal's raw source, quotes and escapes included, line by line.
    pub lines: Vec<String>,
    /// Line of the file on which the literal starts, from 1.
    pub first_line: usize,
    /// Column at which the literal starts on its first line, from 0; later lines start at 0.
    pub first_column: usize,
}

impl Loc {
    /// The place of one Rust token.
    pub fn token(span: Span) -> Self {
        Self::Tokens {
            start: span,
            end: span,
        }
    }

    /// From the start of `self` to the end of `other`. Places of two kinds, or on two lines of
    /// quoted text, cannot be joined: then the first stands for both.
    pub fn to(&self, other: &Self) -> Self {
        match (self, other) {
            (Self::Tokens { start, .. }, Self::Tokens { end, .. }) => Self::Tokens {
                start: *start,
                end: *end,
            },
            (Self::Quoted(a), Self::Quoted(b))
                if Rc::ptr_eq(&a.text, &b.text) && a.line == b.line =>
            {
                let end = (b.column + b.width).max(a.column + a.width);
                Self::Quoted(Quoted {
                    width: end - a.column,
                    ..a.clone()
                })
            }
            _ => self.clone(),
        }
    }

    /// Line from 1, first column from 0, and width in characters. Of tokens that end on a later
    /// line the width is not known, and is 1.
    pub fn position(&self) -> (usize, usize, usize) {
        match self {
            Self::Tokens { start, end } => {
                let (start, end) = (start.start(), end.end());
                let width = if start.line == end.line {
                    end.column.saturating_sub(start.column)
                } else {
                    1
                };
                (start.line, start.column, width.max(1))
            }
            Self::Quoted(place) => (place.line, place.column, place.width),
        }
    }

    /// What stands there in quoted text, before anything was made of it; nothing for tokens.
    pub fn written(&self) -> String {
        let Self::Quoted(place) = self else {
            return String::new();
        };
        let index = place.line.saturating_sub(place.text.first_line);
        let line = place.text.lines.get(index).map_or("", String::as_str);
        let shift = if index == 0 {
            place.text.first_column
        } else {
            0
        };
        let column = place.column.saturating_sub(shift);
        line.chars().skip(column).take(place.width).collect()
    }

    /// The span that rustc shows: the tokens themselves, or the literal that holds the text.
    pub fn start_span(&self) -> Span {
        match self {
            Self::Tokens { start, .. } => *start,
            Self::Quoted(quoted) => quoted.text.span,
        }
    }

    /// The span at which the place ends.
    pub fn end_span(&self) -> Span {
        match self {
            Self::Tokens { end, .. } => *end,
            Self::Quoted(quoted) => quoted.text.span,
        }
    }

    /// The hygiene and position for an identifier that the user wrote here.
    pub fn ident_span(&self) -> Span {
        self.start_span()
    }
}
