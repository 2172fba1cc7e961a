//! An ensemble on the CPU: members side by side in lanes, and such packs of them shared among threads.

use rayon::prelude::*;

use super::course::EnsembleCourse;
use super::result::Members;
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
    if !stepper::fits::<M>() {
        1
    } else if M::CALLS > 0 {
        2 * LANES
    } else {
        LANES
    }
}

/// Numbers in the widest vectors that there are.
const LANES: usize = 8;

/// On the threads that the options name.
pub(super) fn run<M: Model>(
    problem: &Problem<'_, M>,
    course: &EnsembleCourse,
    options: &SpectrumOptions,
) -> Result<Members, Error> {
    let of_pack = |pack| of_pack(problem, course, options, pack);
    let found = each(options, packs(problem), of_pack)?;
    Ok(Members::of_cpu(found))
}

/// On this thread.
pub(super) fn in_turn<M: Model>(
    problem: &Problem<'_, M>,
    course: &EnsembleCourse,
    options: &SpectrumOptions,
) -> Result<Members, Error> {
    let found = (0..packs(problem)).map(|pack| of_pack(problem, course, options, pack));
    Ok(Members::of_cpu(found.collect::<Result<_, _>>()?))
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
    let lanes = lanes::<M>();
    let first = pack * lanes;
    let members = first..problem.nodes.min(first + lanes);
    let alone = |member: usize| outcome(problem, course, options, member);
    if members.len() == 1 {
        return Ok(vec![alone(first)?]);
    }
    let bases: Vec<_> = match &course.seeds {
        None => vec![course.start.basis.clone()],
        Some(_) => members.map(|member| course.basis_of::<M>(member)).collect(),
    };
    let found = side_by_side::<M>(problem, course, first, &bases);
    let found = found.into_iter().enumerate();
    let found = found.map(|(lane, found)| match found {
        Some(found) => Ok(Ok(found)),
        None => alone(first + lane),
    });
    found.collect()
}

/// The conditions are `const`, so that no more is compiled than what is run.
fn side_by_side<M: Model>(
    problem: &Problem<'_, M>,
    course: &EnsembleCourse,
    first: usize,
    bases: &[Vec<Vec<f64>>],
) -> Vec<Option<Outcome>> {
    let (start, live) = (&course.start, course.live);
    if const { lanes::<M>() == 2 * LANES } {
        return run_pack::<M, { 2 * LANES }>(problem, start, live, first, bases);
    }
    if const { lanes::<M>() == LANES } {
        return run_pack::<M, LANES>(problem, start, live, first, bases);
    }
    Vec::new()
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
