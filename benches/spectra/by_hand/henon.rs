//! Hénon's map with both tangents.

use crate::outcome::Outcome;

const A: f64 = 1.4;
const B: f64 = 0.3;

/// Gram–Schmidt at every iteration, as textbooks have it.
pub fn run(steps: u64) -> Outcome {
    iterate(steps, |v, w, sums| {
        let norm = (v[0] * v[0] + v[1] * v[1]).sqrt();
        sums[0] += norm.ln();
        let inverse = 1.0 / norm;
        *v = [v[0] * inverse, v[1] * inverse];
        let r = v[0] * w[0] + v[1] * w[1];
        *w = [w[0] - r * v[0], w[1] - r * v[1]];
        let norm = (w[0] * w[0] + w[1] * w[1]).sqrt();
        sums[1] += norm.ln();
        let inverse = 1.0 / norm;
        *w = [w[0] * inverse, w[1] * inverse];
    })
}

/// The second tangent is the first one turned, and the determinant tells how long it was.
pub fn by_turning(steps: u64) -> Outcome {
    iterate(steps, |v, w, sums| {
        let square = v[0] * v[0] + v[1] * v[1];
        let norm = square.sqrt();
        let inverse = norm * (1.0 / square);
        let det = v[0] * w[1] - v[1] * w[0];
        sums[0] += norm.ln();
        sums[1] += (det.abs() * inverse).ln();
        *v = [v[0] * inverse, v[1] * inverse];
        let side = 1.0_f64.copysign(det);
        *w = [-v[1] * side, v[0] * side];
    })
}

#[inline(always)]
fn iterate(
    steps: u64,
    orthonormalise: impl Fn(&mut [f64; 2], &mut [f64; 2], &mut [f64; 2]),
) -> Outcome {
    let (mut x, mut y) = (0.1, 0.1);
    let (mut v, mut w) = ([1.0, 0.0], [0.0, 1.0]);
    let mut sums = [0.0; 2];
    for _ in 0..steps {
        let slope = -2.0 * A * x;
        (x, y) = (1.0 - A * (x * x) + y, B * x);
        v = [slope * v[0] + v[1], B * v[0]];
        w = [slope * w[0] + w[1], B * w[0]];
        orthonormalise(&mut v, &mut w, &mut sums);
    }
    Outcome {
        exponents: sums.map(|sum| sum / steps as f64).to_vec(),
        state: vec![x, y],
    }
}
