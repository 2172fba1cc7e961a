//! Numbers, as both fronts spell them.
//!
//! Rust takes `2pi` for one literal with a suffix, `.5` for a point and an integer, `0x1F` for 31
//! and `1.e-3` for five tokens. Quoted text could be more lenient, but then an equation that moves
//! from one spelling to the other would break; so both fronts cut the same words, and this file
//! alone says what a word is worth and what is wrong with it. A wrong word still has a value, so
//! that nothing after it is reported because of it.

use std::ops::Range;

use super::{Kind, Mark, Token, name};
use crate::diag::Sink;
use crate::source::Loc;

/// What a word that begins like a number stands for.
#[derive(Debug, PartialEq)]
struct Number {
    value: f64,
    /// Spelled without point and exponent.
    integer: bool,
    /// `pi` of `2pi`, and how many characters of the word stand before it.
    factor: Option<(String, usize)>,
    trouble: Option<Trouble>,
}

/// What to report about a word.
#[derive(Debug, PartialEq)]
struct Trouble {
    message: String,
    help: String,
}

impl Trouble {
    fn new(message: impl Into<String>, help: impl Into<String>) -> Self {
        Self {
            message: message.into(),
            help: help.into(),
        }
    }
}

/// How many characters of the text belong to the number at its start, a suffix among them.
pub fn word_len(text: &[char]) -> usize {
    let digits = digits_len(text);
    let suffix = &text[digits..];
    if suffix.first().is_some_and(|c| name::starts(*c)) {
        digits + suffix.iter().take_while(|c| name::continues(**c)).count()
    } else {
        digits
    }
}

/// How many characters are digits, point and exponent.
fn digits_len(text: &[char]) -> usize {
    let at = |i: usize| text.get(i).copied().unwrap_or(' ');
    let digits_from = |i: usize| {
        text[i..]
            .iter()
            .take_while(|c| c.is_ascii_digit() || **c == '_')
            .count()
    };
    // Length of an exponent at `i`, or 0: without a digit it is a name (`2e` is `2 * e`).
    let exponent_at = |i: usize| {
        if !matches!(at(i), 'e' | 'E') {
            return 0;
        }
        let sign = usize::from(matches!(at(i + 1), '+' | '-'));
        if at(i + 1 + sign).is_ascii_digit() {
            1 + sign + digits_from(i + 1 + sign)
        } else {
            0
        }
    };
    let mut len = 0;
    if at(0) != '.' {
        len = digits_from(0);
    }
    if at(len) == '.' {
        let after = at(len + 1);
        if after.is_ascii_digit() {
            len += 1 + digits_from(len + 1);
        } else if exponent_at(len + 1) > 0 {
            len += 1;
        } else if after != '.' && !name::starts(after) {
            return len + 1;
        }
    }
    len + exponent_at(len)
}

/// Adds the tokens of a word: `2pi` is reported, and goes on as `2 * pi`. `place` tells where some
/// of the word's characters stand.
pub fn push(
    word: &str,
    place: impl Fn(Range<usize>) -> Loc,
    tokens: &mut Vec<Token>,
    sink: &mut Sink,
) {
    let number = read(word);
    let len = word.chars().count();
    if let Some(trouble) = number.trouble {
        sink.error(&place(0..len), trouble.message, trouble.help);
    }
    let split = number.factor.as_ref().map_or(len, |(_, split)| *split);
    tokens.push(Token {
        kind: Kind::Number {
            value: number.value,
            integer: number.integer,
        },
        loc: place(0..split),
    });
    if let Some((name, split)) = number.factor {
        tokens.push(Token {
            kind: Kind::Mark(Mark::Star),
            loc: place(split..len),
        });
        tokens.push(Token {
            kind: Kind::Name(name),
            loc: place(split..len),
        });
    }
}

/// Reads a word that begins with a digit, or with a point and a digit.
fn read(word: &str) -> Number {
    let chars: Vec<char> = word.chars().collect();
    if let Some(number) = radix(word) {
        return number;
    }
    let split = digits_len(&chars);
    let suffix: String = chars[split..].iter().collect();
    let digits: String = chars[..split].iter().filter(|c| **c != '_').collect();
    let integer = !digits.contains(['.', 'e', 'E']);
    let spelled = complete(&digits);
    let Ok(value) = digits.parse::<f64>() else {
        return Number {
            value: 1.0,
            integer,
            factor: None,
            trouble: Some(Trouble::new(
                format!("`{word}` is not a number"),
                "write a decimal number, such as `0.5` or `1e-3`",
            )),
        };
    };
    let significant = digits
        .split(['e', 'E'])
        .next()
        .is_some_and(|mantissa| mantissa.contains(|c| ('1'..='9').contains(&c)));
    let beyond = value.is_infinite() || (value == 0.0 && significant);

    let trouble = if beyond && value == 0.0 {
        Some(Trouble::new(
            format!("`{word}` is too small for f64, which would make it 0"),
            "write `0`, or change the unit so that the number is above 5e-324",
        ))
    } else if beyond {
        Some(Trouble::new(
            format!("`{word}` is too large for f64"),
            "change the unit so that the number is below 1.7e308",
        ))
    } else if is_type(&suffix) {
        Some(Trouble::new(
            format!("`{word}` names a type, but every number of an equation is real"),
            format!("write `{spelled}`"),
        ))
    } else if !suffix.is_empty() {
        Some(Trouble::new(
            format!("`{word}` is one word to Rust"),
            format!("write `{spelled} * {suffix}`"),
        ))
    } else if digits.starts_with('.') {
        Some(Trouble::new(
            format!("`{word}` has no digit before its point"),
            format!("write `{spelled}`"),
        ))
    } else if spelled != digits {
        Some(Trouble::new(
            format!("`{word}` has no digit after its point"),
            format!("write `{spelled}`"),
        ))
    } else {
        None
    };
    Number {
        // One is the value that no later rule objects to.
        value: if beyond { 1.0 } else { value },
        integer,
        factor: (!suffix.is_empty() && !is_type(&suffix)).then_some((suffix, split)),
        trouble,
    }
}

/// The digits with a digit on both sides of a point that is followed by something.
fn complete(digits: &str) -> String {
    let digits = digits.replace(".e", ".0e").replace(".E", ".0E");
    if digits.starts_with('.') {
        format!("0{digits}")
    } else {
        digits
    }
}

/// `0x1F`, `0o17`, `0b11`; anything else that begins so is zero with a suffix.
fn radix(word: &str) -> Option<Number> {
    let (kind, radix, digits) = if let Some(digits) = word.strip_prefix("0x") {
        ("a hexadecimal number", 16, digits)
    } else if let Some(digits) = word.strip_prefix("0o") {
        ("an octal number", 8, digits)
    } else {
        ("a binary number", 2, word.strip_prefix("0b")?)
    };
    let mut value = Some(0_u128);
    let mut any = false;
    for c in digits.chars().filter(|c| *c != '_') {
        let digit = c.to_digit(radix)?;
        any = true;
        value = value
            .and_then(|v| v.checked_mul(u128::from(radix)))
            .and_then(|v| v.checked_add(u128::from(digit)));
    }
    if !any {
        return None;
    }
    let help = match value {
        Some(value) => format!("write `{value}`"),
        None => "write it in decimal".to_owned(),
    };
    Some(Number {
        value: value.map_or(1.0, |v| v as f64),
        integer: true,
        factor: None,
        trouble: Some(Trouble::new(format!("`{word}` is {kind}"), help)),
    })
}

fn is_type(suffix: &str) -> bool {
    let Some(bits) = suffix.strip_prefix(['f', 'i', 'u']) else {
        return false;
    };
    matches!(bits, "8" | "16" | "32" | "64" | "128") || (bits == "size" && suffix != "fsize")
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The word at the start of the text, its value, and what is said about it.
    fn seen(text: &str) -> String {
        let chars: Vec<char> = text.chars().collect();
        let word: String = chars[..word_len(&chars)].iter().collect();
        let number = read(&word);
        let kind = if number.integer { "integer" } else { "real" };
        let factor = number
            .factor
            .map_or(String::new(), |(name, at)| format!(" * {name}@{at}"));
        let trouble = number
            .trouble
            .map_or(String::new(), |t| format!(": {} | {}", t.message, t.help));
        format!("{word} = {kind} {:?}{factor}{trouble}", number.value)
    }

    #[track_caller]
    fn check(text: &str, expected: &str) {
        assert_eq!(seen(text), expected);
    }

    #[test]
    fn decimal_numbers() {
        check("2", "2 = integer 2.0");
        check("10_000)", "10_000 = integer 10000.0");
        check(
            "2.5e-3x'",
            "2.5e-3x = real 0.0025 * x@6: `2.5e-3x` is one word to Rust | write `2.5e-3 * x`",
        );
        check("2. ", "2. = real 2.0");
        check("2.+1", "2. = real 2.0");
        check("1E+1_0-", "1E+1_0 = real 10000000000.0");
        check("0.0e-999", "0.0e-999 = real 0.0");
        check(
            "9007199254740993",
            "9007199254740993 = integer 9007199254740992.0",
        );
    }

    #[test]
    fn a_point_ends_an_integer_before_a_name_or_another_point() {
        check("2.x", "2 = integer 2.0");
        check("1..2", "1 = integer 1.0");
        check("2.e", "2 = integer 2.0");
    }

    #[test]
    fn a_name_behind_a_number_is_a_factor() {
        check(
            "2pi",
            "2pi = integer 2.0 * pi@1: `2pi` is one word to Rust | write `2 * pi`",
        );
        check(
            "3θ",
            "3θ = integer 3.0 * θ@1: `3θ` is one word to Rust | write `3 * θ`",
        );
        check(
            "2_x",
            "2_x = integer 2.0 * x@2: `2_x` is one word to Rust | write `2 * x`",
        );
        check(
            "2exp(",
            "2exp = integer 2.0 * exp@1: `2exp` is one word to Rust | write `2 * exp`",
        );
        check(
            "0x",
            "0x = integer 0.0 * x@1: `0x` is one word to Rust | write `0 * x`",
        );
        check(
            "0b12",
            "0b12 = integer 0.0 * b12@1: `0b12` is one word to Rust | write `0 * b12`",
        );
    }

    #[test]
    fn types_are_dropped() {
        check(
            "1.0f64",
            "1.0f64 = real 1.0: `1.0f64` names a type, but every number of an equation is real | write `1.0`",
        );
        check(
            "3usize",
            "3usize = integer 3.0: `3usize` names a type, but every number of an equation is real | write `3`",
        );
    }

    #[test]
    fn other_bases() {
        check(
            "0x1F",
            "0x1F = integer 31.0: `0x1F` is a hexadecimal number | write `31`",
        );
        check(
            "0o1_7",
            "0o1_7 = integer 15.0: `0o1_7` is an octal number | write `15`",
        );
        check(
            "0b11",
            "0b11 = integer 3.0: `0b11` is a binary number | write `3`",
        );
    }

    #[test]
    fn bare_points() {
        check(
            ".5",
            ".5 = real 0.5: `.5` has no digit before its point | write `0.5`",
        );
        check(
            ".5e3",
            ".5e3 = real 500.0: `.5e3` has no digit before its point | write `0.5e3`",
        );
        check(
            ".5x",
            ".5x = real 0.5 * x@2: `.5x` is one word to Rust | write `0.5 * x`",
        );
        check(
            "1.e-3",
            "1.e-3 = real 0.001: `1.e-3` has no digit after its point | write `1.0e-3`",
        );
    }

    #[test]
    fn numbers_that_f64_cannot_hold() {
        check(
            "1e999",
            "1e999 = real 1.0: `1e999` is too large for f64 | change the unit so that the number is below 1.7e308",
        );
        check(
            "1e-999",
            "1e-999 = real 1.0: `1e-999` is too small for f64, which would make it 0 | \
             write `0`, or change the unit so that the number is above 5e-324",
        );
    }
}
