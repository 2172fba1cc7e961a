//! QR factors of a few columns of many rows, where they lie.
//!
//! CholeskyQR2 (Yamamoto, Nakatsukasa, Yanagisawa & Fukaya, ETNA 44, 306 (2015)): R is the Cholesky factor of
//! YᵀY and Q = Y·R⁻¹, twice, since the first Q is orthonormal only to the square of the condition of Y times
//! the rounding error. Three passes over the rows, all of them shared among threads, where Householder's
//! reflections go over them for each column. Columns that are nearly dependent are left to these.

use pulp::{Arch, Simd, WithSimd};

use super::layout::Layout;
use super::tiles::{Part, Tiles, share};
use crate::qr::{BadColumn, Fault, Limits};
use crate::sum::Compensated;

/// Largest inverse of R, for columns of length 1: its square times the rounding error is what the first pass
/// loses, and the second makes good. What each column keeps of its norm would say too little: where each leans
/// on the one before, the inverse is the product of what they lose.
const LARGEST: f64 = 1e6;

/// Memory for the factorisation.
pub(super) struct Tall {
    arch: Arch,
    layout: Layout,
    /// Tile by tile its part of YᵀY: entries (i, j) with i ≤ j, j by j.
    parts: Vec<f64>,
    sums: Vec<Compensated>,
    /// An upper triangle, column by column, with reciprocals on the diagonal.
    factor: Vec<f64>,
    /// A column of its inverse.
    inverse: Vec<f64>,
}

/// What came of it.
pub(super) enum Factored {
    Done,
    /// Nothing was changed: columns are nearly dependent.
    Refused,
}

impl Tall {
    /// `None` where there are too few rows for it to be of use.
    pub(super) fn new(arch: Arch, layout: Layout) -> Option<Self> {
        let k = layout.k;
        let rows = layout.components * layout.nodes;
        if k == 0 || rows < 4 * k {
            return None;
        }
        let entries = k * (k + 1) / 2;
        Some(Self {
            arch,
            layout,
            parts: vec![0.0; layout.tiles * entries],
            sums: vec![Compensated::default(); entries],
            factor: vec![0.0; entries],
            inverse: vec![0.0; k],
        })
    }

    /// Replaces the tangents by Q and writes the diagonal of R.
    pub(super) fn factor(
        &mut self,
        y: &mut [f64],
        grain: usize,
        limits: Limits,
        diagonal: &mut [f64],
    ) -> Result<Factored, BadColumn> {
        // The padding adds nothing to sums.
        self.layout.clear_padding(y);
        let factored = self.factor_padded(y, grain, limits, diagonal);
        self.layout.repeat_last(y);
        factored
    }

    fn factor_padded(
        &mut self,
        y: &mut [f64],
        grain: usize,
        limits: Limits,
        diagonal: &mut [f64],
    ) -> Result<Factored, BadColumn> {
        self.pass(y, grain, Pass::First);
        for (column, diagonal) in diagonal.iter_mut().enumerate() {
            *diagonal = 1.0;
            // Without the projection it can only be larger: what is beyond the range is told here.
            let square = self.sums[at(column, column)].value();
            limits
                .judge(square, square.sqrt())
                .map_err(|fault| BadColumn { column, fault })?;
        }
        let independent = self.cholesky(diagonal) && self.inverse_norm() <= LARGEST;
        // NaN is refused too.
        if !independent {
            return Ok(Factored::Refused);
        }
        // Before anything is changed.
        for (column, diagonal) in diagonal.iter().enumerate() {
            limits
                .judge(self.sums[at(column, column)].value(), *diagonal)
                .map_err(|fault| BadColumn { column, fault })?;
        }
        self.pass(y, grain, Pass::Middle);
        let fine =
            self.cholesky(diagonal) && self.inverse_norm() < 2.0 * (self.layout.k as f64).sqrt();
        if !fine {
            // Within that bound the first pass is off by a ten-thousandth, so that this cannot be. If it were,
            // there would be no result: never a wrong one.
            debug_assert!(fine, "columns are nearly orthonormal after one pass");
            return Err(BadColumn {
                column: self.layout.k - 1,
                fault: Fault::Dependent,
            });
        }
        self.pass(y, grain, Pass::Last);
        Ok(Factored::Done)
    }

    /// Factors the sums. `diagonal` is multiplied with that of R. Fails where they are not those of independent
    /// columns.
    fn cholesky(&mut self, diagonal: &mut [f64]) -> bool {
        let r = &mut self.factor;
        for j in 0..self.layout.k {
            let mut square = self.sums[at(j, j)].value();
            for i in 0..j {
                let mut sum = self.sums[at(i, j)].value();
                for l in 0..i {
                    sum -= r[at(l, i)] * r[at(l, j)];
                }
                let entry = sum * r[at(i, i)];
                r[at(i, j)] = entry;
                square -= entry * entry;
            }
            if square.is_nan() || square <= 0.0 {
                return false;
            }
            let pivot = square.sqrt();
            diagonal[j] *= pivot;
            r[at(j, j)] = 1.0 / pivot;
        }
        true
    }

    /// The Frobenius norm of R⁻¹, where R is that of the columns scaled to length 1.
    fn inverse_norm(&mut self) -> f64 {
        let (r, inverse) = (&self.factor, &mut self.inverse);
        let mut total = 0.0;
        for j in 0..self.layout.k {
            inverse[j] = r[at(j, j)];
            for i in (0..j).rev() {
                let sum: f64 = (i + 1..=j).map(|l| r[at(i, l)] * inverse[l]).sum();
                inverse[i] = -sum * r[at(i, i)];
            }
            for (i, entry) in inverse[..=j].iter().enumerate() {
                let scaled = self.sums[at(i, i)].value().sqrt() * entry;
                total += scaled * scaled;
            }
        }
        total.sqrt()
    }

    fn pass(&mut self, y: &mut [f64], grain: usize, pass: Pass) {
        let layout = self.layout;
        let (arch, factor) = (self.arch, &self.factor);
        let part = Rows {
            tiles: layout.tiles,
            y: Tiles::new(y, layout.piece()),
            parts: Tiles::new(&mut self.parts, factor.len()),
        };
        share(part, grain, &|part| {
            arch.dispatch(Work {
                part,
                layout,
                factor,
                pass,
            });
        });
        if let Pass::First | Pass::Middle = pass {
            self.sums.fill(Compensated::default());
            for part in self.parts.chunks_exact(self.sums.len()) {
                for (sum, part) in self.sums.iter_mut().zip(part) {
                    sum.add(*part);
                }
            }
        }
    }
}

/// Place of the entry in row i and column j ≥ i.
#[inline(always)]
fn at(i: usize, j: usize) -> usize {
    j * (j + 1) / 2 + i
}

/// What is done with the rows.
#[derive(Clone, Copy)]
enum Pass {
    /// YᵀY.
    First,
    /// Y·R⁻¹, and its square.
    Middle,
    /// Y·R⁻¹.
    Last,
}

struct Rows<'a> {
    tiles: usize,
    y: Tiles<'a, f64>,
    parts: Tiles<'a, f64>,
}

impl Part for Rows<'_> {
    fn tiles(&self) -> usize {
        self.tiles
    }

    fn cut(self, tiles: usize) -> (Self, Self) {
        let (y, y_rest) = self.y.cut(tiles);
        let (parts, parts_rest) = self.parts.cut(tiles);
        let rest = Self {
            tiles: self.tiles - tiles,
            y: y_rest,
            parts: parts_rest,
        };
        (Self { tiles, y, parts }, rest)
    }
}

struct Work<'a> {
    part: Rows<'a>,
    layout: Layout,
    factor: &'a [f64],
    pass: Pass,
}

impl WithSimd for Work<'_> {
    type Output = ();

    #[inline(always)]
    fn with_simd<S: Simd>(self, _: S) {
        let Self {
            mut part,
            layout,
            factor,
            pass,
        } = self;
        let length = layout.column();
        for tile in 0..part.tiles {
            let columns = &mut part.y.of(tile)[length..];
            if let Pass::Middle | Pass::Last = pass {
                let mut from = 0;
                while from + ROWS <= length {
                    divide::<ROWS>(columns, length, from, factor);
                    from += ROWS;
                }
                for row in from..length {
                    divide::<1>(columns, length, row, factor);
                }
            }
            if let Pass::First | Pass::Middle = pass {
                let sums = part.parts.of(tile);
                for j in 0..layout.k {
                    let column = &columns[j * length..][..length];
                    for i in 0..=j {
                        sums[at(i, j)] = dot(&columns[i * length..][..length], column);
                    }
                }
            }
        }
    }
}

/// Terms that are added side by side.
const SIDE: usize = 8;

#[inline(always)]
fn dot(a: &[f64], b: &[f64]) -> f64 {
    let mut sums = [0.0; SIDE];
    let (a_blocks, a_rest) = a.as_chunks::<SIDE>();
    let (b_blocks, b_rest) = b.as_chunks::<SIDE>();
    for (a, b) in a_blocks.iter().zip(b_blocks) {
        for i in 0..SIDE {
            sums[i] += a[i] * b[i];
        }
    }
    for ((sum, a), b) in sums.iter_mut().zip(a_rest).zip(b_rest) {
        *sum += a * b;
    }
    // By halves, which are vectors too.
    let four: [f64; SIDE / 2] = core::array::from_fn(|i| sums[i] + sums[i + SIDE / 2]);
    (four[0] + four[2]) + (four[1] + four[3])
}

/// Rows that stay in registers while a column is made orthogonal to those before it.
const ROWS: usize = 16;

/// Multiplies some rows of all columns with R⁻¹.
#[inline(always)]
fn divide<const N: usize>(columns: &mut [f64], length: usize, from: usize, factor: &[f64]) {
    let mut entries = factor.iter();
    for j in 0..columns.len() / length {
        let (before, column) = columns.split_at_mut(j * length);
        let column = column[from..].first_chunk_mut::<N>();
        let column = column.expect("the rows are some of a tile's");
        let mut x = *column;
        let others = before.chunks_exact(length);
        for (other, r) in others.zip(entries.by_ref()) {
            let other = other[from..].first_chunk::<N>();
            let other = other.expect("the rows are some of a tile's");
            for (x, q) in x.iter_mut().zip(other) {
                *x -= r * q;
            }
        }
        let scale = entries.next().expect("R has an entry for each pair");
        *column = x.map(|x| x * scale);
    }
}

#[cfg(test)]
mod speed;
#[cfg(test)]
mod tests;
