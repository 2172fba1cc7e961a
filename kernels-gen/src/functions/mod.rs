//! The elementary functions of the language, one file each: value, derivative, domain, spelling.

mod abs;
mod acos;
mod asin;
mod atan;
mod atan2;
mod cbrt;
mod ceil;
mod cos;
mod cosh;
mod exp;
mod floor;
mod heaviside;
mod hypot;
mod ln;
mod log10;
mod max;
mod min;
mod modulo;
mod pow;
mod sigmoid;
mod sign;
mod sin;
mod sinh;
mod sqrt;
mod tan;
mod tanh;
#[cfg(test)]
mod tests;

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
    /// The value in f64, by the standard library: what the runtime computes, but for the last
    /// digit.
    pub eval: fn(&[f64]) -> f64,
    /// ∂f/∂(argument `i`), built from the arguments and the value itself; `None` where it is
    /// zero everywhere.
    pub derivative:
        fn(&mut crate::simplify::Builder<'_>, args: &[Id], value: Id, i: usize) -> Option<Id>,
    /// What is wrong with constant arguments, in words, if anything: "the logarithm of a negative
    /// number". An argument that is not constant is NaN, with which nothing is wrong.
    pub domain: fn(&[f64]) -> Option<&'static str>,
    /// The method of `lyapax`'s `Scalar` that computes it.
    pub method: &'static str,
    /// Intervals of the arguments on which the derivative is tested: one for each argument, and
    /// again one for each, as often as there are regions.
    #[cfg_attr(
        not(test),
        expect(dead_code, reason = "told with the function, read by its test")
    )]
    pub samples: &'static [(f64, f64)],
}

/// Every function, in the order in which they are told to the user.
pub static ALL: &[Function] = &[
    exp::EXP,
    ln::LN,
    log10::LOG10,
    sqrt::SQRT,
    cbrt::CBRT,
    abs::ABS,
    sign::SIGN,
    min::MIN,
    max::MAX,
    pow::POW,
    sin::SIN,
    cos::COS,
    tan::TAN,
    asin::ASIN,
    acos::ACOS,
    atan::ATAN,
    atan2::ATAN2,
    sinh::SINH,
    cosh::COSH,
    tanh::TANH,
    sigmoid::SIGMOID,
    heaviside::HEAVISIDE,
    floor::FLOOR,
    ceil::CEIL,
    modulo::MOD,
    hypot::HYPOT,
];

/// The function that the user calls by this name.
pub fn find(name: &str) -> Option<FunctionId> {
    let index = ALL
        .iter()
        .position(|f| f.name == name || f.alias == Some(name))?;
    u8::try_from(index).ok().map(FunctionId)
}

/// All names, second names included.
pub fn names() -> impl Iterator<Item = &'static str> {
    ALL.iter()
        .flat_map(|f| core::iter::once(f.name).chain(f.alias))
}

impl FunctionId {
    pub fn get(self) -> &'static Function {
        &ALL[usize::from(self.0)]
    }
}
