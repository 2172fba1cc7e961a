//! A position in the token list, and recovery after a mistake.

use std::collections::HashSet;

use crate::diag::Sink;
use crate::front::{Delimiter, Kind, Mark, Token, starts_item};
use crate::source::Loc;

use super::{Marks, Name};

/// The mistake was reported; the caller recovers at the end of the item.
pub struct Reported;

pub type Parsed<T> = Result<T, Reported>;

/// Items stand inside the one pair of braces of their model.
const ITEM_DEPTH: usize = 1;

pub struct Cursor<'a> {
    tokens: &'a [Token],
    at: usize,
    /// Brackets that are open at `at`.
    depth: usize,
    pub sink: &'a mut Sink,
    pub suspects: HashSet<String>,
    /// Attributes before a quoted text hold for every item in it.
    pub text_marks: Marks,
}

impl<'a> Cursor<'a> {
    /// `tokens` ends in [`Kind::End`], as every front makes it.
    pub fn new(tokens: &'a [Token], sink: &'a mut Sink) -> Self {
        Self {
            tokens,
            at: 0,
            depth: 0,
            sink,
            suspects: HashSet::new(),
            text_marks: Marks::default(),
        }
    }

    pub fn kind(&self) -> &'a Kind {
        self.ahead(0)
    }

    /// The token `n` places ahead; the last one is repeated for ever.
    pub fn ahead(&self, n: usize) -> &'a Kind {
        &self.tokens[(self.at + n).min(self.tokens.len() - 1)].kind
    }

    pub fn loc(&self) -> Loc {
        self.tokens[self.at].loc.clone()
    }

    /// The last token that was taken.
    pub fn previous(&self) -> &'a Kind {
        &self.tokens[self.at.saturating_sub(1)].kind
    }

    /// Where the last token that was taken stands.
    pub fn previous_loc(&self) -> Loc {
        self.tokens[self.at.saturating_sub(1)].loc.clone()
    }

    pub fn advance(&mut self) -> Loc {
        let loc = self.loc();
        match self.kind() {
            Kind::Open(_) => self.depth += 1,
            Kind::Close(_) => self.depth = self.depth.saturating_sub(1),
            _ => {}
        }
        if self.at + 1 < self.tokens.len() {
            self.at += 1;
        }
        loc
    }

    pub fn is_mark(&self, mark: Mark) -> bool {
        *self.kind() == Kind::Mark(mark)
    }

    pub fn is_name(&self, text: &str) -> bool {
        matches!(self.kind(), Kind::Name(name) if name == text)
    }

    /// Takes the token if it is this one.
    pub fn take(&mut self, kind: &Kind) -> bool {
        let found = self.kind() == kind;
        if found {
            self.advance();
        }
        found
    }

    pub fn take_mark(&mut self, mark: Mark) -> bool {
        self.take(&Kind::Mark(mark))
    }

    pub fn take_name(&mut self) -> Option<Name> {
        let Kind::Name(text) = self.kind() else {
            return None;
        };
        Some(Name {
            text: text.clone(),
            loc: self.advance(),
        })
    }

    /// Reports at the current token, unless a front already did.
    pub fn fail<T>(&mut self, message: impl Into<String>, help: impl Into<String>) -> Parsed<T> {
        let loc = if self.at_item_end() {
            self.previous_loc()
        } else {
            self.loc()
        };
        self.fail_at(&loc, message, help)
    }

    pub fn fail_at<T>(
        &mut self,
        loc: &Loc,
        message: impl Into<String>,
        help: impl Into<String>,
    ) -> Parsed<T> {
        if *self.kind() != Kind::Bad {
            self.sink.error(loc, message, help);
        }
        Err(Reported)
    }

    /// Whether an item may end here.
    pub fn at_item_end(&self) -> bool {
        match self.kind() {
            Kind::Mark(Mark::Semi)
            | Kind::SoftEnd
            | Kind::QuoteOpen
            | Kind::QuoteClose
            | Kind::End => true,
            Kind::Close(Delimiter::Brace) => self.depth <= ITEM_DEPTH,
            _ => false,
        }
    }

    /// Whether a new item plainly starts here, so that an end before it was forgotten.
    pub fn at_item_start(&self) -> bool {
        starts_item(&self.tokens[self.at..])
    }

    /// Whether the `if` that was just taken has its `else`, but no brace before it: `if (c) 1 else 2`.
    pub fn else_without_braces(&self) -> bool {
        let mut depth = 0_usize;
        for (i, token) in self.tokens[self.at..].iter().enumerate() {
            match &token.kind {
                Kind::Open(Delimiter::Brace) if depth == 0 => return false,
                Kind::Open(_) => depth += 1,
                Kind::Close(_) if depth > 0 => depth -= 1,
                Kind::Name(word) if depth == 0 && word == "else" => return true,
                Kind::Close(_)
                | Kind::Mark(Mark::Semi)
                | Kind::SoftEnd
                | Kind::QuoteClose
                | Kind::Bad => return false,
                _ if starts_item(&self.tokens[self.at + i..]) => return false,
                _ => {}
            }
        }
        false
    }

    /// Where the next token stands in the list, for [`Self::suspect_since`].
    pub fn position(&self) -> usize {
        self.at
    }

    /// The names from that position on become suspects.
    pub fn suspect_since(&mut self, position: usize) {
        for token in &self.tokens[position..self.at] {
            if let Kind::Name(name) = &token.kind {
                self.suspect(name);
            }
        }
    }

    /// How many brackets are open.
    pub fn depth(&self) -> usize {
        self.depth
    }

    /// Skips to where no more brackets are open than at that depth.
    pub fn skip_to_depth(&mut self, depth: usize) {
        while self.depth > depth && *self.kind() != Kind::End {
            self.advance();
        }
    }

    /// Skips to the end of the item. Names on the way become suspects.
    pub fn recover(&mut self) {
        let start = self.at;
        let ends =
            |this: &Self| this.depth <= ITEM_DEPTH && (this.at_item_end() || this.at_item_start());
        while *self.kind() != Kind::End && !ends(self) {
            self.advance();
        }
        self.suspect_since(start);
    }

    /// Nothing that follows from this name alone is worth reporting.
    fn suspect(&mut self, name: &str) {
        self.suspects.insert(name.to_string());
        if let Some(state) = name.strip_prefix('d') {
            self.suspects.insert(state.to_string());
        }
    }
}

/// A token as the user would recognise it in a message.
pub fn describe(kind: &Kind) -> String {
    match kind {
        Kind::Name(name) => format!("`{name}`"),
        Kind::Number { value, .. } => format!("the number `{value}`"),
        Kind::Mark(mark) => format!("`{mark}`"),
        Kind::Open(Delimiter::Paren) => "`(`".into(),
        Kind::Open(Delimiter::Bracket) => "`[`".into(),
        Kind::Open(Delimiter::Brace) => "`{`".into(),
        Kind::Close(Delimiter::Paren) => "`)`".into(),
        Kind::Close(Delimiter::Bracket) => "`]`".into(),
        Kind::Close(Delimiter::Brace) => "`}`".into(),
        Kind::Prime => "`'`".into(),
        Kind::Doc(_) => "a documentation comment".into(),
        Kind::QuoteOpen => "quoted text".into(),
        Kind::QuoteClose => "the end of the quoted text".into(),
        Kind::SoftEnd => "the next equation".into(),
        Kind::Bad => "something that cannot be read".into(),
        Kind::End => "the end of the model".into(),
    }
}
