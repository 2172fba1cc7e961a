//! Few columns of few rows, kept in registers: modified Gram–Schmidt.

use super::{BadColumn, Limits};
use crate::Pack;

/// A column that lost more than this factor of its norm is projected once more. Half an ulp times
/// this factor is how far Q may be from orthogonal; at 10 the chaotic systems of the benches would
/// take the branch every few blocks, which costs more than the projection.
const LOSS: f64 = 30.0;

/// Replaces the first `k` columns by orthonormal ones and gives the diagonal of R.
///
/// `y[i].0[j]` is row i of column j. Modified Gram–Schmidt, all later columns at once (Golub & Van
/// Loan, Matrix Computations, algorithm 5.2.6), with the columns scaled at the end: so no column
/// waits for the root of the one before it. A column that lost more than a factor 30 of its norm is
/// made orthogonal a second time, and twice is enough (Kahan and Parlett: Parlett, The Symmetric
/// Eigenvalue Problem, section 6.9). On an error the columns are of no use.
#[inline(always)]
pub(crate) fn gram_schmidt<const K: usize>(
    y: &mut [Pack<f64, K>],
    k: usize,
    limits: Limits,
) -> Result<[f64; K], BadColumn> {
    let mut before = [0.0; K];
    for row in y.iter() {
        for c in 0..K {
            before[c] += row.0[c] * row.0[c];
        }
    }
    // Lanes without a column stay at zero, whatever they are divided by.
    let mut after = [1.0; K];
    for j in 0..K {
        if j >= k {
            break;
        }
        let mut r = products(y, j);
        if r[j] * (LOSS * LOSS) < before[j] {
            for i in 0..j {
                let r = products(y, i)[j] / after[i];
                for row in y.iter_mut() {
                    row.0[j] -= row.0[i] * r;
                }
            }
            r = products(y, j);
        }
        after[j] = r[j];
        let inverse = 1.0 / r[j];
        for c in 0..K {
            // Finished columns keep what they have.
            r[c] = if c > j { r[c] * inverse } else { 0.0 };
        }
        for row in y.iter_mut() {
            let q = row.0[j];
            for c in 0..K {
                row.0[c] -= q * r[c];
            }
        }
    }
    let mut diagonal = [0.0; K];
    let mut good = true;
    for j in 0..K {
        diagonal[j] = after[j].sqrt();
        good &= (j >= k) | limits.clear(before[j], after[j]);
    }
    if !good {
        for j in 0..k {
            limits
                .judge(before[j].sqrt(), diagonal[j])
                .map_err(|fault| BadColumn { column: j, fault })?;
        }
    }
    let inverse: [f64; K] = core::array::from_fn(|c| 1.0 / diagonal[c]);
    for row in y.iter_mut() {
        for c in 0..K {
            row.0[c] *= inverse[c];
        }
    }
    Ok(diagonal)
}

/// Products of column j with each column.
#[inline(always)]
fn products<const K: usize>(y: &[Pack<f64, K>], j: usize) -> [f64; K] {
    let mut products = [0.0; K];
    for row in y {
        for c in 0..K {
            products[c] += row.0[j] * row.0[c];
        }
    }
    products
}
