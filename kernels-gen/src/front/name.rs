//! Names: Rust's own rule, but for the middle dot.

use proc_macro2::{Ident, Span};
use unicode_ident::{is_xid_continue, is_xid_start};

/// `a·b` is one name by Unicode's rule, and a product to everyone who writes it. The second is the
/// Greek mark that Unicode makes equal to it.
pub const MIDDLE_DOTS: [char; 2] = ['\u{b7}', '\u{387}'];

/// Whether a name may begin with this character.
pub fn starts(c: char) -> bool {
    c == '_' || is_xid_start(c)
}

/// Whether a name may go on with this character.
pub fn continues(c: char) -> bool {
    is_xid_continue(c) && !MIDDLE_DOTS.contains(&c)
}

/// The value of a subscript digit, which Unicode does not allow in names but papers do.
pub fn subscript(c: char) -> Option<char> {
    ('\u{2080}'..='\u{2089}')
        .contains(&c)
        .then(|| char::from_digit(u32::from(c) - 0x2080, 10))
        .flatten()
}

/// The name as the compiler spells it: rustc composes accents (NFC), so that the Ohm sign of a
/// quoted equation and that of a plain one are the same omega. Outside a macro nothing changes,
/// for plain names either.
pub fn composed(name: &str) -> String {
    if name.is_ascii() {
        name.to_owned()
    } else {
        Ident::new(name, Span::call_site()).to_string()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_of_every_script() {
        assert!(starts('θ') && starts('_') && starts('x') && starts('変'));
        assert!(!starts('1') && !starts('\'') && !starts('·'));
        assert!(continues('1') && continues('\u{307}'));
        assert!(!continues('·') && !continues('\u{387}'));
    }

    #[test]
    fn subscripts_are_digits() {
        assert_eq!(subscript('₀'), Some('0'));
        assert_eq!(subscript('₉'), Some('9'));
        assert_eq!(subscript('9'), None);
    }
}
