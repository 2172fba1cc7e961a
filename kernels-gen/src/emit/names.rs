//! Identifiers: the user's as they wrote them, and ours apart from them.

use proc_macro2::{Ident, Span};
use quote::format_ident;
use syn::ext::IdentExt as _;
use syn::parse::Parser as _;

use crate::syntax::Name;

/// What no user may begin a name with.
pub const PREFIX: &str = "__lyapax_";

/// The user's name, at the user's place. A Rust keyword gets its raw spelling, `r#mod`.
pub fn ident(name: &Name) -> Ident {
    let span = name.loc.ident_span();
    let text = name.text.as_str();
    if Ident::parse_any.parse_str(text).is_err() {
        // Was reported where it was read; the stub still needs some name.
        return Ident::new("invalid", span);
    }
    match text {
        // The few keywords that have no raw spelling.
        "self" | "Self" | "super" | "crate" | "_" => Ident::new(&format!("{text}_"), span),
        // A keyword from the 2024 edition on; the raw spelling means the same in all.
        "gen" => Ident::new_raw(text, span),
        _ if syn::parse_str::<Ident>(text).is_err() => Ident::new_raw(text, span),
        _ => Ident::new(text, span),
    }
}

/// One of our own local names.
pub fn local(name: &str) -> Ident {
    format_ident!("{PREFIX}{name}", span = Span::mixed_site())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::source::Loc;

    #[test]
    fn keywords_are_written_raw() {
        let ident = |text: &str| {
            ident(&Name {
                text: text.to_owned(),
                loc: Loc::token(Span::call_site()),
            })
            .to_string()
        };
        assert_eq!(ident("x"), "x");
        assert_eq!(ident("θ"), "θ");
        assert_eq!(ident("mod"), "r#mod");
        assert_eq!(ident("fn"), "r#fn");
        assert_eq!(ident("gen"), "r#gen");
        assert_eq!(ident("self"), "self_");
        assert_eq!(ident("2x"), "invalid");
    }
}
