//! Diagnostics become tokens that make rustc tell them.

use proc_macro_warning::FormattedWarning;
use proc_macro2::{Delimiter, Group, Literal, TokenStream};
use quote::{ToTokens as _, quote, quote_spanned};

use crate::diag::{Diagnostic, Severity};

/// Every diagnostic, each at its own place.
pub fn report(diagnostics: &[Diagnostic]) -> TokenStream {
    diagnostics
        .iter()
        .map(|diagnostic| match diagnostic.severity {
            Severity::Error => error(diagnostic),
            Severity::Warning => warning(diagnostic),
        })
        .collect()
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
    use crate::source::Loc;

    #[test]
    fn errors_and_warnings_are_items() {
        let loc = Loc::token(Span::call_site());
        let diagnostic = |severity| Diagnostic {
            severity,
            loc: loc.clone(),
            message: "is wrong".into(),
            help: None,
        };
        let tokens = report(&[diagnostic(Severity::Error), diagnostic(Severity::Warning)]);
        let file: syn::File = syn::parse2(tokens).expect("diagnostics are items");
        assert_eq!(file.items.len(), 2);
        let text = prettyplease::unparse(&file);
        assert!(text.contains("::core::compile_error!"), "{text}");
        assert!(text.contains("deprecated"), "{text}");
    }
}
