//! Typed names of what a model declares: `Lorenz::rho` is a constant, so that a misspelt name does
//! not compile, and a name of another model does not either.

use core::fmt;
use core::marker::PhantomData;

macro_rules! name {
    ($(#[$doc:meta])* $name:ident) => {
        $(#[$doc])*
        pub struct $name<M> {
            index: usize,
            name: &'static str,
            // A function pointer is `Copy`, `Send` and `Sync` whatever the model is.
            model: PhantomData<fn() -> M>,
        }

        impl<M> $name<M> {
            /// For generated code: number `index` of the model, spelt `name`.
            #[doc(hidden)]
            pub const fn new(index: usize, name: &'static str) -> Self {
                Self { index, name, model: PhantomData }
            }

            /// Its place in the order of declaration.
            pub const fn index(self) -> usize {
                self.index
            }

            /// As the model spells it.
            pub const fn name(self) -> &'static str {
                self.name
            }
        }

        impl<M> Clone for $name<M> {
            fn clone(&self) -> Self {
                *self
            }
        }

        impl<M> Copy for $name<M> {}

        impl<M> fmt::Debug for $name<M> {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                write!(f, "{}({:?})", stringify!($name), self.name)
            }
        }

        impl<M> fmt::Display for $name<M> {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(self.name)
            }
        }
    };
}

name! {
    /// A state of the model `M`, such as `Lorenz::x`.
    StateName
}
name! {
    /// A parameter of the model `M`, such as `Lorenz::rho`.
    ParamName
}
name! {
    /// An input of the model `M`, declared by `input`.
    InputName
}
name! {
    /// An observable of the model `M`, declared by `output`.
    OutputName
}
