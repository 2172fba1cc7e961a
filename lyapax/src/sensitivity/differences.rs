//! Derivatives of exponents by differences over an ensemble, for runs that are chaotic.

use rayon::prelude::*;

use super::exponents::FEWEST;
use crate::error::GradientError;
use crate::model::Model;
use crate::system::NoValue;
use crate::timing::Timing;
use crate::{Error, SetupError, SimulateOptions, SpectrumOptions, System, Variable};

/// Between two members that begin along one run lies this part of the measured steps.
const APART: u64 = 10;

/// Differences of exponents over an ensemble: see [`System::exponent_differences`].
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct ExponentDifferences {
    /// For each exponent, from the largest, the mean over the members of (λ(p + h) − λ(p − h))/2h.
    pub slopes: Vec<f64>,
    /// The standard errors of these means.
    pub std_errors: Vec<f64>,
    /// h.
    pub change: f64,
    /// Number of members.
    pub members: usize,
}

impl core::fmt::Display for ExponentDifferences {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        for (i, (slope, error)) in self.slopes.iter().zip(&self.std_errors).enumerate() {
            let newline = if i == 0 { "" } else { "\n" };
            write!(f, "{newline}∂λ{} = {slope:+.4e} ± {error:.1e}", i + 1)?;
        }
        Ok(())
    }
}

pub(super) fn run<M: Model>(
    system: &System<M>,
    options: &SpectrumOptions,
    variable: Variable<M>,
    change: f64,
    members: usize,
) -> Result<ExponentDifferences, Error> {
    if members < 2 {
        return Err(GradientError::TooFewMembers { got: members }.into());
    }
    let steps = options.timing.n_steps;
    if steps < FEWEST {
        let fewest = FEWEST;
        return Err(GradientError::TooShort { steps, fewest }.into());
    }
    let not_varied = |why| GradientError::NotVaried {
        variable: variable.to_string(),
        why,
    };
    if let Variable::Initial(_) | Variable::InitialAt(..) = variable {
        let why = "on an attractor they do not depend on where the run began";
        return Err(not_varied(why).into());
    }
    system.prepare()?;
    let value = system.value_of(variable).map_err(|none| match none {
        NoValue::Setup(error) => Error::from(error),
        NoValue::NotOne(why) => not_varied(why).into(),
    })?;
    let (less, more) = (value - change, value + change);
    if !(change > 0.0 && less < value && value < more && more.is_finite()) {
        return Err(GradientError::NoChange {
            variable: variable.to_string(),
            change,
        }
        .into());
    }
    if options.threads == Some(0) {
        return Err(SetupError::NoThreads.into());
    }
    let starts = starts(system, options, members)?;
    // One file would be written by all.
    let mut own = options.clone().threads(1);
    own.checkpoint = None;
    let each = |(member, start): (usize, &Vec<f64>)| -> Result<Vec<f64>, Error> {
        // Both sides begin alike, so that what the start alone does drops out as far as it can.
        let options = own.clone().seed(own.seed.wrapping_add(member as u64));
        let exponents = |value: f64| -> Result<Vec<f64>, Error> {
            let mut system = system.clone().initial_state(start);
            system.set_values(&[variable], &[value]);
            let found = system.spectrum(&options)?.exponents().to_vec();
            match found.iter().position(|exponent| !exponent.is_finite()) {
                None => Ok(found),
                Some(exponent) => Err(GradientError::NoDifference {
                    exponent,
                    value: found[exponent],
                    variable: variable.to_string(),
                    at: value,
                }
                .into()),
            }
        };
        let (low, high) = (exponents(less)?, exponents(more)?);
        let differences = low.iter().zip(high);
        Ok(differences
            .map(|(low, high)| (high - low) / (more - less))
            .collect())
    };
    let all = || starts.par_iter().enumerate().map(each).collect();
    let found: Result<Vec<Vec<f64>>, Error> = match options.threads {
        None => all(),
        Some(threads) => crate::workers::pool(threads)?.install(all),
    };
    let found = found?;
    let count = members as f64;
    let k = found.first().map_or(0, Vec::len);
    let mean = |i: usize| found.iter().map(|slopes| slopes[i]).sum::<f64>() / count;
    let slopes: Vec<f64> = (0..k).map(mean).collect();
    let std_error = |i: usize| {
        let off = found.iter().map(|all| (all[i] - slopes[i]).powi(2));
        (off.sum::<f64>() / (count - 1.0) / count).sqrt()
    };
    Ok(ExponentDifferences {
        std_errors: (0..k).map(std_error).collect(),
        slopes,
        change,
        members,
    })
}

/// States along one run of the system as it is.
fn starts<M: Model>(
    system: &System<M>,
    options: &SpectrumOptions,
    members: usize,
) -> Result<Vec<Vec<f64>>, Error> {
    let apart = (options.timing.n_steps / APART).max(1);
    let timing = Timing {
        n_steps: apart * (members as u64 - 1).max(1),
        ..options.timing.clone()
    };
    let run = system.simulate(&SimulateOptions::of(timing, apart).threads(1))?;
    Ok((0..members).map(|i| run.states().at(i).to_vec()).collect())
}
