//! Several tangents at once: each lane is one tangent vector's component.

use core::array::from_fn;
use core::ops::{Add, Mul, Neg, Sub};

use super::{Scalar, Tangent};

/// The same component of `K` tangent vectors, side by side.
///
/// A partial derivative is one number for all of them, so that J·v of a small system is a handful
/// of vector instructions.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Pack<S, const K: usize>(pub [S; K]);

impl<S: Scalar, const K: usize> Default for Pack<S, K> {
    #[inline(always)]
    fn default() -> Self {
        Self([S::default(); K])
    }
}

impl<S: Scalar, const K: usize> Add for Pack<S, K> {
    type Output = Self;
    #[inline(always)]
    fn add(self, other: Self) -> Self {
        Self(from_fn(|l| self.0[l] + other.0[l]))
    }
}

impl<S: Scalar, const K: usize> Sub for Pack<S, K> {
    type Output = Self;
    #[inline(always)]
    fn sub(self, other: Self) -> Self {
        Self(from_fn(|l| self.0[l] - other.0[l]))
    }
}

impl<S: Scalar, const K: usize> Neg for Pack<S, K> {
    type Output = Self;
    #[inline(always)]
    fn neg(self) -> Self {
        Self(from_fn(|l| -self.0[l]))
    }
}

impl<S: Scalar, const K: usize> Mul<S> for Pack<S, K> {
    type Output = Self;
    #[inline(always)]
    fn mul(self, factor: S) -> Self {
        Self(from_fn(|l| self.0[l] * factor))
    }
}

impl<S: Scalar, const K: usize> Tangent<S> for Pack<S, K> {}
