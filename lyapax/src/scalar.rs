//! The numbers that generated code computes with.
//!
//! Code that `model!` emits is generic over [`Scalar`]: `f64`, `f32` and, later, lanes of several
//! systems at once. Comparisons give masks and [`Scalar::select`] takes one of two values, so that
//! the code has no branches.

use core::ops::{Add, Div, Mul, Neg, Sub};

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

    /// The number nearest to `value`.
    fn lit(value: f64) -> Self;

    fn exp(self) -> Self;
    fn ln(self) -> Self;
    fn log10(self) -> Self;
    fn sqrt(self) -> Self;
    fn cbrt(self) -> Self;
    fn abs(self) -> Self;
    /// −1, 0 or 1; 0 at zero.
    fn sign(self) -> Self;
    /// The smaller one; NaN where either is.
    fn min(self, other: Self) -> Self;
    /// The larger one; NaN where either is.
    fn max(self, other: Self) -> Self;
    fn pow(self, exponent: Self) -> Self;
    fn sin(self) -> Self;
    fn cos(self) -> Self;
    fn tan(self) -> Self;
    fn asin(self) -> Self;
    fn acos(self) -> Self;
    fn atan(self) -> Self;
    /// The angle of the point (`other`, `self`).
    fn atan2(self, other: Self) -> Self;
    fn sinh(self) -> Self;
    fn cosh(self) -> Self;
    fn tanh(self) -> Self;
    /// 1 / (1 + exp(−x)).
    fn sigmoid(self) -> Self;
    /// 0, ½ or 1; ½ at zero.
    fn heaviside(self) -> Self;
    fn floor(self) -> Self;
    fn ceil(self) -> Self;
    /// The remainder with the divisor's sign.
    fn modulo(self, divisor: Self) -> Self;
    fn hypot(self, other: Self) -> Self;

    fn lt(self, other: Self) -> Self::Mask;
    fn le(self, other: Self) -> Self::Mask;
    fn gt(self, other: Self) -> Self::Mask;
    fn ge(self, other: Self) -> Self::Mask;
    fn eq(self, other: Self) -> Self::Mask;
    fn ne(self, other: Self) -> Self::Mask;
    fn and(a: Self::Mask, b: Self::Mask) -> Self::Mask;
    fn or(a: Self::Mask, b: Self::Mask) -> Self::Mask;
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
