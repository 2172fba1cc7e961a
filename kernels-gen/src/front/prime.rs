//! The prime: the characters that people type and paste for it.

/// How many primes a character stands for in quoted text.
pub fn count(c: char) -> usize {
    match c {
        // Apostrophe, prime, typographic quote, acute accent (the key beside it).
        '\'' | '\u{2032}' | '\u{2019}' | '\u{b4}' => 1,
        '\u{2033}' => 2,
        '\u{2034}' => 3,
        _ => letter_count(c),
    }
}

/// How many primes a *letter* looks like. Unicode lets these stand in a name, and so does Rust.
fn letter_count(c: char) -> usize {
    match c {
        '\u{2b9}' | '\u{2bb}' | '\u{2bc}' | '\u{2bd}' | '\u{2c8}' | '\u{2ca}' | '\u{a78b}'
        | '\u{a78c}' | '\u{7f4}' | '\u{7f5}' => 1,
        '\u{2ba}' | '\u{2ee}' => 2,
        _ => 0,
    }
}

/// A name without the prime-like letters at its end, and those letters.
pub fn split(name: &str) -> (&str, &str) {
    let stem = name.trim_end_matches(|c| letter_count(c) > 0);
    name.split_at(stem.len())
}

/// The spellings that work, for the variable `name`.
pub fn help(name: &str) -> String {
    format!("put the equation in quotes, `\"{name}' = …\"`, or write `d{name}/dt = …`")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_letters_at_the_end_are_primes() {
        assert_eq!(split("x\u{2b9}"), ("x", "\u{2b9}"));
        assert_eq!(split("x\u{2bc}\u{2bc}"), ("x", "\u{2bc}\u{2bc}"));
        assert_eq!(split("ka\u{2bb}u"), ("ka\u{2bb}u", ""));
        assert_eq!(split("x"), ("x", ""));
    }
}
