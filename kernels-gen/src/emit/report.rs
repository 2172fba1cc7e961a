//! Diagnostics become tokens that make rustc tell them.

use proc_macro_warning::FormattedWarning;
use proc_macro2::{Delimiter, Group, Literal, TokenStream};
use quote::{ToTokens as _, quote, quote_spanned};

use crate::diag::{Diagnostic, Severity};
use crate::source::Loc;

/// How many are told of one model. A reader mends the first few and compiles again, and each costs
/// the compiler a place to show.
const MOST: usize = 20;

/// The first diagnostics, each at its own place, and at the model's name how many more there are.
pub fn report(diagnostics: &[Diagnostic], model: Option<&Loc>) -> TokenStream {
    let told = &diagnostics[..diagnostics.len().min(MOST)];
    let mut tokens: TokenStream = told.iter().map(tell).collect();
    let (Some(last), more @ 1..) = (told.last(), diagnostics.len() - told.len()) else {
        return tokens;
    };
    let (what, s) = match last.severity {
        Severity::Error => ("mistake", if more == 1 { "" } else { "s" }),
        Severity::Warning => ("warning", if more == 1 { "" } else { "s" }),
    };
    tokens.extend(tell(&Diagnostic {
        severity: last.severity,
        loc: model.unwrap_or(&last.loc).clone(),
        message: format!("and {more} more {what}{s}"),
        help: None,
    }));
    tokens
}

fn tell(diagnostic: &Diagnostic) -> TokenStream {
    match diagnostic.severity {
        Severity::Error => error(diagnostic),
        Severity::Warning => warning(diagnostic),
    }
}

/// `compile_error!`, which rustc underlines from its first token to its last.
fn error(diagnostic: &Diagnostic) -> TokenStream {
    let (start, end) = (diagnostic.loc.start_span(), diagnostic.loc.end_span());
    let mut message = Literal::string(&diagnostic.render());
    message.set_span(end);
    let mut body = Group::new(Delimiter::Brace, message.into_token_stream());
    body.set_span(end);
    quote_spanned!(start=> ::core::compile_error! #body)
}

/// Stable macros cannot warn, but the use of something deprecated does. A `const _` of its own for
/// each, so that their names cannot meet.
fn warning(diagnostic: &Diagnostic) -> TokenStream {
    let note = format!("\n{}", diagnostic.render());
    let warning = FormattedWarning::new_deprecated("model", note, diagnostic.loc.start_span());
    quote! {
        #[allow(unit_bindings, clippy::all, clippy::pedantic, clippy::nursery, clippy::restriction)]
        const _: () = { #warning };
    }
}

#[cfg(test)]
mod tests {
    use proc_macro2::Span;

    use super::*;

    #[test]
    fn errors_and_warnings_are_items() {
        let loc = Loc::token(Span::call_site());
        let diagnostic = |severity| Diagnostic {
            severity,
            loc: loc.clone(),
            message: "is wrong".into(),
            help: None,
        };
        let tokens = report(
            &[diagnostic(Severity::Error), diagnostic(Severity::Warning)],
            None,
        );
        let file: syn::File = syn::parse2(tokens).expect("diagnostics are items");
        assert_eq!(file.items.len(), 2);
        let text = prettyplease::unparse(&file);
        assert!(text.contains("::core::compile_error!"), "{text}");
        assert!(text.contains("deprecated"), "{text}");
    }

    #[test]
    fn twenty_are_told_and_the_rest_counted() {
        let loc = Loc::token(Span::call_site());
        let many = |count| {
            let one = Diagnostic {
                severity: Severity::Error,
                loc: loc.clone(),
                message: "is wrong".into(),
                help: None,
            };
            report(&vec![one; count], Some(&loc)).to_string()
        };
        let told = |text: &str| text.matches("compile_error").count();
        assert_eq!(told(&many(20)), 20);
        assert!(!many(20).contains("more"));
        assert_eq!(told(&many(21)), 21);
        assert!(many(21).contains("and 1 more mistake\""));
        assert_eq!(told(&many(5000)), 21);
        assert!(many(5000).contains("and 4980 more mistakes"));
    }
}
