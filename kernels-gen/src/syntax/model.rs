//! `/// docs  pub Name { items }`

use std::collections::HashSet;

use proc_macro2::TokenStream;

use crate::diag::Sink;
use crate::front::{Delimiter, Kind, Mark, Token};
use crate::source::Loc;

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
    let mut attributes = Attributes::default();
    loop {
        match cursor.kind() {
            Kind::Doc(text) => {
                docs.push(text.clone());
                cursor.advance();
            }
            Kind::Mark(Mark::Hash) => attribute(cursor, &mut attributes),
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
    Ok(Model {
        docs,
        visibility,
        root: attributes.root.unwrap_or_else(|| quote::quote!(::lyapax)),
        hamiltonian: attributes.hamiltonian,
        name,
        items: Vec::new(),
        suspects: HashSet::new(),
    })
}

/// What is said of the model as a whole, before its name.
#[derive(Default)]
struct Attributes {
    /// `#[lyapax(crate = some::path)]`: where a renamed or re-exported runtime is found.
    root: Option<TokenStream>,
    hamiltonian: Option<Loc>,
}

/// One attribute of a model. What it may not be is reported.
fn attribute(cursor: &mut Cursor<'_>, attributes: &mut Attributes) {
    let start = cursor.advance();
    let depth = cursor.depth();
    let bracket = Kind::Close(Delimiter::Bracket);
    if cursor.take(&Kind::Open(Delimiter::Bracket)) {
        if cursor.is_name("hamiltonian") {
            let loc = cursor.advance();
            hamiltonian(cursor, loc, attributes);
            cursor.skip_to_depth(depth);
            return;
        }
        let path = path_of_root(cursor);
        if let Some(path) = path.filter(|_| cursor.take(&bracket)) {
            attributes.root = path.parse().ok();
            return;
        }
    }
    cursor.sink.error(
        &start,
        "this attribute does not belong to a model",
        "a model takes `#[hamiltonian]` (a symplectic map too) and `#[lyapax(crate = some::path)]`; its items take `#[jump]` and `#[continuous]`",
    );
    cursor.skip_to_depth(depth);
}

/// `hamiltonian`, which stands alone in its brackets, and once.
fn hamiltonian(cursor: &mut Cursor<'_>, loc: Loc, attributes: &mut Attributes) {
    if *cursor.kind() != Kind::Close(Delimiter::Bracket) {
        cursor.sink.error(
            &cursor.loc(),
            "`hamiltonian` takes nothing",
            "write `#[hamiltonian]`; the pairs of position and momentum need not be named",
        );
    } else if attributes.hamiltonian.is_some() {
        cursor.sink.error(
            &loc,
            "`#[hamiltonian]` stands here twice",
            "keep one of them",
        );
    }
    attributes.hamiltonian.get_or_insert(loc);
}

/// `lyapax(crate = some::path)`
fn path_of_root(cursor: &mut Cursor<'_>) -> Option<String> {
    let opened = cursor.take(&Kind::Name("lyapax".into()))
        && cursor.take(&Kind::Open(Delimiter::Paren))
        && cursor.take(&Kind::Name("crate".into()))
        && cursor.take_mark(Mark::Assign);
    let path = opened.then(|| plain_text(cursor))?;
    let closed = cursor.take(&Kind::Close(Delimiter::Paren));
    (closed && !path.is_empty()).then_some(path)
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
