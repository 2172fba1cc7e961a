//! Few columns of few rows, kept in registers.
//!
//! A map is renormalised at every iteration, and what counts is how long the next one has to wait
//! for its tangents. So columns are projected as they are and scaled at the end, and judged when all
//! is done: no root stands between a column and the next, and no division waits for a root.

use super::{BadColumn, Limits};
use crate::Block;

/// A column that lost more than this factor of its norm is projected once more. The errors of Q
/// grow with the product of what its columns lost; at 4 they stay below 10⁻¹⁴ in eight dimensions,
/// at 5 they do not.
pub(super) const LOSS: f64 = 4.0;

/// Replaces the first `k` columns by orthonormal ones and gives the diagonal of R.
///
/// `y[i][j]` is row i of column j. On an error the columns are of no use.
#[inline(always)]
pub(crate) fn orthonormalise<B: Block<[f64; K]>, const K: usize>(
    y: &mut B,
    k: usize,
    limits: Limits,
) -> Result<[f64; K], BadColumn> {
    let mut factors = Factors::new();
    match y.as_mut() {
        [row] if K == 1 => factors.number(row),
        [first, second] if K == 2 => factors.plane(first, second, k),
        rows => return gram_schmidt(rows, k, limits),
    }
    factors.judged(k, limits)
}

/// Modified Gram–Schmidt (Golub & Van Loan, Matrix Computations, section 5.2.8). A column that lost
/// more than a factor 4 of its norm is made orthogonal a second time, and twice is enough (Kahan and
/// Parlett: Parlett, The Symmetric Eigenvalue Problem, section 6.9).
#[inline(never)]
fn gram_schmidt<const K: usize>(
    y: &mut [[f64; K]],
    k: usize,
    limits: Limits,
) -> Result<[f64; K], BadColumn> {
    let mut factors = Factors::new();
    let mut inverse = [0.0; K];
    for j in 0..k.min(K) {
        let before = dot(y, j, j);
        for i in 0..j {
            project(y, i, inverse[i], j);
        }
        let mut square = dot(y, j, j);
        if square * (LOSS * LOSS) < before {
            for i in 0..j {
                project(y, i, inverse[i], j);
            }
            square = dot(y, j, j);
        }
        inverse[j] = 1.0 / square;
        factors.set(j, before, square.sqrt());
    }
    for row in y {
        for j in 0..k.min(K) {
            row[j] *= factors.diagonal[j] * inverse[j];
        }
    }
    factors.judged(k, limits)
}

/// What is known of the columns.
struct Factors<const K: usize> {
    /// Squares of their norms as they came.
    before: [f64; K],
    /// R_jj.
    diagonal: [f64; K],
}

impl<const K: usize> Factors<K> {
    #[inline(always)]
    fn new() -> Self {
        Self {
            before: [0.0; K],
            diagonal: [0.0; K],
        }
    }

    /// One row, one column: its sign and its absolute value.
    #[inline(always)]
    fn number(&mut self, row: &mut [f64; K]) {
        self.set(0, row[0] * row[0], row[0].abs());
        row[0] = 1.0_f64.copysign(row[0]);
    }

    /// Two rows: the second direction is the first one turned by a right angle, and R_11·R_22 is
    /// the determinant but for its sign. Q is orthogonal however much the second column loses.
    #[inline(always)]
    fn plane(&mut self, first: &mut [f64; K], second: &mut [f64; K], k: usize) {
        let v = [first[0], second[0]];
        let square = v[0] * v[0] + v[1] * v[1];
        let norm = square.sqrt();
        let inverse = norm * (1.0 / square);
        let q = [v[0] * inverse, v[1] * inverse];
        (first[0], second[0]) = (q[0], q[1]);
        self.set(0, square, norm);
        if k > 1 {
            let w = [first[1], second[1]];
            let det = v[0] * w[1] - v[1] * w[0];
            let side = 1.0_f64.copysign(det);
            (first[1], second[1]) = (-q[1] * side, q[0] * side);
            self.set(1, w[0] * w[0] + w[1] * w[1], det.abs() * inverse);
        }
    }

    #[inline(always)]
    fn set(&mut self, column: usize, before: f64, diagonal: f64) {
        self.before[column] = before;
        self.diagonal[column] = diagonal;
    }

    /// The diagonal, if the first `k` columns can be trusted.
    #[inline(always)]
    fn judged(self, k: usize, limits: Limits) -> Result<[f64; K], BadColumn> {
        let mut clear = true;
        for j in 0..K {
            clear &= (j >= k) | limits.clear(self.before[j], self.diagonal[j]);
        }
        if clear {
            Ok(self.diagonal)
        } else {
            Err(self.bad(k, limits))
        }
    }

    /// The first column that cannot be trusted.
    #[cold]
    fn bad(&self, k: usize, limits: Limits) -> BadColumn {
        let faults = (0..k).map(|j| limits.judge(self.before[j], self.diagonal[j]));
        let mut faults = faults.enumerate();
        let bad = faults.find_map(|(column, judged)| {
            let fault = judged.err()?;
            Some(BadColumn { column, fault })
        });
        bad.expect("one of them is not clear")
    }
}

#[inline(always)]
fn dot<const K: usize>(y: &[[f64; K]], i: usize, j: usize) -> f64 {
    let mut sum = 0.0;
    for row in y {
        sum += row[i] * row[j];
    }
    sum
}

/// Takes column i, whose square has this inverse, out of column j.
#[inline(always)]
fn project<const K: usize>(y: &mut [[f64; K]], i: usize, inverse: f64, j: usize) {
    let r = dot(y, i, j) * inverse;
    for row in y {
        row[j] -= row[i] * r;
    }
}
