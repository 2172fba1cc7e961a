//! The tangents that a run starts from.

use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};

use crate::SetupError;
use crate::qr::Limits;
use crate::qr::large::Householder;

/// A uniform number in [−1, 1).
pub(crate) fn uniform(rng: &mut ChaCha8Rng) -> f64 {
    // 53 bits, as many as a number holds.
    let unit = (rng.next_u64() >> 11) as f64 * (1.0 / (1_u64 << 53) as f64);
    2.0 * unit - 1.0
}

/// k orthonormal columns of random direction. They are drawn column by column, so that fewer
/// columns of the same seed are the first of more.
pub(crate) fn random(dimension: usize, k: usize, seed: u64) -> Vec<Vec<f64>> {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    loop {
        let columns: Vec<Vec<f64>> = (0..k)
            .map(|_| (0..dimension).map(|_| uniform(&mut rng)).collect())
            .collect();
        // Dependent random columns are as likely as a coin on its edge; then it is tossed again.
        if let Ok(basis) = orthonormal(&columns) {
            return basis;
        }
    }
}

/// The user's columns, checked and made orthonormal.
pub(super) fn given(
    columns: &[Vec<f64>],
    dimension: usize,
    k: usize,
) -> Result<Vec<Vec<f64>>, SetupError> {
    if columns.len() != k {
        let got = columns.len();
        return Err(SetupError::StartBasisColumns { k, got });
    }
    for (column, values) in columns.iter().enumerate() {
        if values.len() != dimension {
            return Err(SetupError::StartBasisLength {
                column,
                expected: dimension,
                got: values.len(),
            });
        }
        if let Some(row) = values.iter().position(|value| !value.is_finite()) {
            return Err(SetupError::StartBasisNotFinite {
                column,
                row,
                value: values[row],
            });
        }
    }
    orthonormal(columns).map_err(|column| SetupError::StartBasisDependent { column })
}

/// Orthonormal columns with one more that is orthogonal to them.
pub(super) fn completed(mut columns: Vec<Vec<f64>>, dimension: usize) -> Vec<Vec<f64>> {
    // The axis that the columns hold least of: a good part of it is left over.
    let held = |axis: usize| {
        columns
            .iter()
            .map(|column| column[axis].powi(2))
            .sum::<f64>()
    };
    let axis = (0..dimension).min_by(|&a, &b| held(a).total_cmp(&held(b)));
    let mut unit = vec![0.0; dimension];
    unit[axis.unwrap_or(0)] = 1.0;
    columns.push(unit);
    orthonormal(&columns).expect("the new one is far from those before it")
}

/// Q of the columns, or the number of one that depends on those before it.
fn orthonormal(columns: &[Vec<f64>]) -> Result<Vec<Vec<f64>>, usize> {
    let (rows, k) = (columns[0].len(), columns.len());
    let mut qr = Householder::new(rows, k);
    for (j, column) in columns.iter().enumerate() {
        // Lengths do not matter, so that no square leaves the range of numbers.
        let scale = column
            .iter()
            .fold(f64::MIN_POSITIVE, |scale, value| value.abs().max(scale));
        for (to, value) in qr.column_mut(j).iter_mut().zip(column) {
            *to = value / scale;
        }
    }
    let mut diagonal = vec![0.0; k];
    qr.factor(Limits::STEP, &mut diagonal)
        .map_err(|bad| bad.column)?;
    Ok((0..k).map(|j| qr.q(j).to_vec()).collect())
}
