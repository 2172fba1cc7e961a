//! Members of an ensemble: their spectra, and nothing that is told along the way.

use serde::{Deserialize, Serialize};

use super::batches::Batches;
use super::plan::{Start, stretch};
use super::ranking::Ranking;
use super::result::Spectrum;
use crate::model::Model;
use crate::stepper::Pack;
use crate::sum::LogSum;
use crate::system::Problem;

/// What was found of a member.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Outcome {
    pub(crate) exponents: Vec<f64>,
    pub(crate) std_errors: Vec<Option<f64>>,
    /// How fast volumes grow by the equations.
    pub(crate) volume_rate: Option<f64>,
    pub(crate) final_state: Vec<f64>,
}

impl Outcome {
    fn new(
        ranking: Ranking,
        batches: &Batches,
        volume_rate: Option<f64>,
        final_state: Vec<f64>,
    ) -> Self {
        let ranks = 0..ranking.exponents.len();
        let std_errors = ranks.map(|rank| ranking.std_error(batches, rank));
        Self {
            std_errors: std_errors.collect(),
            exponents: ranking.exponents,
            volume_rate,
            final_state,
        }
    }
}

impl From<&Spectrum> for Outcome {
    /// Of a member that was run alone.
    fn from(run: &Spectrum) -> Self {
        Self::new(
            run.ranking.clone(),
            &run.record.batches,
            run.volume_rate(),
            run.final_state().to_vec(),
        )
    }
}

/// Runs `L` members from `first` on side by side. There is nothing of those beyond the last one, nor of one that has to
/// be run alone: where a block failed. `live` tangents are followed, from bases of each member or one for all.
pub(crate) fn run_pack<M: Model, const L: usize>(
    problem: &Problem<'_, M>,
    plan: &Start,
    live: usize,
    first: usize,
    bases: &[Vec<Vec<f64>>],
) -> Vec<Option<Outcome>> {
    let course = plan.course;
    let lanes = L.min(problem.nodes - first);
    let mut pack = Pack::<M, L>::new(problem, first, course.scheme, course.clock, live, bases);
    pack.blocks(course.transient / plan.every, plan.every);
    if !course.transient.is_multiple_of(plan.every) {
        pack.blocks(1, course.transient % plan.every);
    }
    pack.clear_totals();
    let mut batches = vec![Batches::new(plan.k, stretch(&course, plan.every)); lanes];
    let sums = |pack: &Pack<M, L>, lane: usize| {
        let found = pack.sums(lane).map(LogSum::value);
        let beyond = core::iter::repeat_n(f64::NEG_INFINITY, plan.k - live);
        found.chain(beyond).collect::<Vec<_>>()
    };
    let mut left = course.n_steps / plan.every;
    while left > 0 && (0..lanes).any(|lane| pack.is_live(lane)) {
        let now = batches[0].until().min(left);
        pack.blocks(now, plan.every);
        let ends = now == batches[0].until();
        for (lane, batches) in batches.iter_mut().enumerate() {
            // They are asked for where a stretch ends.
            let sums = if ends { sums(&pack, lane) } else { Vec::new() };
            batches.add(now, sums.into_iter());
        }
        left -= now;
    }
    if !course.n_steps.is_multiple_of(plan.every) {
        pack.blocks(1, course.n_steps % plan.every);
    }
    let elapsed = course.n_steps as f64 * course.clock.dt;
    let block = plan.every as f64 * course.clock.dt;
    let outcome = |lane: usize| {
        let raw: Vec<f64> = sums(&pack, lane).iter().map(|sum| sum / elapsed).collect();
        let rate = pack.volume(lane).map(|sum| sum / course.n_steps as f64);
        Outcome::new(
            Ranking::new(&raw, block),
            &batches[lane],
            rate,
            pack.state(lane),
        )
    };
    let outcomes = (0..lanes).map(|lane| pack.is_live(lane).then(|| outcome(lane)));
    outcomes.collect()
}
