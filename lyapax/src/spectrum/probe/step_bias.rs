//! What a step misses of the growth of volumes.

use super::FEW;
use crate::integrate::Clock;
use crate::model::Model;
use crate::spectrum::plan::Plan;
use crate::spectrum::record::Record;
use crate::stepper::{self, Scheme, limits};
use crate::system::Problem;
use crate::timing::Course;

/// Steps in a row that are compared from each of these states on, at most.
pub(super) const MOST_STEPS: u64 = 256;

/// How much the growth of volumes over a step differs from that over exact time, per unit time, by
/// comparison with two steps of half the length (Richardson, Phil. Trans. R. Soc. A 226, 299 (1927)).
///
/// From each state so many steps are made in a row: where f has kinks, only few steps miss much.
pub(super) fn step_bias<M: Model>(
    problem: &Problem<'_, M>,
    plan: &Plan,
    record: &Record,
    steps: u64,
) -> Option<[f64; 2]> {
    let Course { scheme, clock, .. } = plan.course;
    let Scheme::Flow(integrator) = scheme else {
        return None;
    };
    let d = plan.dimension;
    let half = Clock {
        dt: clock.dt / 2.0,
        ..clock
    };
    let mut steppers = [clock, half].map(|clock| stepper::new(problem, scheme, clock, d));
    let basis: Vec<Vec<f64>> = (0..d)
        .map(|j| (0..d).map(|i| f64::from(u8::from(i == j))).collect())
        .collect();
    let mut diagonal = vec![0.0; d];
    let mut state = vec![0.0; d];
    // Half the step leaves 2^−order of the error.
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_possible_wrap,
        reason = "at most 6"
    )]
    let left = 0.5_f64.powi(integrator.order() as i32);
    // The mean over steps in a row.
    let mut miss = |(step, begin): (u64, &[f64])| {
        state.copy_from_slice(begin);
        let mut sum = 0.0;
        for step in step..step + steps {
            for (which, sign) in [(1, -1.0), (0, 1.0)] {
                let stepper = &mut steppers[which];
                stepper.place(step << which, &state, &basis);
                for _ in 0..=which {
                    stepper.advance(1);
                    stepper.renormalise(limits(1), &mut diagonal).ok()?;
                    sum += sign * diagonal.iter().map(|r| r.ln()).sum::<f64>();
                }
            }
            steppers[0].state(&mut state);
        }
        let miss = sum / (steps as f64 * clock.dt) / (1.0 - left);
        miss.is_finite().then_some(miss)
    };
    // Signals have no values after the end.
    let end = plan.course.transient + record.measured;
    let within = |(step, _): &(u64, &[f64])| step + steps <= end;
    let states = record.samples.some(FEW).filter(within);
    let misses: Vec<f64> = states.filter_map(&mut miss).collect();
    let n = misses.len() as f64;
    if misses.is_empty() {
        return None;
    }
    let mean = misses.iter().sum::<f64>() / n;
    let square = misses.iter().map(|miss| miss * miss).sum::<f64>() / n;
    Some([mean, (square / n).sqrt()])
}
