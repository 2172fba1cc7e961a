//! A large matrix times a few columns.
//!
//! General matrix products are made for square blocks. Here the matrix has thousands of rows and columns and
//! meets a dozen right-hand sides, so that all of its time goes into reading it: it is read once, in the order
//! in which it lies, while a block of results stays in registers.

use pulp::{Arch, Simd, WithSimd};

/// Rows that are computed at once.
const ROWS: usize = 4;

/// Right-hand sides are padded to a multiple of this: whole vectors on every instruction set.
pub(crate) const PAD: usize = 8;

/// Writes c = a·b, where `a` has rows of `n` numbers, `b` has `n` rows and `c` as many as `a`, both of `width`
/// numbers, a multiple of [`PAD`].
///
/// A number of c is summed over the columns of a in their order, fused where the processor can. It does not
/// depend on how many other columns there are, nor on which rows are computed with it.
pub(crate) fn multiply(arch: Arch, n: usize, width: usize, a: &[f64], b: &[f64], c: &mut [f64]) {
    debug_assert_eq!(width % PAD, 0);
    arch.dispatch(Product { n, width, a, b, c });
}

struct Product<'a> {
    n: usize,
    width: usize,
    a: &'a [f64],
    b: &'a [f64],
    c: &'a mut [f64],
}

impl WithSimd for Product<'_> {
    type Output = ();

    #[inline(always)]
    fn with_simd<S: Simd>(self, simd: S) {
        let Self { n, width, a, b, c } = self;
        let (b, _) = S::as_simd_f64s(b);
        let (c, _) = S::as_mut_simd_f64s(c);
        // In vectors.
        let width = width / S::F64_LANES;
        let rows = a.chunks(ROWS * n).zip(c.chunks_mut(ROWS * width));
        for (a, c) in rows {
            let mut from = 0;
            while from < width {
                let vectors = (width - from).min(3);
                match (a.len() == ROWS * n, vectors) {
                    (true, 3) => block::<S, ROWS, 3>(simd, n, width, from, a, b, c),
                    (true, 2) => block::<S, ROWS, 2>(simd, n, width, from, a, b, c),
                    (true, _) => block::<S, ROWS, 1>(simd, n, width, from, a, b, c),
                    (false, _) => {
                        // The last rows.
                        for (a, c) in a.chunks(n).zip(c.chunks_mut(width)) {
                            match vectors {
                                3 => block::<S, 1, 3>(simd, n, width, from, a, b, c),
                                2 => block::<S, 1, 2>(simd, n, width, from, a, b, c),
                                _ => block::<S, 1, 1>(simd, n, width, from, a, b, c),
                            }
                        }
                    }
                }
                from += vectors;
            }
        }
    }
}

/// `R` rows of `a` times `V` vectors of each row of `b`, from vector `from` on.
#[inline(always)]
fn block<S: Simd, const R: usize, const V: usize>(
    simd: S,
    n: usize,
    width: usize,
    from: usize,
    a: &[f64],
    b: &[S::f64s],
    c: &mut [S::f64s],
) {
    let a: [&[f64]; R] = core::array::from_fn(|r| &a[r * n..][..n]);
    let mut sums = [[simd.splat_f64s(0.0); V]; R];
    for (i, row) in b.chunks_exact(width).enumerate().take(n) {
        let row = &row[from..][..V];
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

#[cfg(test)]
mod tests {
    use super::{PAD, multiply};
    use pulp::Arch;

    fn number(i: usize) -> f64 {
        ((i * 7919 + 13) % 1009) as f64 / 504.0 - 1.0
    }

    #[test]
    fn all_shapes() {
        for n in [1, 2, 3, 4, 5, 8, 17, 64] {
            for width in [PAD, 2 * PAD, 3 * PAD, 5 * PAD] {
                let a: Vec<f64> = (0..n * n).map(number).collect();
                let b: Vec<f64> = (0..n * width).map(|i| number(i + 1)).collect();
                let mut c = vec![f64::NAN; n * width];
                multiply(Arch::new(), n, width, &a, &b, &mut c);
                for t in 0..n {
                    for j in 0..width {
                        let exact: f64 = (0..n).map(|s| a[t * n + s] * b[s * width + j]).sum();
                        let found = c[t * width + j];
                        assert!(
                            (found - exact).abs() < 1e-13 * n as f64,
                            "{n} {width} {t} {j}"
                        );
                    }
                }
            }
        }
    }

    /// A column has the same bits alone and among others.
    #[test]
    fn columns_do_not_know_of_each_other() {
        let n = 37;
        let a: Vec<f64> = (0..n * n).map(number).collect();
        let wide: Vec<f64> = (0..n * 4 * PAD).map(|i| number(i + 5)).collect();
        let mut c = vec![0.0; n * 4 * PAD];
        multiply(Arch::new(), n, 4 * PAD, &a, &wide, &mut c);
        for j in [0, 11, 4 * PAD - 1] {
            let mut b = vec![0.0; n * PAD];
            for s in 0..n {
                b[s * PAD] = wide[s * 4 * PAD + j];
            }
            let mut alone = vec![0.0; n * PAD];
            multiply(Arch::new(), n, PAD, &a, &b, &mut alone);
            for t in 0..n {
                assert_eq!(alone[t * PAD], c[t * 4 * PAD + j]);
            }
        }
    }
}
