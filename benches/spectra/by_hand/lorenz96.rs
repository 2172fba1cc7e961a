//! Lorenz's lattice of 40 points with k tangents, RK4.

use super::gram_schmidt::gram_schmidt;
use crate::outcome::Outcome;

const N: usize = 40;
const EVERY: u64 = 10;

type Column = [f64; N];

/// A ring with two points repeated before it and one after it, so that no index wraps.
#[inline(always)]
fn ring(x: &Column) -> [f64; N + 3] {
    let mut ring = [0.0; N + 3];
    ring[..2].copy_from_slice(&x[N - 2..]);
    ring[2..N + 2].copy_from_slice(x);
    ring[N + 2] = x[0];
    ring
}

#[inline(always)]
fn field(x: &Column, forcing: f64) -> Column {
    let x = ring(x);
    core::array::from_fn(|i| (x[i + 3] - x[i]) * x[i + 1] - x[i + 2] + forcing)
}

/// J(x)·v.
#[inline(always)]
fn jacobian(x: &[f64; N + 3], v: &Column) -> Column {
    let v = ring(v);
    core::array::from_fn(|i| (v[i + 3] - v[i]) * x[i + 1] + (x[i + 3] - x[i]) * v[i + 1] - v[i + 2])
}

#[inline(always)]
fn ahead(x: &Column, k: &Column, h: f64) -> Column {
    core::array::from_fn(|i| x[i] + k[i] * h)
}

#[inline(always)]
fn last(x: &Column, [k1, k2, k3, k4]: [&Column; 4], dt: f64) -> Column {
    let (sixth, third) = (dt * (1.0 / 6.0), dt * (1.0 / 3.0));
    core::array::from_fn(|i| x[i] + (k1[i] * sixth + k2[i] * third + k3[i] * third + k4[i] * sixth))
}

pub fn run(start: &[f64], forcing: f64, k: usize, steps: u64, dt: f64) -> Outcome {
    let mut x: Column = start.try_into().expect("40 points");
    let mut columns = vec![0.0; k * N];
    for j in 0..k {
        columns[j * N + j] = 1.0;
    }
    let mut sums = vec![0.0; k];
    let half = dt * 0.5;
    for step in 1..=steps {
        let k1 = field(&x, forcing);
        let x2 = ahead(&x, &k1, half);
        let k2 = field(&x2, forcing);
        let x3 = ahead(&x, &k2, half);
        let k3 = field(&x3, forcing);
        let x4 = ahead(&x, &k3, dt);
        let k4 = field(&x4, forcing);
        let at = [&x, &x2, &x3, &x4].map(ring);
        // A column goes through the whole step while it is in the first cache.
        for v in columns.as_chunks_mut::<N>().0 {
            let d1 = jacobian(&at[0], v);
            let d2 = jacobian(&at[1], &ahead(v, &d1, half));
            let d3 = jacobian(&at[2], &ahead(v, &d2, half));
            let d4 = jacobian(&at[3], &ahead(v, &d3, dt));
            *v = last(v, [&d1, &d2, &d3, &d4], dt);
        }
        x = last(&x, [&k1, &k2, &k3, &k4], dt);
        if step % EVERY == 0 {
            gram_schmidt(&mut columns, N, &mut sums);
        }
    }
    let time = steps as f64 * dt;
    Outcome {
        exponents: sums.iter().map(|sum| sum / time).collect(),
        state: x.to_vec(),
    }
}
