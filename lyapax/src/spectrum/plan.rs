//! The options of a run with their defaults filled in, checked against the system.

use super::{SpectrumOptions, rank, start};
use crate::model::{Kind, Model};
use crate::system::Problem;
use crate::timing::Course;
use crate::{Coupling, Device, Float, SetupError};

/// A run is told of some so many times.
const REPORTS: u64 = 1000;

/// Blocks that are handed to the stepper at once, at most.
const BATCH: u64 = 4096;

/// Operations, roughly, below which handing over is not worth it.
const WORTH: u64 = 20_000;

/// Blocks that are handed to a device at once, at least: it waits whenever it is asked what came of them.
const AHEAD: u64 = 32;

/// Operations, roughly, that are handed over at most: a millisecond or so.
const MOST: u64 = 2_000_000;

/// Stretches of one run among many, at most.
const STRETCHES: u64 = 64;

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
    /// Where the run is made, and with what numbers.
    pub(crate) device: Device,
    pub(crate) float: Float,
    /// Blocks handed to the stepper at once.
    pub(crate) batch: u64,
    /// Blocks from one report of progress to the next.
    pub(crate) report_every: u64,
    /// Blocks in a stretch that errors are taken from, at first.
    pub(crate) stretch: u64,
}

/// Whether there is memory for the tangents, of which a step needs some copies.
fn check_room(dimension: usize, k: usize, stages: u64) -> Result<(), SetupError> {
    let copies = usize::try_from(stages).map_or(usize::MAX, |stages| stages.saturating_add(5));
    let numbers = dimension.saturating_mul(k + 1).saturating_mul(copies);
    match Vec::<f64>::new().try_reserve_exact(numbers) {
        Ok(()) => Ok(()),
        Err(_) => Err(SetupError::TangentsTooLarge {
            k,
            dimension,
            numbers,
        }),
    }
}

/// Blocks in a stretch of one run among many.
pub(super) fn stretch(course: &Course, every: u64) -> u64 {
    (course.n_steps / every).div_ceil(STRETCHES).max(1)
}

/// The steps of a run, and the tangents that it starts with.
pub(crate) struct Start {
    pub(crate) course: Course,
    /// Steps between two renormalisations.
    pub(crate) every: u64,
    pub(crate) k: usize,
    pub(crate) basis: Vec<Vec<f64>>,
}

impl Start {
    pub(crate) fn new<M: Model>(
        options: &SpectrumOptions,
        dimension: usize,
    ) -> Result<Self, SetupError> {
        let course = options.timing.resolve::<M>(options.timing.n_steps / 10)?;
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
        if every == 0 {
            let option = "renorm_every";
            return Err(SetupError::ZeroInterval { option });
        }
        check_room(dimension, k, course.scheme.stages())?;
        let basis = match &options.start_basis {
            Some(columns) => start::given(columns, dimension, k)?,
            None => start::random(dimension, k, options.seed),
        };
        Ok(Self {
            course,
            every,
            k,
            basis,
        })
    }
}

impl Plan {
    pub(crate) fn new<M: Model>(
        problem: &Problem<'_, M>,
        options: &SpectrumOptions,
    ) -> Result<Self, SetupError> {
        let dimension = problem.dimension;
        let Start {
            course,
            every,
            k,
            basis,
        } = Start::new::<M>(options, dimension)?;
        for (option, value) in [
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
        let renormalisations = course.n_steps.div_ceil(every);
        let coupling = problem
            .coupling()
            .map(|(graph, form)| Coupling::new(form, graph));
        // What a node reads of others, roughly.
        let sources = problem.coupling().map_or(1, |(graph, form)| {
            1 + graph.terms(form) / problem.nodes as u64
        });
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
            device: Device::CPU,
            float: Float::F64,
            batch,
            report_every: (renormalisations / REPORTS).clamp(batch, BATCH),
            stretch: 1,
        })
    }

    /// Makes it the plan of one run among many, whose errors must not cost more than the run: fewer stretches are
    /// enough for these.
    pub(super) fn of_member(mut self) -> Self {
        self.stretch = stretch(&self.course, self.every);
        self
    }

    /// Makes it the plan of a run on a device.
    pub(crate) fn place(&mut self, device: Device, float: Float) -> Result<(), SetupError> {
        if device == Device::CPU && float == Float::F32 {
            return Err(SetupError::SinglePrecisionOnCpu);
        }
        (self.device, self.float) = (device, float);
        if device != Device::CPU {
            self.batch = self.batch.max(AHEAD);
            self.report_every = self.report_every.max(self.batch);
        }
        Ok(())
    }

    /// Units of time in so many blocks.
    pub(crate) fn time_of(&self, blocks: u64) -> f64 {
        (blocks * self.every) as f64 * self.course.clock.dt
    }
}
