//! An ensemble on a device, in parts where it is too large for one.

use core::ops::Range;

use lyapax_devices::{EnsembleTask, Fault, Found, Mark, PlacedEnsemble, Record, SUMS};

use super::course::EnsembleCourse;
use super::on_cpu;
use super::result::Members;
use crate::model::{Kind, Model};
use crate::spectrum::{Outcome, SpectrumOptions};
use crate::stepper::{self, Place, dimension, has_volume};
use crate::system::Problem;
use crate::timing::Course;
use crate::{Device, DeviceCode, DeviceError, Error, Float, Placement, RunError};
use crate::{device, spectrum};

pub(super) fn run<M: Model>(
    problem: &Problem<'_, M>,
    course: &EnsembleCourse,
    options: &SpectrumOptions,
    device: Device,
    code: &dyn DeviceCode,
) -> Result<Members, Error> {
    let float = options.float;
    let mut redone = 0;
    let mut outcomes = Vec::with_capacity(problem.nodes);
    let mut placement: Option<Placement> = None;
    let place = |part: &Range<usize>| {
        let task = task(problem, course, part.clone(), float);
        code.ensemble(device, &task)
    };
    device::in_parts(
        problem.nodes,
        place,
        |mut placed, part| -> Result<(), Error> {
            advance(&mut *placed, course)?;
            let found = placed.finish()?;
            let singular = |member: usize| float == Float::F64 && is_singular::<M>(&found, member);
            redone += (0..part.len()).filter(|member| singular(*member)).count();
            outcomes.extend(on_cpu::each(options, part.len(), |member| {
                if singular(member) {
                    return on_cpu::outcome(problem, course, options, part.start + member);
                }
                Ok(outcome(problem, course, &found, part.start, member))
            })?);
            placement = device::together(placement.take(), Some(placed.placement()));
            Ok(())
        },
    )?;
    Ok(Members {
        outcomes,
        redone,
        placement,
    })
}

/// Whether a member of a map lost a tangent, which may be an exponent −∞: the CPU tells it from one that digits are
/// missing of.
fn is_singular<M: Model>(found: &Found, member: usize) -> bool {
    let fault = found.marks[member].map(|mark| mark.fault);
    M::INFO.kind == Kind::Map && matches!(fault, Some(Fault::Vanished(_) | Fault::Dependent(_)))
}

/// What a part of the members is.
fn task<M: Model>(
    problem: &Problem<'_, M>,
    course: &EnsembleCourse,
    part: Range<usize>,
    float: Float,
) -> EnsembleTask {
    let (n, k, all) = (dimension::<M>(), course.live, problem.nodes);
    let members = part.len();
    let mut values = Vec::with_capacity(n * (k + 1) * members);
    for state in 0..n {
        values.extend_from_slice(&problem.initial[state * all..][part.clone()]);
    }
    if course.seeds.is_some() {
        let bases: Vec<_> = part
            .clone()
            .map(|member| course.basis_of::<M>(member))
            .collect();
        for (column, row) in (0..k).flat_map(|column| (0..n).map(move |row| (column, row))) {
            values.extend(bases.iter().map(|basis| basis[column][row]));
        }
    } else {
        for value in course.start.basis[..k].iter().flatten() {
            values.extend(core::iter::repeat_n(*value, members));
        }
    }
    let params = problem.params.iter();
    let params = params.flat_map(|param| part.clone().map(|member| param.at(member)));
    let inputs = problem.signals.iter();
    let inputs = inputs.map(|signal| device::input(signal, part.clone()));
    EnsembleTask {
        shape: device::shape::<M>(),
        members,
        k,
        scheme: device::scheme(course.start.course.scheme),
        dt: course.start.course.clock.dt,
        start: course.start.course.clock.start,
        every: u32::try_from(course.start.every).unwrap_or(u32::MAX),
        params: params.collect(),
        inputs: inputs.collect(),
        values,
        float,
    }
}

/// The transient, the stretches, and what is beyond them.
fn advance(placed: &mut dyn PlacedEnsemble, course: &EnsembleCourse) -> Result<(), DeviceError> {
    let clock = &course.start.course;
    stretch(placed, clock.transient, Record::Nothing, Record::Nothing)?;
    for batch in 1..=course.batches {
        let number = u32::try_from(batch).unwrap_or(u32::MAX);
        stretch(placed, course.batch, Record::Sum, Record::Batch(number))?;
    }
    let left = clock.n_steps - course.batches * course.batch;
    stretch(placed, left, Record::Sum, Record::Sum)
}

/// So many steps, the last launch of which is recorded in its own way.
fn stretch(
    placed: &mut dyn PlacedEnsemble,
    steps: u64,
    record: Record,
    last: Record,
) -> Result<(), DeviceError> {
    let most = placed.most_steps();
    let mut left = steps;
    while left > 0 {
        let now = u32::try_from(left).map_or(most, |left| left.min(most));
        left -= u64::from(now);
        placed.advance(now, if left == 0 { last } else { record })?;
    }
    Ok(())
}

fn outcome<M: Model>(
    problem: &Problem<'_, M>,
    course: &EnsembleCourse,
    found: &Found,
    first: usize,
    member: usize,
) -> Result<Outcome, RunError> {
    let (n, k, members) = (dimension::<M>(), course.live, found.marks.len());
    let state = || (0..n).map(|state| found.values[state * members + member]);
    if let Some(mark) = found.marks[member] {
        let state: Vec<f64> = state().collect();
        let alone = problem.member(first + member, &state);
        let mark = escapes(&alone, course, &mark).unwrap_or(mark);
        return Err(failure::<M>(course, mark));
    }
    let elapsed = course.elapsed();
    let sum = |column: usize, which: usize| found.sums[(column * SUMS + which) * members + member];
    let batches = course.batches as f64;
    let batch = course.batch as f64 * course.start.course.clock.dt;
    let measured = |column: usize| {
        let exponent = (sum(column, 0) + sum(column, 1)) / elapsed;
        let error = (sum(column, 3) / (batches * (batches - 1.0))).sqrt() / batch;
        (exponent, (course.batches > 0).then_some(error))
    };
    let mut measured: Vec<_> = (0..k).map(measured).collect();
    if let Some(column) = measured
        .iter()
        .position(|(exponent, _)| !exponent.is_finite())
    {
        // What is no number is never handed on.
        let step = course.start.course.total();
        return Err(RunError::TangentTooLong {
            step,
            time: course.start.course.clock.at(step, 0.0),
            column: column + 1,
            too_fast: None,
        });
    }
    measured.resize(course.start.k, (f64::NEG_INFINITY, None));
    measured.sort_by(|(a, _), (b, _)| b.total_cmp(a));
    let (exponents, std_errors) = measured.into_iter().unzip();
    let time = match M::INFO.kind {
        Kind::Flow => course.start.course.n_steps as f64,
        Kind::Map => elapsed,
    };
    let rate = found.volume[member] / time;
    let known = k == n && has_volume(problem) && rate.is_finite();
    Ok(Outcome {
        exponents,
        std_errors,
        volume_rate: known.then_some(rate),
        final_state: state().collect(),
    })
}

/// Where a state leaves the numbers soon after its tangents are of no use, it is that which the member ends with.
fn escapes<M: Model>(alone: &Problem<'_, M>, course: &EnsembleCourse, mark: &Mark) -> Option<Mark> {
    if let Fault::State(_) = mark.fault {
        return None;
    }
    let Course { scheme, clock, .. } = course.start.course;
    let mut stepper = stepper::new(alone, scheme, clock, 0);
    stepper.place(mark.step, alone.initial, &[]);
    let (step, place) = spectrum::leaves(&mut *stepper)?;
    // What lies beyond the end is not asked.
    if step > course.start.course.total() {
        return None;
    }
    Some(Mark {
        fault: Fault::State(place.component),
        step: step - 1,
    })
}

/// Why a member stopped, in the words of a single system.
fn failure<M: Model>(course: &EnsembleCourse, mark: Mark) -> RunError {
    let clock = course.start.course.clock;
    let step = mark.step + 1;
    let (time, too_fast) = (clock.at(step, 0.0), None);
    match mark.fault {
        Fault::State(component) => {
            let place = Place {
                column: 0,
                component,
                node: 0,
            };
            spectrum::non_finite::<M>(step, clock, place, too_fast)
        }
        Fault::Vanished(column) => RunError::DegenerateTangent {
            step,
            time,
            column: column + 1,
        },
        Fault::Dependent(column) => RunError::BelowResolution {
            step,
            time,
            column: column + 1,
            too_fast,
        },
        Fault::Overflow(column) => RunError::TangentTooLong {
            step,
            time,
            column: column + 1,
            too_fast,
        },
    }
}
