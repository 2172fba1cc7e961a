//! QR factors of the tangents: Y = QR with orthonormal Q and R_jj > 0.
//!
//! Only Q and the diagonal of R are wanted. Beside R_jj each column reports how much of it the
//! projection took away, since digits are lost in silence otherwise.

pub(crate) mod lanes;
pub(crate) mod large;
pub(crate) mod small;

use crate::Float;

/// What a column must keep for its R_jj to be trusted.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Limits {
    /// Largest ratio of a column's norm before projection to R_jj.
    pub(crate) ratio: f64,
}

impl Limits {
    /// For a block of several steps, which can be done again with half of them: R_jj is good to
    /// eleven digits.
    pub(crate) const BLOCK: Self = Self {
        ratio: Float::F64.largest_ratio(false),
    };
    /// For a single step, where there is no smaller interval.
    pub(crate) const STEP: Self = Self {
        ratio: Float::F64.largest_ratio(true),
    };

    /// Squares of column norms outside this range are on the way out of the range of numbers.
    const SQUARES: core::ops::RangeInclusive<f64> = 1e-200..=1e200;

    /// Whether they are those of a single step.
    pub(crate) fn is_single(self) -> bool {
        self.ratio > Self::BLOCK.ratio
    }

    /// The same for columns that were computed with such numbers.
    pub(crate) fn of(self, float: Float) -> Self {
        Self {
            ratio: float.largest_ratio(self.is_single()),
        }
    }

    /// Whether a column may be trusted, by the square of its norm before projection and by R_jj.
    /// NaN may not. It takes no branch.
    #[inline(always)]
    pub(crate) fn clear(self, before: f64, diagonal: f64) -> bool {
        let most = diagonal * self.ratio;
        (before <= most * most)
            & (before >= *Self::SQUARES.start())
            & (before <= *Self::SQUARES.end())
    }

    /// As [`Limits::clear`], with the reason.
    pub(crate) fn judge(self, before: f64, diagonal: f64) -> Result<(), Fault> {
        if self.clear(before, diagonal) {
            Ok(())
        } else if before.is_nan() || before > *Self::SQUARES.end() {
            Err(Fault::Overflow)
        } else if before < *Self::SQUARES.start() {
            Err(Fault::Vanished)
        } else {
            Err(Fault::Dependent)
        }
    }
}

/// Why a column has no R_jj.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Fault {
    /// Its norm is too large, or not a number.
    Overflow,
    /// Its norm is zero, or as good as.
    Vanished,
    /// It lies in the span of those before it, as far as can be told.
    Dependent,
}

/// A column without R_jj.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct BadColumn {
    /// Column, from 0.
    pub(crate) column: usize,
    pub(crate) fault: Fault,
}

#[cfg(test)]
mod tests;
