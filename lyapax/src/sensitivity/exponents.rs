//! Derivatives of exponents along runs that are not chaotic.
//!
//! The whole computation of a spectrum, state, tangents, QR factors and logarithms, is made in numbers that carry their
//! derivative along. What it is made of has first derivatives in it already, so that this takes second derivatives.
//!
//! A cycle of another parameter has another period, so that the derivative of its state grows in proportion to time, and
//! that of a plain average over a run keeps oscillating. An average with weights that vanish smoothly at both ends of the
//! run forgets where in the cycle it began and ended: S. Das, Y. Saiki, E. Sander & J. A. Yorke, Nonlinearity 30, 4111
//! (2017), equation (3).

use core::ops::Range;

use super::forward::begin;
use super::net::{Cause, Net};
use super::number::Number as _;
use super::step::{States, Steps};
use super::warning::DerivativeWarning;
use crate::error::GradientError;
use crate::model::{Block, Kind, Model};
use crate::scalar::Dual;
use crate::spectrum::Start;
use crate::system::Problem;
use crate::{Error, Float, Scalar, SpectrumOptions, System, Variable};

/// An exponent that is so many standard errors above zero, and lets tangents grow e-fold so often, is chaos.
const ERRORS: f64 = 4.0;
const FOLDS: f64 = 5.0;

/// Of fewer steps a weighted average is none.
pub(super) const FEWEST: u64 = 100;

/// Exponents that differ by a smaller part of the largest are equal.
const SAME: f64 = 1e-6;

/// A derivative that is off by no more of itself, or of the largest by the same variable, has converged.
const OFF: (f64, f64) = (0.1, 0.01);

/// A derivative is nothing if a change of its variable by as much as that is changes an exponent by less of the largest, or of
/// what the run can tell.
const NOTHING: f64 = 1e-6;

/// Exponents with their derivatives: see [`System::exponent_gradients`].
pub struct ExponentGradients<M> {
    exponents: Vec<f64>,
    variables: Vec<Variable<M>>,
    /// For each variable, for each exponent, the derivative and its error.
    slopes: Vec<Vec<(f64, f64)>>,
    warnings: Vec<DerivativeWarning>,
}

impl<M: Model> ExponentGradients<M> {
    /// The exponents, from the largest, as the weighted averages have them.
    pub fn exponents(&self) -> &[f64] {
        &self.exponents
    }

    /// The derivative of exponent number `exponent`, from 0 for the largest.
    ///
    /// # Panics
    /// Where there is no such exponent, or the variable was not asked for.
    pub fn of(&self, exponent: usize, by: impl Into<Variable<M>>) -> f64 {
        self.find(exponent, by.into()).0
    }

    /// How far that derivative differs from the one of the second half of the run alone: how well it has converged.
    ///
    /// # Panics
    /// As [`ExponentGradients::of`].
    pub fn error(&self, exponent: usize, by: impl Into<Variable<M>>) -> f64 {
        self.find(exponent, by.into()).1
    }

    /// Why some of the derivatives are not to be trusted.
    pub fn warnings(&self) -> &[DerivativeWarning] {
        &self.warnings
    }

    fn find(&self, exponent: usize, by: Variable<M>) -> (f64, f64) {
        let k = self.exponents.len();
        assert!(exponent < k, "exponent {exponent} of {k}");
        let found = self.variables.iter().position(|variable| *variable == by);
        let found = found.unwrap_or_else(|| panic!("{by} was not among the variables"));
        self.slopes[found][exponent]
    }
}

impl<M: Model> core::fmt::Debug for ExponentGradients<M> {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        core::fmt::Display::fmt(self, f)
    }
}

impl<M: Model> core::fmt::Display for ExponentGradients<M> {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        for (i, exponent) in self.exponents.iter().enumerate() {
            let newline = if i == 0 { "" } else { "\n" };
            write!(f, "{newline}λ{} = {exponent:+.8e}", i + 1)?;
            for (variable, slopes) in self.variables.iter().zip(&self.slopes) {
                let (slope, error) = slopes[i];
                write!(f, ", by {variable} {slope:+.6e} ± {error:.0e}")?;
            }
        }
        for warning in &self.warnings {
            write!(f, "\nwarning: {warning}")?;
        }
        Ok(())
    }
}

pub(super) fn run<M: Model>(
    system: &System<M>,
    options: &SpectrumOptions,
    variables: &[Variable<M>],
) -> Result<ExponentGradients<M>, Error> {
    if variables.is_empty() {
        return Err(crate::SetupError::NoVariables.into());
    }
    let problem = system.prepare()?;
    let causes = variables.iter().map(|variable| cause(&problem, *variable));
    let causes = causes.collect::<Result<Vec<_>, Error>>()?;
    let spectrum = system.spectrum(options)?;
    let (from, to) = spectrum.time_span();
    let largest = spectrum.exponent(0);
    let std_error = largest.std_error.unwrap_or(0.0);
    if largest.value * (to - from) > FOLDS && largest.value > ERRORS * std_error {
        return Err(GradientError::Chaotic {
            exponent: largest.value,
            std_error,
        }
        .into());
    }
    let start = Start::new::<M>(options, problem.dimension)?;
    if start.course.n_steps < FEWEST {
        return Err(GradientError::TooShort {
            steps: start.course.n_steps,
            fewest: FEWEST,
        }
        .into());
    }
    problem.check_times(&start.course, Float::F64)?;
    let mut exponents = Vec::new();
    let mut slopes: Vec<Vec<(f64, f64)>> = Vec::new();
    let mut warnings = DerivativeWarning::of_jumps(Some(variables));
    for (cause, variable) in causes.into_iter().zip(variables) {
        let found = average(&problem, &start, cause, *variable)?;
        exponents = found.iter().map(|(exponent, ..)| *exponent).collect();
        slopes.push(
            found
                .iter()
                .map(|(_, slope, error)| (*slope, *error))
                .collect(),
        );
    }
    for Range { start, end } in equal(&exponents) {
        let count = (end - start) as f64;
        for slopes in &mut slopes {
            let mean =
                |of: fn(&(f64, f64)) -> f64| slopes[start..end].iter().map(of).sum::<f64>() / count;
            let mean = (mean(|slope| slope.0), mean(|slope| slope.1));
            slopes[start..end].fill(mean);
        }
        warnings.push(DerivativeWarning::EqualExponents {
            first: start,
            last: end - 1,
        });
    }
    let autonomous_flow = M::INFO.kind == Kind::Flow && problem.is_autonomous();
    let expected = usize::from(autonomous_flow);
    // What the averages cannot tell from 0.
    let told = FOLDS / (start.course.n_steps as f64 * start.course.clock.dt);
    let found = exponents.iter().filter(|it| it.abs() < told).count();
    if found > expected {
        warnings.push(DerivativeWarning::NotToldFromZero {
            exponents: found,
            expected,
        });
    }
    let largest = exponents.iter().fold(told, |a, b| a.max(b.abs()));
    for (slopes, variable) in slopes.iter().zip(variables) {
        let value = system.value_of(*variable).map_or(0.0, f64::abs);
        let unit = if value > 0.0 { value } else { 1.0 };
        warnings.extend(not_converged(slopes, NOTHING * largest / unit, *variable));
    }
    Ok(ExponentGradients {
        exponents,
        variables: variables.to_vec(),
        slopes,
        warnings,
    })
}

/// Groups of exponents, from the largest, that are equal. What turns between their tangents is anyone's choice, and so is
/// which of the derivatives of the group each would be given.
fn equal(exponents: &[f64]) -> Vec<Range<usize>> {
    let largest = exponents.iter().fold(0.0, |a: f64, b| a.max(b.abs()));
    let mut groups = Vec::new();
    let mut start = 0;
    for end in 1..=exponents.len() {
        let goes_on =
            end < exponents.len() && (exponents[end - 1] - exponents[end]).abs() <= SAME * largest;
        if !goes_on {
            if end - start > 1 {
                groups.push(start..end);
            }
            start = end;
        }
    }
    groups
}

/// Whether some of the derivatives by a variable, each with its error, have not converged. What is below the last number is nothing.
fn not_converged<M: Model>(
    slopes: &[(f64, f64)],
    nothing: f64,
    variable: Variable<M>,
) -> Option<DerivativeWarning> {
    let largest = slopes.iter().fold(0.0, |a: f64, b| a.max(b.0.abs()));
    // Above 1 it has not.
    let excess = |(slope, error): (f64, f64)| {
        let allowed = (OFF.0 * slope.abs()).max(OFF.1 * largest).max(nothing);
        error / allowed
    };
    let bad = slopes.iter().map(|it| excess(*it)).enumerate();
    let bad: Vec<_> = bad.filter(|(_, excess)| *excess > 1.0).collect();
    let (exponent, _) = *bad.iter().max_by(|a, b| a.1.total_cmp(&b.1))?;
    let (slope, error) = slopes[exponent];
    Some(DerivativeWarning::NotConverged {
        by: variable.to_string(),
        exponent,
        slope,
        error,
        others: bad.len() - 1,
    })
}

/// What the numbers of a run carry their derivative by.
fn cause<M: Model>(problem: &Problem<'_, M>, variable: Variable<M>) -> Result<Cause, Error> {
    let why = match variable {
        Variable::Initial(_) | Variable::InitialAt(..) => {
            "on an attractor they do not depend on where the run began"
        }
        Variable::Weight { .. } | Variable::Coupling => {
            "take a parameter of the model that multiplies its sums"
        }
        _ => {
            let (cause, _) = super::forward::start(problem, variable)?;
            return Ok(cause);
        }
    };
    let variable = variable.to_string();
    Err(GradientError::NotVaried { variable, why }.into())
}

/// The exponents, their derivatives, and how far these are from those of the second half of the run.
fn average<M: Model>(
    problem: &Problem<'_, M>,
    start: &Start,
    cause: Cause,
    variable: Variable<M>,
) -> Result<Vec<(f64, f64, f64)>, Error> {
    let course = start.course;
    let steps = Steps::<M, Dual>::new(Net::new(problem, cause), course.scheme, course.clock);
    let nodes = problem.nodes;
    let mut x: States<M, Dual> = begin(problem).iter().map(lifted::<M>).collect();
    let column = |column: &Vec<f64>| -> States<M, Dual> {
        let of = |node: usize| {
            let mut v = M::State::splat(Dual::default());
            for (i, v) in v.as_mut().iter_mut().enumerate() {
                *v = Dual::lit(column[i * nodes + node]);
            }
            v
        };
        (0..nodes).map(of).collect()
    };
    let mut columns: Vec<States<M, Dual>> = start.basis.iter().map(column).collect();
    let causes = vec![Cause::None; columns.len()];
    let mut whole = vec![Weighted::default(); columns.len()];
    let mut half = whole.clone();
    for step in 0..course.total() {
        let (next, record) = steps.record(step, &x);
        steps.push(&record, &mut columns, &causes);
        x = next;
        let logarithms = orthonormalise::<M>(&mut columns);
        let time = steps.clock.at(step + 1, 0.0);
        if let Some(exponent) = logarithms.iter().position(|log| !log.is_finite()) {
            return Err(GradientError::NotFinite {
                exponent,
                variable: variable.to_string(),
                step: step + 1,
                time,
            }
            .into());
        }
        let Some(measured) = step.checked_sub(course.transient) else {
            continue;
        };
        let part = (measured as f64 + 0.5) / course.n_steps as f64;
        for ((whole, half), log) in whole.iter_mut().zip(&mut half).zip(logarithms) {
            whole.add(part, log);
            half.add(2.0 * part - 1.0, log);
        }
    }
    let dt = course.clock.dt;
    let found = whole.iter().zip(&half).map(|(whole, half)| {
        let (whole, half) = (whole.mean(dt), half.mean(dt));
        (whole.value, whole.slope, (whole.slope - half.slope).abs())
    });
    let mut found: Vec<_> = found.collect();
    found.sort_by(|a, b| b.0.total_cmp(&a.0));
    Ok(found)
}

fn lifted<M: Model>(x: &M::State<f64>) -> M::State<Dual> {
    let mut lifted = M::State::splat(Dual::default());
    for (to, from) in lifted.as_mut().iter_mut().zip(x.as_ref()) {
        *to = Dual::lit(*from);
    }
    lifted
}

/// An average with weights exp(−1/(s·(1 − s))) for s between 0 and 1.
#[derive(Clone, Copy, Default)]
struct Weighted {
    sum: Dual,
    weights: f64,
}

impl Weighted {
    fn add(&mut self, part: f64, value: Dual) {
        if part > 0.0 && part < 1.0 {
            let weight = (-1.0 / (part * (1.0 - part))).exp();
            self.sum = self.sum + value * Dual::lit(weight);
            self.weights += weight;
        }
    }

    fn mean(&self, dt: f64) -> Dual {
        self.sum / Dual::lit(self.weights * dt)
    }
}

/// Makes the columns orthonormal, one after the other, and gives ln R_jj. Each is cleared twice of those before it:
/// B. N. Parlett, The Symmetric Eigenvalue Problem (1998), section 6.9.
fn orthonormalise<M: Model>(columns: &mut [States<M, Dual>]) -> Vec<Dual> {
    let mut logarithms = Vec::with_capacity(columns.len());
    for j in 0..columns.len() {
        let (before, rest) = columns.split_at_mut(j);
        let column = &mut rest[0];
        for _ in 0..2 {
            for other in before.iter() {
                let along = product::<M>(other, column);
                for (x, y) in column.iter_mut().zip(other) {
                    for (x, y) in x.as_mut().iter_mut().zip(y.as_ref()) {
                        *x = *x - along * *y;
                    }
                }
            }
        }
        let length = product::<M>(column, column).sqrt();
        for x in column.iter_mut().flat_map(AsMut::as_mut) {
            *x = *x / length;
        }
        logarithms.push(length.ln());
    }
    logarithms
}

fn product<M: Model>(a: &States<M, Dual>, b: &States<M, Dual>) -> Dual {
    let pairs = a
        .iter()
        .zip(b)
        .flat_map(|(a, b)| a.as_ref().iter().zip(b.as_ref()));
    pairs.fold(Dual::default(), |sum, (a, b)| sum + *a * *b)
}
