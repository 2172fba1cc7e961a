//! A string literal as it stands in the file: each character of its value with its own place.
//!
//! Inside a procedural macro every token of a literal has the position of the whole literal, and
//! `Literal::subspan` is not stable. The raw source, however, is known, and where it starts; so the
//! places are counted here, through escapes, continued lines and raw strings.

use std::ops::Range;
use std::rc::Rc;

use proc_macro2::Span;

use crate::source::{Loc, Quoted, QuotedText};

/// The value of a string literal, character by character.
#[derive(Debug)]
pub struct Text {
    source: Rc<QuotedText>,
    chars: Vec<char>,
    /// Where each character stands.
    places: Vec<Place>,
    open: Place,
    close: Place,
    /// What stands directly behind the closing quote: Rust allows a suffix there.
    pub suffix: String,
}

/// A run of the raw source that begins on this line.
#[derive(Clone, Copy, Debug)]
struct Place {
    line: usize,
    column: usize,
    width: usize,
}

impl Text {
    /// Reads the raw source of a literal, if it is one of a string.
    pub fn read(raw: &str, span: Span) -> Option<Self> {
        let (body, hashes) = match raw.strip_prefix('r') {
            Some(rest) => {
                let body = rest.trim_start_matches('#');
                (body.strip_prefix('"')?, Some(rest.len() - body.len()))
            }
            None => (raw.strip_prefix('"')?, None),
        };
        let start = span.start();
        let source = Rc::new(QuotedText {
            span,
            file: span.file(),
            lines: raw.lines().map(str::to_owned).collect(),
            first_line: start.line,
            first_column: start.column,
        });
        let mut walk = Walk {
            rest: raw.chars().collect(),
            at: 0,
            line: start.line,
            column: start.column,
        };
        let open = walk.take(raw.len() - body.len());
        let mut chars = Vec::new();
        let mut places = Vec::new();
        let close = loop {
            if walk.ends(hashes) {
                break walk.take(1 + hashes.unwrap_or(0));
            }
            if let (value, place) = walk.value(hashes.is_some())
                && let Some(value) = value
            {
                chars.push(value);
                places.push(place);
            }
        };
        let suffix = walk.rest[walk.at..].iter().collect();
        Some(Self {
            source,
            chars,
            places,
            open,
            close,
            suffix,
        })
    }

    pub fn chars(&self) -> &[char] {
        &self.chars
    }

    /// The value as one string.
    pub fn value(&self) -> String {
        self.chars.iter().collect()
    }

    /// Whether a line of the file, or of the value, ends between this character and the one before.
    pub fn starts_line(&self, i: usize) -> bool {
        i > 0
            && (self.chars[i - 1] == '\n'
                || self
                    .places
                    .get(i)
                    .is_some_and(|place| place.line != self.places[i - 1].line))
    }

    /// The place of some characters; of none, the place where they would stand.
    pub fn loc(&self, range: Range<usize>) -> Loc {
        let Some(first) = self.places.get(range.start) else {
            return self.close();
        };
        let end = self.places[range.start..range.end.max(range.start + 1)]
            .iter()
            .take_while(|place| place.line == first.line)
            .last()
            .map_or(first.column, |last| last.column + last.width);
        self.quoted(Place {
            width: end - first.column,
            ..*first
        })
    }

    /// The place of the opening quote.
    pub fn open(&self) -> Loc {
        self.quoted(self.open)
    }

    /// The place of the closing quote.
    pub fn close(&self) -> Loc {
        self.quoted(self.close)
    }

    fn quoted(&self, place: Place) -> Loc {
        Loc::Quoted(Quoted {
            text: Rc::clone(&self.source),
            line: place.line,
            column: place.column,
            width: place.width.max(1),
        })
    }
}

/// A position in the raw source that knows its line and column.
struct Walk {
    rest: Vec<char>,
    at: usize,
    line: usize,
    column: usize,
}

impl Walk {
    fn peek(&self, ahead: usize) -> Option<char> {
        self.rest.get(self.at + ahead).copied()
    }

    fn next(&mut self) -> Option<char> {
        let c = self.peek(0)?;
        self.at += 1;
        if c == '\n' {
            self.line += 1;
            self.column = 0;
        } else {
            self.column += 1;
        }
        Some(c)
    }

    /// Passes over some characters, none of which ends a line.
    fn take(&mut self, count: usize) -> Place {
        let place = Place {
            line: self.line,
            column: self.column,
            width: count,
        };
        for _ in 0..count {
            self.next();
        }
        place
    }

    /// Whether the closing quote is here. The end of the source closes too, whatever Rust says.
    fn ends(&self, hashes: Option<usize>) -> bool {
        match self.peek(0) {
            None => true,
            Some('"') => (1..=hashes.unwrap_or(0)).all(|i| self.peek(i) == Some('#')),
            Some(_) => false,
        }
    }

    /// One character of the value, unless the source has none here (a continued line).
    fn value(&mut self, raw: bool) -> (Option<char>, Place) {
        let (line, column) = (self.line, self.column);
        let first = self.next();
        let value = match first {
            Some('\\') if !raw => self.escape(),
            // Rust reads both characters as one end of line.
            Some('\r') if self.peek(0) == Some('\n') => self.next(),
            other => other,
        };
        let width = if self.line == line {
            self.column - column
        } else {
            1
        };
        let place = Place {
            line,
            column,
            width,
        };
        (value, place)
    }

    /// What stands behind a backslash.
    fn escape(&mut self) -> Option<char> {
        match self.next()? {
            'n' => Some('\n'),
            't' => Some('\t'),
            'r' => Some('\r'),
            '0' => Some('\0'),
            'x' => {
                let digits: String = [self.next()?, self.next()?].iter().collect();
                u8::from_str_radix(&digits, 16).ok().map(char::from)
            }
            'u' => {
                let mut code = 0_u32;
                loop {
                    match self.next()? {
                        '}' => return char::from_u32(code),
                        c => {
                            if let Some(digit) = c.to_digit(16) {
                                code = code.saturating_mul(16).saturating_add(digit);
                            }
                        }
                    }
                }
            }
            '\r' | '\n' => {
                while matches!(self.peek(0), Some(' ' | '\t' | '\r' | '\n')) {
                    self.next();
                }
                None
            }
            other => Some(other),
        }
    }
}

#[cfg(test)]
mod tests {
    use proc_macro2::{TokenStream, TokenTree};

    use super::*;

    /// Each character of the first literal in the text, as `value@line:column-width`.
    fn places(text: &str) -> String {
        let text = text.parse::<TokenStream>().unwrap();
        let literal = text
            .into_iter()
            .find_map(|tree| match tree {
                TokenTree::Literal(literal) => Some(literal),
                _ => None,
            })
            .unwrap();
        let text = Text::read(&literal.to_string(), literal.span()).unwrap();
        let shown = |loc: Loc| match loc {
            Loc::Quoted(q) => format!("@{}:{}-{}", q.line, q.column, q.width),
            Loc::Tokens { .. } => unreachable!(),
        };
        let mut all = vec![shown(text.open())];
        for (i, c) in text.chars().iter().enumerate() {
            all.push(format!("{}{}", c.escape_debug(), shown(text.loc(i..i + 1))));
        }
        all.push(shown(text.close()));
        all.join(" ")
    }

    #[track_caller]
    fn check(text: &str, expected: &str) {
        assert_eq!(places(text), expected);
    }

    #[test]
    fn columns_count_from_the_start_of_the_line() {
        check(r#"m    "x="  "#, "@1:5-1 x@1:6-1 =@1:7-1 @1:8-1");
        check(
            "m,\n  \"a\n b\"",
            r"@2:2-1 a@2:3-1 \n@2:4-1  @3:0-1 b@3:1-1 @3:2-1",
        );
    }

    #[test]
    fn columns_count_characters() {
        check("θω \"θ'\"", r"@1:3-1 θ@1:4-1 \'@1:5-1 @1:6-1");
        check("\"\u{1d703}x\"", "@1:0-1 \u{1d703}@1:1-1 x@1:2-1 @1:3-1");
    }

    #[test]
    fn escapes_are_as_wide_as_their_source() {
        check(
            r#" "\u{2032}\x41\\\"\'\t\0\nz" "#,
            r#"@1:1-1 ′@1:2-8 A@1:10-4 \\@1:14-2 \"@1:16-2 \'@1:18-2 \t@1:20-2 \0@1:22-2 \n@1:24-2 z@1:26-1 @1:27-1"#,
        );
    }

    #[test]
    fn a_continued_line_has_no_characters() {
        check("\"a\\\n   \t\n  b\"", "@1:0-1 a@1:1-1 b@3:2-1 @3:3-1");
        check("\"a\\\r\n  b\"", "@1:0-1 a@1:1-1 b@2:2-1 @2:3-1");
    }

    #[test]
    fn raw_strings_have_no_escapes() {
        check(r#"r"\n""#, r"@1:0-2 \\@1:2-1 n@1:3-1 @1:4-1");
        check(
            r###"r##"a"#b"##"###,
            r#"@1:0-4 a@1:4-1 \"@1:5-1 #@1:6-1 b@1:7-1 @1:8-3"#,
        );
    }

    #[test]
    fn both_characters_of_a_windows_line_end_are_one() {
        check("\"a\r\nb\"", r"@1:0-1 a@1:1-1 \n@1:2-1 b@2:0-1 @2:1-1");
        check("r\"a\r\nb\"", r"@1:0-2 a@1:2-1 \n@1:3-1 b@2:0-1 @2:1-1");
    }

    #[test]
    fn lines_of_the_source_are_kept() {
        let tree = "  \"a\r\n  b\"".parse::<TokenStream>().unwrap();
        let Some(TokenTree::Literal(literal)) = tree.into_iter().next() else {
            unreachable!()
        };
        let text = Text::read(&literal.to_string(), literal.span()).unwrap();
        assert_eq!(text.source.lines, ["\"a", "  b\""]);
        assert_eq!((text.source.first_line, text.source.first_column), (1, 2));
    }

    #[test]
    fn other_literals_are_not_text() {
        for raw in ["b\"x\"", "c\"x\"", "br\"x\"", "'x'", "1.0", "r#x"] {
            assert!(Text::read(raw, Span::call_site()).is_none(), "{raw}");
        }
    }
}
