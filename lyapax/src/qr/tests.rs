//! Laws of a QR factorisation, for both implementations.

use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;

use super::large::Householder;
use super::small::gram_schmidt;
use super::{BadColumn, Fault, Limits};
use crate::Pack;
use crate::spectrum::uniform;

/// Columns of uniform random numbers.
fn random(rows: usize, columns: usize, seed: u64) -> Vec<Vec<f64>> {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    (0..columns)
        .map(|_| (0..rows).map(|_| uniform(&mut rng)).collect())
        .collect()
}

type Factors = Result<(Vec<Vec<f64>>, Vec<f64>), BadColumn>;

fn large(a: &[Vec<f64>], limits: Limits) -> Factors {
    let mut qr = Householder::new(a[0].len(), a.len());
    let mut diagonal = vec![0.0; a.len()];
    for (j, column) in a.iter().enumerate() {
        qr.column_mut(j).copy_from_slice(column);
    }
    qr.factor(limits, &mut diagonal)?;
    Ok(((0..a.len()).map(|j| qr.q(j).to_vec()).collect(), diagonal))
}

fn small<const K: usize>(a: &[Vec<f64>], limits: Limits) -> Factors {
    let k = a.len();
    let mut rows: Vec<Pack<f64, K>> = (0..a[0].len())
        .map(|i| Pack(core::array::from_fn(|j| if j < k { a[j][i] } else { 0.0 })))
        .collect();
    let diagonal = gram_schmidt(&mut rows, k, limits)?;
    let q = (0..k)
        .map(|j| rows.iter().map(|row| row.0[j]).collect())
        .collect();
    Ok((q, diagonal[..k].to_vec()))
}

fn dot(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}

/// QᵀQ = I; R = QᵀA is upper triangular with the diagonal told, all positive; A = QR.
fn laws(a: &[Vec<f64>], (q, diagonal): &(Vec<Vec<f64>>, Vec<f64>)) {
    let k = a.len();
    for i in 0..k {
        for j in 0..k {
            let unit = if i == j { 1.0 } else { 0.0 };
            assert!((dot(&q[i], &q[j]) - unit).abs() < 1e-14, "QᵀQ at {i}, {j}");
        }
    }
    for j in 0..k {
        assert!(diagonal[j] > 0.0);
        let scale = dot(&a[j], &a[j]).sqrt();
        assert!(
            (dot(&q[j], &a[j]) - diagonal[j]).abs() < 1e-14 * scale,
            "R at {j}"
        );
        for row in 0..a[0].len() {
            let back: f64 = (0..=j).map(|i| q[i][row] * dot(&q[i], &a[j])).sum();
            assert!((back - a[j][row]).abs() < 1e-14 * scale, "QR at {row}, {j}");
        }
    }
}

fn agree(a: &Factors, b: &Factors) {
    let (a, b) = (a.as_ref().unwrap(), b.as_ref().unwrap());
    for j in 0..a.1.len() {
        assert!((a.1[j] / b.1[j] - 1.0).abs() < 1e-13, "R at {j}");
    }
}

#[test]
fn random_matrices() {
    for seed in 0..50 {
        for (rows, columns) in [(1, 1), (3, 2), (3, 3), (5, 4), (8, 8)] {
            let a = random(rows, columns, seed);
            // A random square matrix may well lose digits; the laws of Q hold all the same.
            let limits = Limits { ratio: 1e4 };
            let (large, small) = (large(&a, limits), small::<8>(&a, limits));
            laws(&a, large.as_ref().unwrap());
            laws(&a, small.as_ref().unwrap());
        }
    }
    for (rows, columns) in [(40, 7), (200, 60)] {
        let a = random(rows, columns, 1);
        laws(&a, &large(&a, Limits::BLOCK).unwrap());
    }
}

#[test]
fn both_agree() {
    for seed in 0..20 {
        let a = random(8, 4, seed);
        agree(&large(&a, Limits::BLOCK), &small::<4>(&a, Limits::BLOCK));
    }
}

/// Columns that lie near each other, as tangents do after a long interval.
#[test]
fn nearly_dependent_columns_stay_orthogonal() {
    for seed in 0..20 {
        let mut a = random(6, 4, seed);
        for j in 1..4 {
            for row in 0..6 {
                a[j][row] = a[0][row] + 1e-6 * a[j][row];
            }
        }
        let limits = Limits { ratio: 1e9 };
        laws(&a, &small::<4>(&a, limits).unwrap());
        laws(&a, &large(&a, limits).unwrap());
    }
}

#[test]
fn a_bad_column_is_named() {
    let good = random(4, 3, 1);
    let mut dependent = good.clone();
    dependent[2] = (0..4).map(|i| good[0][i] - 2.0 * good[1][i]).collect();
    let mut vanished = good.clone();
    vanished[1] = vec![0.0; 4];
    let mut infinite = good.clone();
    infinite[1][2] = f64::INFINITY;
    let mut nan = good.clone();
    nan[0][0] = f64::NAN;
    for (a, column, fault) in [
        (dependent, 2, Fault::Dependent),
        (vanished, 1, Fault::Vanished),
        (infinite, 1, Fault::Overflow),
        (nan, 0, Fault::Overflow),
    ] {
        let bad = Err(BadColumn { column, fault });
        assert_eq!(large(&a, Limits::STEP).map(|_| ()), bad);
        assert_eq!(small::<4>(&a, Limits::STEP).map(|_| ()), bad);
    }
}
