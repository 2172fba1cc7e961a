use pulp::{Arch, Simd, WithSimd};

use super::{Right, dense, lanes, sparse};

fn number(i: usize) -> f64 {
    ((i * 7919 + 13) % 1009) as f64 / 504.0 - 1.0
}

/// A product with a matrix, and the same one with all its entries as edges.
struct Both<'a> {
    n: usize,
    matrix: &'a [f64],
    right: Right<'a>,
    results: [&'a mut [f64]; 2],
}

impl WithSimd for Both<'_> {
    type Output = ();

    #[inline(always)]
    fn with_simd<S: Simd>(self, simd: S) {
        let Self {
            n,
            matrix,
            right,
            results: [by_rows, by_edges],
        } = self;
        dense(simd, n, matrix, &right, by_rows);
        let sources: Vec<u32> = (0..).take(n).collect();
        let rows = matrix.chunks_exact(n);
        for (weights, result) in rows.zip(by_edges.chunks_exact_mut(right.width)) {
            sparse(simd, &sources, &weights, &right, result);
        }
    }
}

/// Products of an n × n matrix with the middle columns of three parts.
fn both(n: usize, width: usize, right: &[f64], columns: core::ops::Range<usize>) -> Vec<f64> {
    let matrix: Vec<f64> = (0..n * n).map(number).collect();
    let mut results = [vec![f64::NAN; n * width], vec![f64::NAN; n * width]];
    let [by_rows, by_edges] = &mut results;
    let right = Right {
        numbers: right,
        width,
        columns: columns.clone(),
    };
    Arch::new().dispatch(Both {
        n,
        matrix: &matrix,
        right,
        results: [by_rows, by_edges],
    });
    let [by_rows, by_edges] = results;
    for (i, (a, b)) in by_rows.iter().zip(&by_edges).enumerate() {
        let within = columns.contains(&(i % width));
        assert!(if within {
            a == b
        } else {
            a.is_nan() && b.is_nan()
        });
    }
    by_rows
}

#[test]
fn all_shapes() {
    let vector = lanes(Arch::new());
    for n in [1, 2, 3, 4, 5, 8, 17, 64] {
        for vectors in [1, 2, 3, 4, 5, 7, 9] {
            let width = vectors * vector;
            let b: Vec<f64> = (0..n * width).map(|i| number(i + 1)).collect();
            let from = if vectors > 2 { vector } else { 0 };
            let c = both(n, width, &b, from..width);
            for t in 0..n {
                for j in from..width {
                    let sum: f64 = (0..n).map(|s| number(t * n + s) * b[s * width + j]).sum();
                    let found = c[t * width + j];
                    assert!(
                        (found - sum).abs() < 1e-13 * n as f64,
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
    let vector = lanes(Arch::new());
    let width = 5 * vector;
    let wide: Vec<f64> = (0..n * width).map(|i| number(i + 5)).collect();
    let together = both(n, width, &wide, 0..width);
    for j in [0, vector + 1, width - 1] {
        let mut b = vec![0.0; n * vector];
        for s in 0..n {
            b[s * vector] = wide[s * width + j];
        }
        let alone = both(n, vector, &b, 0..vector);
        for t in 0..n {
            assert_eq!(alone[t * vector], together[t * width + j]);
        }
    }
}
