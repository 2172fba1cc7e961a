//! Emission: a derived model becomes Rust.
//!
//! The code is read in the user's crate. So every path is absolute, every name of ours is one that
//! no user can declare, and it stands in `const _`, where nothing can see it.

mod body;
mod device;
mod info;
mod item;
mod jacobian;
mod names;
mod products;
mod report;
mod rust;
mod stub;

use proc_macro2::TokenStream;
use quote::quote;

use crate::derive::Derived;

pub use names::PREFIX;
pub use report::report;
pub use stub::stub;

/// The model's type and its implementation.
pub fn emit(derived: &Derived) -> TokenStream {
    let item = item::item(derived);
    let dump = crate::DUMP;
    let implementation = rust::implementation(derived);
    quote! {
        #item
        // Cargo builds again when the variable changes only if the code reads it.
        const _: ::core::option::Option<&'static ::core::primitive::str> = ::core::option_env!(#dump);
        #implementation
    }
}

#[cfg(test)]
mod tests;
