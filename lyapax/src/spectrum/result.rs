//! What a run gives.

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::cycle::ExactCycle;
use super::kaplan_yorke;
use super::local::{Local, LocalExponents};
use super::plan::Plan;
use super::probe::Probed;
use super::ranking::Ranking;
use super::record::Record;
use crate::checkpoint::Checkpoint;
use crate::model::{Jump, Kind, Model};
use crate::series::Series;
use crate::stepper::Scheme;
use crate::{Calibration, Coupling, Integrator, KaplanYorkeError, Measured, OutputName, Placement};

/// What a run has done, all of it: the transient, and blocks that were done again.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Counts {
    /// Steps or iterations.
    pub steps: u64,
    /// Right-hand sides of one node, each with its partials.
    pub right_hand_sides: u64,
    /// Products of one node's Jacobian with one vector.
    pub tangents: u64,
    /// QR factorisations.
    pub renormalisations: u64,
    /// Stages in which sums were taken edge by edge, although they are [products](crate::CouplingForm), since
    /// what a source gives was not finite.
    #[serde(default)]
    pub edge_by_edge: u64,
}

/// Why a run ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum End {
    /// All steps were made. Where [`SpectrumOptions::until`](crate::SpectrumOptions::until) was set, the
    /// errors were still larger when they were looked at last.
    AllSteps,
    /// The standard errors were as small as was asked for.
    Precise,
    /// The progress function broke the run off.
    Stopped,
}

/// What was found beside the exponents.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Findings {
    pub(super) probed: Probed,
    pub(super) cycle: Option<ExactCycle>,
    /// Why the last checkpoint is not in its file.
    pub(super) unsaved: Option<String>,
}

/// An output averaged along the run.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[non_exhaustive]
pub struct Average {
    /// Name of the output.
    pub output: &'static str,
    /// The node, from 0.
    pub node: usize,
    /// Its mean over the measured run with its standard error; `None` where a value was not finite.
    pub mean: Option<Measured>,
}

/// A Lyapunov spectrum, with what it was measured from and how far to trust it.
///
/// Exponents are natural logarithms, per unit time for a flow and per iterate for a map.
/// [`Display`](core::fmt::Display) prints a summary for a notebook, [`serde::Serialize`] one for programs.
/// An exponent of a map is −∞ where det J is zero by its closed form or by structure, and never otherwise.
#[derive(Clone, Debug, PartialEq)]
pub struct Spectrum {
    pub(super) model: &'static str,
    fingerprint: u64,
    pub(super) state_names: &'static [&'static str],
    output_names: &'static [&'static str],
    pub(super) jumps: &'static [Jump],
    pub(super) hamiltonian: bool,
    pub(super) scheme: Scheme,
    pub(super) dt: f64,
    pub(super) nodes: usize,
    pub(super) dimension: usize,
    couplings: Vec<Coupling>,
    pub(super) renorm_every: u64,
    pub(super) ranking: Ranking,
    raw_exponents: Vec<f64>,
    history: Series,
    final_state: Vec<f64>,
    pub(super) transient_steps: u64,
    pub(super) from: f64,
    pub(super) to: f64,
    /// Growth of volumes over the measured steps.
    pub(super) volume: Option<f64>,
    outputs: Vec<f64>,
    pub(super) record: Arc<Record>,
    pub(super) found: Findings,
    end: End,
    checkpoint: Checkpoint,
    placement: Option<Placement>,
    calibration: Option<Calibration>,
}

/// What a run leaves behind.
pub(super) struct Raw<'a> {
    pub(super) plan: &'a Plan,
    pub(super) end: End,
    pub(super) found: Findings,
    /// In the order of the tangents.
    pub(super) exponents: Vec<f64>,
    pub(super) volume: Option<f64>,
    /// Added up over the begins of the measured steps.
    pub(super) outputs: Vec<f64>,
    pub(super) final_state: Vec<f64>,
    pub(super) transient: u64,
    pub(super) checkpoint: Checkpoint,
    pub(super) record: Arc<Record>,
    pub(super) placement: Option<Placement>,
}

impl Spectrum {
    pub(super) fn new<M: Model>(raw: Raw<'_>) -> Self {
        let (course, record) = (raw.plan.course, &raw.record);
        let clock = course.clock;
        let to = clock.at(raw.transient + record.measured, 0.0);
        let mut history = record.history.clone();
        if record.measured > 0 && history.times().last() != Some(&to) {
            history.push(to).copy_from_slice(&raw.exponents);
        }
        let block = raw.plan.every as f64 * clock.dt;
        Self {
            model: M::INFO.name,
            fingerprint: M::INFO.fingerprint,
            state_names: M::INFO.states,
            output_names: M::INFO.outputs,
            jumps: match M::INFO.kind {
                Kind::Flow => M::INFO.jumps,
                Kind::Map => &[],
            },
            hamiltonian: M::INFO.hamiltonian,
            scheme: course.scheme,
            dt: clock.dt,
            nodes: raw.plan.nodes,
            dimension: raw.plan.dimension,
            couplings: raw.plan.coupling.into_iter().collect(),
            renorm_every: raw.plan.every,
            ranking: Ranking::new(&raw.exponents, block),
            raw_exponents: raw.exponents,
            history,
            final_state: raw.final_state,
            transient_steps: raw.transient,
            from: clock.at(raw.transient, 0.0),
            to,
            volume: raw.volume,
            outputs: raw.outputs,
            record: raw.record,
            found: raw.found,
            end: raw.end,
            checkpoint: raw.checkpoint,
            placement: raw.placement,
            calibration: None,
        }
    }

    /// The k exponents from largest to smallest. There are none if the run was stopped in its
    /// transient.
    pub fn exponents(&self) -> &[f64] {
        &self.ranking.exponents
    }

    /// The standard error of each exponent, in the order of [`Spectrum::exponents`]; `None` where the
    /// run is too short to tell (fewer than 32 renormalisations).
    ///
    /// From the growth over equal stretches of the run, at most 1024 of them, whose spectrum is followed
    /// down to frequency zero. Means over batches would say too much: part of the growth only turns back
    /// and forth with the tangents. Over 2000 Lorenz orbits of 500 time units 67 % of λ₁ lie within one
    /// standard error of the true value. Where growth only swings, as on a
    /// periodic orbit, the error is what the end of the run in the middle of a swing makes.
    ///
    /// # Source
    /// Heidelberger & Welch, Commun. ACM 24, 233 (1981).
    ///
    /// # Cost
    /// Some 50 µs for each exponent, when asked for.
    pub fn std_errors(&self) -> Vec<Option<f64>> {
        let ranks = 0..self.ranking.exponents.len();
        ranks
            .map(|rank| self.ranking.std_error(&self.record.batches, rank))
            .collect()
    }

    /// Length of the stretches that standard errors are taken from, in units of time or in iterations.
    pub fn batch_time(&self) -> f64 {
        (self.record.batches.length() * self.renorm_every) as f64 * self.dt
    }

    /// Exponent number `i` from the largest, with its standard error. Prints as `+0.9056(13)`.
    ///
    /// # Panics
    /// Where there are not that many.
    pub fn exponent(&self, i: usize) -> Measured {
        Measured {
            value: self.ranking.exponents[i],
            std_error: self.ranking.std_error(&self.record.batches, i),
        }
    }

    /// The standard error of the Kaplan–Yorke dimension, by its derivatives with respect to the
    /// exponents; `None` where it has none, or the run is too short.
    pub fn kaplan_yorke_std_error(&self) -> Option<f64> {
        let slopes = kaplan_yorke::slopes(&self.ranking.exponents, self.dimension)?;
        self.error_of_sum(|rank| slopes[rank])
    }

    /// The standard error of [`Spectrum::entropy`]; `None` where the run is too short.
    pub fn entropy_std_error(&self) -> Option<f64> {
        let positive = |rank: usize| self.ranking.exponents[rank] > 0.0;
        self.error_of_sum(|rank| f64::from(u8::from(positive(rank))))
    }

    /// The standard error of [`Spectrum::sum`]; `None` where the run is too short.
    pub fn sum_std_error(&self) -> Option<f64> {
        self.error_of_sum(|_| 1.0)
    }

    /// The k exponents in the order of the tangents, in which near-equal ones may be swapped.
    pub fn raw_exponents(&self) -> &[f64] {
        &self.raw_exponents
    }

    /// Running estimates in the order of the tangents, with their times.
    pub fn history(&self) -> &Series {
        &self.history
    }

    /// States saved along the measured run; see
    /// [`SpectrumOptions::save_states_every`](crate::SpectrumOptions::save_states_every).
    pub fn states(&self) -> &Series {
        &self.record.states
    }

    /// The state at the end, ordered as said at [`System`](crate::System).
    pub fn final_state(&self) -> &[f64] {
        &self.final_state
    }

    /// The Kaplan–Yorke dimension j + (λ₁ + … + λⱼ) / |λⱼ₊₁|.
    ///
    /// # Errors
    /// Where the k exponents sum to no negative number and there are more than k.
    ///
    /// # Source
    /// Kaplan & Yorke, Lecture Notes in Mathematics 730, 204 (1979).
    pub fn kaplan_yorke(&self) -> Result<f64, KaplanYorkeError> {
        kaplan_yorke::dimension(&self.ranking.exponents, self.dimension)
    }

    /// The sum of the positive exponents: an upper bound of the entropy per unit time or iterate
    /// (Ruelle, Bol. Soc. Bras. Mat. 9, 83 (1978), theorem 2), unless exponents beyond the k are
    /// positive too.
    pub fn entropy(&self) -> f64 {
        self.ranking
            .exponents
            .iter()
            .filter(|x| **x > 0.0)
            .fold(0.0, |sum, x| sum + x)
    }

    /// The sum of the k exponents: where k is the dimension, the rate at which volumes grow.
    pub fn sum(&self) -> f64 {
        // Of none, it would be −0.
        self.ranking.exponents.iter().sum::<f64>() + 0.0
    }

    /// How fast volumes grow by the equations, over the begins of the measured steps; `None` where the tangents do
    /// not span the space, or there is no closed form.
    pub(crate) fn volume_rate(&self) -> Option<f64> {
        Some(self.volume? / self.record.measured as f64)
    }

    /// What the run has done.
    pub fn counts(&self) -> Counts {
        self.record.counts
    }

    /// Name of the model.
    pub fn model_name(&self) -> &'static str {
        self.model
    }

    /// How the flow was integrated; `None` for a map.
    pub fn integrator(&self) -> Option<Integrator> {
        match self.scheme {
            Scheme::Flow(integrator) => Some(integrator),
            Scheme::Map => None,
        }
    }

    /// How the sums over source nodes were taken, over which edges, and whether another form of the graph
    /// costs less: for each of the system's connections; none where the model has no sum.
    pub fn couplings(&self) -> &[Coupling] {
        &self.couplings
    }

    /// The time step; 1 for a map.
    pub fn dt(&self) -> f64 {
        self.dt
    }

    /// Begin and end of the measured run, the transient before it.
    pub fn time_span(&self) -> (f64, f64) {
        (self.from, self.to)
    }

    /// Measured steps, without the transient.
    pub fn measured_steps(&self) -> u64 {
        self.record.measured
    }

    /// Why the run ended.
    pub fn end(&self) -> End {
        self.end
    }

    /// Where the run was made, and what it cost there; `None` on the CPU.
    pub fn placement(&self) -> Option<&Placement> {
        self.placement.as_ref()
    }

    /// The figures on which the device was chosen, where that was left open.
    pub fn calibration(&self) -> Option<&Calibration> {
        self.calibration.as_ref()
    }

    /// With these figures.
    pub(super) fn chosen_by(mut self, calibration: Option<Calibration>) -> Self {
        self.calibration = calibration;
        self
    }

    /// Whether the progress function broke the run off.
    pub fn stopped(&self) -> bool {
        self.end == End::Stopped
    }

    /// Finite-time exponents, where they were asked for by
    /// [`SpectrumOptions::local_every`](crate::SpectrumOptions::local_every).
    pub fn local(&self) -> Option<&LocalExponents> {
        self.record.local.as_ref().map(Local::found)
    }

    /// Where the run can be taken up again: at its end, or, where its last block was cut short, before
    /// that block.
    pub fn checkpoint(&self) -> &Checkpoint {
        &self.checkpoint
    }

    /// All outputs averaged along the measured run, output by output, each with all its nodes.
    ///
    /// A flow's are means over time by the trapezoidal rule with the run's own steps, a map's over the
    /// iterates.
    pub fn outputs(&self) -> Vec<Average> {
        if self.record.measured == 0 {
            return Vec::new();
        }
        (0..self.outputs.len()).map(|i| self.average(i)).collect()
    }

    /// An output of the only node, or of node 0, averaged along the measured run; `None` where a value was
    /// not finite.
    ///
    /// # Panics
    /// Where the output is of another model.
    pub fn output<M: Model>(&self, output: OutputName<M>) -> Option<Measured> {
        self.output_of(output, 0)
    }

    /// An output of one node, averaged along the measured run; `None` where a value was not finite.
    ///
    /// # Panics
    /// Where the output is of another model, or where there is no such node.
    pub fn output_of<M: Model>(&self, output: OutputName<M>, node: usize) -> Option<Measured> {
        let (model, other) = (self.model, M::INFO.name);
        assert!(
            M::INFO.fingerprint == self.fingerprint && other == model,
            "an output of {other} is asked of a spectrum of {model}"
        );
        assert!(node < self.nodes, "node {node} of {} nodes", self.nodes);
        self.average(output.index() * self.nodes + node).mean
    }

    fn average(&self, i: usize) -> Average {
        let steps = self.record.measured as f64;
        let [first, last] = &self.found.probed.output_ends;
        let ends = match self.scheme {
            Scheme::Flow(_) => (last.get(i), first.get(i)),
            Scheme::Map => (None, None),
        };
        // The begins of all steps are added up; the trapezoidal rule takes half of the first one, and half
        // of the end.
        let ends = ends
            .0
            .zip(ends.1)
            .map_or(0.0, |(last, first)| (last - first) / 2.0);
        let value = (self.outputs[i] + ends) / steps;
        let column = self.raw_exponents.len() + i;
        let std_error = || {
            let error = self.record.batches.column(column);
            error.map(|error| error / self.renorm_every as f64)
        };
        Average {
            output: self.output_names[i / self.nodes],
            node: i % self.nodes,
            mean: value.is_finite().then(|| Measured {
                value,
                std_error: std_error(),
            }),
        }
    }

    /// The standard error of Σ weight(rank)·λ.
    fn error_of_sum(&self, weight: impl Fn(usize) -> f64) -> Option<f64> {
        self.ranking.error_of_sum(&self.record.batches, weight)
    }
}
