//! One discrete step, and how it carries changes forward and worths backward.

use super::net::{Cause, Moment, Net, Worth};
use super::number::Number;
use crate::integrate::Clock;
use crate::model::{Block, Model};
use crate::stepper::{Scheme, Stages};

/// How steps are made.
pub(super) struct Steps<'a, M: Model, S: Number = f64> {
    pub(super) net: Net<'a, M, S>,
    pub(super) clock: Clock,
    /// `None` for a map.
    stages: Option<Stages>,
}

/// The stages of a step with their partial derivatives.
pub(super) struct Record<M: Model, S: Number = f64>(Vec<Moment<M, S>>);

pub(super) type States<M, S = f64> = Vec<<M as Model>::State<S>>;

impl<'a, M: Model, S: Number> Steps<'a, M, S> {
    pub(super) fn new(net: Net<'a, M, S>, scheme: Scheme, clock: Clock) -> Self {
        let stages = match scheme {
            Scheme::Flow(integrator) => Some(Stages::new(integrator, clock.dt)),
            Scheme::Map => None,
        };
        Self { net, clock, stages }
    }

    /// The state after step number `step`, counted from 0.
    pub(super) fn advance(&self, step: u64, x: &States<M, S>) -> States<M, S> {
        let Some(stages) = &self.stages else {
            return self.net.rhs(self.clock.at(step, 0.0), x);
        };
        let mut slopes: Vec<States<M, S>> = Vec::with_capacity(stages.list.len());
        for (fraction, terms) in &stages.list {
            let at = combine::<M, S>(x, terms, &slopes);
            slopes.push(self.net.rhs(self.clock.at(step, *fraction), &at));
        }
        combine::<M, S>(x, &stages.last, &slopes)
    }

    /// The same state, with what changes are carried through.
    pub(super) fn record(&self, step: u64, x: &States<M, S>) -> (States<M, S>, Record<M, S>) {
        let Some(stages) = &self.stages else {
            let (next, moment) = self.net.moment(self.clock.at(step, 0.0), x.clone());
            return (next, Record(vec![moment]));
        };
        let mut slopes: Vec<States<M, S>> = Vec::with_capacity(stages.list.len());
        let mut moments = Vec::with_capacity(stages.list.len());
        for (fraction, terms) in &stages.list {
            let at = combine::<M, S>(x, terms, &slopes);
            let (slope, moment) = self.net.moment(self.clock.at(step, *fraction), at);
            slopes.push(slope);
            moments.push(moment);
        }
        (combine::<M, S>(x, &stages.last, &slopes), Record(moments))
    }

    /// Carries columns of changes on.
    pub(super) fn push(
        &self,
        Record(moments): &Record<M, S>,
        columns: &mut Vec<States<M, S>>,
        causes: &[Cause],
    ) {
        let Some(stages) = &self.stages else {
            *columns = self.net.push(&moments[0], columns, causes);
            return;
        };
        // For each column, stage by stage.
        let mut slopes: Vec<Vec<States<M, S>>> = vec![Vec::new(); columns.len()];
        for ((_, terms), moment) in stages.list.iter().zip(moments) {
            let at: Vec<_> = columns
                .iter()
                .zip(&slopes)
                .map(|(column, slopes)| combine::<M, S>(column, terms, slopes))
                .collect();
            let changes = self.net.push(moment, &at, causes);
            for (slopes, change) in slopes.iter_mut().zip(changes) {
                slopes.push(change);
            }
        }
        for (column, slopes) in columns.iter_mut().zip(&slopes) {
            *column = combine::<M, S>(column, &stages.last, slopes);
        }
    }
}

impl<M: Model> Steps<'_, M> {
    /// What the state before the step is worth, by what that after it is; and what everything else is.
    pub(super) fn pull(
        &self,
        Record(moments): &Record<M>,
        state: &mut States<M>,
        worth: &mut Worth<M>,
    ) {
        let nodes = state.len();
        let zero = || vec![M::State::splat(0.0); nodes];
        let Some(stages) = &self.stages else {
            let after = core::mem::replace(state, zero());
            self.net.pull(&moments[0], &after, state, worth);
            return;
        };
        let mut slopes = vec![zero(); moments.len()];
        for &(stage, h) in &stages.last {
            add_scaled::<M>(&mut slopes[stage], h, state);
        }
        for stage in (0..moments.len()).rev() {
            let mut at = zero();
            self.net
                .pull(&moments[stage], &slopes[stage], &mut at, worth);
            for &(earlier, h) in &stages.list[stage].1 {
                add_scaled::<M>(&mut slopes[earlier], h, &at);
            }
            add_scaled::<M>(state, 1.0, &at);
        }
    }
}

/// x + Σ h·k, in the order in which every stepper takes it.
fn combine<M: Model, S: Number>(
    x: &States<M, S>,
    terms: &[(usize, f64)],
    slopes: &[States<M, S>],
) -> States<M, S> {
    let Some((&(first, h), others)) = terms.split_first() else {
        return x.clone();
    };
    let mut result = x.clone();
    for (node, x) in result.iter_mut().enumerate() {
        for (i, x) in x.as_mut().iter_mut().enumerate() {
            let mut sum = slopes[first][node].as_ref()[i] * S::lit(h);
            for &(stage, h) in others {
                sum = sum + slopes[stage][node].as_ref()[i] * S::lit(h);
            }
            *x = *x + sum;
        }
    }
    result
}

fn add_scaled<M: Model>(to: &mut States<M>, h: f64, by: &States<M>) {
    for (to, by) in to.iter_mut().zip(by) {
        for (to, by) in to.as_mut().iter_mut().zip(by.as_ref()) {
            *to += h * by;
        }
    }
}
