//! Equations, in each way that their left sides are written.

use super::value;
use crate::front::{Delimiter, Kind, Mark};
use crate::source::Loc;
use crate::syntax::cursor::{Cursor, Parsed, describe};
use crate::syntax::{ItemKind, Name};

/// An equation, if one starts here.
pub(super) fn equation(cursor: &mut Cursor<'_>) -> Parsed<Option<ItemKind>> {
    let start = cursor.loc();
    let Kind::Name(first) = cursor.kind() else {
        return Ok(None);
    };
    let (state, is_map) = match (cursor.ahead(1), cursor.ahead(2)) {
        (Kind::Prime, _) => (primed(cursor)?, false),
        (Kind::Open(Delimiter::Bracket), _) => (indexed(cursor)?, true),
        (Kind::Mark(Mark::Slash), Kind::Name(dt))
            if dt == "dt" && first.len() > 1 && first.starts_with('d') =>
        {
            let whole = cursor.take_name().expect("matched a name");
            cursor.advance();
            cursor.advance();
            (
                Name {
                    text: whole.text[1..].to_string(),
                    loc: whole.loc,
                },
                false,
            )
        }
        (Kind::Mark(Mark::Slash), Kind::Name(below)) => {
            let Some((order, x)) = of_higher_order(first, below) else {
                return Ok(None);
            };
            cursor.advance();
            cursor.advance();
            let end = cursor.advance();
            return higher_order(
                cursor,
                &start.to(&end),
                &format!("{first}/{below}"),
                x,
                order,
            );
        }
        (Kind::Open(Delimiter::Paren), Kind::Name(_)) if first == "d" || first == "next" => {
            let Some(found) = bracketed(cursor, first == "next") else {
                return Ok(None);
            };
            found
        }
        _ => return Ok(None),
    };
    let loc = start.to(&cursor.previous_loc());
    if !cursor.take_mark(Mark::Assign) {
        let found = describe(cursor.kind());
        return cursor.fail(
            format!(
                "expected `=` in the equation of `{}`, found {found}",
                state.text
            ),
            format!("write `d{0}/dt = …;` or `\"{0}' = …\"`", state.text),
        );
    }
    let value = value(cursor);
    Ok(Some(if is_map {
        ItemKind::Map { state, loc, value }
    } else {
        ItemKind::Flow { state, loc, value }
    }))
}

/// `x'`
fn primed(cursor: &mut Cursor<'_>) -> Parsed<Name> {
    let state = cursor.take_name().expect("the caller saw a name");
    let first = cursor.advance();
    if *cursor.kind() != Kind::Prime {
        return Ok(state);
    }
    let mut order = 1;
    let mut last = first.clone();
    while *cursor.kind() == Kind::Prime {
        last = cursor.advance();
        order += 1;
    }
    let written = format!("{}{}", state.text, "'".repeat(order));
    higher_order(cursor, &first.to(&last), &written, &state.text, order)
}

/// The order and the state of `d2x/dt2`.
fn of_higher_order<'a>(above: &'a str, below: &str) -> Option<(usize, &'a str)> {
    let digits = below.strip_prefix("dt")?;
    let x = above.strip_prefix('d')?.strip_prefix(digits)?;
    let order = digits.parse().ok().filter(|order| *order > 1)?;
    (!x.is_empty()).then_some((order, x))
}

fn higher_order<T>(
    cursor: &mut Cursor<'_>,
    loc: &Loc,
    written: &str,
    x: &str,
    order: usize,
) -> Parsed<T> {
    let help = if order > 2 {
        format!(
            "write {order} equations of the first order, one for each derivative below the highest"
        )
    } else if written.contains('/') {
        format!(
            "write two equations of the first order: `state {x}, {x}_t;` with `d{x}/dt = {x}_t;` and `d{x}_t/dt = …;`"
        )
    } else {
        format!(
            "write two equations of the first order: `state {x}, {x}_t;` with `{x}' = {x}_t` and `{x}_t' = …`"
        )
    };
    cursor.fail_at(
        loc,
        format!("`{written}` is a derivative of order {order}"),
        help,
    )
}

/// `x[n+1]`
fn indexed(cursor: &mut Cursor<'_>) -> Parsed<Name> {
    let state = cursor.take_name().expect("the caller saw a name");
    let open = cursor.advance();
    let counted = cursor.take(&Kind::Name("n".into()))
        && cursor.take_mark(Mark::Plus)
        && cursor.take(&Kind::Number {
            value: 1.0,
            integer: true,
        });
    if counted && cursor.take(&Kind::Close(Delimiter::Bracket)) {
        return Ok(state);
    }
    let x = state.text;
    cursor.fail_at(
        &open.to(&cursor.loc()),
        "the left side of a map is the next iterate",
        format!("write `{x}[n+1] = …` or `next({x}) = …`"),
    )
}

/// `d(x)/dt` or `next(x)`; `None` (and nothing taken) where it is something else.
fn bracketed(cursor: &mut Cursor<'_>, is_map: bool) -> Option<(Name, bool)> {
    if *cursor.ahead(3) != Kind::Close(Delimiter::Paren) {
        return None;
    }
    let by_time =
        *cursor.ahead(4) == Kind::Mark(Mark::Slash) && *cursor.ahead(5) == Kind::Name("dt".into());
    if !is_map && !by_time {
        return None;
    }
    cursor.advance();
    cursor.advance();
    let state = cursor.take_name()?;
    cursor.advance();
    if !is_map {
        cursor.advance();
        cursor.advance();
    }
    Some((state, is_map))
}
