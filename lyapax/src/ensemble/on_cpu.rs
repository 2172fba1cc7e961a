//! An ensemble on the CPU: members are shared among threads.

use rayon::prelude::*;

use super::course::EnsembleCourse;
use super::result::EnsembleSpectrum;
use crate::model::Model;
use crate::spectrum::{Outcome, SpectrumOptions, run_member, run_pack};
use crate::stepper;
use crate::system::Problem;
use crate::{Error, RunError, SetupError};

/// Members that are run side by side.
const LANES: usize = 8;

pub(super) fn run<M: Model>(
    problem: &Problem<'_, M>,
    course: &EnsembleCourse,
    options: &SpectrumOptions,
) -> Result<EnsembleSpectrum, Error> {
    let members = problem.nodes;
    if const { stepper::fits::<M>() } {
        let packs = each(options, members.div_ceil(LANES), |pack| {
            let first = pack * LANES;
            let found = run_pack::<M, LANES>(problem, options, first)?;
            let found = found.into_iter().enumerate();
            let found = found.map(|(lane, found)| match found {
                Some(found) => Ok(Ok(found)),
                None => outcome(problem, first + lane, options),
            });
            found.collect::<Result<Vec<_>, Error>>()
        })?;
        let outcomes = packs.into_iter().flatten().collect();
        return Ok(EnsembleSpectrum::new::<M>(course, outcomes, None));
    }
    let outcomes = each(options, members, |member| outcome(problem, member, options))?;
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
        Ok(spectrum) => Ok(Ok(Outcome::from(&spectrum))),
        Err(Error::Run(error)) => Ok(Err(error)),
        Err(error) => Err(error),
    }
}
