//! Every mistake that the language refuses, with the exact place and words of its message.
//!
//! A case is the text of a model in which a line of carets marks what the message points at:
//!
//! ```text
//! M {
//!     state x;
//!     dx/dt = y;
//!             ^ unknown name `y` | declare it
//! }
//! ```
//!
//! The message has to be the same to the letter; the help has to contain what stands after `|`.

mod calls;
mod constants;
mod coupling;
mod declarations;
mod equations;
mod expressions;
mod foreign;
mod hamiltonian;
mod harness;
mod lexing;
mod limits;
mod many;
mod names;
mod switches;
mod warnings;
