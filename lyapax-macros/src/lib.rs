//! The `model!` macro of lyapax. It is a door only: tokens go in, [`kernels_gen`] compiles them,
//! tokens come out. The language is described at `lyapax::model!`.

use proc_macro::TokenStream;

/// Compiles the equations of a dynamical system; see `lyapax::model!`.
#[proc_macro]
pub fn model(input: TokenStream) -> TokenStream {
    kernels_gen::expand(input.into()).into()
}
