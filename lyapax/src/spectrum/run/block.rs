//! A block: steps and a QR, and what is done where either fails.

use super::Walk;
use crate::qr::Fault;
use crate::spectrum::plan::Plan;
use crate::spectrum::start;
use crate::spectrum::stop::Stop;
use crate::stepper::{self, Place, Snapshot, Stepper};

/// Steps within which a state that is on its way out leaves the numbers.
const MORE_STEPS: u64 = 200;

/// The step at which the state leaves the numbers, if it does so soon.
pub(crate) fn leaves(alone: &mut dyn Stepper) -> Option<(u64, Place)> {
    (0..MORE_STEPS).find_map(|_| {
        alone.advance(1);
        Some((alone.step(), alone.non_finite()?))
    })
}

impl Walk<'_> {
    /// One block. Where a tangent lost too many digits or left the range of numbers, it is done
    /// again as two halves; where the state did, the step and the place are looked for.
    pub(super) fn block(&mut self, plan: &Plan, steps: u64, measured: bool) -> Result<(), Stop> {
        let mut begin = core::mem::take(&mut self.begin);
        self.stepper.save(&mut begin);
        let done = self.attempt(plan, steps, measured, &begin);
        self.begin = begin;
        if done? {
            return Ok(());
        }
        self.halves(plan, steps, measured)
    }

    fn halves(&mut self, plan: &Plan, steps: u64, measured: bool) -> Result<(), Stop> {
        self.block(plan, steps / 2, measured)?;
        self.block(plan, steps - steps / 2, measured)
    }

    /// Steps and a QR. Where it has to be done with fewer steps, gives false and stands at `begin`
    /// again.
    fn attempt(
        &mut self,
        plan: &Plan,
        steps: u64,
        measured: bool,
        begin: &Snapshot,
    ) -> Result<bool, Stop> {
        self.advance(plan, steps, measured);
        self.check()?;
        let place = self.stepper.non_finite();
        if let Some(place) = place.filter(|place| place.column == 0) {
            return Err(self.locate(begin, steps, place));
        }
        let mut diagonal = vec![0.0; self.record.live];
        self.record.counts.renormalisations += 1;
        let found = self
            .stepper
            .renormalise(stepper::limits(steps), &mut diagonal);
        self.check()?;
        let Err(bad) = found else {
            if measured {
                self.record.add(&diagonal);
            }
            return Ok(true);
        };
        if steps > 1 {
            self.stepper.restore(begin);
            return Ok(false);
        }
        let step = self.stepper.step();
        let state = self.state_at(begin);
        let before = self.before(&state);
        if let Some(place) = place {
            return Err(Stop::NonFinite {
                step,
                place,
                before,
            });
        }
        // A determinant of zero takes one direction of all, which is the last.
        let last = bad.column + 1 == self.record.live && self.record.live == self.dimension;
        if last && bad.fault != Fault::Overflow && self.setting.is_singular(begin.step, &state) {
            return self.without_last(plan, measured, &state);
        }
        if let Some((step, place)) = self.escapes(begin.step, &state) {
            return Err(Stop::NonFinite {
                step,
                place,
                before,
            });
        }
        Err(Stop::Column {
            step,
            column: bad.column,
            fault: bad.fault,
            before,
        })
    }

    /// States from which an orbit that stands at this one may have begun to leave: the start, the last one
    /// that was kept, this one.
    fn before(&self, here: &[f64]) -> Vec<Vec<f64>> {
        let kept = self.record.samples.iter().last();
        let kept = kept.map(|(_, state)| state.to_vec());
        [Some(self.initial.clone()), kept, Some(here.to_vec())]
            .into_iter()
            .flatten()
            .collect()
    }

    /// Where the state leaves the numbers within a few steps more: then it is that, and not the tangents,
    /// which a run ends with.
    fn escapes(&self, step: u64, state: &[f64]) -> Option<(u64, Place)> {
        let mut alone = self.setting.alone();
        alone.place(step, state, &[]);
        leaves(&mut *alone)
    }

    /// The state of a snapshot, at which the stepper is left.
    fn state_at(&mut self, snapshot: &Snapshot) -> Vec<f64> {
        self.stepper.restore(snapshot);
        self.state()
    }

    /// One step over a point where det J is zero; the stepper stands before it. The last tangent becomes
    /// nothing there, and its exponent −∞; in a transient it is only put aside.
    fn without_last(&mut self, plan: &Plan, measured: bool, state: &[f64]) -> Result<bool, Stop> {
        let live = self.record.live - 1;
        let mut tangents = self.stepper.tangents();
        tangents.truncate(live);
        let mut fewer = self.setting.stepper(live)?;
        fewer.place(self.stepper.step(), state, &tangents);
        if measured {
            self.record.bury();
            let mut outputs = vec![0.0; plan.outputs];
            self.stepper.output_totals(&mut outputs);
            for (before, output) in self.record.outputs_before.iter_mut().zip(outputs) {
                *before += output;
            }
            fewer.clear_totals();
        } else {
            self.record.live = live;
        }
        self.replace_stepper(fewer);
        let mut begin = Snapshot::default();
        self.stepper.save(&mut begin);
        self.attempt(plan, 1, measured, &begin)
    }

    /// Takes up a tangent that was put aside in the transient: being the last of all directions, it is
    /// what is orthogonal to the others.
    pub(super) fn restore_tangents(&mut self, plan: &Plan) -> Result<(), Stop> {
        if self.record.live == plan.live {
            return Ok(());
        }
        let (step, state) = (self.stepper.step(), self.state());
        let mut tangents = self.stepper.tangents();
        while tangents.len() < plan.live {
            tangents = start::completed(tangents, self.dimension);
        }
        self.record.live = plan.live;
        let stepper = self.setting.stepper(plan.live)?;
        self.replace_stepper(stepper);
        self.stepper.place(step, &state, &tangents);
        Ok(())
    }

    /// Finds the step of a block in which the state became non-finite; after the last one it is so
    /// at `last`.
    fn locate(&mut self, begin: &Snapshot, steps: u64, last: Place) -> Stop {
        self.stepper.restore(begin);
        let before = self.before(&self.state());
        for step in 1..=steps {
            self.stepper.advance(1);
            let here = self.stepper.non_finite();
            let here = here.filter(|place| place.column == 0);
            if here.is_some() || step == steps {
                return Stop::NonFinite {
                    step: self.stepper.step(),
                    place: here.unwrap_or(last),
                    before,
                };
            }
        }
        unreachable!("a block has a step")
    }
}
