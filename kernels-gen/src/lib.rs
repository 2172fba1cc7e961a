//! The equation compiler behind `lyapax::model!`, as an ordinary library.
//!
//! One way through, and nothing flows back:
//!
//! ```text
//! front   tokens and quoted text      -> one kind of token, each with its place
//! syntax  tokens                      -> the model as written, with places
//! lower   names resolved              -> ir: a hash-consed arena of operations
//! check   rules about the whole model -> Checked, the only thing that later stages accept
//! derive  simplify, differentiate     -> f and its non-zero partials
//! tape    branch-free list of operations
//! emit    Rust for the CPU
//! ```
//!
//! Every stage reports into one [`diag::Sink`], so that all mistakes of a model are told at once.

mod check;
mod derive;
mod diag;
mod differentiate;
mod dump;
mod emit;
mod front;
mod functions;
mod ir;
mod lower;
mod simplify;
mod source;
mod syntax;
mod tape;
