//! Kuramoto's oscillators with dense weights and five tangents, Heun.

use super::gram_schmidt::gram_schmidt;
use crate::outcome::Outcome;

/// Number of tangents.
pub const K: usize = 5;

const EVERY: u64 = 10;

/// A network to be run.
#[derive(Clone)]
pub struct Network {
    pub omega: Vec<f64>,
    pub coupling: f64,
    /// Row by row, one row per target.
    pub weights: Vec<f64>,
    pub start: Vec<f64>,
}

/// The five tangents of a node.
type Tangents = [f64; K];

/// Slopes of all phases and all tangents.
type Slopes<'a> = dyn FnMut(&[f64], &[Tangents], &mut [f64], &mut [Tangents]) + 'a;

/// One sine and one cosine for each edge.
pub fn by_edges(network: &Network, steps: u64, dt: f64) -> Outcome {
    let n = network.omega.len();
    let strength = network.coupling / n as f64;
    heun(network, steps, dt, &mut |x, v, f, g| {
        for i in 0..n {
            let row = &network.weights[i * n..][..n];
            let mut sum = 0.0;
            let mut slopes = 0.0;
            let mut tangents = [0.0; K];
            for j in 0..n {
                if row[j] == 0.0 {
                    continue;
                }
                let (sin, cos) = (x[j] - x[i]).sin_cos();
                sum += row[j] * sin;
                let slope = row[j] * cos;
                slopes += slope;
                for l in 0..K {
                    tangents[l] += slope * v[j][l];
                }
            }
            f[i] = network.omega[i] + strength * sum;
            for l in 0..K {
                g[i][l] = strength * (tangents[l] - slopes * v[i][l]);
            }
        }
    })
}

/// Sine and cosine of the phases, and both times each tangent.
const WIDE: usize = 2 + 2 * K;

/// By sin(y − x) = cos x sin y − sin x cos y: a sine and a cosine for each node, and one product of
/// W with twelve columns. Not the operations of the model's text, but the fastest that is known.
pub fn by_products(network: &Network, steps: u64, dt: f64) -> Outcome {
    let n = network.omega.len();
    let strength = network.coupling / n as f64;
    let mut packed = vec![[0.0; WIDE]; n];
    heun(network, steps, dt, &mut |x, v, f, g| {
        for (packed, (x, v)) in packed.iter_mut().zip(x.iter().zip(v)) {
            let (sin, cos) = x.sin_cos();
            packed[0] = sin;
            packed[1] = cos;
            for l in 0..K {
                packed[2 + l] = cos * v[l];
                packed[2 + K + l] = sin * v[l];
            }
        }
        for i in 0..n {
            let row = &network.weights[i * n..][..n];
            let mut sums = [0.0; WIDE];
            for (weight, packed) in row.iter().zip(&packed) {
                for l in 0..WIDE {
                    sums[l] += weight * packed[l];
                }
            }
            let [sin, cos] = [packed[i][0], packed[i][1]];
            f[i] = network.omega[i] + strength * (cos * sums[0] - sin * sums[1]);
            let slopes = cos * sums[1] + sin * sums[0];
            for l in 0..K {
                let tangent = cos * sums[2 + l] + sin * sums[2 + K + l];
                g[i][l] = strength * (tangent - slopes * v[i][l]);
            }
        }
    })
}

fn heun(network: &Network, steps: u64, dt: f64, slopes: &mut Slopes) -> Outcome {
    let n = network.omega.len();
    let mut x = network.start.clone();
    let mut v = vec![[0.0; K]; n];
    for l in 0..K {
        v[l][l] = 1.0;
    }
    let (mut x2, mut v2) = (x.clone(), v.clone());
    let (mut f, mut g) = (x.clone(), v.clone());
    let (mut f2, mut g2) = (x.clone(), v.clone());
    let mut columns = vec![0.0; K * n];
    let mut sums = [0.0; K];
    let half = dt * 0.5;
    for step in 1..=steps {
        slopes(&x, &v, &mut f, &mut g);
        for i in 0..n {
            x2[i] = x[i] + f[i] * dt;
            for l in 0..K {
                v2[i][l] = v[i][l] + g[i][l] * dt;
            }
        }
        slopes(&x2, &v2, &mut f2, &mut g2);
        for i in 0..n {
            x[i] += f[i] * half + f2[i] * half;
            for l in 0..K {
                v[i][l] += (g[i][l] + g2[i][l]) * half;
            }
        }
        if step % EVERY == 0 {
            for (i, v) in v.iter().enumerate() {
                for l in 0..K {
                    columns[l * n + i] = v[l];
                }
            }
            gram_schmidt(&mut columns, n, &mut sums);
            for (i, v) in v.iter_mut().enumerate() {
                for l in 0..K {
                    v[l] = columns[l * n + i];
                }
            }
        }
    }
    let time = steps as f64 * dt;
    Outcome {
        exponents: sums.iter().map(|sum| sum / time).collect(),
        state: x,
    }
}
