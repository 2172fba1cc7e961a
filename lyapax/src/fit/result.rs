//! What a fit found, and how far to trust it.

use core::fmt;

use super::normal::Normal;
use super::{End, ReadyFit};
use crate::error::FitError;
use crate::model::Model;
use crate::{Calibration, Placement, System, Variable};

/// Why a fit ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Stop {
    /// χ² has its minimum there, or one of them.
    Converged,
    /// No step makes it lower, up to rounding, although the slopes are not zero.
    NoImprovement,
    /// As many steps were made as were allowed.
    Iterations,
    /// The program asked for it.
    Asked,
}

impl fmt::Display for Stop {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Converged => "converged",
            Self::NoImprovement => "no step makes it lower",
            Self::Iterations => "all steps that were allowed are made",
            Self::Asked => "stopped",
        })
    }
}

/// Why a fit, or a number of it, is not to be trusted.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum FitWarning {
    /// It did not end in a minimum.
    NotConverged {
        /// Why it ended.
        stop: Stop,
    },
    /// The data say nothing of a combination of variables, up to rounding: there are no standard errors.
    NotIdentifiable {
        /// The variables that go together.
        variables: Vec<String>,
    },
    /// The data hardly say anything of a combination of variables: it is known so many times less well than another one.
    HardlyIdentifiable {
        /// The variables that go together.
        variables: Vec<String>,
        /// How many times less well.
        condition: f64,
    },
    /// A variable went to one of its bounds, where its standard error means nothing.
    AtBound {
        /// The variable.
        variable: String,
    },
    /// There are no standard errors at all.
    NoStandardErrors {
        /// Why.
        why: &'static str,
    },
    /// The residuals are much larger, or much smaller, than the standard errors of the data say.
    WrongSigmas {
        /// χ² for each degree of freedom, which should be about 1.
        reduced: f64,
    },
}

impl fmt::Display for FitWarning {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotConverged { stop } => write!(f, "the fit has not converged: {stop}"),
            Self::NotIdentifiable { variables } => write!(
                f,
                "the data cannot tell {} apart: there are no standard errors; keep one of them fixed",
                variables.join(", ")
            ),
            Self::HardlyIdentifiable {
                variables,
                condition,
            } => write!(
                f,
                "the data hardly tell {} apart: one combination is known {condition:.0e} times less well than another",
                variables.join(", ")
            ),
            Self::AtBound { variable } => write!(
                f,
                "{variable} is at its bound: its standard error means nothing"
            ),
            Self::NoStandardErrors { why } => write!(f, "there are no standard errors: {why}"),
            Self::WrongSigmas { reduced } => write!(
                f,
                "χ² is {reduced:.3} for each degree of freedom, not 1: the model is wrong, or the standard errors of the \
                 data are"
            ),
        }
    }
}

/// A fit: see [`Fit::run`](super::Fit::run). Its `Display` is a table of the variables with their standard errors.
pub struct FitResult<M: Model> {
    variables: Vec<Variable<M>>,
    values: Vec<f64>,
    chi_squared: f64,
    data: usize,
    /// (JᵀJ)⁻¹.
    inverse: Option<Vec<Vec<f64>>>,
    covariance: Option<Vec<Vec<f64>>>,
    at_bound: Vec<bool>,
    stop: Stop,
    iterations: usize,
    evaluations: usize,
    warnings: Vec<FitWarning>,
    model: M,
    system: Option<System<M>>,
    placement: Option<Placement>,
    calibration: Option<Calibration>,
}

/// The better known combination of variables may be known so many times better than the worse.
const CONDITION: f64 = 1e6;

/// Standard deviations that χ² may be away from its degrees of freedom.
const DEVIATIONS: f64 = 6.0;

impl<M: Model> FitResult<M> {
    pub(super) fn new(
        mut fit: ReadyFit<'_, M>,
        end: End,
        normal: Option<&Normal>,
    ) -> Result<Self, crate::Error> {
        let data = fit.evaluation.data();
        let chi_squared = match normal {
            Some(normal) => normal.chi_squared,
            None => fit.evaluation.gradient(&end.values)?.0,
        };
        let mut warnings = Vec::new();
        if end.stop != Stop::Converged {
            warnings.push(FitWarning::NotConverged { stop: end.stop });
        }
        let freedom = data - fit.free.len();
        let mut inverse = None;
        let eigen = normal.map(Normal::eigen);
        let none = match &eigen {
            None => Some("of so many variables none are computed"),
            Some(None) => Some("the derivatives are beyond all numbers where the fit ended"),
            Some(Some(_)) if freedom == 0 && !fit.has_sigmas => Some(
                "there are as many variables as data, and nothing remains to estimate the errors of the data by",
            ),
            Some(Some(_)) => None,
        };
        if let Some(eigen) = eigen.flatten() {
            let names = |direction: &[f64], scale: &[f64]| {
                let parts = direction
                    .iter()
                    .zip(scale)
                    .map(|(v, scale)| (v * scale).abs());
                let parts: Vec<f64> = parts.collect();
                let largest = parts.iter().fold(0.0, |a: f64, b| a.max(*b));
                let taking_part = fit.free.iter().zip(parts);
                let taking_part = taking_part.filter(|(_, part)| *part > 0.1 * largest);
                taking_part
                    .map(|(variable, _)| variable.to_string())
                    .collect()
            };
            match eigen.covariance() {
                Ok(found) => {
                    if eigen.condition() > CONDITION {
                        let n = eigen.values.len();
                        let worst = (0..n)
                            .min_by(|a, b| eigen.values[*a].total_cmp(&eigen.values[*b]))
                            .unwrap_or(0);
                        let ones = vec![1.0; n];
                        warnings.push(FitWarning::HardlyIdentifiable {
                            variables: names(&eigen.vectors[worst], &ones),
                            condition: eigen.condition(),
                        });
                    }
                    inverse = Some(found);
                }
                Err(direction) => warnings.push(FitWarning::NotIdentifiable {
                    variables: names(&direction, &eigen.scale),
                }),
            }
        }
        if let Some(why) = none {
            warnings.push(FitWarning::NoStandardErrors { why });
            inverse = None;
        }
        let reduced = chi_squared / freedom.max(1) as f64;
        if fit.has_sigmas && freedom > 0 {
            // χ² of n degrees of freedom has the standard deviation √(2n).
            let away = (chi_squared - freedom as f64) / (2.0 * freedom as f64).sqrt();
            if away.abs() > DEVIATIONS {
                warnings.push(FitWarning::WrongSigmas { reduced });
            }
        }
        let variance = if fit.has_sigmas { 1.0 } else { reduced };
        let scaled = |row: &Vec<f64>| row.iter().map(|entry| entry * variance).collect();
        let covariance: Option<Vec<Vec<f64>>> = inverse
            .as_ref()
            .map(|inverse| inverse.iter().map(scaled).collect());
        let std_error = |i: usize| covariance.as_ref().map(|rows| rows[i][i].sqrt());
        let at_bound = fit.bounds.iter().zip(&end.values).enumerate();
        let at_bound: Vec<bool> = at_bound
            .map(|(i, (bounds, value))| bounds.is_reached(*value, std_error(i)))
            .collect();
        for (variable, _) in fit.free.iter().zip(&at_bound).filter(|(_, is)| **is) {
            warnings.push(FitWarning::AtBound {
                variable: variable.to_string(),
            });
        }
        fit.evaluation.set(&end.values);
        let (placement, calibration) = fit.evaluation.placement();
        Ok(Self {
            model: fit.evaluation.model().clone(),
            system: fit.evaluation.system().cloned(),
            variables: fit.free,
            values: end.values,
            chi_squared,
            data,
            inverse,
            covariance,
            at_bound,
            stop: end.stop,
            iterations: end.iterations,
            evaluations: end.evaluations,
            warnings,
            placement,
            calibration,
        })
    }

    /// What was done on a device; none where it was the CPU.
    pub fn placement(&self) -> Option<&Placement> {
        self.placement.as_ref()
    }

    /// On which figures the device was chosen, where it was by [`DeviceChoice::Auto`](crate::DeviceChoice::Auto).
    pub fn calibration(&self) -> Option<&Calibration> {
        self.calibration.as_ref()
    }

    /// What was fitted, in the order in which it was said.
    pub fn variables(&self) -> &[Variable<M>] {
        &self.variables
    }

    /// The values of all variables, in their order.
    pub fn values(&self) -> &[f64] {
        &self.values
    }

    /// The value of a variable.
    ///
    /// # Panics
    /// Where that was not free.
    pub fn value(&self, variable: impl Into<Variable<M>>) -> f64 {
        self.values[self.place(variable.into())]
    }

    /// The standard error of a variable, to first order: the square root of its variance.
    ///
    /// # Errors
    /// [`FitError::NoStandardError`] where the data do not determine the variables, where it is at a bound, where nothing
    /// remains to estimate the errors of data without any, or where there are more than 500 variables.
    ///
    /// # Panics
    /// Where that was not free.
    pub fn std_error(&self, variable: impl Into<Variable<M>>) -> Result<f64, FitError> {
        let variable = variable.into();
        let place = self.place(variable);
        let entry = self.covariance.as_ref().map(|rows| rows[place][place]);
        let entry = entry.filter(|_| !self.at_bound[place]);
        entry
            .map(f64::sqrt)
            .ok_or_else(|| FitError::NoStandardError {
                variable: variable.to_string(),
            })
    }

    /// The covariances of all variables, row by row: (JᵀJ)⁻¹, of data without standard errors times χ² for each degree of
    /// freedom. `None` where [`FitResult::std_error`] is an error for all.
    pub fn covariance(&self) -> Option<&[Vec<f64>]> {
        self.covariance.as_deref()
    }

    /// How two variables go together, between −1 and 1; `None` where there is no covariance.
    ///
    /// # Panics
    /// Where one of the two was not free.
    pub fn correlation(&self, a: impl Into<Variable<M>>, b: impl Into<Variable<M>>) -> Option<f64> {
        let (a, b) = (self.place(a.into()), self.place(b.into()));
        // Without the size of the errors, which may be 0.
        let rows = self.inverse.as_ref()?;
        Some(rows[a][b] / (rows[a][a] * rows[b][b]).sqrt())
    }

    /// χ² = Σ ((model − data)/σ)², with σ = 1 for data without standard errors.
    pub fn chi_squared(&self) -> f64 {
        self.chi_squared
    }

    /// Data less variables.
    pub fn degrees_of_freedom(&self) -> usize {
        self.data - self.variables.len()
    }

    /// Why the fit ended.
    pub fn stop(&self) -> Stop {
        self.stop
    }

    /// Steps of the optimiser.
    pub fn iterations(&self) -> usize {
        self.iterations
    }

    /// Evaluations of the model with its derivatives.
    pub fn evaluations(&self) -> usize {
        self.evaluations
    }

    /// Why it, or some of its numbers, are not to be trusted.
    pub fn warnings(&self) -> &[FitWarning] {
        &self.warnings
    }

    /// The model with the fitted parameters.
    pub fn model(&self) -> &M {
        &self.model
    }

    /// The system with all that was fitted; `None` of a fit at conditions.
    pub fn system(&self) -> Option<&System<M>> {
        self.system.as_ref()
    }

    fn place(&self, variable: Variable<M>) -> usize {
        let found = self.variables.iter().position(|it| *it == variable);
        found.unwrap_or_else(|| panic!("{variable} was not free"))
    }
}

impl<M: Model> fmt::Display for FitResult<M> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let width = self
            .variables
            .iter()
            .map(|it| it.to_string().chars().count());
        let width = width.max().unwrap_or(0);
        for (variable, value) in self.variables.iter().zip(&self.values) {
            write!(f, "{:width$} = {value:.10e}", variable.to_string())?;
            match self.std_error(*variable) {
                Ok(error) => writeln!(f, " ± {error:.2e}")?,
                Err(_) => writeln!(f, " (no standard error)")?,
            }
        }
        write!(
            f,
            "χ² = {:.6e} with {} degrees of freedom; {} after {} steps",
            self.chi_squared,
            self.degrees_of_freedom(),
            self.stop,
            self.iterations
        )?;
        for warning in &self.warnings {
            write!(f, "\nwarning: {warning}")?;
        }
        Ok(())
    }
}

impl<M: Model> fmt::Debug for FitResult<M> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}
