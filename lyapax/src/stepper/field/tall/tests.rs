//! Beside Householder's reflections.

use pulp::Arch;

use super::{Factored, LARGEST, Layout, Tall};
use crate::Model;
use crate::qr::large::Householder;
use crate::qr::{BadColumn, Limits};
use crate::testing::{Linear, Relay};

/// Random numbers from −1 to 1, always the same.
fn number(i: usize) -> f64 {
    let mut x = (i as u64 + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    x ^= x >> 31;
    x = x.wrapping_mul(0xbf58_476d_1ce4_e5b9);
    x ^= x >> 29;
    (x >> 11) as f64 / (1_u64 << 52) as f64 - 1.0
}

struct Both {
    diagonals: [Vec<f64>; 2],
    q: Vec<Vec<f64>>,
}

/// Both factorisations of the same columns; `None` where the first one refuses.
fn both<M: Model>(
    nodes: usize,
    columns: &[Vec<f64>],
    limits: Limits,
) -> Option<Result<Both, [BadColumn; 2]>> {
    let k = columns.len();
    let layout = Layout::new::<M, 8>(nodes, k);
    let rows = layout.components * nodes;
    let mut y = vec![0.0; layout.len()];
    let mut householder = Householder::new(rows, k);
    for (j, column) in columns.iter().enumerate() {
        layout.write(&mut y, j + 1, column);
        householder.column_mut(j).copy_from_slice(column);
    }
    let mut diagonals = [vec![0.0; k], vec![0.0; k]];
    let mut tall = Tall::new(Arch::new(), layout).expect("enough rows");
    let here = tall.factor(&mut y, layout.tiles, limits, &mut diagonals[0]);
    if let Ok(Factored::Refused) = here {
        return None;
    }
    let there = householder.factor(limits, &mut diagonals[1]);
    match (here, there) {
        (Ok(_), Ok(())) => {
            let mut q = vec![vec![0.0; rows]; k];
            for (j, q) in q.iter_mut().enumerate() {
                layout.read(&y, j + 1, q);
            }
            Some(Ok(Both { diagonals, q }))
        }
        (Err(a), Err(b)) => Some(Err([a, b])),
        (a, b) => panic!("{} and {}", a.is_ok(), b.is_ok()),
    }
}

fn dot(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}

#[track_caller]
fn check(both: &Both, tolerance: f64) {
    for (i, a) in both.q.iter().enumerate() {
        for (j, b) in both.q.iter().enumerate() {
            let expected = f64::from(u8::from(i == j));
            assert!(
                (dot(a, b) - expected).abs() <= 1e-14,
                "{i} {j}: {:e}",
                dot(a, b) - expected
            );
        }
    }
    let [here, there] = &both.diagonals;
    for (a, b) in here.iter().zip(there) {
        assert!((a / b - 1.0).abs() < tolerance, "{a:e} {b:e}");
    }
}

fn columns(rows: usize, k: usize) -> Vec<Vec<f64>> {
    (0..k)
        .map(|j| (0..rows).map(|i| number(i + 10_007 * j)).collect())
        .collect()
}

#[test]
fn all_shapes() {
    for (nodes, k) in [(8, 2), (20, 5), (33, 1), (70, 16), (1000, 3), (3000, 9)] {
        let found = both::<Relay>(nodes, &columns(nodes, k), Limits::BLOCK);
        check(&found.unwrap().unwrap(), 1e-13);
        let found = both::<Linear>(nodes, &columns(2 * nodes, k), Limits::BLOCK);
        check(&found.unwrap().unwrap(), 1e-13);
    }
}

#[test]
fn columns_of_any_size() {
    let mut all = columns(100, 4);
    for (column, size) in all.iter_mut().zip([1e-90, 1e80, 1e-3, 1e40]) {
        for x in column {
            *x *= size;
        }
    }
    check(
        &both::<Relay>(100, &all, Limits::BLOCK).unwrap().unwrap(),
        1e-13,
    );
}

/// Down to the part that a block may lose.
#[test]
fn nearly_dependent_columns() {
    for left in [1e-2, 1e-4, 2e-5] {
        let mut all = columns(500, 5);
        for j in 1..5 {
            let (before, rest) = all.split_at_mut(j);
            for (x, b) in rest[0].iter_mut().zip(&before[0]) {
                *x = b + left * *x;
            }
        }
        // R_jj itself is as uncertain as that.
        let found = both::<Relay>(500, &all, Limits::BLOCK).unwrap().unwrap();
        check(&found, 1e-13 / left);
    }
}

/// Each column leans on the one before and keeps a part of its norm that a block may well lose; together they
/// are nearly dependent. What is not refused is right.
#[test]
fn columns_that_lean_on_each_other() {
    let rows = 400;
    for left in [0.3, 0.1, 3e-2, 1e-2, 3e-3, 1e-3, 1e-4, 2e-5] {
        for seed in 0..50 {
            let orthonormal = {
                let mut qr = Householder::new(rows, 5);
                for j in 0..5 {
                    for (i, x) in qr.column_mut(j).iter_mut().enumerate() {
                        *x = number(i + 10_007 * (j + 5 * seed));
                    }
                }
                qr.factor(Limits::BLOCK, &mut [0.0; 5]).unwrap();
                (0..5).map(|j| qr.q(j).to_vec()).collect::<Vec<_>>()
            };
            let mut all = orthonormal.clone();
            for j in 1..5 {
                for (x, b) in all[j].iter_mut().zip(&orthonormal[j - 1]) {
                    *x = b + left * *x;
                }
            }
            let found = both::<Relay>(rows, &all, Limits::BLOCK);
            // The inverse holds what all of them lose together.
            let inverse = f64::powi(left, -4);
            assert_eq!(found.is_none(), inverse > LARGEST, "{left} {seed}");
            if let Some(found) = found {
                check(&found.unwrap(), 1e-15 * inverse.max(100.0));
            }
        }
    }
}

#[test]
fn what_is_left_to_householder() {
    let mut all = columns(500, 3);
    let (before, rest) = all.split_at_mut(1);
    for (x, b) in rest[0].iter_mut().zip(&before[0]) {
        *x = b + 1e-8 * *x;
    }
    assert!(both::<Relay>(500, &all, Limits::STEP).is_none());
    all[1] = all[0].clone();
    assert!(both::<Relay>(500, &all, Limits::BLOCK).is_none());
}

#[test]
fn columns_that_are_none() {
    for (value, scale) in [
        (f64::NAN, 1.0),
        (f64::INFINITY, 1.0),
        (1.0, 1e120),
        (0.0, 0.0),
        (1.0, 1e-130),
    ] {
        let mut all = columns(60, 3);
        for x in &mut all[1] {
            *x *= scale;
        }
        if scale != 0.0 {
            all[1][7] = value * scale;
        }
        let found = both::<Relay>(60, &all, Limits::BLOCK);
        match found.map(|found| found.map(|_| ())) {
            Some(Err([here, there])) => assert_eq!(here, there, "{value} {scale}"),
            other => panic!("{value} {scale}: {}", other.is_none()),
        }
    }
}
