//! The options of a run with their defaults filled in, checked against the system.

use super::{SpectrumOptions, rank, start};
use crate::model::{Kind, Model};
use crate::system::Problem;
use crate::timing::Course;
use crate::{Coupling, CouplingForm, GraphForm, SetupError};

/// A run is told of some so many times.
const REPORTS: u64 = 1000;

/// Blocks that are handed to the stepper at once, at most.
const BATCH: u64 = 4096;

/// Operations, roughly, below which handing over is not worth it.
const WORTH: u64 = 20_000;

/// Operations, roughly, that are handed over at most: a millisecond or so.
const MOST: u64 = 2_000_000;

/// The options with their defaults, checked.
pub(crate) struct Plan {
    pub(crate) course: Course,
    pub(crate) nodes: usize,
    pub(crate) dimension: usize,
    /// `None` where there are no sums.
    pub(crate) coupling: Option<Coupling>,
    pub(crate) k: usize,
    pub(crate) every: u64,
    /// Blocks from one running estimate to the next, where the user says.
    pub(crate) history_every: Option<u64>,
    pub(crate) save_every: Option<u64>,
    /// Blocks in a window of finite-time exponents.
    pub(crate) local_every: Option<u64>,
    /// The standard error at which the run may end.
    pub(crate) until: Option<f64>,
    /// Tangents that are followed from the start on: the others have exponent −∞.
    pub(crate) live: usize,
    /// Outputs of all nodes.
    pub(crate) outputs: usize,
    pub(crate) basis: Vec<Vec<f64>>,
    /// Blocks handed to the stepper at once.
    pub(crate) batch: u64,
    /// Blocks from one report of progress to the next.
    pub(crate) report_every: u64,
}

/// What a node reads of others, roughly: an edge's source for each edge, every source of a matrix, and one sum
/// that serves all where a uniform graph is multiplied.
fn reads(coupling: &Coupling, nodes: usize) -> u64 {
    let nodes = nodes as u64;
    match (coupling.graph, coupling.form) {
        (GraphForm::Uniform, CouplingForm::Products) => 1,
        (GraphForm::Uniform | GraphForm::Dense, _) => nodes,
        (GraphForm::Sparse, _) => 1 + coupling.edges / nodes,
    }
}

impl Plan {
    pub(super) fn new<M: Model>(
        problem: &Problem<'_, M>,
        options: &SpectrumOptions,
    ) -> Result<Self, SetupError> {
        let course = options.timing.resolve::<M>(options.timing.n_steps / 10)?;
        let dimension = problem.dimension;
        let k = match (options.k, &options.start_basis) {
            (Some(k), _) => k,
            (None, Some(columns)) => columns.len(),
            (None, None) => dimension,
        };
        if k == 0 {
            return Err(SetupError::NoTangents { dimension });
        }
        if k > dimension {
            return Err(SetupError::TooManyTangents { k, dimension });
        }
        let every = options.renorm_every.unwrap_or(match M::INFO.kind {
            Kind::Flow => 10,
            Kind::Map => 1,
        });
        for (option, value) in [
            ("renorm_every", Some(every)),
            ("save_states_every", options.save_states_every),
            ("history_every", options.history_every),
            ("local_every", options.local_every),
        ] {
            if value == Some(0) {
                return Err(SetupError::ZeroInterval { option });
            }
        }
        if let Some(tolerance) = options.until
            && !(tolerance.is_finite() && tolerance > 0.0)
        {
            return Err(SetupError::InvalidTolerance { tolerance });
        }
        let basis = match &options.start_basis {
            Some(columns) => start::given(columns, dimension, k)?,
            None => start::random(dimension, k, options.seed),
        };
        let renormalisations = course.n_steps.div_ceil(every);
        let coupling = problem
            .graph
            .zip(problem.coupling_form)
            .map(|(graph, form)| Coupling::new(form, graph));
        let sources = coupling.map_or(1, |coupling| reads(&coupling, problem.nodes));
        let cost = every
            .saturating_mul(course.scheme.stages())
            .saturating_mul((dimension * (k + 1)) as u64)
            .saturating_mul(sources);
        let batch = (renormalisations / REPORTS)
            .min(MOST / cost)
            .max(WORTH / cost)
            .clamp(1, BATCH);
        Ok(Self {
            course,
            nodes: problem.nodes,
            dimension,
            coupling,
            k,
            every,
            history_every: options.history_every,
            save_every: options.save_states_every,
            local_every: options.local_every,
            until: options.until,
            live: k.min(rank::finite(problem)),
            outputs: M::INFO.outputs.len() * problem.nodes,
            basis,
            batch,
            report_every: (renormalisations / REPORTS).clamp(batch, BATCH),
        })
    }
    /// Units of time in so many blocks.
    pub(crate) fn time_of(&self, blocks: u64) -> f64 {
        (blocks * self.every) as f64 * self.course.clock.dt
    }
}
