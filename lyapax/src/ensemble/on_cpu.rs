//! An ensemble on the CPU: members side by side in lanes, and such packs of them shared among threads.

use rayon::prelude::*;

use super::course::EnsembleCourse;
use super::result::EnsembleSpectrum;
use crate::model::Model;
use crate::spectrum::{Outcome, SpectrumOptions, run_member, run_pack};
use crate::stepper;
use crate::system::Problem;
use crate::workers;
use crate::{Error, RunError, SetupError};

/// Members that are run side by side.
pub(crate) const fn lanes<M: Model>() -> usize {
    // A function is a chain of operations each of which waits for the one before it; two vectors of numbers at once
    // leave no processor idle. Without functions there is enough to do for one, and registers for no more.
    if M::CALLS > 0 { 2 * LANES } else { LANES }
}

/// Numbers in the widest vectors that there are.
const LANES: usize = 8;

/// On the threads that the options name.
pub(super) fn run<M: Model>(
    problem: &Problem<'_, M>,
    course: &EnsembleCourse,
    options: &SpectrumOptions,
) -> Result<EnsembleSpectrum, Error> {
    let packs = each(options, packs(problem), |pack| {
        of_pack(problem, course, options, pack)
    })?;
    let outcomes = packs.into_iter().flatten().collect();
    Ok(EnsembleSpectrum::new::<M>(course, outcomes, None))
}

/// On this thread.
pub(super) fn in_turn<M: Model>(
    problem: &Problem<'_, M>,
    course: &EnsembleCourse,
    options: &SpectrumOptions,
) -> Result<Vec<Result<Outcome, RunError>>, Error> {
    let mut outcomes = Vec::with_capacity(problem.nodes);
    for pack in 0..packs(problem) {
        outcomes.extend(of_pack(problem, course, options, pack)?);
    }
    Ok(outcomes)
}

fn packs<M: Model>(problem: &Problem<'_, M>) -> usize {
    problem.nodes.div_ceil(lanes::<M>())
}

/// Members side by side, or one after the other where a model is too large for that. One that fails is run again by
/// itself, to find out where.
fn of_pack<M: Model>(
    problem: &Problem<'_, M>,
    course: &EnsembleCourse,
    options: &SpectrumOptions,
    pack: usize,
) -> Result<Vec<Result<Outcome, RunError>>, Error> {
    let first = pack * lanes::<M>();
    let alone = |member: usize| outcome(problem, course, options, member);
    if const { stepper::fits::<M>() } {
        let seeds = course.seeds.as_deref();
        let found = if const { lanes::<M>() == LANES } {
            run_pack::<M, LANES>(problem, options, first, seeds)?
        } else {
            run_pack::<M, { 2 * LANES }>(problem, options, first, seeds)?
        };
        let found = found.into_iter().enumerate();
        let found = found.map(|(lane, found)| match found {
            Some(found) => Ok(Ok(found)),
            None => alone(first + lane),
        });
        return found.collect();
    }
    (first..problem.nodes.min(first + lanes::<M>()))
        .map(alone)
        .collect()
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
        Some(threads) => workers::pool(threads)?.install(all),
    }
}

/// A member's own failure is its outcome; one of the options would be everyone's.
pub(super) fn outcome<M: Model>(
    problem: &Problem<'_, M>,
    course: &EnsembleCourse,
    options: &SpectrumOptions,
    member: usize,
) -> Result<Result<Outcome, RunError>, Error> {
    let state = problem.state_of(member);
    let alone = problem.member(member, &state);
    match run_member(&alone, &course.options_of(options, member)) {
        Ok(spectrum) => Ok(Ok(Outcome::from(&spectrum))),
        Err(Error::Run(error)) => Ok(Err(error)),
        Err(error) => Err(error),
    }
}
