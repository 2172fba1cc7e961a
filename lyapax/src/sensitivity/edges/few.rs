//! A matrix, or its transpose, times very few columns.
//!
//! All time goes into reading the matrix. It is read once for all columns, row by row, whichever way it is multiplied.

use core::array::from_fn;

use pulp::{Arch, Simd, WithSimd};

/// Of more columns a general product is faster.
pub(super) const FEW: usize = 4;

/// Rows that are gone through side by side, so that what meets them is read once for all.
const ROWS: usize = 4;

/// Writes the products of a square matrix, row by row, with columns that lie one after the other.
pub(super) fn multiply(matrix: &[f64], nodes: usize, back: bool, given: &[f64], found: &mut [f64]) {
    let arch = Arch::new();
    let columns = given.chunks_exact(nodes).zip(found.chunks_exact_mut(nodes));
    let mut columns: Vec<_> = columns.collect();
    for pair in columns.chunks_mut(2) {
        match pair {
            [one, two] => arch.dispatch(Product {
                matrix,
                back,
                given: [one.0, two.0],
                found: [&mut *one.1, &mut *two.1],
            }),
            [one] => arch.dispatch(Product {
                matrix,
                back,
                given: [one.0],
                found: [&mut *one.1],
            }),
            _ => {}
        }
    }
}

struct Product<'a, const C: usize> {
    matrix: &'a [f64],
    back: bool,
    given: [&'a [f64]; C],
    found: [&'a mut [f64]; C],
}

impl<const C: usize> WithSimd for Product<'_, C> {
    type Output = ();

    #[inline(always)]
    fn with_simd<S: Simd>(self, simd: S) {
        let nodes = self.given[0].len();
        let Self {
            matrix,
            back,
            given,
            mut found,
        } = self;
        if back {
            for column in &mut found {
                column.fill(0.0);
            }
        }
        let whole = nodes - nodes % ROWS;
        for first in (0..whole).step_by(ROWS) {
            let rows = &matrix[first * nodes..][..ROWS * nodes];
            if back {
                add_rows::<S, C, ROWS>(simd, rows, first, &given, &mut found);
            } else {
                dots::<S, C, ROWS>(simd, rows, first, &given, &mut found);
            }
        }
        for first in whole..nodes {
            let rows = &matrix[first * nodes..][..nodes];
            if back {
                add_rows::<S, C, 1>(simd, rows, first, &given, &mut found);
            } else {
                dots::<S, C, 1>(simd, rows, first, &given, &mut found);
            }
        }
    }
}

/// Some rows with all columns.
#[inline(always)]
fn dots<S: Simd, const C: usize, const R: usize>(
    simd: S,
    rows: &[f64],
    first: usize,
    given: &[&[f64]; C],
    found: &mut [&mut [f64]; C],
) {
    let nodes = rows.len() / R;
    let rows: [Parts<'_, S>; R] = from_fn(|r| parts::<S>(&rows[r * nodes..][..nodes]));
    let given: [Parts<'_, S>; C] = from_fn(|c| parts::<S>(&given[c][..nodes]));
    let mut sums = [[simd.splat_f64s(0.0); C]; R];
    for k in 0..nodes / S::F64_LANES {
        let column: [S::f64s; C] = from_fn(|c| given[c].0[k]);
        for r in 0..R {
            let row = rows[r].0[k];
            for c in 0..C {
                sums[r][c] = simd.mul_add_f64s(row, column[c], sums[r][c]);
            }
        }
    }
    for r in 0..R {
        for c in 0..C {
            let rest = rows[r].1.iter().zip(given[c].1);
            let rest: f64 = rest.map(|(a, b)| a * b).sum();
            found[c][first + r] = simd.reduce_sum_f64s(sums[r][c]) + rest;
        }
    }
}

/// Adds some rows, each as often as its number in a column says.
#[inline(always)]
fn add_rows<S: Simd, const C: usize, const R: usize>(
    simd: S,
    rows: &[f64],
    first: usize,
    given: &[&[f64]; C],
    found: &mut [&mut [f64]; C],
) {
    let nodes = rows.len() / R;
    let rows: [Parts<'_, S>; R] = from_fn(|r| parts::<S>(&rows[r * nodes..][..nodes]));
    for c in 0..C {
        let by: [f64; R] = from_fn(|r| given[c][first + r]);
        let spread: [S::f64s; R] = from_fn(|r| simd.splat_f64s(by[r]));
        let (found, rest) = S::as_mut_simd_f64s(&mut found[c][..nodes]);
        for (k, found) in found[..nodes / S::F64_LANES].iter_mut().enumerate() {
            let mut sum = *found;
            for r in 0..R {
                sum = simd.mul_add_f64s(rows[r].0[k], spread[r], sum);
            }
            *found = sum;
        }
        for (j, found) in rest.iter_mut().enumerate() {
            for r in 0..R {
                *found += rows[r].1[j] * by[r];
            }
        }
    }
}

/// A run in whole vectors, and what is left of it.
type Parts<'a, S> = (&'a [<S as Simd>::f64s], &'a [f64]);

#[inline(always)]
fn parts<S: Simd>(run: &[f64]) -> Parts<'_, S> {
    let (whole, rest) = S::as_simd_f64s(run);
    // All runs are as long, and so the compiler sees it.
    (&whole[..run.len() / S::F64_LANES], rest)
}

#[cfg(test)]
mod tests {
    use super::multiply;

    #[test]
    fn both_ways_against_plain_sums() {
        for nodes in [1, 3, 4, 17, 40] {
            let matrix: Vec<f64> = (0..nodes * nodes).map(|i| (1.7 * i as f64).sin()).collect();
            for count in 1..5 {
                let given: Vec<f64> = (0..nodes * count).map(|i| (0.3 * i as f64).cos()).collect();
                for back in [false, true] {
                    let mut found = vec![f64::NAN; nodes * count];
                    multiply(&matrix, nodes, back, &given, &mut found);
                    for (i, found) in found.iter().enumerate() {
                        let (column, row) = (i / nodes, i % nodes);
                        let entry = |j: usize| {
                            let (row, j) = if back { (j, row) } else { (row, j) };
                            matrix[row * nodes + j]
                        };
                        let terms = (0..nodes).map(|j| entry(j) * given[column * nodes + j]);
                        let sum: f64 = terms.sum();
                        assert!((found - sum).abs() < 1e-14 * nodes as f64, "{found} {sum}");
                    }
                }
            }
        }
    }
}
