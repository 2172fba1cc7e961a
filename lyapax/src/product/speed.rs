//! A measurement, not a test: `cargo test --release -p lyapax speed -- --ignored --nocapture`.

use std::time::Instant;

use faer::linalg::matmul::matmul;
use faer::{Accum, MatMut, MatRef, Par};
use pulp::{Arch, Simd, WithSimd};

use super::{Aligned, Right, dense, lanes};

const COLUMNS: usize = 12;
/// Rows that a thread takes at once in a run.
const TILE: usize = 32;

struct Ours<'a> {
    n: usize,
    weights: &'a [f64],
    right: &'a Right<'a>,
    result: &'a mut [f64],
}

impl WithSimd for Ours<'_> {
    type Output = ();

    #[inline(always)]
    fn with_simd<S: Simd>(self, simd: S) {
        dense(simd, self.n, self.weights, self.right, self.result);
    }
}

/// Not inlined, as where a run calls it.
#[inline(never)]
fn ours(arch: Arch, n: usize, weights: &[f64], right: &Right<'_>, result: &mut [f64]) {
    arch.dispatch(Ours {
        n,
        weights,
        right,
        result,
    });
}

/// So many rows at a time.
fn by_faer(tile: usize, n: usize, weights: &[f64], right: &[f64], result: &mut [f64]) {
    let right = MatRef::from_row_major_slice(right, n, COLUMNS);
    let results = result.chunks_mut(tile * COLUMNS);
    for (rows, result) in weights.chunks(tile * n).zip(results) {
        let count = rows.len() / n;
        let rows = MatRef::from_row_major_slice(rows, count, n);
        let result = MatMut::from_row_major_slice_mut(result, count, COLUMNS);
        matmul(result, Accum::Replace, rows, right, 1.0, Par::Seq);
    }
}

/// The shortest of many turns, in seconds.
fn best(turns: usize, mut work: impl FnMut()) -> f64 {
    (0..turns)
        .map(|_| {
            let start = Instant::now();
            work();
            start.elapsed().as_secs_f64()
        })
        .fold(f64::INFINITY, f64::min)
}

#[test]
#[ignore = "a measurement: cargo test --release -p lyapax speed -- --ignored --nocapture"]
fn speed() {
    let arch = Arch::new();
    assert_eq!(COLUMNS % lanes(arch), 0);
    println!("a matrix times {COLUMNS} columns, one thread, GFLOP/s");
    println!("nodes   ours   faer  faer, {TILE} rows at a time  farthest apart");
    for n in [50, 200, 500, 1000, 2000] {
        let value = |i: usize| (0.37 * i as f64).sin();
        let weights: Vec<f64> = (0..n * n).map(value).collect();
        let mut numbers = Aligned::zeros(n * COLUMNS);
        for (i, number) in numbers.iter_mut().enumerate() {
            *number = value(i + 1);
        }
        let right = Right {
            numbers: &numbers,
            width: COLUMNS,
            columns: 0..COLUMNS,
        };
        let (mut a, mut b) = (Aligned::zeros(n * COLUMNS), vec![0.0; n * COLUMNS]);
        let turns = (400_000_000 / (n * n * COLUMNS)).max(20);
        let own = best(turns, || {
            let results = a.chunks_mut(TILE * COLUMNS);
            for (rows, result) in weights.chunks(TILE * n).zip(results) {
                ours(arch, n, rows, &right, result);
            }
        });
        let tiles = best(turns, || by_faer(TILE, n, &weights, &numbers, &mut b));
        let other = best(turns, || by_faer(n, n, &weights, &numbers, &mut b));
        let apart = a.iter().zip(&b).map(|(a, b)| (a - b).abs());
        let apart = apart.fold(0.0, f64::max);
        let work = 2e-9 * (n * n * COLUMNS) as f64;
        println!(
            "{n:>5}  {:>5.1}  {:>5.1}  {:>5.1}  {apart:.0e}",
            work / own,
            work / other,
            work / tiles
        );
        assert!(apart <= 1e-12 * n as f64);
    }
}
