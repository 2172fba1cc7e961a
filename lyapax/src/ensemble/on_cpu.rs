//! An ensemble on the CPU: members are shared among threads.

use rayon::prelude::*;

use super::course::EnsembleCourse;
use super::result::{EnsembleSpectrum, Outcome};
use crate::model::Model;
use crate::spectrum::{Spectrum, SpectrumOptions, run_member};
use crate::system::Problem;
use crate::{Error, RunError, SetupError};

pub(super) fn run<M: Model>(
    problem: &Problem<'_, M>,
    course: &EnsembleCourse,
    options: &SpectrumOptions,
) -> Result<EnsembleSpectrum, Error> {
    let outcomes = each(options, problem.nodes, |member| {
        outcome(problem, member, options)
    })?;
    Ok(EnsembleSpectrum::new::<M>(course, outcomes, None))
}

/// Something of each of some members, on the threads that the options name.
pub(super) fn each<T: Send>(
    options: &SpectrumOptions,
    members: usize,
    of: impl Fn(usize) -> Result<T, Error> + Sync + Send,
) -> Result<Vec<T>, Error> {
    let all = || (0..members).into_par_iter().map(of).collect();
    match options.threads {
        None => all(),
        Some(0) => Err(SetupError::NoThreads.into()),
        Some(threads) => rayon::ThreadPoolBuilder::new()
            .num_threads(threads)
            .build()
            .map_err(|error| SetupError::Threads {
                threads,
                reason: error.to_string(),
            })?
            .install(all),
    }
}

/// A member's own failure is its outcome; one of the options would be everyone's.
pub(super) fn outcome<M: Model>(
    problem: &Problem<'_, M>,
    member: usize,
    options: &SpectrumOptions,
) -> Result<Result<Outcome, RunError>, Error> {
    let state = problem.state_of(member);
    let alone = problem.member(member, &state);
    match run_member(&alone, options) {
        Ok(spectrum) => Ok(Ok(found(&spectrum))),
        Err(Error::Run(error)) => Ok(Err(error)),
        Err(error) => Err(error),
    }
}

fn found(spectrum: &Spectrum) -> Outcome {
    Outcome {
        exponents: spectrum.exponents().to_vec(),
        std_errors: spectrum.std_errors(),
        volume_rate: spectrum.volume_rate(),
        final_state: spectrum.final_state().to_vec(),
    }
}
