//! The normal equations of a fit: what is left of all residuals.

use faer::{Mat, Side};

/// χ² = Σ r², its half gradient Jᵀr and JᵀJ, with respect to the free variables.
#[derive(Clone, Debug)]
pub(super) struct Normal {
    pub(super) chi_squared: f64,
    pub(super) slopes: Vec<f64>,
    /// All rows, of full length.
    pub(super) products: Vec<Vec<f64>>,
}

/// JᵀJ = D·V·Λ·Vᵀ·D, with D such that V·Λ·Vᵀ has ones on its diagonal: then Λ tells how far the variables can be told
/// apart, whatever their units are.
pub(super) struct Eigen {
    pub(super) scale: Vec<f64>,
    pub(super) values: Vec<f64>,
    /// Column by column.
    pub(super) vectors: Vec<Vec<f64>>,
}

impl Normal {
    /// With respect to free numbers of which the variables are functions with these slopes.
    pub(super) fn substituted(&self, by: &[f64]) -> Self {
        let slopes = self.slopes.iter().zip(by).map(|(slope, by)| slope * by);
        let rows = self.products.iter().zip(by);
        let rows = rows.map(|(row, by_row)| {
            let row = row.iter().zip(by);
            row.map(|(product, by)| product * by_row * by).collect()
        });
        Self {
            chi_squared: self.chi_squared,
            slopes: slopes.collect(),
            products: rows.collect(),
        }
    }

    pub(super) fn is_finite(&self) -> bool {
        let all = self.products.iter().flatten().chain(&self.slopes);
        all.chain([&self.chi_squared])
            .all(|value| value.is_finite())
    }

    /// With respect to some of the variables, where the others are held.
    pub(super) fn only(&self, which: &[usize]) -> Self {
        let slopes = which.iter().map(|i| self.slopes[*i]);
        let row = |i: &usize| which.iter().map(|j| self.products[*i][*j]).collect();
        Self {
            chi_squared: self.chi_squared,
            slopes: slopes.collect(),
            products: which.iter().map(row).collect(),
        }
    }

    /// By how much a step to the minimum of the quadratic form makes χ² smaller.
    pub(super) fn gain(&self) -> Option<f64> {
        let (_, along) = self.eigen()?.root(&self.slopes);
        Some(along.iter().map(|part| part * part).sum())
    }

    /// `None` if it cannot be taken apart, is of no variable, or none of numbers.
    pub(super) fn eigen(&self) -> Option<Eigen> {
        if self.slopes.is_empty() || !self.is_finite() {
            return None;
        }
        let n = self.slopes.len();
        let scale: Vec<f64> = (0..n)
            .map(|i| self.products[i][i].sqrt())
            .map(|size| if size > 0.0 { size } else { 1.0 })
            .collect();
        let scaled = Mat::from_fn(n, n, |i, j| self.products[i][j] / (scale[i] * scale[j]));
        let eigen = scaled.self_adjoint_eigen(Side::Lower).ok()?;
        let values = (0..n).map(|k| eigen.S().column_vector()[k]);
        let vectors = (0..n).map(|k| (0..n).map(|i| eigen.U()[(i, k)]).collect());
        Some(Eigen {
            scale,
            values: values.collect(),
            vectors: vectors.collect(),
        })
    }
}

impl Eigen {
    /// Below it a direction cannot be told from rounding.
    fn threshold(&self) -> f64 {
        let largest = self.values.iter().fold(0.0, |a: f64, b| a.max(*b));
        largest * f64::EPSILON * 10.0 * self.values.len() as f64
    }

    /// R and q with RᵀR = JᵀJ and Rᵀq = Jᵀr, row by row: they have the steps of all residuals.
    pub(super) fn root(&self, slopes: &[f64]) -> (Vec<Vec<f64>>, Vec<f64>) {
        let threshold = self.threshold();
        let rows = self.values.iter().zip(&self.vectors);
        let rows = rows.map(|(&value, vector)| {
            if value <= threshold {
                return (vec![0.0; slopes.len()], 0.0);
            }
            let root = value.sqrt();
            let along = vector.iter().zip(&self.scale).zip(slopes);
            let along: f64 = along.map(|((v, scale), slope)| v * slope / scale).sum();
            let row = vector.iter().zip(&self.scale);
            (
                row.map(|(v, scale)| root * v * scale).collect(),
                along / root,
            )
        });
        rows.unzip()
    }

    /// The inverse of JᵀJ, or the direction in which it has none: how the variables go together without any data telling.
    pub(super) fn covariance(&self) -> Result<Vec<Vec<f64>>, Vec<f64>> {
        let n = self.scale.len();
        let threshold = self.threshold();
        if self.values.iter().any(|value| *value <= threshold) {
            let vector = self.worst().iter().zip(&self.scale);
            return Err(vector.map(|(v, scale)| v / scale).collect());
        }
        let entry = |i: usize, j: usize| -> f64 {
            let sum: f64 = (0..n)
                .map(|k| self.vectors[k][i] * self.vectors[k][j] / self.values[k])
                .sum();
            sum / (self.scale[i] * self.scale[j])
        };
        Ok((0..n)
            .map(|i| (0..n).map(|j| entry(i, j)).collect())
            .collect())
    }

    /// The combination that is known the worst.
    pub(super) fn worst(&self) -> &[f64] {
        let n = self.values.len();
        let worst = (0..n).min_by(|a, b| self.values[*a].total_cmp(&self.values[*b]));
        worst.map_or(&[], |k| &self.vectors[k])
    }

    /// How many times better the best known combination of variables is known than the worst, by their errors.
    pub(super) fn condition(&self) -> f64 {
        let largest = self.values.iter().fold(0.0, |a: f64, b| a.max(*b));
        let smallest = self
            .values
            .iter()
            .fold(f64::INFINITY, |a: f64, b| a.min(*b));
        (largest / smallest.max(0.0)).sqrt()
    }
}

#[cfg(test)]
mod tests {
    use super::Normal;

    fn normal(rows: &[[f64; 2]], residuals: &[f64]) -> Normal {
        let product = |i: usize, j: usize| rows.iter().map(|row| row[i] * row[j]).sum();
        let slope = |i: usize| rows.iter().zip(residuals).map(|(row, r)| row[i] * r).sum();
        Normal {
            chi_squared: residuals.iter().map(|r| r * r).sum(),
            slopes: vec![slope(0), slope(1)],
            products: vec![
                vec![product(0, 0), product(0, 1)],
                vec![product(1, 0), product(1, 1)],
            ],
        }
    }

    #[test]
    fn a_root_has_the_same_products() {
        let normal = normal(&[[1.0, 2e4], [0.5, -1e4], [3.0, 1.0]], &[1.0, -2.0, 0.5]);
        let eigen = normal.eigen().unwrap();
        let (root, residuals) = eigen.root(&normal.slopes);
        for i in 0..2 {
            for j in 0..2 {
                let product: f64 = root.iter().map(|row| row[i] * row[j]).sum();
                assert!((product / normal.products[i][j] - 1.0).abs() < 1e-12);
            }
            let slope: f64 = root.iter().zip(&residuals).map(|(row, r)| row[i] * r).sum();
            assert!((slope / normal.slopes[i] - 1.0).abs() < 1e-12);
        }
        let covariance = eigen.covariance().unwrap();
        let product = |i: usize, j: usize| -> f64 {
            (0..2)
                .map(|k| covariance[i][k] * normal.products[k][j])
                .sum()
        };
        assert!((product(0, 0) - 1.0).abs() < 1e-12 && product(1, 0).abs() < 1e-12);
    }

    /// Only the sum of the two is known.
    #[test]
    fn what_cannot_be_told_apart() {
        let normal = normal(&[[1.0, 1.0], [2.0, 2.0], [3.0, 3.0]], &[1.0, 1.0, -2.0]);
        let eigen = normal.eigen().unwrap();
        let direction = eigen.covariance().unwrap_err();
        assert!((direction[0] + direction[1]).abs() < 1e-7 * direction[0].abs());
        let (root, residuals) = eigen.root(&normal.slopes);
        assert_eq!(residuals.iter().filter(|r| **r != 0.0).count(), 1);
        assert!(root.concat().iter().all(|value| value.is_finite()));
    }
}
