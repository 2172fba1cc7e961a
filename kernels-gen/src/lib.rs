//! The equation compiler behind `lyapax::model!`, as an ordinary library.
//!
//! One way through, and nothing flows back:
//!
//! ```text
//! front   tokens and quoted text      -> one kind of token, each with its place
//! syntax  tokens                      -> the model as written, with places
//! lower   names resolved              -> ir: a hash-consed arena of operations
//! check   rules about the whole model -> Checked, the only thing that later stages accept
//! derive  simplify, differentiate     -> f and its non-zero partials; sums as matrix products
//! tape    branch-free list of operations
//! emit    Rust for the CPU
//! ```
//!
//! Every stage reports into one sink, so that all mistakes of a model are told at once.

mod check;
mod derive;
mod diag;
mod differentiate;
mod dump;
mod emit;
mod factorise;
mod front;
mod functions;
mod ir;
mod lower;
mod products;
mod reference;
mod report;
mod simplify;
mod source;
mod spelling;
mod symmetry;
mod syntax;
mod tape;
mod terms;
mod volume;

use proc_macro2::TokenStream;

use derive::Derived;
use diag::Sink;

pub use diag::Severity;
pub use reference::{Functions, Gathered, Point, Reference};
pub use report::{Report, diagnose};

/// The environment variable that names a model whose compilation is to be shown.
const DUMP: &str = "LYAPAX_DUMP";

/// Everything that `model!` does: the input of the macro becomes Rust items. Mistakes become
/// `compile_error!`s at their places, beside a stub of the type, so that the rest of the user's
/// crate reports nothing that only follows from them.
pub fn expand(input: TokenStream) -> TokenStream {
    let mut sink = Sink::default();
    let compiled = compile(input, &mut sink);
    let name = match &compiled {
        Compiled::Model(derived) => Some(&derived.model.name),
        Compiled::Broken(written) => Some(&written.name),
        Compiled::Nothing => None,
    };
    let mut output = emit::report(&sink.finish(), name.map(|name| &name.loc));
    match compiled {
        Compiled::Model(derived) => {
            if std::env::var(DUMP).is_ok_and(|name| name == derived.model.name.text) {
                eprintln!("{}", dump::dump(&derived));
            }
            output.extend(emit::emit(&derived));
        }
        Compiled::Broken(written) => output.extend(emit::stub(&written)),
        Compiled::Nothing => {}
    }
    output
}

/// How far a model came.
#[expect(
    clippy::large_enum_variant,
    reason = "there is one, and it is taken apart at once"
)]
enum Compiled {
    Model(Derived),
    /// Mistakes were reported.
    Broken(syntax::Model),
    /// Not even the name was found.
    Nothing,
}

/// From tokens to a checked model with its derivatives.
fn compile(input: TokenStream, sink: &mut Sink) -> Compiled {
    let tokens = front::read(input, sink);
    let Some(written) = syntax::parse(&tokens, sink) else {
        return Compiled::Nothing;
    };
    let checked = check::check(lower::lower(&written, sink), sink);
    if let Some(derived) = checked.and_then(|checked| derive::derive(&checked, sink)) {
        return Compiled::Model(derived);
    }
    // A stub without a word would run, and give numbers.
    assert!(sink.has_errors(), "a stage gave up and did not say why");
    Compiled::Broken(written)
}
