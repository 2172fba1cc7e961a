//! `/// docs  pub Name { items }`

use std::collections::HashSet;

use proc_macro2::TokenStream;

use crate::diag::Sink;
use crate::front::{Delimiter, Kind, Mark, Token};

use super::cursor::{Cursor, Parsed};
use super::{Item, Marks, Model, Name, items};

/// Parses the whole input of `model!`. `None` where not even a name was found.
pub fn parse(tokens: &[Token], sink: &mut Sink) -> Option<Model> {
    let mut cursor = Cursor::new(tokens, sink);
    let mut model = header(&mut cursor).ok()?;
    model.items = body(&mut cursor);
    if *cursor.kind() != Kind::End {
        let _ = cursor.fail::<()>(
            "a `model!` holds one model",
            "give the next model a `model! { … }` of its own",
        );
    }
    model.suspects = std::mem::take(&mut cursor.suspects);
    Some(model)
}

fn header(cursor: &mut Cursor<'_>) -> Parsed<Model> {
    let mut docs = Vec::new();
    let mut root = None;
    loop {
        match cursor.kind() {
            Kind::Doc(text) => {
                docs.push(text.clone());
                cursor.advance();
            }
            Kind::Mark(Mark::Hash) => root = root_attribute(cursor).or(root),
            _ => break,
        }
    }
    let visibility = visibility(cursor);
    let (Kind::Name(text), Kind::Open(Delimiter::Brace)) = (cursor.kind(), cursor.ahead(1)) else {
        let help = "write `pub Lorenz { state x; … }`: a name, and the model's items in braces";
        return cursor.fail("a model begins with its name", help);
    };
    let name = Name {
        text: text.clone(),
        loc: cursor.advance(),
    };
    cursor.advance();
    let root = root.unwrap_or_else(|| quote::quote!(::lyapax));
    Ok(Model {
        docs,
        visibility,
        root,
        name,
        items: Vec::new(),
        suspects: HashSet::new(),
    })
}

/// `#[lyapax(crate = some::path)]`: where a renamed or re-exported runtime is found.
/// `None` where it is something else, which was reported.
fn root_attribute(cursor: &mut Cursor<'_>) -> Option<TokenStream> {
    let start = cursor.advance();
    let depth = cursor.depth();
    let help = "the one attribute of a model is `#[lyapax(crate = some::path)]`; its items take `#[jump]` and `#[continuous]`";
    let opened = cursor.take(&Kind::Open(Delimiter::Bracket))
        && cursor.take(&Kind::Name("lyapax".into()))
        && cursor.take(&Kind::Open(Delimiter::Paren))
        && cursor.take(&Kind::Name("crate".into()))
        && cursor.take_mark(Mark::Assign);
    let path = if opened {
        plain_text(cursor)
    } else {
        String::new()
    };
    let closed = cursor.take(&Kind::Close(Delimiter::Paren))
        && cursor.take(&Kind::Close(Delimiter::Bracket));
    if closed && !path.is_empty() {
        return path.parse().ok();
    }
    cursor
        .sink
        .error(&start, "this attribute does not belong to a model", help);
    cursor.skip_to_depth(depth);
    None
}

fn visibility(cursor: &mut Cursor<'_>) -> TokenStream {
    let mut text = String::new();
    if cursor.is_name("pub") {
        cursor.advance();
        text.push_str("pub");
        if cursor.take(&Kind::Open(Delimiter::Paren)) {
            text = format!("pub({})", plain_text(cursor));
            cursor.take(&Kind::Close(Delimiter::Paren));
        }
    }
    text.parse()
        .expect("a visibility of names and colons is Rust")
}

/// Names and colons, as they stand in a path.
fn plain_text(cursor: &mut Cursor<'_>) -> String {
    let mut text = String::new();
    loop {
        match cursor.kind() {
            Kind::Name(name) => {
                text.push_str(name);
                text.push(' ');
            }
            Kind::Mark(mark @ Mark::Colon) => text.push_str(&mark.to_string()),
            _ => return text,
        }
        cursor.advance();
    }
}

fn body(cursor: &mut Cursor<'_>) -> Vec<Item> {
    let mut found = Vec::new();
    loop {
        match cursor.kind() {
            Kind::End => return found,
            Kind::Close(Delimiter::Brace) => {
                cursor.advance();
                return found;
            }
            // An attribute before a text goes to its first item; without one nothing is to be kept.
            Kind::Mark(Mark::Semi) | Kind::SoftEnd | Kind::QuoteOpen => {
                cursor.advance();
            }
            Kind::QuoteClose => {
                cursor.text_marks = Marks::default();
                cursor.advance();
            }
            _ => found.extend(items::item(cursor)),
        }
    }
}

impl Name {
    /// The name within backticks.
    pub fn quoted(&self) -> String {
        format!("`{}`", self.text)
    }
}
