//! By Levenberg and Marquardt.

use core::cell::{Cell, RefCell};

use levenberg_marquardt::{LeastSquaresProblem, LevenbergMarquardt, TerminationReason};
use nalgebra::{DMatrix, DVector, Dyn, Owned};

use super::bounds::values;
use super::normal::Normal;
use super::{End, FitError, FitProgress, ReadyFit, Stop, is_no_value};
use crate::Error;
use crate::model::Model;

/// χ² that would fall by a smaller part of itself has fallen.
const SMALLEST_GAIN: f64 = 1e-13;

/// Variables that would move by a smaller part of themselves stand.
const SMALLEST_STEP: f64 = 1e-10;

/// A cosine between residuals and slopes that is zero.
const SMALLEST_SLOPE: f64 = 1e-10;

/// Where a model has no values a residual is of this size, so that a smaller step is made.
const FAR: f64 = 1e100;

pub(super) fn minimise<M: Model>(fit: &mut ReadyFit<'_, M>) -> Result<End, Error> {
    let free = fit.bounds.iter().map(|bounded| bounded.begin()).collect();
    let most = fit.iterations;
    let mut problem = Problem {
        fit: RefCell::new(fit),
        free: DVector::from_vec(free),
        at: None,
        evaluations: 0,
        iterations: Cell::new(0),
        most,
        stop: Cell::new(None),
        failed: None,
    };
    // A begin that is none is the caller's to know.
    let chi_squared = problem.evaluate()?;
    if problem.at.is_none() {
        return Err(FitError::StartNotFinite { chi_squared }.into());
    }
    let (problem, report) = LevenbergMarquardt::new()
        .with_ftol(SMALLEST_GAIN)
        .with_xtol(SMALLEST_STEP)
        .with_gtol(SMALLEST_SLOPE)
        .with_patience(2 * most + 100)
        .minimize(problem);
    if let Some(error) = problem.failed {
        return Err(error);
    }
    let stop = problem.stop.get().unwrap_or(match report.termination {
        TerminationReason::ResidualsZero
        | TerminationReason::Orthogonal
        | TerminationReason::Converged { .. } => Stop::Converged,
        TerminationReason::LostPatience => Stop::Iterations,
        _ => Stop::NoImprovement,
    });
    Ok(End {
        values: problem.values(),
        iterations: problem.iterations.get(),
        evaluations: problem.evaluations,
        stop,
    })
}

/// As the optimiser sees it: p + 1 residuals of p free numbers, which have the squares, slopes and products of all.
struct Problem<'f, 'a, M: Model> {
    fit: RefCell<&'f mut ReadyFit<'a, M>>,
    free: DVector<f64>,
    /// Residuals and their slopes; `None` where the model has no values.
    at: Option<(DVector<f64>, DMatrix<f64>, f64)>,
    evaluations: usize,
    iterations: Cell<usize>,
    most: usize,
    stop: Cell<Option<Stop>>,
    /// What has nothing to do with the values.
    failed: Option<Error>,
}

impl<M: Model> Problem<'_, '_, M> {
    fn values(&self) -> Vec<f64> {
        values(&self.fit.borrow().bounds, &self.free).0
    }

    /// Gives χ².
    fn evaluate(&mut self) -> Result<f64, Error> {
        self.at = None;
        self.evaluations += 1;
        let fit = self.fit.get_mut();
        let (values, slopes) = values(&fit.bounds, &self.free);
        let normal = fit.evaluation.normal(&values)?;
        self.at = reduced(&normal.substituted(&slopes));
        Ok(normal.chi_squared)
    }
}

fn reduced(normal: &Normal) -> Option<(DVector<f64>, DMatrix<f64>, f64)> {
    let (rows, mut residuals) = normal.eigen()?.root(&normal.slopes);
    let n = residuals.len();
    let within: f64 = residuals.iter().map(|r| r * r).sum();
    residuals.push((normal.chi_squared - within).max(0.0).sqrt());
    let entry = |i: usize, j: usize| if i < n { rows[i][j] } else { 0.0 };
    Some((
        DVector::from_vec(residuals),
        DMatrix::from_fn(n + 1, n, entry),
        normal.chi_squared,
    ))
}

impl<M: Model> LeastSquaresProblem<f64, Dyn, Dyn> for Problem<'_, '_, M> {
    type ResidualStorage = Owned<f64, Dyn>;
    type JacobianStorage = Owned<f64, Dyn, Dyn>;
    type ParameterStorage = Owned<f64, Dyn>;

    fn set_params(&mut self, free: &DVector<f64>) {
        self.free.copy_from(free);
        if self.failed.is_some() {
            return;
        }
        // Where the model has no value, a smaller step is made.
        if let Err(error) = self.evaluate()
            && !is_no_value(&error)
        {
            self.failed = Some(error);
        }
    }

    fn params(&self) -> DVector<f64> {
        self.free.clone()
    }

    fn residuals(&self) -> Option<DVector<f64>> {
        Some(match &self.at {
            Some((residuals, ..)) => residuals.clone(),
            None => DVector::from_element(self.free.len() + 1, FAR),
        })
    }

    /// It is asked for once in each step that is accepted.
    fn jacobian(&self) -> Option<DMatrix<f64>> {
        if self.failed.is_some() {
            return None;
        }
        let (_, jacobian, chi_squared) = self.at.as_ref()?;
        let iteration = self.iterations.get();
        let values = self.values();
        let progress = FitProgress {
            iteration,
            chi_squared: *chi_squared,
            values: &values,
        };
        let mut fit = self.fit.borrow_mut();
        if let Some(tell) = &mut fit.progress
            && tell(&progress).is_break()
        {
            self.stop.set(Some(Stop::Asked));
            return None;
        }
        if iteration == self.most {
            self.stop.set(Some(Stop::Iterations));
            return None;
        }
        self.iterations.set(iteration + 1);
        Some(jacobian.clone())
    }
}
