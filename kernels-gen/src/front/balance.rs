//! Brackets of quoted text: Rust's lexer does not see them, so they may be wrong.
//!
//! The parser is given balanced ones whatever was written. A wrong bracket is reported once, at
//! itself: a closing one that nothing opened is left out, a missing one is put where the equation
//! ends.

use super::lines::Start;
use super::{Delimiter, Kind, Mark, Token};
use crate::diag::Sink;

/// Adds the tokens of a text with balanced brackets, and [`Kind::SoftEnd`] before each start.
pub fn append(read: &[Token], starts: &[Start], tokens: &mut Vec<Token>, sink: &mut Sink) {
    let mut balance = Balance {
        read,
        closed: closed_later(read),
        open: Stack::default(),
        forgiven: [0; 3],
        tokens,
        sink,
    };
    for (i, (token, start)) in read.iter().zip(starts).enumerate() {
        if *start == Start::Item && balance.closed_brace().is_none() {
            balance.forget(0);
        }
        if *start != Start::Nothing && balance.open.open.is_empty() {
            balance.soft_end();
        }
        match token.kind {
            Kind::Close(delimiter) => {
                balance.close(delimiter, token.clone());
                continue;
            }
            Kind::Open(delimiter) => balance.open.push(delimiter, i),
            Kind::Name(ref word) if word == "else" => balance.close_before_else(),
            // It ends what parentheses hold, but in braces it may stand for a habit of Rust.
            Kind::Mark(Mark::Semi) => {
                let keep = balance.closed_brace().map_or(0, |brace| brace + 1);
                balance.forget(keep);
            }
            _ => {}
        }
        balance.tokens.push(token.clone());
    }
    balance.forget(0);
}

/// A bracket that waits for its other half.
struct Open {
    delimiter: Delimiter,
    /// Which of the tokens it is.
    token: usize,
}

/// Open brackets, the innermost last.
#[derive(Default)]
struct Stack {
    open: Vec<Open>,
    /// How many of each kind there are: without any, a search would cost the depth each time.
    count: [usize; 3],
}

impl Stack {
    fn push(&mut self, delimiter: Delimiter, token: usize) {
        self.count[delimiter as usize] += 1;
        self.open.push(Open { delimiter, token });
    }

    fn pop(&mut self) -> Option<Open> {
        let open = self.open.pop()?;
        self.count[open.delimiter as usize] -= 1;
        Some(open)
    }

    /// How deep the innermost bracket of this kind stands.
    fn innermost(&self, delimiter: Delimiter) -> Option<usize> {
        let some = self.count[delimiter as usize] > 0;
        let of_kind = |open: &Open| open.delimiter == delimiter;
        some.then(|| self.open.iter().rposition(of_kind)).flatten()
    }
}

struct Balance<'a> {
    read: &'a [Token],
    /// For each token, whether it opens what is closed later.
    closed: Vec<bool>,
    open: Stack,
    /// How many brackets of each kind were given up; should their other halves follow, those are no
    /// second mistake.
    forgiven: [usize; 3],
    tokens: &'a mut Vec<Token>,
    sink: &'a mut Sink,
}

impl Balance<'_> {
    /// The innermost open brace that is closed later: an `if`, within which a line is never a new
    /// equation.
    fn closed_brace(&self) -> Option<usize> {
        let is_one = |open: &Open| open.delimiter == Delimiter::Brace && self.closed[open.token];
        self.open.open.iter().rposition(is_one)
    }

    fn pop_unclosed(&mut self) -> Option<Open> {
        let innermost = self.open.open.last();
        let unclosed = innermost.is_some_and(|open| !self.closed[open.token]);
        unclosed.then(|| self.open.pop()).flatten()
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
        if let Some(opener) = self.open.innermost(delimiter) {
            self.forget(opener + 1);
            self.open.pop();
            self.tokens.push(token);
        } else if self.forgiven[delimiter as usize] > 0 {
            self.forgiven[delimiter as usize] -= 1;
        } else if let Some(open) = self.pop_unclosed() {
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

    /// `else` follows a closing brace and nothing else.
    fn close_before_else(&mut self) {
        let before = self.tokens.last().map(|token| &token.kind);
        if matches!(
            before,
            Some(Kind::Close(Delimiter::Brace) | Kind::Mark(Mark::Semi) | Kind::QuoteOpen)
        ) {
            return;
        }
        if let Some(opener) = self.open.innermost(Delimiter::Brace) {
            self.forget(opener);
        }
    }

    /// Gives up all open brackets but the first `keep`: each is reported, and closed here.
    fn forget(&mut self, keep: usize) {
        while self.open.open.len() > keep {
            let Some(open) = self.open.pop() else { return };
            let shown = closer(open.delimiter);
            let message = format!("`{}` is not closed", opener(open.delimiter));
            let place = &self.read[open.token].loc;
            self.sink
                .error(place, message, format!("add the missing `{shown}`"));
            let loc = self.tokens.last().map_or(place, |last| &last.loc).clone();
            self.tokens.push(Token {
                kind: Kind::Close(open.delimiter),
                loc,
            });
            self.forgiven[open.delimiter as usize] += 1;
        }
    }
}

/// For each opening bracket, whether its other half follows.
fn closed_later(tokens: &[Token]) -> Vec<bool> {
    let mut closed = vec![false; tokens.len()];
    let mut stack = Stack::default();
    for (i, token) in tokens.iter().enumerate() {
        match token.kind {
            Kind::Open(delimiter) => stack.push(delimiter, i),
            Kind::Close(delimiter) => {
                if let Some(opener) = stack.innermost(delimiter) {
                    closed[stack.open[opener].token] = true;
                    while stack.open.len() > opener {
                        stack.pop();
                    }
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
