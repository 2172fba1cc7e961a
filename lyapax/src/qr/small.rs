//! Few columns of few rows, kept in registers: modified Gram–Schmidt.

use super::{BadColumn, Limits};

/// A column that lost more than this factor of its norm is projected once more.
const LOSS: f64 = 5.0;

/// Replaces the first `k` columns by orthonormal ones and gives the diagonal of R.
///
/// `y[i][j]` is row i of column j. Modified Gram–Schmidt (Golub & Van Loan, Matrix
/// Computations, section 5.2.8). A column that lost more than a factor 5 of its
/// norm is made orthogonal a second time, and twice is enough (Kahan and Parlett: Parlett, The
/// Symmetric Eigenvalue Problem, section 6.9). On an error the columns are of no use.
#[inline(never)]
pub(crate) fn gram_schmidt<const K: usize>(
    y: &mut [[f64; K]],
    k: usize,
    limits: Limits,
) -> Result<[f64; K], BadColumn> {
    let mut diagonal = [0.0; K];
    for j in 0..k.min(K) {
        let before = dot(y, j, j);
        for i in 0..j {
            project(y, i, j);
        }
        let mut square = dot(y, j, j);
        if square * (LOSS * LOSS) < before {
            for i in 0..j {
                project(y, i, j);
            }
            square = dot(y, j, j);
        }
        limits
            .judge(before, square)
            .map_err(|fault| BadColumn { column: j, fault })?;
        let norm = square.sqrt();
        diagonal[j] = norm;
        let inverse = 1.0 / norm;
        for row in y.iter_mut() {
            row[j] *= inverse;
        }
    }
    Ok(diagonal)
}

#[inline(always)]
fn dot<const K: usize>(y: &[[f64; K]], i: usize, j: usize) -> f64 {
    let mut sum = 0.0;
    for row in y {
        sum += row[i] * row[j];
    }
    sum
}

/// Takes column i, of norm 1, out of column j.
#[inline(always)]
fn project<const K: usize>(y: &mut [[f64; K]], i: usize, j: usize) {
    let r = dot(y, i, j);
    for row in y {
        row[j] -= row[i] * r;
    }
}
