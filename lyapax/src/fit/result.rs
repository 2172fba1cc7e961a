//! What a fit found, and how far to trust it.

use core::fmt;

use super::normal::Normal;
use super::{End, ROUNDING, ReadyFit};
use crate::error::FitError;
use crate::model::Model;
use crate::{Calibration, DerivativeWarning, Placement, System, Variable};

/// Why a fit ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Stop {
    /// χ² has its minimum there, or one of them, to a tenth of a standard error at the most.
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
    /// No datum depends on them: there are no standard errors, and where they ended means nothing.
    NoEffect {
        /// The variables.
        variables: Vec<String>,
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
    /// A variable went to one of its bounds: it has no standard error, and those of the others are as if it were held.
    AtBound {
        /// The variable.
        variable: String,
    },
    /// There are no standard errors at all.
    NoStandardErrors {
        /// Why.
        why: &'static str,
    },
    /// The derivatives of a run, and with them the minimum and all errors, are not to be trusted.
    Derivatives(DerivativeWarning),
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
            Self::NoEffect { variables } => write!(
                f,
                "no datum depends on {}, and there are no standard errors: keep what has no effect fixed",
                variables.join(", ")
            ),
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
                "{variable} is at its bound: it has no standard error, and those of the others are as if it were held there"
            ),
            Self::NoStandardErrors { why } => write!(f, "there are no standard errors: {why}"),
            Self::Derivatives(warning) => write!(f, "{warning}"),
            Self::WrongSigmas { reduced } => write!(
                f,
                "χ² is {reduced:.3e} for each degree of freedom, not 1: the model is wrong, or the standard errors of the \
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
    freedom: usize,
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

/// So many standard errors from the minimum a fit has come there.
const NEAR: f64 = 0.1;

/// What the last evaluation tells of errors.
struct Known {
    /// (JᵀJ)⁻¹ of all variables, with zeros for those that are held.
    inverse: Option<Vec<Vec<f64>>>,
    covariance: Option<Vec<Vec<f64>>>,
    warnings: Vec<FitWarning>,
}

impl Known {
    /// Where only some of the free variables may change.
    fn of<M: Model>(
        fit: &ReadyFit<'_, M>,
        normal: &Result<Normal, &'static str>,
        inside: &[usize],
        chi_squared: f64,
    ) -> Self {
        let mut known = Self {
            inverse: None,
            covariance: None,
            warnings: Vec::new(),
        };
        let freedom = fit.data - inside.len();
        let no_errors = !fit.has_sigmas;
        let why = match normal {
            Err(why) => Some(*why),
            Ok(_) if freedom == 0 && no_errors => Some(
                "there are as many variables as data, and nothing remains to estimate the errors of the data by",
            ),
            Ok(_) if chi_squared <= ROUNDING * fit.size && no_errors => {
                Some("the model goes through all data, so that nothing tells their errors")
            }
            Ok(_) => None,
        };
        if let Some(why) = why {
            known.warnings.push(FitWarning::NoStandardErrors { why });
        }
        let Ok(normal) = normal else {
            return known;
        };
        let variance = fit.variance(chi_squared, inside.len());
        let name = |i: &usize| fit.free[*i].to_string();
        let (dead, alive): (Vec<usize>, Vec<usize>) = inside
            .iter()
            .partition(|i| normal.products[**i][**i] == 0.0);
        if !dead.is_empty() {
            known.warnings.push(FitWarning::NoEffect {
                variables: dead.iter().map(name).collect(),
            });
        }
        let Some(eigen) = normal.only(&alive).eigen() else {
            return known;
        };
        let names = |parts: Vec<f64>| {
            let largest = parts.iter().fold(0.0, |a: f64, b| a.max(*b));
            let taking_part = alive.iter().zip(parts);
            let taking_part = taking_part.filter(|(_, part)| *part > 0.1 * largest);
            taking_part.map(|(i, _)| name(i)).collect()
        };
        match eigen.covariance() {
            Ok(found) => {
                if eigen.condition() > CONDITION {
                    let worst = eigen.worst().iter().map(|part| part.abs());
                    known.warnings.push(FitWarning::HardlyIdentifiable {
                        variables: names(worst.collect()),
                        condition: eigen.condition(),
                    });
                }
                if dead.is_empty() && why.is_none() {
                    let n = fit.free.len();
                    let mut inverse = vec![vec![0.0; n]; n];
                    for (row, i) in found.iter().zip(&alive) {
                        for (entry, j) in row.iter().zip(&alive) {
                            inverse[*i][*j] = *entry;
                        }
                    }
                    let scaled = |row: &Vec<f64>| row.iter().map(|it| it * variance).collect();
                    known.covariance = Some(inverse.iter().map(scaled).collect());
                    known.inverse = Some(inverse);
                }
            }
            Err(direction) => {
                let parts = direction.iter().zip(&eigen.scale);
                let parts = parts.map(|(v, scale)| (v * scale).abs());
                known.warnings.push(FitWarning::NotIdentifiable {
                    variables: names(parts.collect()),
                });
            }
        }
        known
    }
}

/// Why a fit has ended, where the last evaluation knows it better than the optimiser: by how much a step to the minimum
/// would make χ² lower. In single precision χ² itself is known to seven digits of millions, and no optimiser can tell.
fn judged<M: Model>(fit: &ReadyFit<'_, M>, stop: Stop, normal: &Normal, inside: &[usize]) -> Stop {
    if !matches!(stop, Stop::Converged | Stop::NoImprovement) {
        return stop;
    }
    // Residuals that are rounding have no lower squares.
    if normal.chi_squared <= ROUNDING * fit.size {
        return Stop::Converged;
    }
    let variance = fit.variance(normal.chi_squared, inside.len());
    match normal.only(inside).gain() {
        Some(gain) if gain > NEAR * NEAR * variance => Stop::NoImprovement,
        _ => Stop::Converged,
    }
}

impl<M: Model> FitResult<M> {
    pub(super) fn new(
        mut fit: ReadyFit<'_, M>,
        end: End,
        normal: &Result<Normal, &'static str>,
    ) -> Result<Self, crate::Error> {
        let chi_squared = match normal {
            Ok(normal) => normal.chi_squared,
            Err(_) => fit.evaluation.gradient(&end.values)?.0,
        };
        let mut warnings = Vec::new();
        if fit.evaluation.system().is_some() {
            let jumps = DerivativeWarning::of_jumps(Some(&fit.free));
            warnings.extend(jumps.into_iter().map(FitWarning::Derivatives));
        }
        // Whether a bound is reached depends on the errors, and these on what is held at bounds.
        let mut inside: Vec<usize> = (0..fit.free.len()).collect();
        let mut known = Known::of(&fit, normal, &inside, chi_squared);
        let std_error = |i: usize| Some(known.covariance.as_ref()?[i][i].sqrt());
        let slope = |i: usize| normal.as_ref().map_or(0.0, |normal| normal.slopes[i]);
        let at_bound = fit.bounds.iter().zip(&end.values).enumerate();
        let at_bound: Vec<bool> = at_bound
            .map(|(i, (bounds, value))| bounds.is_reached(*value, slope(i), std_error(i)))
            .collect();
        if at_bound.contains(&true) {
            inside.retain(|i| !at_bound[*i]);
            known = Known::of(&fit, normal, &inside, chi_squared);
        }
        let freedom = fit.data - inside.len();
        let stop = match normal {
            Ok(normal) => judged(&fit, end.stop, normal, &inside),
            Err(_) => end.stop,
        };
        if stop != Stop::Converged {
            warnings.insert(0, FitWarning::NotConverged { stop });
        }
        for (variable, _) in fit.free.iter().zip(&at_bound).filter(|(_, is)| **is) {
            warnings.push(FitWarning::AtBound {
                variable: variable.to_string(),
            });
        }
        warnings.append(&mut known.warnings);
        if fit.has_sigmas && freedom > 0 {
            // χ² of n degrees of freedom has the standard deviation √(2n).
            let away = (chi_squared - freedom as f64) / (2.0 * freedom as f64).sqrt();
            if away.abs() > DEVIATIONS {
                let reduced = chi_squared / freedom as f64;
                warnings.push(FitWarning::WrongSigmas { reduced });
            }
        }
        let Known {
            inverse,
            covariance,
            ..
        } = known;
        fit.evaluation.set(&end.values);
        let (placement, calibration) = fit.evaluation.placement();
        Ok(Self {
            model: fit.evaluation.model().clone(),
            system: fit.evaluation.system().cloned(),
            variables: fit.free,
            values: end.values,
            chi_squared,
            freedom,
            inverse,
            covariance,
            at_bound,
            stop,
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
    /// remains to estimate the errors of data without any, or where there are more than 500 variables;
    /// [`FitError::WasNotFree`] of anything else.
    pub fn std_error(&self, variable: impl Into<Variable<M>>) -> Result<f64, FitError> {
        let variable = variable.into();
        let place = self.variables.iter().position(|it| *it == variable);
        let place = place.ok_or_else(|| FitError::WasNotFree {
            variable: variable.to_string(),
            free: self.names(),
        })?;
        let entry = self.covariance.as_ref().map(|rows| rows[place][place]);
        let entry = entry.filter(|_| !self.at_bound[place]);
        entry
            .map(f64::sqrt)
            .ok_or_else(|| FitError::NoStandardError {
                variable: variable.to_string(),
            })
    }

    /// The covariances of all variables, row by row: (JᵀJ)⁻¹, of data without standard errors times χ² for each degree of
    /// freedom; 0 for what is at a bound. `None` where [`FitResult::std_error`] is an error for all.
    pub fn covariance(&self) -> Option<&[Vec<f64>]> {
        self.covariance.as_deref()
    }

    /// How two variables go together, between −1 and 1; `None` where there is no covariance, or where one is at a bound.
    ///
    /// # Panics
    /// Where one of the two was not free.
    pub fn correlation(&self, a: impl Into<Variable<M>>, b: impl Into<Variable<M>>) -> Option<f64> {
        let (a, b) = (self.place(a.into()), self.place(b.into()));
        // Without the size of the errors, which may be 0.
        let rows = self.inverse.as_ref()?;
        if self.at_bound[a] || self.at_bound[b] {
            return None;
        }
        Some(rows[a][b] / (rows[a][a] * rows[b][b]).sqrt())
    }

    /// χ² = Σ ((model − data)/σ)², with σ = 1 for data without standard errors.
    pub fn chi_squared(&self) -> f64 {
        self.chi_squared
    }

    /// Data less variables that are not at a bound.
    pub fn degrees_of_freedom(&self) -> usize {
        self.freedom
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

    fn names(&self) -> String {
        let names: Vec<_> = self.variables.iter().map(ToString::to_string).collect();
        names.join(", ")
    }

    fn place(&self, variable: Variable<M>) -> usize {
        let found = self.variables.iter().position(|it| *it == variable);
        found.unwrap_or_else(|| panic!("{variable} was not free: these were: {}", self.names()))
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
