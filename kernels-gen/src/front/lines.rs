//! Where a line of quoted text starts a new equation.
//!
//! A line end is a space, unless the next line can only be read as a new equation or item. That is
//! told by its own first words and never by the line before: where that one ends with `+` or `=`,
//! the new line still cannot be its continuation, and the parser says what is missing there.

use super::{Delimiter, Kind, Mark, Token};

/// Whether a token is the first of its line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Line {
    First,
    Inside,
}

/// What a token starts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Start {
    /// Nothing: it continues what stands before it.
    Nothing,
    /// An unknown form with an `=` of its own, which no expression has: `r = x^2` without its
    /// `let`. Only where no bracket is open.
    Assignment,
    /// One of the forms of an equation or item. An open bracket before it is a forgotten one.
    Item,
}

/// For each token, what it starts.
pub fn starts(tokens: &[Token], lines: &[Line]) -> Vec<Start> {
    let kinds: Vec<&Kind> = tokens.iter().map(|token| &token.kind).collect();
    let attributes = attribute_ends(&kinds);
    (0..kinds.len())
        .map(|i| {
            if lines[i] == Line::Inside || (i > 0 && attributes[i - 1]) {
                Start::Nothing
            } else if starts_item(&tokens[i..]) {
                Start::Item
            } else if i > 0 && ends_value(kinds[i - 1]) && has_assignment(&kinds[i..], &lines[i..])
            {
                Start::Assignment
            } else {
                Start::Nothing
            }
        })
        .collect()
}

/// Words that begin an item. Two names side by side stand in no expression.
pub const ITEM_WORDS: [&str; 8] = [
    "state", "param", "let", "fn", "input", "coupling", "output", "edge",
];

/// Whether an item or equation plainly starts with the first of the tokens.
pub fn starts_item(tokens: &[Token]) -> bool {
    use Kind::{Close, Mark as M, Name, Number, Open, Prime};
    let kind = |i: usize| tokens.get(i).map_or(&Kind::End, |token| &token.kind);
    let assigned = |from: usize| *kind(from) == M(Mark::Assign);
    let over_dt = |from: usize| {
        *kind(from) == M(Mark::Slash)
            && matches!(kind(from + 1), Name(dt) if dt == "dt")
            && assigned(from + 2)
    };
    match (kind(0), kind(1)) {
        (Kind::Doc(_), _) | (M(Mark::Hash), Open(Delimiter::Bracket)) => true,
        (Name(word), Name(_)) => ITEM_WORDS.contains(&word.as_str()),
        (Name(_), Prime) => {
            let primes = tokens[1..].iter().take_while(|token| token.kind == Prime);
            assigned(1 + primes.count())
        }
        (Name(_), Open(Delimiter::Bracket)) => {
            matches!(
                (kind(2), kind(3), kind(4), kind(5)),
                (
                    Name(_),
                    M(Mark::Plus | Mark::Minus),
                    Number { .. },
                    Close(Delimiter::Bracket)
                )
            ) && assigned(6)
        }
        (Name(word), Open(Delimiter::Paren)) if word == "d" || word == "next" => {
            matches!((kind(2), kind(3)), (Name(_), Close(Delimiter::Paren)))
                && (assigned(4) || over_dt(4))
        }
        (Name(derivative), _) => derivative.starts_with('d') && over_dt(1),
        _ => false,
    }
}

/// Whether a line begins with a name and has an `=` outside brackets.
fn has_assignment(kinds: &[&Kind], lines: &[Line]) -> bool {
    if !matches!(kinds[0], Kind::Name(_)) {
        return false;
    }
    let mut depth = 0_usize;
    for (i, kind) in kinds.iter().enumerate() {
        match kind {
            _ if i > 0 && lines[i] == Line::First => return false,
            Kind::Open(_) => depth += 1,
            Kind::Close(_) if depth == 0 => return false,
            Kind::Close(_) => depth -= 1,
            Kind::Mark(Mark::Semi) => return false,
            Kind::Mark(Mark::Assign) if depth == 0 => return true,
            _ => {}
        }
    }
    false
}

/// Whether an expression may end with this token; after a comma or a keyword a list goes on.
fn ends_value(kind: &Kind) -> bool {
    match kind {
        Kind::Name(word) => !ITEM_WORDS.contains(&word.as_str()),
        Kind::Number { .. } | Kind::Close(_) | Kind::Prime | Kind::Bad => true,
        _ => false,
    }
}

/// For each token, whether it closes an attribute, which belongs to what follows.
fn attribute_ends(kinds: &[&Kind]) -> Vec<bool> {
    let mut open = Vec::new();
    let mut after_hash = false;
    let ends = kinds.iter().map(|kind| {
        let is_end = match kind {
            Kind::Open(delimiter) => {
                open.push(after_hash && *delimiter == Delimiter::Bracket);
                false
            }
            Kind::Close(_) => open.pop() == Some(true),
            _ => false,
        };
        after_hash = **kind == Kind::Mark(Mark::Hash);
        is_end
    });
    ends.collect()
}
