//! Fronts: Rust tokens and quoted text become one kind of token, each with its place.
//!
//! The parser sees a single flat list. Groups become [`Kind::Open`] and [`Kind::Close`]; a string
//! literal is replaced by the tokens of its text between [`Kind::QuoteOpen`] and
//! [`Kind::QuoteClose`]; the end of a quoted equation that no `;` marks becomes a
//! [`Kind::SoftEnd`]. Whatever Rust's lexer makes of mathematics (`2pi` as one literal, a prime as
//! a character literal, …) is reported here, once, with the spelling that works.

mod balance;
mod lines;
mod literal;
mod mark;
mod name;
mod number;
mod plain;
#[cfg(test)]
mod plain_tests;
mod prime;
#[cfg(test)]
mod properties;
mod quoted;
#[cfg(test)]
mod quoted_tests;
#[cfg(test)]
pub mod testing;

use proc_macro2::{Span, TokenStream};

use crate::diag::Sink;
use crate::source::Loc;

pub use lines::{ITEM_WORDS, starts_item};
pub use name::subscript;

/// The whole input of the macro as one list, which ends in [`Kind::End`] and in which every
/// [`Kind::Open`] has its [`Kind::Close`].
pub fn read(tokens: TokenStream, sink: &mut Sink) -> Vec<Token> {
    let mut list = Vec::new();
    plain::read(tokens, &mut list, sink);
    let loc = list.last().map_or_else(
        || Loc::token(Span::call_site()),
        |last: &Token| last.loc.clone(),
    );
    list.push(Token {
        kind: Kind::End,
        loc,
    });
    list
}

/// Whether a value ends here, so that a point that follows is not the start of a number.
fn ends_value(tokens: &[Token]) -> bool {
    match tokens.last().map(|token| &token.kind) {
        Some(Kind::Name(name)) => !matches!(name.as_str(), "if" | "else"),
        Some(Kind::Number { .. } | Kind::Close(_) | Kind::Prime) => true,
        _ => false,
    }
}

/// A token and its place.
#[derive(Clone, Debug)]
pub struct Token {
    pub kind: Kind,
    pub loc: Loc,
}

#[derive(Clone, Debug, PartialEq)]
pub enum Kind {
    /// A name, Rust keywords among them, without a raw prefix.
    Name(String),
    /// A real number; `integer` where it was spelled without point and exponent.
    Number {
        value: f64,
        integer: bool,
    },
    /// An operator or other mark.
    Mark(Mark),
    Open(Delimiter),
    Close(Delimiter),
    /// `'` or `′` in quoted text; `''` is two of them. In plain tokens it stands only for a letter
    /// that looks like a prime, which was reported.
    Prime,
    /// The text of a documentation comment, line by line as rustdoc would get it.
    Doc(String),
    QuoteOpen,
    QuoteClose,
    /// In quoted text: the next line starts a new equation or item.
    SoftEnd,
    /// Stands in for something that was already reported; the parser skips its item in silence.
    Bad,
    /// The end of the model; always the last token.
    End,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Delimiter {
    Paren,
    Bracket,
    Brace,
}

/// Operators. `**` is read as [`Mark::Caret`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mark {
    Plus,
    Minus,
    Star,
    Slash,
    Caret,
    Less,
    LessEq,
    Greater,
    GreaterEq,
    EqEq,
    NotEq,
    AndAnd,
    OrOr,
    Not,
    Assign,
    Comma,
    Semi,
    Dot,
    Colon,
    Hash,
    /// Any other mark that Rust can lex (`@`, `%`, `&`, `?` …): the parser says what to write.
    Other(char),
}

/// As it is written.
impl core::fmt::Display for Mark {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        let text = match self {
            Self::Plus => "+",
            Self::Minus => "-",
            Self::Star => "*",
            Self::Slash => "/",
            Self::Caret => "^",
            Self::Less => "<",
            Self::LessEq => "<=",
            Self::Greater => ">",
            Self::GreaterEq => ">=",
            Self::EqEq => "==",
            Self::NotEq => "!=",
            Self::AndAnd => "&&",
            Self::OrOr => "||",
            Self::Not => "!",
            Self::Assign => "=",
            Self::Comma => ",",
            Self::Semi => ";",
            Self::Dot => ".",
            Self::Colon => ":",
            Self::Hash => "#",
            Self::Other(mark) => return write!(f, "{mark}"),
        };
        f.write_str(text)
    }
}
