//! The cases, one file for each system.

mod henon;
mod kuramoto;
mod lorenz;
mod lorenz96;

use crate::case::Case;

pub fn all() -> Vec<Case> {
    let mut cases = vec![lorenz::case(), henon::case()];
    cases.extend([5, 40].map(lorenz96::case));
    cases.extend([20, 50, 100, 200].map(kuramoto::case));
    cases
}

/// The first `k` unit vectors: the basis that every side starts from.
fn unit_vectors(dimension: usize, k: usize) -> Vec<Vec<f64>> {
    (0..k)
        .map(|j| {
            (0..dimension)
                .map(|i| if i == j { 1.0 } else { 0.0 })
                .collect()
        })
        .collect()
}
