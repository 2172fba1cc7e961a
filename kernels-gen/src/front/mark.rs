//! Operators and other marks.

use super::Mark;

/// The mark at `first`, and whether `second`, the character that follows directly, belongs to it.
pub fn read(first: char, second: Option<char>) -> (Mark, bool) {
    let double = match (first, second) {
        ('*', Some('*')) => Some(Mark::Caret),
        ('<', Some('=')) => Some(Mark::LessEq),
        ('>', Some('=')) => Some(Mark::GreaterEq),
        ('=', Some('=')) => Some(Mark::EqEq),
        ('!', Some('=')) => Some(Mark::NotEq),
        ('&', Some('&')) => Some(Mark::AndAnd),
        ('|', Some('|')) => Some(Mark::OrOr),
        _ => None,
    };
    if let Some(mark) = double {
        return (mark, true);
    }
    let single = match first {
        '+' => Mark::Plus,
        '-' => Mark::Minus,
        '*' => Mark::Star,
        '/' => Mark::Slash,
        '^' => Mark::Caret,
        '<' => Mark::Less,
        '>' => Mark::Greater,
        '!' => Mark::Not,
        '=' => Mark::Assign,
        ',' => Mark::Comma,
        ';' => Mark::Semi,
        '.' => Mark::Dot,
        ':' => Mark::Colon,
        '#' => Mark::Hash,
        other => Mark::Other(other),
    };
    (single, false)
}

/// Marks of printed mathematics, which arrive when an equation is pasted into quoted text.
pub fn printed(c: char) -> Option<Mark> {
    Some(match c {
        // Minus, and the dash that typesetters and word processors put for it.
        '\u{2212}' | '\u{2013}' => Mark::Minus,
        // Middle dot in its four encodings, times, asterisk operator.
        '\u{b7}' | '\u{387}' | '\u{22c5}' | '\u{2219}' | '\u{d7}' | '\u{2217}' => Mark::Star,
        // Division sign, division slash, fraction slash.
        '\u{f7}' | '\u{2215}' | '\u{2044}' => Mark::Slash,
        '\u{2264}' => Mark::LessEq,
        '\u{2265}' => Mark::GreaterEq,
        '\u{2260}' => Mark::NotEq,
        _ => return None,
    })
}

/// Whether Rust's lexer takes the character as a mark; the parser then says what it means.
pub fn is_rust(c: char) -> bool {
    "~!@#$%^&*-=+|;:,<.>/?".contains(c)
}
