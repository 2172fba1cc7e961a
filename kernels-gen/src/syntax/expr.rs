//! Expressions, by precedence: `||`, `&&`, comparisons, `+ -`, `* /`, sign and `!`, `^`.

use crate::front::{Delimiter, Kind, Mark};
use crate::functions;

use super::cursor::{Cursor, Parsed, describe};
use super::{BinOp, Expr, ExprKind, Name};

/// Deeper nesting is refused: later stages may recurse over the tree.
const MAX_DEPTH: usize = 120;

pub fn expression(cursor: &mut Cursor<'_>) -> Parsed<Expr> {
    chain(cursor, 0, 0)
}

/// The operators of each level of precedence, loosest first.
fn operator(level: usize, kind: &Kind) -> Option<BinOp> {
    let Kind::Mark(mark) = kind else { return None };
    Some(match (level, mark) {
        (0, Mark::OrOr) => BinOp::Or,
        (1, Mark::AndAnd) => BinOp::And,
        (2, Mark::Less) => BinOp::Less,
        (2, Mark::LessEq) => BinOp::LessEq,
        (2, Mark::Greater) => BinOp::Greater,
        (2, Mark::GreaterEq) => BinOp::GreaterEq,
        (2, Mark::EqEq) => BinOp::Eq,
        (2, Mark::NotEq) => BinOp::NotEq,
        (3, Mark::Plus) => BinOp::Add,
        (3, Mark::Minus) => BinOp::Sub,
        (4, Mark::Star) => BinOp::Mul,
        (4, Mark::Slash) => BinOp::Div,
        _ => return None,
    })
}

const COMPARISONS: usize = 2;
const TIGHTEST: usize = 4;

/// Operators of this precedence and of tighter ones.
fn chain(cursor: &mut Cursor<'_>, loosest: usize, depth: usize) -> Parsed<Expr> {
    let mut left = signed(cursor, depth)?;
    for level in (loosest..=TIGHTEST).rev() {
        let mut rest = Vec::new();
        while let Some(op) = operator(level, cursor.kind()) {
            if level == COMPARISONS && !rest.is_empty() {
                return cursor.fail("comparisons cannot be chained", "write `a < b && b < c`");
            }
            let op_loc = cursor.advance();
            rest.push((op, op_loc, chain(cursor, level + 1, depth)?));
        }
        if let Some((_, _, last)) = rest.last() {
            left = Expr {
                loc: left.loc.to(&last.loc),
                kind: ExprKind::Chain {
                    first: Box::new(left),
                    rest,
                },
            };
        }
    }
    Ok(left)
}

/// `-a`, `+a`, `!a`; binds looser than `^`.
fn signed(cursor: &mut Cursor<'_>, depth: usize) -> Parsed<Expr> {
    if depth > MAX_DEPTH {
        return cursor.fail(
            "this expression is nested too deeply",
            "name its parts with `let`",
        );
    }
    let start = cursor.loc();
    let wrap: Option<fn(Box<Expr>) -> ExprKind> = match cursor.kind() {
        Kind::Mark(Mark::Minus) => Some(ExprKind::Neg),
        Kind::Mark(Mark::Not) => Some(ExprKind::Not),
        Kind::Mark(Mark::Plus) => None,
        _ => return power(cursor, depth),
    };
    cursor.advance();
    let operand = signed(cursor, depth + 1)?;
    let loc = start.to(&operand.loc);
    Ok(match wrap {
        Some(wrap) => Expr {
            loc,
            kind: wrap(Box::new(operand)),
        },
        None => operand,
    })
}

/// `a ^ b`, from the right; the exponent may have a sign.
fn power(cursor: &mut Cursor<'_>, depth: usize) -> Parsed<Expr> {
    let base = operand(cursor, depth)?;
    if !cursor.take_mark(Mark::Caret) {
        return Ok(base);
    }
    if let (ExprKind::Name(name), Kind::Number { value, .. }, Kind::Open(Delimiter::Paren)) =
        (&base.kind, cursor.kind(), cursor.ahead(1))
        && functions::find(name).is_some()
    {
        return cursor.fail_at(
            &base.loc.to(&cursor.loc()),
            format!("`{name}^{value}` is no function"),
            format!("the power stands after the argument: `{name}(…)^{value}`"),
        );
    }
    let exponent = signed(cursor, depth + 1)?;
    let loc = base.loc.to(&exponent.loc);
    Ok(Expr {
        loc,
        kind: ExprKind::Power {
            base: Box::new(base),
            exponent: Box::new(exponent),
        },
    })
}

fn operand(cursor: &mut Cursor<'_>, depth: usize) -> Parsed<Expr> {
    let loc = cursor.loc();
    let expr = match cursor.kind() {
        Kind::Number { value, .. } => {
            cursor.advance();
            Expr {
                loc,
                kind: ExprKind::Number(*value),
            }
        }
        Kind::Name(word) if word == "if" => conditional(cursor, depth)?,
        Kind::Name(_) => named(cursor, depth)?,
        Kind::Open(Delimiter::Paren) => {
            cursor.advance();
            let inner = chain(cursor, 0, depth + 1)?;
            close(cursor, Delimiter::Paren)?;
            Expr {
                loc: loc.to(&cursor.previous_loc()),
                kind: inner.kind,
            }
        }
        kind => {
            let found = describe(kind);
            let help = match kind {
                Kind::Mark(
                    mark @ (Mark::Star | Mark::Slash | Mark::Caret | Mark::Less | Mark::Greater),
                ) => {
                    format!("`{mark}` stands between two expressions")
                }
                Kind::Open(_) => "parentheses are round: `( … )`".to_string(),
                Kind::Mark(Mark::Other('|') | Mark::OrOr) => "a magnitude is `abs(x)`".to_string(),
                _ => "write a number, a name, a call or `( … )`".to_string(),
            };
            return cursor.fail(format!("expected an expression, found {found}"), help);
        }
    };
    missing_operator(cursor, expr)
}

/// `2 x`, `a (b)`, `(a)(b)`: multiplication has to be written.
fn missing_operator(cursor: &mut Cursor<'_>, left: Expr) -> Parsed<Expr> {
    if cursor.at_item_start() {
        return Ok(left);
    }
    match cursor.kind() {
        Kind::Name(word) if word != "else" && word != "if" => {
            let help = match &left.kind {
                ExprKind::Name(name) if functions::find(name).is_some() => {
                    format!("a call has parentheses: `{name}({word})`")
                }
                _ => format!("a product is written `… * {word}`"),
            };
            cursor.fail(format!("an operator is missing before `{word}`"), help)
        }
        kind @ (Kind::Number { .. } | Kind::Open(Delimiter::Paren)) => {
            let found = describe(kind);
            cursor.fail(
                format!("an operator is missing before {found}"),
                "a product is written `a * b`",
            )
        }
        Kind::Prime => cursor.fail(
            "a derivative cannot stand on the right side of an equation",
            "write its expression out, or name it with `let` and use the name in both places",
        ),
        _ => Ok(left),
    }
}

fn close(cursor: &mut Cursor<'_>, delimiter: Delimiter) -> Parsed<()> {
    if cursor.take(&Kind::Close(delimiter)) {
        return Ok(());
    }
    let found = describe(cursor.kind());
    let wanted = describe(&Kind::Close(delimiter));
    let help =
        other_operator(cursor.kind()).unwrap_or("put an operator here, or close what is open");
    cursor.fail(
        format!("expected an operator or {wanted}, found {found}"),
        help,
    )
}

/// How the language writes what other languages write with this mark.
pub fn other_operator(kind: &Kind) -> Option<&'static str> {
    Some(match kind {
        Kind::Mark(Mark::Assign) => "a comparison is `==`",
        Kind::Mark(Mark::Other('%')) => "the remainder is `mod(a, b)`",
        Kind::Mark(Mark::Other('?')) => "a choice is `if a < b { x } else { y }`",
        Kind::Mark(Mark::Semi) => "what is open ends without `;`: `if a < b { x } else { y }`",
        Kind::Mark(Mark::Other('&')) => "both conditions are `a && b`",
        Kind::Mark(Mark::Other('|')) => "either condition is `a || b`; a magnitude is `abs(x)`",
        _ => return None,
    })
}

/// `x`, `f(a, b)`, `src.x`, `x[+1]`, `x[n]`
fn named(cursor: &mut Cursor<'_>, depth: usize) -> Parsed<Expr> {
    let name = cursor.take_name().expect("the caller saw a name");
    match cursor.kind() {
        Kind::Open(Delimiter::Paren) => call(cursor, name, depth),
        Kind::Open(Delimiter::Bracket) => indexed(cursor, name),
        Kind::Mark(Mark::Dot) => {
            cursor.advance();
            if name.text != "src" {
                let part = match cursor.kind() {
                    Kind::Name(part) => part,
                    _ => "x",
                };
                return cursor.fail_at(
                    &name.loc,
                    format!("`{}` has no parts", name.text),
                    format!("`.` reads a variable of the source node: `src.{part}`"),
                );
            }
            match cursor.take_name() {
                Some(part) if *cursor.kind() == Kind::Open(Delimiter::Bracket) => cursor.fail(
                    format!("`src.{}` takes no index", part.text),
                    format!(
                        "write `src.{0}` for the source's present value; only the node itself has neighbours, `{0}[+1]`",
                        part.text
                    ),
                ),
                Some(part) => Ok(Expr {
                    loc: name.loc.to(&part.loc),
                    kind: ExprKind::Source(part),
                }),
                None => cursor.fail("expected a state after `src.`", "write `src.x`"),
            }
        }
        _ => Ok(Expr {
            loc: name.loc,
            kind: ExprKind::Name(name.text),
        }),
    }
}

fn call(cursor: &mut Cursor<'_>, function: Name, depth: usize) -> Parsed<Expr> {
    cursor.advance();
    let mut args = Vec::new();
    if !cursor.take(&Kind::Close(Delimiter::Paren)) {
        loop {
            args.push(chain(cursor, 0, depth + 1)?);
            if !cursor.take_mark(Mark::Comma) || *cursor.kind() == Kind::Close(Delimiter::Paren) {
                break;
            }
        }
        close(cursor, Delimiter::Paren)?;
    }
    let loc = function.loc.to(&cursor.previous_loc());
    Ok(Expr {
        loc,
        kind: ExprKind::Call { function, args },
    })
}

/// `x[+1]`, `x[-2]` or `x[n]`
fn indexed(cursor: &mut Cursor<'_>, state: Name) -> Parsed<Expr> {
    cursor.advance();
    let x = state.text.clone();
    let sign = match cursor.kind() {
        Kind::Mark(Mark::Plus) => 1,
        Kind::Mark(Mark::Minus) => -1,
        Kind::Name(n) if n == "n" => return iterate(cursor, state),
        Kind::Number { value, .. } => {
            let help = if *value == 0.0 {
                format!("the node's own value is `{x}`, its neighbour's `{x}[+1]`")
            } else {
                format!("a neighbour is counted from the node itself, with a sign: `{x}[+{value}]`")
            };
            return cursor.fail(format!("`{x}` is one variable, not a list of them"), help);
        }
        kind => {
            let found = describe(kind);
            let help =
                format!("a neighbour is `{x}[+1]` or `{x}[-1]`; the iterate of a map is `{x}[n]`");
            return cursor.fail(format!("expected an offset, found {found}"), help);
        }
    };
    cursor.advance();
    let offset = match *cursor.kind() {
        #[expect(
            clippy::cast_possible_truncation,
            reason = "a whole number below a million"
        )]
        Kind::Number {
            value,
            integer: true,
        } if (1.0..=1e6).contains(&value) => value as i32 * sign,
        _ => {
            let help = format!("write a whole number: `{x}[+1]`; the node's own value is `{x}`");
            return cursor.fail("a neighbour's offset is a whole number, not zero", help);
        }
    };
    cursor.advance();
    if cursor.is_mark(Mark::Comma) {
        return cursor.fail(
            "lattices of two dimensions are reserved",
            format!("write one offset along the node axis: `{x}[+1]`"),
        );
    }
    if !cursor.take(&Kind::Close(Delimiter::Bracket)) {
        let found = describe(cursor.kind());
        return cursor.fail(
            format!("expected `]`, found {found}"),
            format!("write `{x}[{offset:+}]`"),
        );
    }
    let loc = state.loc.to(&cursor.previous_loc());
    Ok(Expr {
        loc,
        kind: ExprKind::Neighbour { state, offset },
    })
}

/// `x[n]`
fn iterate(cursor: &mut Cursor<'_>, state: Name) -> Parsed<Expr> {
    cursor.advance();
    let loc = state.loc.to(&cursor.loc());
    if cursor.take(&Kind::Close(Delimiter::Bracket)) {
        return Ok(Expr {
            loc,
            kind: ExprKind::Current(state),
        });
    }
    let x = &state.text;
    let help = match cursor.kind() {
        Kind::Mark(Mark::Minus) => {
            format!(
                "keep the past in a state of its own: `state {x}_old;` with `next({x}_old) = {x}`"
            )
        }
        _ => format!("write `{x}[n]`, or `{x}`"),
    };
    cursor.fail(
        "the right side of a map holds the present iterate alone",
        help,
    )
}

/// `if a { b } else { c }`, and `else if`
fn conditional(cursor: &mut Cursor<'_>, depth: usize) -> Parsed<Expr> {
    const FORM: &str = "write `if a < b { x } else { y }`";
    let start = cursor.advance();
    if cursor.else_without_braces() {
        return cursor.fail_at(
            &start,
            "both values of an `if` stand in braces",
            "write `if c { 1 } else { 2 }`, with or without parentheses around the condition",
        );
    }
    let condition = chain(cursor, 0, depth + 1)?;
    let then = braced(cursor, depth)?;
    if !cursor.take(&Kind::Name("else".into())) {
        return cursor.fail_at(
            &start,
            "an `if` has a value on both sides: `else` is missing",
            FORM,
        );
    }
    let otherwise = if cursor.is_name("if") {
        conditional(cursor, depth + 1)?
    } else {
        braced(cursor, depth)?
    };
    let loc = start.to(&cursor.previous_loc());
    let kind = ExprKind::If {
        condition: Box::new(condition),
        then: Box::new(then),
        otherwise: Box::new(otherwise),
    };
    Ok(Expr { loc, kind })
}

fn braced(cursor: &mut Cursor<'_>, depth: usize) -> Parsed<Expr> {
    if !cursor.take(&Kind::Open(Delimiter::Brace)) {
        let found = describe(cursor.kind());
        let help = other_operator(cursor.kind()).unwrap_or("write `if a < b { x } else { y }`");
        return cursor.fail(format!("expected `{{`, found {found}"), help);
    }
    let inner = chain(cursor, 0, depth + 1)?;
    close(cursor, Delimiter::Brace)?;
    Ok(inner)
}
