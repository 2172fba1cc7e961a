//! The elementary functions of the language, one file each: value, derivative, domain, spelling.

use crate::ir::Id;

/// Index into [`ALL`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct FunctionId(pub u8);

/// How a function behaves where it is not differentiable.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Smoothness {
    /// Differentiable wherever it is finite.
    Smooth,
    /// Kinks, but no jump: `abs`, `min`, `max`.
    Continuous,
    /// Jumps: in a flow the tangent jumps too, and plain differentiation misses it.
    Jump,
}

/// One elementary function.
pub struct Function {
    pub name: &'static str,
    /// A second name that means the same.
    pub alias: Option<&'static str>,
    pub arity: usize,
    pub smoothness: Smoothness,
    /// The value in f64: exactly what the runtime computes.
    pub eval: fn(&[f64]) -> f64,
    /// ∂f/∂(argument `i`), built from the arguments and the value itself; `None` where it is
    /// zero everywhere.
    pub derivative: fn(&mut crate::simplify::Builder<'_>, args: &[Id], value: Id, i: usize) -> Option<Id>,
    /// What is wrong with constant arguments, in words, if anything: "the logarithm of a negative number".
    pub domain: fn(&[f64]) -> Option<&'static str>,
    /// The method of `lyapax`'s `Scalar` that computes it.
    pub method: &'static str,
    /// Intervals of the arguments on which the derivative is tested.
    pub samples: &'static [(f64, f64)],
}
