//! QR factors of a few tangents of many rows, where they lie.
//!
//! CholeskyQR2 (Yamamoto, Nakatsukasa, Yanagisawa & Fukaya, ETNA 44, 306 (2015)): R is the Cholesky factor of YᵀY
//! and Q = Y·R⁻¹, twice. Nearly dependent columns are refused, and left to whoever called.

use cubecl::prelude::*;

use crate::functions::lit;
use crate::shape::Limits;

use super::columns::{DEPENDENT, FINE, STATE, judge as judge_column};
use super::give::halve;

/// Threads of a workgroup.
pub const THREADS: usize = 64;

/// Rows that a workgroup adds up.
pub const ROWS: usize = 1024;

/// Added to the block of a mark that the second pass makes, whose columns can only be fine.
pub const SECOND: u32 = 1 << 31;

/// What the factorisation is compiled for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Tall {
    pub k: usize,
    /// Whether it is the second pass, whose columns are nearly orthonormal.
    pub second: bool,
    pub limits: Limits,
}

/// Entries of YᵀY with the state's sum: row by row those right of the diagonal.
pub const fn entries(k: usize) -> usize {
    k * (k + 1) / 2 + 1
}

/// Its part of some rows of YᵀY: a workgroup for the row `i` of the one and a stretch of the others'. The last row
/// stands for the state, whose absolute values are added up: that is not finite where one of them is not.
#[cube(launch)]
pub fn gram<F: Float + CubeElement>(
    values: &Array<F>,
    parts: &mut Array<F>,
    length: u32,
    #[comptime] tall: Tall,
) {
    let k = comptime!(tall.k);
    let length = length as usize;
    let i = CUBE_POS % comptime!(k + 1);
    let stretch = CUBE_POS / comptime!(k + 1);
    let me = UNIT_POS as usize;
    let first = stretch * ROWS;
    let end = select(first + ROWS < length, first + ROWS, length);
    let at = stretch * comptime!(entries(k));
    let mut shared = SharedMemory::<F>::new(THREADS);
    if first < length {
        if i == k {
            let mut sum = lit::<F>(0.0);
            for row in range_stepped(first + me, end, THREADS) {
                sum += values[row].abs();
            }
            shared[me] = sum;
            sync_cube();
            halve::<F>(&mut shared, comptime!(1usize), THREADS);
            if me == 0 {
                parts[at + comptime!(entries(k) - 1)] = shared[0];
            }
        } else {
            for j in i..k {
                let mut sum = lit::<F>(0.0);
                for row in range_stepped(first + me, end, THREADS) {
                    sum += values[(i + 1) * length + row] * values[(j + 1) * length + row];
                }
                shared[me] = sum;
                sync_cube();
                halve::<F>(&mut shared, comptime!(1usize), THREADS);
                if me == 0 {
                    parts[at + triangle(i, j, k)] = shared[0];
                }
                sync_cube();
            }
        }
    }
}

/// Place of the entry (i, j) of an upper triangle, i ≤ j, row by row.
#[cube]
fn triangle(i: usize, j: usize, #[comptime] k: usize) -> usize {
    // Rows before have k, k − 1, … entries.
    i * k - i * (i + 1) / 2 + j
}

/// The Cholesky factor of YᵀY and its inverse, by one workgroup. Writes the diagonal of R, or what is wrong with the
/// first bad column: where anything has been wrong before, nothing is done.
#[cube(launch)]
pub fn factor<F: Float + CubeElement>(
    parts: &Array<F>,
    sums: &mut Array<F>,
    upper: &mut Array<F>,
    diagonals: &mut Array<F>,
    state: &mut Array<u32>,
    stretches: u32,
    block: u32,
    ratio: F,
    #[comptime] tall: Tall,
) {
    let k = comptime!(tall.k);
    let me = UNIT_POS as usize;
    let all = comptime!(entries(k));
    for entry in range_stepped(me, all, THREADS) {
        let mut sum = lit::<F>(0.0);
        for stretch in 0..stretches as usize {
            sum += parts[stretch * all + entry];
        }
        sums[entry] = sum;
        upper[entry] = sum;
    }
    sync_storage();
    sync_cube();
    // `upper` becomes R, row by row; `sums` keeps YᵀY.
    for j in 0..k {
        if me == 0 {
            let at = triangle(j, j, k);
            upper[at] = upper[at].sqrt();
        }
        sync_storage();
        sync_cube();
        let pivot = upper[triangle(j, j, k)];
        for l in range_stepped(j + 1 + me, k, THREADS) {
            let at = triangle(j, l, k);
            upper[at] = upper[at] / pivot;
        }
        sync_storage();
        sync_cube();
        for row in range_stepped(j + 1 + me, k, THREADS) {
            let r = upper[triangle(j, row, k)];
            for l in row..k {
                let at = triangle(row, l, k);
                let taken = r * upper[triangle(j, l, k)];
                upper[at] = upper[at] - taken;
            }
        }
        sync_storage();
        sync_cube();
    }
    if me == 0 {
        judge::<F>(sums, upper, diagonals, state, block, ratio, tall);
    }
    sync_storage();
    sync_cube();
    // R⁻¹, behind YᵀY.
    let size = comptime!(entries(k));
    for column in range_stepped(me, k, THREADS) {
        let own = triangle(column, column, k);
        sums[size + own] = lit::<F>(1.0) / upper[own];
        for back in 0..column {
            let i = column - 1 - back;
            let mut sum = lit::<F>(0.0);
            for l in (i + 1)..(column + 1) {
                sum += upper[triangle(i, l, k)] * sums[size + triangle(l, column, k)];
            }
            sums[size + triangle(i, column, k)] = -sum / upper[triangle(i, i, k)];
        }
    }
    sync_storage();
    sync_cube();
    // How far from orthogonal the columns are: the norm of R⁻¹, where columns have length 1.
    if me == 0 {
        let mut norm = lit::<F>(0.0);
        for column in 0..k {
            for i in 0..(column + 1) {
                let entry = sums[size + triangle(i, column, k)];
                norm += entry * entry * sums[triangle(i, i, k)];
            }
        }
        let near = norm <= lit::<F>(comptime!(most_norm(&tall)));
        if !near && state[0] == FINE {
            state[0] = comptime!(DEPENDENT + 8 * (tall.k as u32 - 1)).runtime();
            state[1] = block + comptime!(pass_of(&tall));
        }
    }
}

/// What the pass adds to the block of a mark.
const fn pass_of(tall: &Tall) -> u32 {
    if tall.second { SECOND } else { 0 }
}

/// The largest square of the norm of R⁻¹, for columns of length 1: times the rounding error it is what the first pass
/// loses, and the second makes good.
const fn most_norm(tall: &Tall) -> f64 {
    if tall.second {
        // That of orthonormal ones is k.
        4.0 * tall.k as f64
    } else if tall.limits.step.get() > 1e6 {
        1e12
    } else {
        1e4
    }
}

/// Writes the diagonal, or marks the first bad column.
#[cube]
fn judge<F: Float>(
    sums: &Array<F>,
    factor: &Array<F>,
    diagonals: &mut Array<F>,
    state: &mut Array<u32>,
    block: u32,
    ratio: F,
    #[comptime] tall: Tall,
) {
    let k = comptime!(tall.k);
    let least = lit::<F>(comptime!(tall.limits.squares[0].get()));
    let most = lit::<F>(comptime!(tall.limits.squares[1].get()));
    let largest = lit::<F>(comptime!(tall.limits.largest.get()));
    let at = block as usize * k;
    if comptime!(!tall.second) {
        let finite = sums[comptime!(entries(k) - 1)] <= largest;
        if !finite && state[0] == FINE {
            state[0] = comptime!(STATE).runtime();
            state[1] = block;
        }
    }
    for j in 0..k {
        let square = sums[triangle(j, j, k)];
        let pivot = factor[triangle(j, j, k)];
        if comptime!(tall.second) {
            diagonals[at + j] = diagonals[at + j] * pivot;
        } else {
            diagonals[at + j] = pivot;
            let fault = judge_column::<F>(square, pivot * ratio, least, most);
            if fault != FINE && state[0] == FINE {
                state[0] = fault + u32::cast_from(j) * 8;
                state[1] = block + comptime!(pass_of(&tall));
            }
        }
    }
}

/// Y·R⁻¹, a thread for each row. Where anything is wrong nothing is changed.
#[cube(launch)]
pub fn apply<F: Float + CubeElement>(
    values: &mut Array<F>,
    sums: &Array<F>,
    state: &Array<u32>,
    length: u32,
    #[comptime] tall: Tall,
) {
    let k = comptime!(tall.k);
    let length = length as usize;
    let row = ABSOLUTE_POS;
    if row < length && state[0] == FINE {
        let first = comptime!(entries(k));
        // From the last, so that what is read is not yet changed.
        for back in 0..k {
            let j = k - 1 - back;
            let mut sum = lit::<F>(0.0);
            for i in 0..(j + 1) {
                sum += values[(i + 1) * length + row] * sums[first + triangle(i, j, k)];
            }
            values[(j + 1) * length + row] = sum;
        }
    }
}

/// Numbers from one buffer to another.
#[cube(launch)]
pub fn copy<F: Float + CubeElement>(from: &Array<F>, to: &mut Array<F>) {
    if ABSOLUTE_POS < from.len() {
        to[ABSOLUTE_POS] = from[ABSOLUTE_POS];
    }
}
