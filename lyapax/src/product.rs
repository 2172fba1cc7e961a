//! A large matrix times a few columns.
//!
//! General matrix products are made for square blocks. Here the matrix has thousands of rows and columns and
//! meets a dozen right-hand sides, so that all of its time goes into reading it: it is read in the order in
//! which it lies, while a block of results stays in registers.
//!
//! A number of the result is summed over the sources in their order, fused where the processor can. It does
//! not depend on how many other columns there are, nor on which rows are computed with it.

mod aligned;
#[cfg(test)]
mod speed;

use core::ops::Range;

use pulp::{Arch, Simd, WithSimd};

pub(crate) use aligned::Aligned;

/// What a matrix is multiplied with: some columns of rows that lie one after the other.
#[derive(Clone)]
pub(crate) struct Right<'a> {
    pub(crate) numbers: &'a [f64],
    /// Numbers in a row: whole vectors, see [`lanes`].
    pub(crate) width: usize,
    /// The columns, whole vectors too.
    pub(crate) columns: Range<usize>,
}

/// Numbers in a vector of this processor.
pub(crate) fn lanes(arch: Arch) -> usize {
    struct Count;
    impl WithSimd for Count {
        type Output = usize;
        #[inline(always)]
        fn with_simd<S: Simd>(self, _: S) -> usize {
            S::F64_LANES
        }
    }
    arch.dispatch(Count)
}

/// Writes those columns of the products of dense rows, each of `n` numbers.
#[inline(always)]
pub(crate) fn dense<S: Simd>(
    simd: S,
    n: usize,
    rows: &[f64],
    right: &Right<'_>,
    result: &mut [f64],
) {
    let (b, _) = S::as_simd_f64s(right.numbers);
    let (c, _) = S::as_mut_simd_f64s(result);
    let width = right.width / S::F64_LANES;
    let columns = right.columns.start / S::F64_LANES..right.columns.end / S::F64_LANES;
    let mut from = columns.start;
    while from < columns.end {
        let vectors = (columns.end - from).min(3);
        let place = Place { n, width, from };
        // Enough sums that none waits for the one before, and few enough that the compiler keeps all of them,
        // a row of `b` and a weight in 16 registers: with twelve it does so now and then, and is half as fast else.
        match vectors {
            3 => blocks::<S, 3, 3>(simd, place, rows, b, c),
            2 => blocks::<S, 4, 2>(simd, place, rows, b, c),
            _ => blocks::<S, 8, 1>(simd, place, rows, b, c),
        }
        from += vectors;
    }
}

#[derive(Clone, Copy)]
struct Place {
    n: usize,
    /// In vectors.
    width: usize,
    /// First vector.
    from: usize,
}

#[inline(always)]
fn blocks<S: Simd, const R: usize, const V: usize>(
    simd: S,
    place: Place,
    a: &[f64],
    b: &[S::f64s],
    c: &mut [S::f64s],
) {
    let Place { n, width, .. } = place;
    let mut a = a.chunks_exact(R * n);
    let mut c = c.chunks_exact_mut(R * width);
    for (a, c) in a.by_ref().zip(c.by_ref()) {
        block::<S, R, V>(simd, place, a, b, c);
    }
    // The last rows.
    let mut a = a.remainder().chunks_exact(2 * n);
    let mut c = c.into_remainder().chunks_exact_mut(2 * width);
    for (a, c) in a.by_ref().zip(c.by_ref()) {
        block::<S, 2, V>(simd, place, a, b, c);
    }
    if a.remainder().len() == n {
        block::<S, 1, V>(simd, place, a.remainder(), b, c.into_remainder());
    }
}

/// `R` rows of `a` times `V` vectors of each row of `b`.
#[inline(always)]
fn block<S: Simd, const R: usize, const V: usize>(
    simd: S,
    Place { n, width, from }: Place,
    a: &[f64],
    b: &[S::f64s],
    c: &mut [S::f64s],
) {
    let a: [&[f64]; R] = core::array::from_fn(|r| &a[r * n..][..n]);
    let mut sums = [[simd.splat_f64s(0.0); V]; R];
    // By number: so the compiler sees that no row of `a` ends before, and tests nothing within the loop.
    #[allow(clippy::needless_range_loop)]
    for i in 0..n {
        let row = &b[i * width + from..][..V];
        for r in 0..R {
            let weight = simd.splat_f64s(a[r][i]);
            for v in 0..V {
                sums[r][v] = simd.mul_add_e_f64s(weight, row[v], sums[r][v]);
            }
        }
    }
    for (r, sums) in sums.iter().enumerate() {
        c[r * width + from..][..V].copy_from_slice(sums);
    }
}

/// Writes those columns of the product of one sparse row.
#[inline(always)]
pub(crate) fn sparse<'a, S: Simd>(
    simd: S,
    sources: &'a [u32],
    weights: &(impl IntoIterator<Item = &'a f64> + Clone),
    right: &Right<'_>,
    result: &mut [f64],
) {
    let (b, _) = S::as_simd_f64s(right.numbers);
    let (c, _) = S::as_mut_simd_f64s(result);
    let width = right.width / S::F64_LANES;
    let columns = right.columns.start / S::F64_LANES..right.columns.end / S::F64_LANES;
    let mut from = columns.start;
    while from < columns.end {
        let vectors = (columns.end - from).min(4);
        let edges = sources.iter().zip(weights.clone());
        match vectors {
            4 => row::<S, 4>(simd, edges, b, width, from, c),
            3 => row::<S, 3>(simd, edges, b, width, from, c),
            2 => row::<S, 2>(simd, edges, b, width, from, c),
            _ => row::<S, 1>(simd, edges, b, width, from, c),
        }
        from += vectors;
    }
}

#[inline(always)]
fn row<'a, S: Simd, const V: usize>(
    simd: S,
    edges: impl Iterator<Item = (&'a u32, &'a f64)>,
    b: &[S::f64s],
    width: usize,
    from: usize,
    c: &mut [S::f64s],
) {
    let mut sums = [simd.splat_f64s(0.0); V];
    for (source, weight) in edges {
        let row = &b[*source as usize * width + from..][..V];
        let weight = simd.splat_f64s(*weight);
        for v in 0..V {
            sums[v] = simd.mul_add_e_f64s(weight, row[v], sums[v]);
        }
    }
    c[from..][..V].copy_from_slice(&sums);
}

#[cfg(test)]
mod tests;
