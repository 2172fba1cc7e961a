//! Few columns of few rows, kept in registers: modified Gram–Schmidt.

use super::{BadColumn, Limits};
use crate::Pack;

/// A column that lost more than this factor of its norm is projected once more.
const LOSS: f64 = 10.0;

/// Replaces the first `k` columns by orthonormal ones and gives the diagonal of R.
///
/// `y[i].0[j]` is row i of column j. Modified Gram–Schmidt, all later columns at once (Golub & Van
/// Loan, Matrix Computations, algorithm 5.2.6). A column that lost more than a factor 10 of its
/// norm is made orthogonal a second time, and twice is enough (Kahan and Parlett: Parlett, The
/// Symmetric Eigenvalue Problem, section 6.9). On an error the columns are of no use.
#[inline(always)]
pub(crate) fn gram_schmidt<const K: usize>(
    y: &mut [Pack<f64, K>],
    k: usize,
    limits: Limits,
) -> Result<[f64; K], BadColumn> {
    let mut diagonal = [0.0; K];
    let mut squares = Pack([0.0; K]);
    for row in y.iter() {
        for c in 0..K {
            squares.0[c] += row.0[c] * row.0[c];
        }
    }
    for j in 0..K {
        if j >= k {
            break;
        }
        let mut square = 0.0;
        for row in y.iter() {
            square += row.0[j] * row.0[j];
        }
        if square * (LOSS * LOSS) < squares.0[j] {
            for i in 0..j {
                let mut r = 0.0;
                for row in y.iter() {
                    r += row.0[i] * row.0[j];
                }
                for row in y.iter_mut() {
                    row.0[j] -= row.0[i] * r;
                }
            }
            square = 0.0;
            for row in y.iter() {
                square += row.0[j] * row.0[j];
            }
        }
        let norm = square.sqrt();
        limits
            .judge(squares.0[j].sqrt(), norm)
            .map_err(|fault| BadColumn { column: j, fault })?;
        diagonal[j] = norm;
        let inverse = 1.0 / norm;
        let mut r = Pack([0.0; K]);
        for row in y.iter_mut() {
            row.0[j] *= inverse;
            let q = row.0[j];
            for c in 0..K {
                r.0[c] += q * row.0[c];
            }
        }
        // Finished columns keep what they have.
        for c in 0..=j {
            r.0[c] = 0.0;
        }
        for row in y.iter_mut() {
            let q = row.0[j];
            for c in 0..K {
                row.0[c] -= q * r.0[c];
            }
        }
    }
    Ok(diagonal)
}
