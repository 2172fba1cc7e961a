//! The lexer of quoted text.
//!
//! The same words as in plain tokens, and with them the prime and the marks of printed mathematics.
//! Comments are those of Rust. Each token knows its own characters in the file.

use std::collections::HashSet;

use super::balance;
use super::lines::{self, Line};
use super::literal::Text;
use super::plain::several_points;
use super::{Delimiter, Kind, Mark, Token, ends_value, mark, name, number, prime};
use crate::diag::Sink;

/// Adds the tokens of a text, from [`Kind::QuoteOpen`] to [`Kind::QuoteClose`].
pub fn read(text: &Text, tokens: &mut Vec<Token>, sink: &mut Sink) {
    let mut lexer = Lexer {
        text,
        chars: text.chars(),
        at: 0,
        line_start: true,
        tokens: Vec::new(),
        lines: Vec::new(),
        reported: HashSet::new(),
        sink,
    };
    while lexer.at < lexer.chars.len() {
        lexer.step();
    }
    let Lexer {
        tokens: read,
        lines,
        ..
    } = lexer;
    let starts = lines::starts(&read, &lines);
    tokens.push(Token {
        kind: Kind::QuoteOpen,
        loc: text.open(),
    });
    balance::append(&read, &starts, tokens, sink);
    tokens.push(Token {
        kind: Kind::QuoteClose,
        loc: text.close(),
    });
}

struct Lexer<'a> {
    text: &'a Text,
    chars: &'a [char],
    at: usize,
    /// No token stands before this place on its line.
    line_start: bool,
    tokens: Vec<Token>,
    /// For each token, whether it is the first of its line.
    lines: Vec<Line>,
    /// Words that were reported; the same word again is the same mistake.
    reported: HashSet<String>,
    sink: &'a mut Sink,
}

impl Lexer<'_> {
    fn peek(&self, ahead: usize) -> Option<char> {
        self.chars.get(self.at + ahead).copied()
    }

    fn next_is(&self, ahead: usize, test: impl Fn(char) -> bool) -> bool {
        self.peek(ahead).is_some_and(test)
    }

    /// Adds the next `count` characters as one token.
    fn push(&mut self, kind: Kind, count: usize) {
        let loc = self.text.loc(self.at..self.at + count);
        self.tokens.push(Token { kind, loc });
        self.skip(count);
        self.mark_lines();
    }

    /// Notes the first of the tokens that were added as the first of its line.
    fn mark_lines(&mut self) {
        while self.lines.len() < self.tokens.len() {
            self.lines.push(if self.line_start {
                Line::First
            } else {
                Line::Inside
            });
            self.line_start = false;
        }
    }

    fn skip(&mut self, count: usize) {
        self.at += count;
    }

    fn error(&mut self, count: usize, message: String, help: impl Into<String>) {
        let loc = self.text.loc(self.at..self.at + count);
        self.sink.error(&loc, message, help);
    }

    /// Whether this word was not reported yet.
    fn first_time(&mut self, word: &str) -> bool {
        self.reported.insert(word.to_owned())
    }

    fn step(&mut self) {
        let c = self.chars[self.at];
        if self.text.starts_line(self.at) {
            self.line_start = true;
        }
        if c.is_whitespace() {
            self.skip(1);
        } else if c == '/' && self.next_is(1, |c| c == '/') {
            self.line_comment();
        } else if c == '/' && self.next_is(1, |c| c == '*') {
            self.block_comment();
        } else if c.is_ascii_digit()
            || (c == '.' && self.next_is(1, |c| c.is_ascii_digit()) && !ends_value(&self.tokens))
        {
            self.number();
        } else if prime::count(c) > 0 {
            for _ in 1..prime::count(c) {
                self.push(Kind::Prime, 1);
                self.at -= 1;
            }
            self.push(Kind::Prime, 1);
        } else if name::starts(c) {
            self.name();
        } else if superscript(c).is_some() {
            self.superscript();
        } else {
            self.mark(c);
        }
    }

    fn line_comment(&mut self) {
        self.skip(1);
        while self.at < self.chars.len() && !self.text.starts_line(self.at) {
            self.skip(1);
        }
    }

    /// As in Rust, block comments nest.
    fn block_comment(&mut self) {
        let mut depth = 0;
        let mut end = self.at;
        loop {
            match (self.chars.get(end), self.chars.get(end + 1)) {
                (Some('/'), Some('*')) => {
                    depth += 1;
                    end += 2;
                }
                (Some('*'), Some('/')) => {
                    depth -= 1;
                    end += 2;
                    if depth == 0 {
                        break;
                    }
                }
                (Some(_), _) => end += 1,
                (None, _) => {
                    self.error(2, "`/*` is not closed".to_owned(), "add the missing `*/`");
                    break;
                }
            }
        }
        if (self.at + 1..end).any(|i| self.text.starts_line(i)) {
            self.line_start = true;
        }
        self.at = end;
    }

    fn number(&mut self) {
        let len = number::word_len(&self.chars[self.at..]);
        let word: String = self.chars[self.at..self.at + len].iter().collect();
        // A prime-like letter cannot belong to the number: `2x` followed by a prime.
        let word = prime::split(&word).0;
        let (text, at) = (self.text, self.at);
        let place = |range: std::ops::Range<usize>| text.loc(at + range.start..at + range.end);
        number::push(word, place, &mut self.tokens, self.sink);
        self.skip(word.chars().count());
        self.mark_lines();
    }

    fn name(&mut self) {
        let len = self.chars[self.at..]
            .iter()
            .take_while(|c| name::continues(**c) || name::subscript(**c).is_some())
            .count();
        let word: String = self.chars[self.at..self.at + len].iter().collect();
        let word = prime::split(&word).0;
        let len = word.chars().count();
        let plain: String = word
            .chars()
            .map(|c| name::subscript(c).unwrap_or(c))
            .collect();
        if plain != word && self.first_time(word) {
            self.error(
                len,
                format!("a subscript cannot stand in a name, as in `{word}`"),
                format!("write `{plain}`"),
            );
        }
        self.push(Kind::Name(name::composed(&plain)), len);
    }

    /// `x²` is reported, and goes on as `x^2`; `x⁻¹` as `x^(-1)`.
    fn superscript(&mut self) {
        let raised: String = self.chars[self.at..]
            .iter()
            .map_while(|c| superscript(*c))
            .collect();
        let len = raised.chars().count();
        let shown: String = self.chars[self.at..self.at + len].iter().collect();
        let digits = raised.trim_start_matches('-');
        let is_number = !digits.is_empty()
            && digits.bytes().all(|b| b.is_ascii_digit())
            && raised.len() - digits.len() < 2;
        if !is_number {
            self.error(
                len,
                format!("the superscript `{shown}` is not a whole number"),
                "write the power as `^(…)`",
            );
            self.push(Kind::Bad, len);
            return;
        }
        let negative = digits.len() < raised.len();
        let power = if negative {
            format!("^({raised})")
        } else {
            format!("^{raised}")
        };
        self.error(
            len,
            format!("a power cannot be written as the superscript `{shown}`"),
            format!("write `{power}`"),
        );
        let number = Kind::Number {
            value: digits.parse().unwrap_or(1.0),
            integer: true,
        };
        let mut kinds = vec![Kind::Mark(Mark::Caret)];
        if negative {
            kinds.extend([Kind::Open(Delimiter::Paren), Kind::Mark(Mark::Minus)]);
        }
        kinds.push(number);
        if negative {
            kinds.push(Kind::Close(Delimiter::Paren));
        }
        let loc = self.text.loc(self.at..self.at + len);
        self.tokens.extend(kinds.into_iter().map(|kind| Token {
            kind,
            loc: loc.clone(),
        }));
        self.skip(len);
        self.mark_lines();
    }

    fn mark(&mut self, c: char) {
        if let Some(mark) = mark::printed(c) {
            self.push(Kind::Mark(mark), 1);
        } else if let Some(kind) = bracket(c) {
            self.push(kind, 1);
        } else if c == '.' && self.next_is(1, |c| c == '.') {
            let count = self.chars[self.at..]
                .iter()
                .take_while(|c| **c == '.')
                .count();
            several_points(&self.text.loc(self.at..self.at + count), count, self.sink);
            self.push(Kind::Bad, count);
        } else if mark::is_rust(c) {
            let (mark, joined) = mark::read(c, self.peek(1));
            self.push(Kind::Mark(mark), 1 + usize::from(joined));
        } else {
            if self.first_time(&c.to_string()) {
                self.stranger(c);
            }
            self.push(Kind::Bad, 1);
        }
    }

    fn stranger(&mut self, c: char) {
        let code = u32::from(c);
        let message = if is_visible(c) {
            format!("`{c}` (U+{code:04X}) cannot stand in an equation")
        } else {
            format!("the invisible character U+{code:04X} cannot stand in an equation")
        };
        let help = match c {
            '√' => "write `sqrt(…)`",
            '∛' => "write `cbrt(…)`",
            '∑' => "write `sum(…)`",
            '∂' => "write `dx/dt = …`, or `x' = …`",
            '∧' => "write `&&`",
            '∨' => "write `||`",
            '¬' => "write `!`",
            '∞' => "write a finite number",
            '"' | '“' | '”' => "write two primes as `''`",
            '\\' => "write the equation in plain text, not in TeX",
            _ if !is_visible(c) => "delete it",
            _ => "write it in letters, digits and `+ - * / ^ ( )`",
        };
        self.error(1, message, help);
    }
}

fn bracket(c: char) -> Option<Kind> {
    Some(match c {
        '(' => Kind::Open(Delimiter::Paren),
        '[' => Kind::Open(Delimiter::Bracket),
        '{' => Kind::Open(Delimiter::Brace),
        ')' => Kind::Close(Delimiter::Paren),
        ']' => Kind::Close(Delimiter::Bracket),
        '}' => Kind::Close(Delimiter::Brace),
        _ => return None,
    })
}

/// The digit or sign that a superscript raises.
fn superscript(c: char) -> Option<char> {
    Some(match c {
        '\u{b9}' => '1',
        '\u{b2}' => '2',
        '\u{b3}' => '3',
        '\u{2070}' | '\u{2074}'..='\u{2079}' => char::from_digit(u32::from(c) - 0x2070, 10)?,
        '\u{207b}' => '-',
        _ => return None,
    })
}

/// Whether a reader sees the character.
fn is_visible(c: char) -> bool {
    !c.is_control()
        && !matches!(u32::from(c), 0xad | 0x200b..=0x200f | 0x202a..=0x202e | 0x2060..=0x206f | 0xfe00..=0xfe0f | 0xfeff | 0xe0000..=0xe01ff)
}
