//! Brackets of quoted text: Rust's lexer does not see them, so they may be wrong.
//!
//! The parser is given balanced ones whatever was written. A wrong bracket is reported once, at
//! itself: a closing one that nothing opened is left out, a missing one is put where the equation
//! ends.

use super::lines::Start;
use super::{Delimiter, Kind, Mark, Token};
use crate::diag::Sink;
use crate::source::Loc;

/// Adds the tokens of a text with balanced brackets, and [`Kind::SoftEnd`] before each start.
pub fn append(read: Vec<Token>, starts: &[Start], tokens: &mut Vec<Token>, sink: &mut Sink) {
    let closed = closed_later(&read);
    let mut balance = Balance {
        open: Vec::new(),
        forgiven: Vec::new(),
        tokens,
        sink,
    };
    for (i, token) in read.into_iter().enumerate() {
        if starts[i] == Start::Item && !balance.in_braces() {
            balance.forget(0);
        }
        if starts[i] != Start::Nothing && balance.open.is_empty() {
            balance.soft_end();
        }
        match token.kind {
            Kind::Open(delimiter) => {
                balance.open.push(Open {
                    delimiter,
                    loc: token.loc.clone(),
                    closed: closed[i],
                });
                balance.tokens.push(token);
            }
            Kind::Close(delimiter) => balance.close(delimiter, token),
            Kind::Mark(Mark::Semi) => {
                balance.forget_to_braces();
                balance.tokens.push(token);
            }
            _ => balance.tokens.push(token),
        }
    }
    balance.forget(0);
}

/// A bracket that waits for its other half.
struct Open {
    delimiter: Delimiter,
    loc: Loc,
    /// Its other half follows somewhere.
    closed: bool,
}

struct Balance<'a> {
    open: Vec<Open>,
    /// Brackets that were given up; should their other halves follow, those are no second mistake.
    forgiven: Vec<Delimiter>,
    tokens: &'a mut Vec<Token>,
    sink: &'a mut Sink,
}

impl Balance<'_> {
    /// Inside braces that are closed later: an `if`, where a line is never a new equation.
    fn in_braces(&self) -> bool {
        self.open
            .iter()
            .any(|open| open.delimiter == Delimiter::Brace && open.closed)
    }

    fn soft_end(&mut self) {
        if let Some(last) = self.tokens.last()
            && !matches!(
                last.kind,
                Kind::Mark(Mark::Semi) | Kind::QuoteOpen | Kind::SoftEnd
            )
        {
            let loc = last.loc.clone();
            self.tokens.push(Token {
                kind: Kind::SoftEnd,
                loc,
            });
        }
    }

    fn close(&mut self, delimiter: Delimiter, token: Token) {
        if let Some(opener) = self
            .open
            .iter()
            .rposition(|open| open.delimiter == delimiter)
        {
            self.forget(opener + 1);
            self.open.pop();
            self.tokens.push(token);
        } else if let Some(i) = self
            .forgiven
            .iter()
            .position(|forgiven| *forgiven == delimiter)
        {
            self.forgiven.remove(i);
        } else if let Some(open) = self.open.pop_if(|open| !open.closed) {
            self.sink.error(
                &token.loc,
                format!(
                    "`{}` does not close `{}`",
                    closer(delimiter),
                    opener(open.delimiter)
                ),
                format!("write `{}`", closer(open.delimiter)),
            );
            self.tokens.push(Token {
                kind: Kind::Close(open.delimiter),
                loc: token.loc,
            });
        } else {
            let shown = closer(delimiter);
            let help = format!("delete it, or write `{}` before it", opener(delimiter));
            self.sink
                .error(&token.loc, format!("`{shown}` closes nothing"), help);
        }
    }

    /// Gives up all open brackets but the first `keep`: each is reported, and closed here.
    fn forget(&mut self, keep: usize) {
        while self.open.len() > keep {
            let Some(open) = self.open.pop() else { return };
            let shown = closer(open.delimiter);
            let message = format!("`{}` is not closed", opener(open.delimiter));
            self.sink
                .error(&open.loc, message, format!("add the missing `{shown}`"));
            let loc = self.tokens.last().map_or(open.loc, |last| last.loc.clone());
            self.tokens.push(Token {
                kind: Kind::Close(open.delimiter),
                loc,
            });
            self.forgiven.push(open.delimiter);
        }
    }

    /// A `;` ends what parentheses hold, but in braces it may stand for a habit of Rust.
    fn forget_to_braces(&mut self) {
        let keep = self
            .open
            .iter()
            .rposition(|open| open.delimiter == Delimiter::Brace && open.closed)
            .map_or(0, |brace| brace + 1);
        self.forget(keep);
    }
}

/// For each opening bracket, whether its other half follows.
fn closed_later(tokens: &[Token]) -> Vec<bool> {
    let mut closed = vec![false; tokens.len()];
    let mut open: Vec<(Delimiter, usize)> = Vec::new();
    for (i, token) in tokens.iter().enumerate() {
        match token.kind {
            Kind::Open(delimiter) => open.push((delimiter, i)),
            Kind::Close(delimiter) => {
                if let Some(opener) = open.iter().rposition(|(d, _)| *d == delimiter) {
                    closed[open[opener].1] = true;
                    open.truncate(opener);
                }
            }
            _ => {}
        }
    }
    closed
}

fn opener(delimiter: Delimiter) -> char {
    match delimiter {
        Delimiter::Paren => '(',
        Delimiter::Bracket => '[',
        Delimiter::Brace => '{',
    }
}

fn closer(delimiter: Delimiter) -> char {
    match delimiter {
        Delimiter::Paren => ')',
        Delimiter::Bracket => ']',
        Delimiter::Brace => '}',
    }
}
