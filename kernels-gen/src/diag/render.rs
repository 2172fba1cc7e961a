//! How a diagnostic is shown.
//!
//! rustc underlines tokens itself, so there the message and its help are enough. Of quoted text it
//! can underline only the whole literal, so the line and the place in it are drawn here.

use super::Diagnostic;
use crate::source::{Loc, Quoted};

impl Diagnostic {
    /// The text of the error, without the word `error`.
    pub fn render(&self) -> String {
        let mut text = self.message.clone();
        if let Loc::Quoted(place) = &self.loc {
            text.push('\n');
            text.push_str(&drawing(place));
        }
        if let Some(help) = &self.help {
            text.push_str("\nhelp: ");
            text.push_str(help);
        }
        text
    }

    /// Line from 1, first column from 0, and width in characters. Of tokens that end on a later
    /// line the width is not known, and is 1.
    pub fn position(&self) -> (usize, usize, usize) {
        self.loc.position()
    }
}

/// Where the place is, its source line, and carets under it.
fn drawing(place: &Quoted) -> String {
    let text = &place.text;
    let index = place.line.saturating_sub(text.first_line);
    let line = text.lines.get(index).map_or("", String::as_str);
    // Of its first line a literal knows only what stands behind its own start.
    let shift = if index == 0 { text.first_column } else { 0 };
    let column = place.column.saturating_sub(shift);

    let Window { cut, end } = Window::around(line.chars().count(), column);
    let margin = if cut > 0 { "…" } else { "" };
    let more = if end.is_some() { "…" } else { "" };
    let length = end.map_or(usize::MAX, |end| end - cut);
    let part = || line.chars().skip(cut).take(length);

    let before: String = part().take(column.saturating_sub(cut)).map(blank).collect();
    let marked = part().skip(column.saturating_sub(cut)).take(place.width);
    let under: usize = marked.map(cells).sum();
    let carets = "^".repeat(under.max(1));
    let before = format!("{}{before}", " ".repeat(margin.chars().count()));
    let shown: String = part().map(visible).collect();
    let shown = format!("{margin}{shown}{more}");
    let number = place.line.to_string();
    let gutter = " ".repeat(number.len());
    format!(
        "{gutter}--> {}:{number}:{}\n{gutter} |\n{number} | {shown}\n{gutter} | {before}{carets}",
        text.file,
        place.column + 1,
    )
}

/// The characters of a line that are shown. A generated line may hold a whole model, and each of
/// its mistakes would repeat it.
struct Window {
    /// How many are left out before.
    cut: usize,
    /// The first that is left out after, if any is.
    end: Option<usize>,
}

impl Window {
    const WIDTH: usize = 100;
    /// How much of it stands before the place that is meant.
    const BEFORE: usize = 40;

    fn around(length: usize, column: usize) -> Self {
        if length <= Self::WIDTH {
            return Self { cut: 0, end: None };
        }
        let cut = column
            .saturating_sub(Self::BEFORE)
            .min(length - Self::WIDTH);
        let end = cut + Self::WIDTH;
        Self {
            cut,
            end: (end < length).then_some(end),
        }
    }
}

/// The space that stands under a character. A tab is as wide as the tab above it.
fn blank(c: char) -> &'static str {
    match (c, cells(c)) {
        ('\t', _) => "\t",
        (_, 0) => "",
        (_, 1) => " ",
        _ => "  ",
    }
}

/// A character as the line shows it: one that would move the rest is replaced.
fn visible(c: char) -> char {
    let turns_text = matches!(c, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}');
    if (c.is_control() && c != '\t') || turns_text {
        '\u{fffd}'
    } else {
        c
    }
}

/// How many cells of a terminal a character takes: none for an accent that sits on the letter
/// before, two for East Asian letters and pictures (the blocks that UAX #11 calls wide).
fn cells(c: char) -> usize {
    match u32::from(c) {
        0x300..=0x36f
        | 0x483..=0x489
        | 0x1ab0..=0x1aff
        | 0x1dc0..=0x1dff
        | 0x200b..=0x200f
        | 0x2060..=0x2064
        | 0x20d0..=0x20ff
        | 0xfe00..=0xfe0f
        | 0xfe20..=0xfe2f
        | 0xfeff => 0,
        0x1100..=0x115f
        | 0x2e80..=0x303e
        | 0x3041..=0xa4cf
        | 0xac00..=0xd7a3
        | 0xf900..=0xfaff
        | 0xfe30..=0xfe6f
        | 0xff00..=0xff60
        | 0xffe0..=0xffe6
        | 0x1f300..=0x1faff
        | 0x20000..=0x3fffd => 2,
        _ => 1,
    }
}

#[cfg(test)]
mod tests {
    use std::rc::Rc;

    use expect_test::{Expect, expect};
    use proc_macro2::Span;

    use super::*;
    use crate::diag::{Severity, Sink};
    use crate::source::QuotedText;

    fn text(first_column: usize, lines: &[&str]) -> Rc<QuotedText> {
        Rc::new(QuotedText {
            span: Span::call_site(),
            file: "src/main.rs".to_owned(),
            lines: lines.iter().map(|line| (*line).to_owned()).collect(),
            first_line: 99,
            first_column,
        })
    }

    fn at(text: &Rc<QuotedText>, line: usize, column: usize, width: usize) -> Loc {
        Loc::Quoted(Quoted {
            text: Rc::clone(text),
            line,
            column,
            width,
        })
    }

    #[track_caller]
    fn check(loc: Loc, expected: &Expect) {
        let diagnostic = Diagnostic {
            severity: Severity::Error,
            loc,
            message: "unknown name `omga`".to_owned(),
            help: Some("did you mean `omega`?".to_owned()),
        };
        expected.assert_eq(&diagnostic.render());
    }

    #[test]
    fn tokens_are_underlined_by_rustc() {
        check(
            Loc::token(Span::call_site()),
            &expect![[r"
                unknown name `omga`
                help: did you mean `omega`?"]],
        );
    }

    #[test]
    fn first_line_of_a_literal() {
        let text = text(8, &["\"theta' = omga + c\""]);
        check(
            at(&text, 99, 18, 4),
            &expect![[r#"
                unknown name `omga`
                  --> src/main.rs:99:19
                   |
                99 | "theta' = omga + c"
                   |           ^^^^
                help: did you mean `omega`?"#]],
        );
    }

    #[test]
    fn later_line_of_a_literal() {
        let text = text(8, &["\"x' = y", "    y' = omga\""]);
        check(
            at(&text, 100, 9, 4),
            &expect![[r#"
                unknown name `omga`
                   --> src/main.rs:100:10
                    |
                100 |     y' = omga"
                    |          ^^^^
                help: did you mean `omega`?"#]],
        );
    }

    #[test]
    fn tabs_accents_and_wide_letters() {
        let text = text(0, &["\"\t\u{5909}x\u{307}\u{202e}' = \u{5909}\u{6570}\""]);
        check(
            at(&text, 99, 10, 2),
            &expect![["
                unknown name `omga`
                  --> src/main.rs:99:11
                   |
                99 | \"\t\u{5909}x\u{307}\u{fffd}' = \u{5909}\u{6570}\"
                   |  \t        ^^^^
                help: did you mean `omega`?"]],
        );
    }

    #[test]
    fn a_long_line_is_cut_on_both_sides() {
        let line = format!("\"x' = {} omga {}\"", "a + ".repeat(50), "+ b".repeat(50));
        let text = text(0, &[&line]);
        check(
            at(&text, 99, 207, 4),
            &expect![[r"
            unknown name `omga`
              --> src/main.rs:99:208
               |
            99 | … + a + a + a + a + a + a + a + a + a +  omga + b+ b+ b+ b+ b+ b+ b+ b+ b+ b+ b+ b+ b+ b+ b+ b+ b+ b+…
               |                                          ^^^^
            help: did you mean `omega`?"]],
        );
        check(
            at(&text, 99, 1, 1),
            &expect![[r#"
            unknown name `omga`
              --> src/main.rs:99:2
               |
            99 | "x' = a + a + a + a + a + a + a + a + a + a + a + a + a + a + a + a + a + a + a + a + a + a + a + a …
               |  ^
            help: did you mean `omega`?"#]],
        );
        check(
            at(&text, 99, 361, 1),
            &expect![[r#"
            unknown name `omga`
              --> src/main.rs:99:362
               |
            99 | …+ b+ b+ b+ b+ b+ b+ b+ b+ b+ b+ b+ b+ b+ b+ b+ b+ b+ b+ b+ b+ b+ b+ b+ b+ b+ b+ b+ b+ b+ b+ b+ b+ b"
               |                                                                                                    ^
            help: did you mean `omega`?"#]],
        );
        check(
            at(&text, 99, 1, 300),
            &expect![[r#"
            unknown name `omga`
              --> src/main.rs:99:2
               |
            99 | "x' = a + a + a + a + a + a + a + a + a + a + a + a + a + a + a + a + a + a + a + a + a + a + a + a …
               |  ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
            help: did you mean `omega`?"#]],
        );
    }

    #[test]
    fn a_place_outside_its_text_is_still_told() {
        let text = text(4, &["\"x\""]);
        check(
            at(&text, 200, 0, 3),
            &expect![[r"
                unknown name `omga`
                   --> src/main.rs:200:1
                    |
                200 | 
                    | ^
                help: did you mean `omega`?"]],
        );
    }

    #[test]
    fn diagnostics_come_in_source_order_and_once() {
        let text = text(0, &["\"abc\""]);
        let mut sink = Sink::default();
        sink.error(&at(&text, 99, 3, 1), "later", "");
        sink.error(&at(&text, 99, 1, 1), "earlier", "");
        sink.error(&at(&text, 99, 1, 1), "same place", "");
        sink.error(&at(&text, 99, 1, 1), "earlier", "");
        sink.warning(&at(&text, 99, 1, 1), "earlier", "");
        let found: Vec<String> = sink.finish().into_iter().map(|d| d.message).collect();
        assert_eq!(found, ["earlier", "same place", "earlier", "later"]);
    }

    #[test]
    fn positions_of_tokens() {
        let spans: Vec<Span> = "ab +\n  cd"
            .parse::<proc_macro2::TokenStream>()
            .unwrap()
            .into_iter()
            .map(|tree| tree.span())
            .collect();
        let position = |start: usize, end: usize| {
            let loc = Loc::Tokens {
                start: spans[start],
                end: spans[end],
            };
            Diagnostic {
                severity: Severity::Error,
                loc,
                message: String::new(),
                help: None,
            }
            .position()
        };
        assert_eq!(position(0, 1), (1, 0, 4));
        assert_eq!(position(2, 2), (2, 2, 2));
        assert_eq!(position(0, 2), (1, 0, 1));
    }
}
