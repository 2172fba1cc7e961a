//! What was measured, and its checks.

use super::{FitError, Observable};
use crate::Param;

/// Data of one column.
#[derive(Clone, Debug)]
pub(super) struct Data<M> {
    pub(super) of: Observable<M>,
    pub(super) values: Vec<f64>,
    pub(super) sigma: Option<Param>,
}

/// Whether the data have standard errors: all or none.
pub(super) fn check_sigmas<M>(data: &[Data<M>]) -> Result<bool, FitError> {
    let Some(first) = data.first() else {
        return Err(FitError::NoData);
    };
    let has = first.sigma.is_some();
    match data.iter().find(|data| data.sigma.is_some() != has) {
        None => Ok(has),
        Some(other) => {
            let (with, without) = if has { (first, other) } else { (other, first) };
            Err(FitError::SomeSigmas {
                with: with.of.to_string(),
                without: without.of.to_string(),
            })
        }
    }
}

/// One number for each row.
pub(super) fn check_values<M>(
    data: &Data<M>,
    expected: usize,
    rows: &'static str,
) -> Result<(), FitError> {
    let (what, got) = (|| data.of.to_string(), data.values.len());
    if got != expected {
        return Err(FitError::Length {
            what: what(),
            expected,
            got,
            rows,
        });
    }
    match data.values.iter().position(|value| !value.is_finite()) {
        None => Ok(()),
        Some(row) => Err(FitError::NotANumber {
            what: what(),
            row,
            value: data.values[row],
        }),
    }
}

/// 1/σ, or 1.
pub(super) fn weights<M>(data: &Data<M>) -> Result<Param, FitError> {
    let what = || data.of.to_string();
    let weight = |row: usize, sigma: f64| {
        // Of the smallest numbers the inverse is none.
        let weight = 1.0 / sigma;
        if sigma > 0.0 && sigma.is_finite() && weight.is_finite() {
            Ok(weight)
        } else {
            Err(FitError::Sigma {
                what: what(),
                row,
                value: sigma,
            })
        }
    };
    match &data.sigma {
        None => Ok(Param::Uniform(1.0)),
        Some(Param::Uniform(sigma)) => Ok(Param::Uniform(weight(0, *sigma)?)),
        Some(Param::PerNode(all)) if all.len() != data.values.len() => Err(FitError::Length {
            what: format!("standard error of {}", data.of),
            expected: data.values.len(),
            got: all.len(),
            rows: "values",
        }),
        Some(Param::PerNode(all)) => {
            let weights = all
                .iter()
                .enumerate()
                .map(|(row, sigma)| weight(row, *sigma));
            Ok(Param::PerNode(weights.collect::<Result<_, _>>()?))
        }
    }
}
