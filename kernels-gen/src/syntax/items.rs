//! The items of a model, one at a time; after a mistake the parser goes on at the next one.

mod equation;

use crate::front::{Delimiter, ITEM_WORDS, Kind, Mark};
use crate::spelling::nearest;

use super::cursor::{Cursor, Parsed, Reported, describe};
use super::expr::{expression, other_operator};
use super::{Declared, Expr, ExprKind, Item, ItemKind, Marks, Name};
use equation::equation;

/// Parses one item and its end. `None` where nothing of it could be kept.
pub fn item(cursor: &mut Cursor<'_>) -> Option<Item> {
    let mut docs = Vec::new();
    let mut marks = Marks::default();
    loop {
        match cursor.kind() {
            Kind::Doc(text) => {
                docs.push(text.clone());
                cursor.advance();
            }
            Kind::Mark(Mark::Hash) => attribute(cursor, &mut marks),
            Kind::QuoteOpen => {
                exclusive(cursor, &marks);
                cursor.text_marks = std::mem::take(&mut marks);
                cursor.advance();
            }
            _ => break,
        }
    }
    exclusive(cursor, &marks);
    // What an item says of itself stands above what is said of its text.
    if marks.jump.is_none() && marks.continuous.is_none() {
        marks = cursor.text_marks.clone();
    }
    let start = cursor.position();
    if let Ok(kind) = kind(cursor) {
        end(cursor);
        return Some(Item { docs, marks, kind });
    }
    // A recovery that takes nothing would meet the same token again for ever.
    if cursor.position() == start && !cursor.at_item_end() {
        cursor.advance();
    }
    cursor.suspect_since(start);
    cursor.recover();
    None
}

/// An item with a jump in it is `#[jump]`, whatever else it has.
fn exclusive(cursor: &mut Cursor<'_>, marks: &Marks) {
    if let (Some(_), Some(continuous)) = (&marks.jump, &marks.continuous) {
        cursor.sink.error(
            continuous,
            "`#[jump]` and `#[continuous]` exclude each other",
            "keep `#[jump]` if anything in the item jumps, `#[continuous]` if all its sides meet",
        );
    }
}

/// `#[jump]` or `#[continuous]`.
fn attribute(cursor: &mut Cursor<'_>, marks: &mut Marks) {
    let start = cursor.advance();
    let depth = cursor.depth();
    if cursor.take(&Kind::Open(Delimiter::Bracket)) {
        let name = cursor.take_name();
        let loc = name.as_ref().map_or(start.clone(), |name| name.loc.clone());
        let alone = *cursor.kind() == Kind::Close(Delimiter::Bracket);
        match name.as_ref().map(|name| name.text.as_str()) {
            Some("jump") if alone => marks.jump = Some(loc),
            Some("continuous") if alone => marks.continuous = Some(loc),
            Some("hamiltonian") => cursor.sink.error(
                &loc,
                "`#[hamiltonian]` speaks of the whole model",
                "put it before the model's name: `#[hamiltonian] pub HenonHeiles { … }`",
            ),
            _ => cursor.sink.error(
                &loc,
                "this attribute means nothing in a model",
                "an item takes `#[jump]` (its value jumps) or `#[continuous]` (the sides of an `if` meet)",
            ),
        }
        cursor.skip_to_depth(depth);
    } else {
        cursor.sink.error(
            &start,
            "`#` begins an attribute",
            "write `#[jump]` or `#[continuous]`; a comment begins with `//`",
        );
    }
}

fn kind(cursor: &mut Cursor<'_>) -> Parsed<ItemKind> {
    let Kind::Name(word) = cursor.kind() else {
        let found = describe(cursor.kind());
        return cursor.fail(
            format!("expected an item or an equation, found {found}"),
            "write `state x = 1;`, `param a = 2;`, `dx/dt = …;` or `\"x' = …\"`",
        );
    };
    // A state may be called `let` or `param`: then an equation's left side follows.
    let declares = !matches!(
        cursor.ahead(1),
        Kind::Prime | Kind::Mark(Mark::Assign) | Kind::Open(Delimiter::Bracket)
    );
    if declares && ITEM_WORDS.contains(&word.as_str()) {
        let word = word.clone();
        cursor.advance();
        return declaration(cursor, &word);
    }
    if let Some(equation) = equation(cursor)? {
        return Ok(equation);
    }
    misspelt(cursor, word)
}

/// Neither an item word nor an equation: says what it may have been meant to be.
fn misspelt(cursor: &mut Cursor<'_>, word: &str) -> Parsed<ItemKind> {
    if matches!(cursor.ahead(1), Kind::Name(_)) {
        return misspelt_word(cursor, word);
    }
    let name = cursor.take_name().expect("`kind` saw a name");
    if cursor.take_mark(Mark::Assign) {
        let value = value(cursor);
        return Ok(ItemKind::Assign { name, value });
    }
    if let (Kind::Mark(Mark::Slash), Kind::Name(below), Kind::Mark(Mark::Assign)) =
        (cursor.kind(), cursor.ahead(1), cursor.ahead(2))
        && let Some(x) = word.strip_prefix('d').filter(|x| !x.is_empty())
    {
        cursor.advance();
        let end = cursor.advance();
        return cursor.fail_at(
            &name.loc.to(&end),
            format!("`{word}/{below}` is not a derivative in time"),
            format!("write `d{x}/dt = …;`: time is called `t`"),
        );
    }
    let help = match (cursor.kind(), word.strip_suffix('_')) {
        (Kind::Open(Delimiter::Brace), Some(x)) => {
            cursor.suspects.insert(x.to_owned());
            format!("braces after `_` are TeX: write `{x}[n+1] = …`")
        }
        (Kind::Open(Delimiter::Paren), _)
            if *cursor.ahead(1) == Kind::Name("n".into())
                && *cursor.ahead(2) == Kind::Mark(Mark::Plus) =>
        {
            cursor.suspects.insert(word.to_owned());
            format!("write `{word}[n+1] = …` or `next({word}) = …;`")
        }
        (Kind::Open(Delimiter::Paren), _) => {
            format!(
                "an initial value stands with its state, `state {word} = 0.1;`, and a function is `fn {word}(v) = …;`"
            )
        }
        _ => format!(
            "an equation is `d{word}/dt = …;` or `\"{word}' = …\"`; a map is `next({word}) = …;`"
        ),
    };
    cursor.fail_at(
        &name.loc,
        format!("expected an item or an equation, found `{word}`"),
        help,
    )
}

/// A word where an item's should stand.
fn misspelt_word(cursor: &mut Cursor<'_>, word: &str) -> Parsed<ItemKind> {
    let message = format!("there is no item `{word}`");
    let meant = match word {
        "d" => return cursor.fail(message, "write a derivative in one word: `dx/dt = …;`"),
        "init" | "initial" => {
            let help = "an initial value stands with its state: `state x = 0.1;`";
            return cursor.fail(message, help);
        }
        // What other programs call them.
        "par" | "parameter" | "parameters" | "const" | "constant" | "number" => Some("param"),
        "func" | "function" | "def" => Some("fn"),
        "aux" | "observable" => Some("output"),
        _ => nearest(word, ITEM_WORDS.into_iter()),
    };
    let Some(meant) = meant else {
        let help = format!("items begin with one of `{}`", ITEM_WORDS[..7].join("`, `"));
        return cursor.fail(message, help);
    };
    let loc = cursor.advance();
    cursor
        .sink
        .error(&loc, message, format!("did you mean `{meant}`?"));
    declaration(cursor, meant)
}

fn declaration(cursor: &mut Cursor<'_>, word: &str) -> Parsed<ItemKind> {
    match word {
        "state" => Ok(ItemKind::State(list(cursor, word)?)),
        "param" => Ok(ItemKind::Param(list(cursor, word)?)),
        "input" => inputs(cursor),
        "fn" => function(cursor),
        "edge" => cursor.fail_at(
            &cursor.previous_loc(),
            "`edge` is reserved for further attributes of edges",
            "an edge has its weight `w` and its source `src.x`; leave this item out",
        ),
        _ => {
            let name = declared_name(cursor, word)?;
            let value = if assign(cursor, &format!("{word} {} = …;", name.text)).is_ok() {
                value(cursor)
            } else {
                cursor.recover();
                unread(cursor)
            };
            Ok(match word {
                "let" => ItemKind::Let { name, value },
                "coupling" => ItemKind::Coupling { name, value },
                _ => ItemKind::Output { name, value },
            })
        }
    }
}

/// `x = 1.0, y = 0.1`. What stands before a mistake is kept: the rest of the user's crate may name
/// it.
fn list(cursor: &mut Cursor<'_>, word: &str) -> Parsed<Vec<Declared>> {
    let mut found: Vec<Declared> = Vec::new();
    loop {
        let name = match declared_name(cursor, word) {
            Ok(name) => name,
            Err(Reported) => return kept(cursor, found),
        };
        let mut default = None;
        if *cursor.kind() == Kind::Open(Delimiter::Bracket) {
            let _ = cursor.fail::<()>(
                format!(
                    "`{word} {}[…]` is reserved for vectors of components",
                    name.text
                ),
                format!(
                    "declare the components one by one: `{word} {0}1, {0}2;`",
                    name.text
                ),
            );
            suspect_components(cursor, &name.text);
            let depth = cursor.depth();
            cursor.advance();
            cursor.skip_to_depth(depth);
            default = Some(unread(cursor));
        }
        if cursor.is_mark(Mark::Colon) {
            let _ = cursor.fail::<()>(
                format!(
                    "{} has a type, but every value is a real number",
                    name.quoted()
                ),
                format!("write `{word} {} = 1.0;`", name.text),
            );
            while !cursor.at_item_end()
                && !cursor.is_mark(Mark::Assign)
                && !cursor.is_mark(Mark::Comma)
            {
                cursor.advance();
            }
            default = Some(unread(cursor));
        }
        if cursor.take_mark(Mark::Assign) {
            default = Some(value(cursor));
        }
        found.push(Declared { name, default });
        match another(cursor, word) {
            Ok(true) => {}
            Ok(false) => return Ok(found),
            Err(Reported) => {
                // `state x y;` declares both, for all that anyone can tell.
                while let Some(name) = cursor.take_name() {
                    found.push(Declared {
                        name,
                        default: None,
                    });
                }
                for declared in &mut found {
                    declared.default.get_or_insert_with(|| unread(cursor));
                }
                return kept(cursor, found);
            }
        }
    }
}

/// The variables that `u[3]` may have been meant to declare.
fn suspect_components(cursor: &mut Cursor<'_>, name: &str) {
    cursor.suspects.insert(name.to_owned());
    let count = match cursor.ahead(1) {
        Kind::Number { value, .. } => *value,
        _ => 0.0,
    };
    let numbers = (0..100).take_while(|number| f64::from(*number) <= count);
    let components = numbers.map(|number| format!("{name}{number}"));
    cursor.suspects.extend(components);
}

/// What was found of a list before a mistake in it, which was reported.
fn kept<T>(cursor: &mut Cursor<'_>, found: Vec<T>) -> Parsed<Vec<T>> {
    if found.is_empty() {
        return Err(Reported);
    }
    cursor.recover();
    Ok(found)
}

/// Stands for an expression in which a mistake was reported.
fn unread(cursor: &Cursor<'_>) -> Expr {
    Expr {
        loc: cursor.loc(),
        kind: ExprKind::Error,
    }
}

/// Whether a list goes on. A comma before its end is how Rust lists are often written.
fn another(cursor: &mut Cursor<'_>, word: &str) -> Parsed<bool> {
    if cursor.is_mark(Mark::Comma) && decimal_comma(cursor) {
        let loc = cursor.advance();
        let message = "a comma stands between two declarations";
        cursor.sink.error(&loc, message, DECIMAL_POINT);
        cursor.advance();
        return another(cursor, word);
    }
    if cursor.take_mark(Mark::Comma) {
        return Ok(!cursor.at_item_end());
    }
    if !matches!(cursor.kind(), Kind::Name(_)) || cursor.at_item_start() {
        return Ok(false);
    }
    let found = describe(cursor.kind());
    cursor.fail(
        format!("expected `,` or `;`, found {found}"),
        format!("write `{word} a, b;` for several, and a `;` after the last"),
    )
}

fn inputs(cursor: &mut Cursor<'_>) -> Parsed<ItemKind> {
    let mut names = Vec::new();
    loop {
        let name = match declared_name(cursor, "input") {
            Ok(name) => name,
            Err(Reported) => return kept(cursor, names).map(ItemKind::Input),
        };
        if cursor.is_mark(Mark::Assign) {
            let _ = cursor.fail::<()>(
                format!(
                    "input `{}` takes no value here: it is given when the model runs",
                    name.text
                ),
                format!(
                    "write `input {0};`, or `param {0} = …;` for a number with a default",
                    name.text
                ),
            );
            cursor.advance();
            value(cursor);
        }
        names.push(name);
        match another(cursor, "input") {
            Ok(true) => {}
            Ok(false) => return Ok(ItemKind::Input(names)),
            Err(Reported) => return kept(cursor, names).map(ItemKind::Input),
        }
    }
}

/// `fn s(v, w) = body`
fn function(cursor: &mut Cursor<'_>) -> Parsed<ItemKind> {
    let name = declared_name(cursor, "fn")?;
    let form = format!("fn {}(v) = …;", name.text);
    let help = format!("write `{form}`");
    if !cursor.take(&Kind::Open(Delimiter::Paren)) {
        return cursor.fail(format!("function {} has no arguments", name.quoted()), help);
    }
    let mut args = Vec::new();
    while args.is_empty() || !cursor.take(&Kind::Close(Delimiter::Paren)) {
        let Some(arg) = cursor.take_name() else {
            let found = describe(cursor.kind());
            return cursor.fail(
                format!("expected the name of an argument, found {found}"),
                help,
            );
        };
        args.push(arg);
        if !cursor.take_mark(Mark::Comma) && *cursor.kind() != Kind::Close(Delimiter::Paren) {
            let found = describe(cursor.kind());
            return cursor.fail(format!("expected `,` or `)`, found {found}"), help);
        }
    }
    assign(cursor, &form)?;
    let body = value(cursor);
    Ok(ItemKind::Fn { name, args, body })
}

fn declared_name(cursor: &mut Cursor<'_>, word: &str) -> Parsed<Name> {
    if cursor.is_mark(Mark::Colon) {
        let loc = cursor.advance();
        cursor.sink.error(
            &loc,
            format!("no `:` stands after `{word}`"),
            format!("write `{word} x = 1.0;`"),
        );
    }
    if let (true, Kind::Name(name)) = (cursor.is_name("mut"), cursor.ahead(1)) {
        let loc = cursor.advance();
        cursor.sink.error(
            &loc,
            "nothing is `mut` in a model: what changes in time is a `state`",
            format!("write `{word} {name}`"),
        );
    }
    if let Some(name) = cursor.take_name() {
        return Ok(name);
    }
    let found = describe(cursor.kind());
    cursor.fail(
        format!("expected a name after `{word}`, found {found}"),
        format!("write `{word} name …;`"),
    )
}

fn assign(cursor: &mut Cursor<'_>, form: &str) -> Parsed<()> {
    if cursor.take_mark(Mark::Assign) {
        return Ok(());
    }
    let found = describe(cursor.kind());
    cursor.fail(
        format!("expected `=`, found {found}"),
        format!("write `{form}`"),
    )
}

/// The expression of an item. A mistake in it was reported; the item is kept, so that what it
/// declares is known to the rest of the model.
fn value(cursor: &mut Cursor<'_>) -> Expr {
    let start = cursor.loc();
    let value = expression(cursor).and_then(|value| {
        let ends = cursor.at_item_end() || cursor.at_item_start() || cursor.is_mark(Mark::Comma);
        if ends { Ok(value) } else { unexpected(cursor) }
    });
    value.unwrap_or_else(|Reported| {
        cursor.recover();
        Expr {
            loc: start,
            kind: ExprKind::Error,
        }
    })
}

const DECIMAL_POINT: &str = "the decimal mark is a point, as in `1.5`";

/// Whether the comma here stands between two numbers.
fn decimal_comma(cursor: &Cursor<'_>) -> bool {
    let number = |kind: &Kind| matches!(kind, Kind::Number { .. });
    number(cursor.previous()) && number(cursor.ahead(1))
}

/// Something that neither goes on with an item nor ends it.
fn unexpected<T>(cursor: &mut Cursor<'_>) -> Parsed<T> {
    let found = describe(cursor.kind());
    let help = match cursor.kind() {
        Kind::Mark(Mark::Comma) if decimal_comma(cursor) => DECIMAL_POINT,
        Kind::Open(Delimiter::Brace) if matches!(cursor.previous(), Kind::Name(name) if name.ends_with('_')) => {
            "braces after `_` are TeX: the present iterate is `x[n]`, or `x`"
        }
        Kind::Mark(Mark::Comma) => {
            "items end with `;`, and only `state`, `param` and `input` take lists"
        }
        Kind::Mark(Mark::Assign) => "an equation has one `=`; a comparison is `==`",
        kind => other_operator(kind).unwrap_or("put a `;` here, or the operator that is missing"),
    };
    cursor.fail(format!("expected an operator or `;`, found {found}"), help)
}

/// The end of an item.
fn end(cursor: &mut Cursor<'_>) {
    if cursor.at_item_end() {
        cursor.take_mark(Mark::Semi);
    } else if cursor.at_item_start() {
        let previous = cursor.previous_loc();
        cursor
            .sink
            .error(&previous, "this item has no end", "put a `;` after it");
    } else {
        let _ = unexpected::<()>(cursor);
        cursor.recover();
    }
}
