//! Laws of a QR factorisation, for both implementations.

use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;

use super::large::Householder;
use super::small::orthonormalise;
use super::{BadColumn, Fault, Limits};
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

/// In `D` rows of `K` lanes.
fn small<const D: usize, const K: usize>(a: &[Vec<f64>], limits: Limits) -> Factors {
    let k = a.len();
    let mut rows: [[f64; K]; D] =
        core::array::from_fn(|i| core::array::from_fn(|j| if j < k { a[j][i] } else { 0.0 }));
    let diagonal = orthonormalise(&mut rows, k, limits)?;
    assert!(rows.iter().all(|row| row[k..].iter().all(|y| *y == 0.0)));
    let q = (0..k)
        .map(|j| rows.iter().map(|row| row[j]).collect())
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

type Small = fn(&[Vec<f64>], Limits) -> Factors;

/// Rows, columns, and the code that takes them.
const SIZES: [(usize, usize, Small); 8] = [
    (1, 1, small::<1, 1>),
    (2, 1, small::<2, 2>),
    (2, 2, small::<2, 2>),
    (3, 1, small::<3, 4>),
    (3, 2, small::<3, 4>),
    (3, 3, small::<3, 4>),
    (5, 4, small::<5, 8>),
    (8, 8, small::<8, 8>),
];

#[test]
fn random_matrices() {
    for seed in 0..50 {
        for (rows, columns, small) in SIZES {
            let a = random(rows, columns, seed);
            // A random square matrix may well lose digits; the laws of Q hold all the same.
            let limits = Limits { ratio: 1e4 };
            let (large, small) = (large(&a, limits), small(&a, limits));
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
        agree(&large(&a, Limits::BLOCK), &small::<8, 8>(&a, Limits::BLOCK));
        let a = random(2, 2, seed);
        agree(&large(&a, Limits::BLOCK), &small::<2, 2>(&a, Limits::BLOCK));
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
        laws(&a, &small::<6, 8>(&a, limits).unwrap());
        laws(&a, &large(&a, limits).unwrap());
        let plane: Vec<Vec<f64>> = a[..2].iter().map(|column| column[..2].to_vec()).collect();
        laws(&plane, &small::<2, 2>(&plane, limits).unwrap());
    }
}

/// Columns that lose about as much as is let pass without a second projection.
#[test]
fn moderate_losses_stay_orthogonal() {
    let mut rng = ChaCha8Rng::seed_from_u64(3);
    for seed in 0..5_000 {
        let mut a = random(8, 8, seed);
        let base = a[0].clone();
        for column in &mut a {
            let apart = 10.0_f64.powf(-0.85 * (1.0 + uniform(&mut rng)));
            for (y, base) in column.iter_mut().zip(&base) {
                *y = base + apart * *y;
            }
        }
        laws(&a, &small::<8, 8>(&a, Limits::STEP).unwrap());
        let space: Vec<Vec<f64>> = a[..3].iter().map(|column| column[..3].to_vec()).collect();
        laws(&space, &small::<3, 4>(&space, Limits::STEP).unwrap());
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
        assert_eq!(small::<4, 4>(&a, Limits::STEP).map(|_| ()), bad);
    }
}

/// Where columns stop being trusted, in all shapes of code.
#[test]
fn limits_are_where_they_are_said_to_be() {
    let judged = |a: &[Vec<f64>], limits| {
        let mut padded = a.to_vec();
        for column in &mut padded {
            column.push(0.0);
        }
        let plane = small::<2, 2>(a, limits).map(|_| ());
        assert_eq!(small::<3, 4>(&padded, limits).map(|_| ()), plane);
        assert_eq!(large(a, limits).map(|_| ()), plane);
        plane.map_err(|bad| (bad.column, bad.fault))
    };
    for limits in [Limits::BLOCK, Limits::STEP] {
        for (kept, expected) in [(1.01, Ok(())), (0.99, Err((1, Fault::Dependent)))] {
            // Any scale at which products of the two columns are far out of range.
            for (first, second) in [(1.0, 1.0), (9e99, 1e-99), (1e-99, 9e99), (1e-99, 1e-99)] {
                let a = [vec![first, 0.0], vec![second, second * kept / limits.ratio]];
                assert_eq!(judged(&a, limits), expected, "{first}, {second}");
            }
        }
        for (norm, expected) in [
            (1.01e-100, None),
            (0.99e-100, Some(Fault::Vanished)),
            (0.99e100, None),
            (1.01e100, Some(Fault::Overflow)),
            (1e200, Some(Fault::Overflow)),
            (5e-324, Some(Fault::Vanished)),
        ] {
            for column in 0..2 {
                let mut a = [vec![0.6, 0.8], vec![0.8, -0.6]];
                a[column] = a[column].iter().map(|y| y * norm).collect();
                let expected = expected.map_or(Ok(()), |fault| Err((column, fault)));
                assert_eq!(judged(&a, limits), expected, "{norm:e} in {column}");
                let number = small::<1, 1>(&[vec![norm]], limits);
                let number = number.map(|_| ()).map_err(|bad| (0, bad.fault));
                assert_eq!(number, expected.map_err(|(_, fault)| (0, fault)));
            }
        }
    }
}
