//! The numbers that generated code computes with.
//!
//! Code that `model!` emits is generic over [`Scalar`]: `f64`, `f32`, or lanes of several nodes at
//! once. Comparisons give masks and [`Scalar::select`] takes one of two values, so that
//! the code has no branches.

mod arc;
mod digits;
mod dual;
mod each;
mod exponential;
mod float;
mod hyperbolic;
mod lanes;
mod logarithm;
mod power;
mod root;
#[cfg(test)]
mod speed;
mod trig;
mod wide;

use core::ops::{Add, Div, Mul, Neg, Sub};

pub(crate) use dual::Dual;
pub use lanes::Lanes;
pub(crate) use lanes::opaque;
pub(crate) use wide::Wide;

/// A real number, or several of them in lanes.
pub trait Scalar:
    Copy
    + Default
    + Send
    + Sync
    + core::fmt::Debug
    + Add<Output = Self>
    + Sub<Output = Self>
    + Mul<Output = Self>
    + Div<Output = Self>
    + Neg<Output = Self>
    + 'static
{
    /// The truth value of a comparison: one `bool`, or one per lane.
    type Mask: Copy;

    /// A number that is raised to several powers, with what these have in common.
    type Base: Copy;

    /// The number nearest to `value`.
    fn lit(value: f64) -> Self;

    /// e to the power of the number.
    fn exp(self) -> Self;
    /// The natural logarithm.
    fn ln(self) -> Self;
    /// The logarithm to base 10.
    fn log10(self) -> Self;
    /// The square root.
    fn sqrt(self) -> Self;
    /// The cube root.
    fn cbrt(self) -> Self;
    /// The absolute value.
    fn abs(self) -> Self;
    /// −1, 0 or 1; 0 at zero.
    fn sign(self) -> Self;
    /// The smaller one; NaN where either is.
    fn min(self, other: Self) -> Self;
    /// The larger one; NaN where either is.
    fn max(self, other: Self) -> Self;
    /// The number to the power of `exponent`.
    fn pow(self, exponent: Self) -> Self;
    /// The number as a base of several powers.
    fn base(self) -> Self::Base;
    /// [`Self::pow`] of a base, to the bit; a second power costs less than the first.
    fn power(base: Self::Base, exponent: Self) -> Self;
    /// The sine of an angle in radians.
    fn sin(self) -> Self;
    /// The cosine of an angle in radians.
    fn cos(self) -> Self;
    /// [`Self::sin`] and [`Self::cos`], to the bit, for little more than the cost of one.
    fn sin_cos(self) -> (Self, Self);
    /// The tangent of an angle in radians.
    fn tan(self) -> Self;
    /// The angle in [−π/2, π/2] with this sine.
    fn asin(self) -> Self;
    /// The angle in [0, π] with this cosine.
    fn acos(self) -> Self;
    /// The angle in (−π/2, π/2) with this tangent.
    fn atan(self) -> Self;
    /// The angle of the point (`other`, `self`).
    fn atan2(self, other: Self) -> Self;
    /// The hyperbolic sine.
    fn sinh(self) -> Self;
    /// The hyperbolic cosine.
    fn cosh(self) -> Self;
    /// The hyperbolic tangent.
    fn tanh(self) -> Self;
    /// 1 / (1 + exp(−x)).
    fn sigmoid(self) -> Self;
    /// 0, ½ or 1; ½ at zero.
    fn heaviside(self) -> Self;
    /// The largest integer that is not above the number.
    fn floor(self) -> Self;
    /// The smallest integer that is not below the number.
    fn ceil(self) -> Self;
    /// The remainder with the divisor's sign.
    fn modulo(self, divisor: Self) -> Self;
    /// √(x² + y²), without overflow on the way.
    fn hypot(self, other: Self) -> Self;

    /// Whether it is less.
    fn lt(self, other: Self) -> Self::Mask;
    /// Whether it is less or equal.
    fn le(self, other: Self) -> Self::Mask;
    /// Whether it is greater.
    fn gt(self, other: Self) -> Self::Mask;
    /// Whether it is greater or equal.
    fn ge(self, other: Self) -> Self::Mask;
    /// Whether the two are equal; 0 and −0 are.
    fn eq(self, other: Self) -> Self::Mask;
    /// Whether the two differ; NaN differs from everything.
    fn ne(self, other: Self) -> Self::Mask;
    /// Both.
    fn and(a: Self::Mask, b: Self::Mask) -> Self::Mask;
    /// Either or both.
    fn or(a: Self::Mask, b: Self::Mask) -> Self::Mask;
    /// The opposite.
    fn not(a: Self::Mask) -> Self::Mask;
    /// `then` where the mask holds, else `otherwise`; the other value is not looked at.
    fn select(mask: Self::Mask, then: Self, otherwise: Self) -> Self;
}

/// What a Jacobian acts on: one component of one tangent vector, or of several side by side.
pub trait Tangent<S>:
    Copy
    + Default
    + Send
    + Sync
    + Add<Output = Self>
    + Sub<Output = Self>
    + Neg<Output = Self>
    + Mul<S, Output = Self>
{
}

impl<S: Scalar> Tangent<S> for S {}
