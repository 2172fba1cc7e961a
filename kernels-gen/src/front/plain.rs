//! Rust tokens become the parser's tokens.
//!
//! Rust's lexer has already cut the source, and not always as mathematics would. What it made of a
//! number or a prime is put together again where that is possible, and reported once.

use proc_macro2::{
    Delimiter as Grouping, Group, Ident, Literal, Punct, Spacing, Span, TokenStream, TokenTree,
};

use super::literal::Text;
use super::{Delimiter, Kind, Mark, Token, ends_value, mark, name, number, prime, quoted};
use crate::diag::Sink;
use crate::source::Loc;

/// Adds the tokens of a stream to the list.
pub fn read(stream: TokenStream, tokens: &mut Vec<Token>, sink: &mut Sink) {
    Reader {
        tokens,
        sink,
        attribute: false,
    }
    .stream(stream);
}

struct Reader<'a> {
    tokens: &'a mut Vec<Token>,
    sink: &'a mut Sink,
    /// Inside `#[…]`, where a string is not an equation.
    attribute: bool,
}

impl Reader<'_> {
    fn stream(&mut self, stream: TokenStream) {
        let trees: Vec<TokenTree> = stream.into_iter().collect();
        let mut rest = trees.as_slice();
        while let Some((first, after)) = rest.split_first() {
            let used = match first {
                TokenTree::Group(group) => self.group(group),
                TokenTree::Ident(ident) => self.ident(ident),
                TokenTree::Punct(punct) => self.punct(punct, after),
                TokenTree::Literal(literal) => self.literal(literal, after),
            };
            rest = &after[used..];
        }
    }

    fn push(&mut self, kind: Kind, loc: Loc) {
        self.tokens.push(Token { kind, loc });
    }

    /// Each of these functions adds what begins at its token, and returns how many of the trees
    /// after it belong to it as well.
    fn group(&mut self, group: &Group) -> usize {
        let delimiter = match group.delimiter() {
            Grouping::Parenthesis => Delimiter::Paren,
            Grouping::Bracket => Delimiter::Bracket,
            Grouping::Brace => Delimiter::Brace,
            Grouping::None => {
                self.invisible(group);
                return 0;
            }
        };
        self.push(Kind::Open(delimiter), Loc::token(group.span_open()));
        self.stream(group.stream());
        self.push(Kind::Close(delimiter), Loc::token(group.span_close()));
        0
    }

    /// A fragment that `macro_rules!` passed on. It is transparent, except that `$e:expr` is one
    /// value whatever stands around it: `2 * $e` with `1 + x` is `2 * (1 + x)`.
    fn invisible(&mut self, group: &Group) {
        let start = self.tokens.len();
        self.stream(group.stream());
        if !is_compound_value(&self.tokens[start..]) {
            return;
        }
        let open = Token {
            kind: Kind::Open(Delimiter::Paren),
            loc: self.tokens[start].loc.clone(),
        };
        self.tokens.insert(start, open);
        let end = self.tokens[self.tokens.len() - 1].loc.clone();
        self.push(Kind::Close(Delimiter::Paren), end);
    }

    fn ident(&mut self, ident: &Ident) -> usize {
        let text = ident.to_string();
        let text = text.strip_prefix("r#").unwrap_or(&text);
        let loc = Loc::token(ident.span());
        let (stem, primes) = prime::split(text);
        if let Some(letter) = primes.chars().next() {
            self.sink.error(
                &loc,
                format!(
                    "the `{letter}` (U+{:04X}) of `{text}` is a letter, not a prime",
                    u32::from(letter)
                ),
                prime::help(stem),
            );
            self.push(Kind::Name(stem.to_owned()), loc.clone());
            for _ in 0..primes.chars().map(prime::count).sum() {
                self.push(Kind::Prime, loc.clone());
            }
            return 0;
        }
        if text.contains(name::MIDDLE_DOTS) {
            let factors: Vec<&str> = text
                .split(name::MIDDLE_DOTS)
                .filter(|f| !f.is_empty())
                .collect();
            self.sink.error(
                &loc,
                format!("`{text}` is one name to Rust"),
                format!("write `{}`", factors.join(" * ")),
            );
            for (i, factor) in factors.into_iter().enumerate() {
                if i > 0 {
                    self.push(Kind::Mark(Mark::Star), loc.clone());
                }
                self.push(Kind::Name(factor.to_owned()), loc.clone());
            }
            return 0;
        }
        self.push(Kind::Name(text.to_owned()), loc);
        0
    }

    fn punct(&mut self, punct: &Punct, after: &[TokenTree]) -> usize {
        let loc = Loc::token(punct.span());
        match punct.as_char() {
            '\'' => self.lifetime(punct, after),
            '#' => self.hash(punct, after),
            '.' => self.dot(punct, after),
            first => {
                let next = match after.first() {
                    Some(TokenTree::Punct(next)) if punct.spacing() == Spacing::Joint => Some(next),
                    _ => None,
                };
                let (mark, joined) = mark::read(first, next.map(Punct::as_char));
                match next {
                    Some(next) if joined => {
                        self.push(Kind::Mark(mark), loc.to(&Loc::token(next.span())));
                        1
                    }
                    _ => {
                        self.push(Kind::Mark(mark), loc);
                        0
                    }
                }
            }
        }
    }

    /// `x 'y`: a prime that a name follows is a lifetime to Rust.
    fn lifetime(&mut self, punct: &Punct, after: &[TokenTree]) -> usize {
        let loc = Loc::token(punct.span());
        if let Some(TokenTree::Ident(ident)) = after.first() {
            self.bare_prime(&loc.to(&Loc::token(ident.span())));
            return 1;
        }
        self.bare_prime(&loc);
        0
    }

    fn bare_prime(&mut self, loc: &Loc) {
        let variable = match self.tokens.last().map(|token| &token.kind) {
            Some(Kind::Name(name)) => name,
            _ => "x",
        };
        let help = prime::help(variable);
        self.sink
            .error(loc, "a prime cannot be written in plain Rust tokens", help);
        self.push(Kind::Bad, loc.clone());
    }

    /// A documentation comment arrives as `#[doc = "…"]`; any other attribute stays as it is.
    fn hash(&mut self, punct: &Punct, after: &[TokenTree]) -> usize {
        let loc = Loc::token(punct.span());
        match after {
            [TokenTree::Group(group), ..] if group.delimiter() == Grouping::Bracket => {
                if let Some(text) = documentation(group) {
                    self.push(Kind::Doc(text), loc.to(&Loc::token(group.span_close())));
                } else {
                    self.push(Kind::Mark(Mark::Hash), loc);
                    let outer = std::mem::replace(&mut self.attribute, true);
                    self.group(group);
                    self.attribute = outer;
                }
                1
            }
            [TokenTree::Punct(not), TokenTree::Group(group), ..]
                if not.as_char() == '!' && documentation(group).is_some() =>
            {
                self.sink.error(
                    &loc.to(&Loc::token(group.span_close())),
                    "`//!` documents what it stands in, and a model has no such place",
                    "write `///` before the model or before an item",
                );
                2
            }
            _ => {
                self.push(Kind::Mark(Mark::Hash), loc);
                0
            }
        }
    }

    fn dot(&mut self, dot: &Punct, after: &[TokenTree]) -> usize {
        let loc = Loc::token(dot.span());
        let more = after
            .iter()
            .take_while(|tree| matches!(tree, TokenTree::Punct(p) if p.as_char() == '.'))
            .count();
        if dot.spacing() == Spacing::Joint && more > 0 {
            let loc = loc.to(&Loc::token(after[more - 1].span()));
            several_points(&loc, 1 + more, self.sink);
            self.push(Kind::Bad, loc);
            return more;
        }
        if let Some(TokenTree::Literal(digits)) = after.first()
            && touch(dot.span(), digits.span())
            && !ends_value(self.tokens)
        {
            let raw = digits.to_string();
            if raw.starts_with(|c: char| c.is_ascii_digit()) {
                let loc = loc.to(&Loc::token(digits.span()));
                number::push(&format!(".{raw}"), |_| loc.clone(), self.tokens, self.sink);
                return 1;
            }
        }
        self.push(Kind::Mark(Mark::Dot), loc);
        0
    }

    fn literal(&mut self, literal: &Literal, after: &[TokenTree]) -> usize {
        let raw = literal.to_string();
        let span = literal.span();
        let loc = Loc::token(span);
        if raw.starts_with(|c: char| c.is_ascii_digit()) {
            return self.number(&raw, span, after);
        }
        if let Some(digits) = raw.strip_prefix('-') {
            // Made by another macro; the source has no such literal.
            self.push(Kind::Mark(Mark::Minus), loc);
            return self.number(digits, span, &[]);
        }
        if raw.starts_with('\'') {
            self.bare_prime(&loc);
            self.swallowed(&raw, &loc);
        } else if let Some(text) = Text::read(&raw, span) {
            self.text(&text, &loc);
        } else {
            let shown = raw.find(['"', '\'']).map_or("", |quote| &raw[..quote]);
            self.sink.error(
                &loc,
                format!("a literal that begins with `{shown}` is not an equation"),
                "write the equation in plain quotes, `\"x' = …\"`",
            );
            self.push(Kind::Bad, loc.clone());
            self.swallowed(&raw, &loc);
        }
        0
    }

    /// Between two primes on a line Rust sees a character literal: in `x' = y; y' = x` it is
    /// `' = y; y'`. The names in it follow the mistake as tokens, so that the parser, which passes
    /// over them, reports nothing that only follows from their absence.
    fn swallowed(&mut self, raw: &str, loc: &Loc) {
        let words = raw.split(|c: char| !unicode_ident::is_xid_continue(c));
        for word in words.filter(|word| word.starts_with(unicode_ident::is_xid_start)) {
            self.push(Kind::Name(word.to_owned()), loc.clone());
        }
    }

    fn text(&mut self, text: &Text, loc: &Loc) {
        if self.attribute {
            // The parser sees that a text stands here; what it says is not an equation.
            self.push(Kind::QuoteOpen, text.open());
            self.push(Kind::QuoteClose, text.close());
            return;
        }
        if !text.suffix.is_empty() {
            self.sink.error(
                loc,
                format!("`{}` touches the closing quote", text.suffix),
                format!("write a line end or `;` before `{}`", text.suffix),
            );
        }
        quoted::read(text, self.tokens, self.sink);
    }

    fn number(&mut self, raw: &str, span: Span, after: &[TokenTree]) -> usize {
        let (word, used) = with_exponent(raw, span, after).unwrap_or((raw.to_owned(), 0));
        let mut loc = Loc::token(span);
        if used > 0 {
            loc = loc.to(&Loc::token(after[used - 1].span()));
        }
        number::push(&word, |_| loc.clone(), self.tokens, self.sink);
        used
    }
}

/// `1.e-3`, which is `1` `.` `e` `-` `3` to Rust: the word, and how many trees it takes after `1`.
fn with_exponent(digits: &str, span: Span, after: &[TokenTree]) -> Option<(String, usize)> {
    let (TokenTree::Punct(dot), TokenTree::Ident(e)) = (after.first()?, after.get(1)?) else {
        return None;
    };
    if dot.as_char() != '.' || !touch(span, dot.span()) || !touch(dot.span(), e.span()) {
        return None;
    }
    let whole = |word: &str| {
        let chars: Vec<char> = word.chars().collect();
        number::word_len(&chars) == chars.len()
    };
    let word = format!("{digits}.{e}");
    if whole(&word) {
        return Some((word, 2));
    }
    let (TokenTree::Punct(sign), TokenTree::Literal(power)) = (after.get(2)?, after.get(3)?) else {
        return None;
    };
    let word = format!("{word}{}{power}", sign.as_char());
    let near = touch(e.span(), sign.span()) && touch(sign.span(), power.span());
    (near && whole(&word)).then_some((word, 4))
}

/// `1..2` and the like.
pub fn several_points(loc: &Loc, count: usize, sink: &mut Sink) {
    sink.error(
        loc,
        format!("`{}` means nothing in an equation", ".".repeat(count)),
        "write a number with one point, such as `1.5`",
    );
}

/// Whether no space stands between two tokens.
fn touch(first: Span, second: Span) -> bool {
    let (end, start) = (first.end(), second.start());
    (end.line, end.column) == (start.line, start.column)
}

/// The text of `doc = "…"`.
fn documentation(group: &Group) -> Option<String> {
    match visible(group.stream()).as_slice() {
        [
            TokenTree::Ident(doc),
            TokenTree::Punct(assign),
            TokenTree::Literal(text),
        ] if doc == "doc" && assign.as_char() == '=' => {
            Some(Text::read(&text.to_string(), text.span())?.value())
        }
        _ => None,
    }
}

/// The trees of a stream, those of invisible groups among them.
fn visible(stream: TokenStream) -> Vec<TokenTree> {
    let mut trees = Vec::new();
    for tree in stream {
        match tree {
            TokenTree::Group(group) if group.delimiter() == Grouping::None => {
                trees.extend(visible(group.stream()));
            }
            other => trees.push(other),
        }
    }
    trees
}

/// Whether the tokens are one expression that its surroundings could tear apart.
fn is_compound_value(tokens: &[Token]) -> bool {
    let mut depth = 0_usize;
    let mut operator =
        matches!(tokens.first().map(|t| &t.kind), Some(Kind::Name(name)) if name == "if");
    for token in tokens {
        match &token.kind {
            Kind::Open(_) => depth += 1,
            Kind::Close(_) => depth = depth.saturating_sub(1),
            Kind::Mark(Mark::Assign | Mark::Comma | Mark::Semi | Mark::Colon | Mark::Hash)
            | Kind::QuoteOpen
            | Kind::Doc(_)
            | Kind::SoftEnd
                if depth == 0 =>
            {
                return false;
            }
            Kind::Mark(Mark::Dot | Mark::Other(_)) => {}
            Kind::Mark(_) if depth == 0 => operator = true,
            _ => {}
        }
    }
    operator
}
