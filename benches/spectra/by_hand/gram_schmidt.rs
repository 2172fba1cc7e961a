//! Modified Gram–Schmidt for long columns.

/// Accumulators of a dot product: enough to keep the adders busy.
const WIDE: usize = 8;

fn dot(a: &[f64], b: &[f64]) -> f64 {
    let mut sums = [0.0; WIDE];
    let (a, b) = (a.chunks_exact(WIDE), b.chunks_exact(WIDE));
    let tail: f64 = a
        .remainder()
        .iter()
        .zip(b.remainder())
        .map(|(a, b)| a * b)
        .sum();
    for (a, b) in a.zip(b) {
        for l in 0..WIDE {
            sums[l] += a[l] * b[l];
        }
    }
    sums.iter().sum::<f64>() + tail
}

/// Makes the columns of `length` numbers orthonormal, adding the logarithms of their norms.
pub fn gram_schmidt(columns: &mut [f64], length: usize, sums: &mut [f64]) {
    for (j, sum) in sums.iter_mut().enumerate() {
        let (_, rest) = columns.split_at_mut(j * length);
        let (q, later) = rest.split_at_mut(length);
        let norm = dot(q, q).sqrt();
        *sum += norm.ln();
        let inverse = 1.0 / norm;
        for x in q.iter_mut() {
            *x *= inverse;
        }
        for column in later.chunks_exact_mut(length) {
            let r = dot(q, column);
            for (x, q) in column.iter_mut().zip(q.iter()) {
                *x -= r * q;
            }
        }
    }
}
