//! Parameters that make a model come as near to data as it can.
//!
//! ```
//! use lyapax::{Batch, fit::Fit, model};
//!
//! model! {
//!     /// How fast a reaction is at a temperature, Arrhenius 1889.
//!     pub Rate {
//!         param ln_k0 = 8.0, E_R = 4000.0;
//!         input T;
//!         output ln_k = ln_k0 - E_R / T;
//!     }
//! }
//!
//! let measured = Rate { T: vec![300.0, 320.0, 340.0, 360.0].into(), ..Rate::default() };
//! let fit = Fit::conditions(measured)
//!     .data_with(Rate::ln_k, [-6.67, -5.61, -4.72, -3.88], 0.05)
//!     .run()?;
//! println!("{fit}");
//! let e = fit.value(Rate::E_R);
//! assert!((e - 5000.0).abs() < 2.0 * fit.std_error(Rate::E_R)?);
//! # Ok::<(), lyapax::Error>(())
//! ```
//!
//! A fit is of an algebraic model at many conditions ([`Fit::conditions`]) or of a run ([`Fit::trajectory`]). What is
//! made small is χ² = Σ ((model − data)/σ)², with exact derivatives: [`Optimiser`].

mod bounds;
mod data;
mod first_order;
mod least_squares;
mod normal;
mod result;
mod subject;

use core::fmt;
use core::ops::{ControlFlow, RangeBounds};

use crate::batch::Where;
use crate::model::{Algebraic, Dynamical, Model};
use crate::{
    DeviceChoice, Error, Float, OutputName, Param, SimulateOptions, StateName, System, Variable,
};

pub use crate::error::FitError;
pub use result::{FitResult, FitWarning, Stop};

use bounds::{Bounded, Bounds};
use data::{Data, check_sigmas};
use subject::{Evaluation, Subject};

/// How χ² is made small.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum Optimiser {
    /// Levenberg and Marquardt's, in the form of MINPACK: J. J. Moré, Lect. Notes Math. 630, 105 (1978). The right one for
    /// up to some hundreds of variables. It is handed RᵀR = JᵀJ and Rᵀq = Jᵀr instead of all residuals, so that few
    /// numbers are left of any number of data.
    #[default]
    LevenbergMarquardt,
    /// The limited-memory method of Broyden, Fletcher, Goldfarb and Shanno with the line search of Moré and Thuente:
    /// for many variables, such as all weights of a network. Gradients of runs are carried backward.
    Lbfgs,
    /// Along the negative gradient with the same line search: slow, to compare with.
    SteepestDescent,
}

/// What was measured: an output, or a state of a run, of the only node or of one of several.
#[non_exhaustive]
pub enum Observable<M> {
    /// An output of the only node.
    Output(OutputName<M>),
    /// An output of one node.
    OutputAt(OutputName<M>, usize),
    /// A state of the only node.
    State(StateName<M>),
    /// A state of one node.
    StateAt(StateName<M>, usize),
}

impl<M> Observable<M> {
    /// Of one node, from 0, of several.
    #[must_use]
    pub fn at_node(self, node: usize) -> Self {
        match self {
            Self::Output(name) | Self::OutputAt(name, _) => Self::OutputAt(name, node),
            Self::State(name) | Self::StateAt(name, _) => Self::StateAt(name, node),
        }
    }
}

impl<M> Clone for Observable<M> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<M> Copy for Observable<M> {}

impl<M> fmt::Display for Observable<M> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Output(name) => write!(f, "{name}"),
            Self::OutputAt(name, node) => write!(f, "{name} of node {node}"),
            Self::State(name) => write!(f, "{name}"),
            Self::StateAt(name, node) => write!(f, "{name} of node {node}"),
        }
    }
}

impl<M> fmt::Debug for Observable<M> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl<M> From<OutputName<M>> for Observable<M> {
    fn from(name: OutputName<M>) -> Self {
        Self::Output(name)
    }
}

impl<M> From<StateName<M>> for Observable<M> {
    fn from(name: StateName<M>) -> Self {
        Self::State(name)
    }
}

/// How far a fit has come.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct FitProgress<'a> {
    /// Steps of the optimiser.
    pub iteration: usize,
    /// χ² there.
    pub chi_squared: f64,
    /// The free variables, in their order.
    pub values: &'a [f64],
}

/// What is told how a fit goes on.
type Progress<'a> = Box<dyn FnMut(&FitProgress<'_>) -> ControlFlow<()> + 'a>;

/// A fit that is to be run.
pub struct Fit<'a, M: Model> {
    subject: Subject<M>,
    data: Vec<Data<M>>,
    free: Option<Vec<Variable<M>>>,
    bounds: Vec<(Variable<M>, Bounds)>,
    optimiser: Optimiser,
    iterations: usize,
    threads: Option<usize>,
    place: Where,
    progress: Option<Progress<'a>>,
}

impl<M: Algebraic> Fit<'_, M> {
    /// Of an algebraic model at the conditions that its inputs have, beginning at the parameters that it has. The data
    /// are one value for each condition.
    pub fn conditions(model: M) -> Self {
        Self::of(Subject::Conditions(model))
    }
}

impl<M: Dynamical> Fit<'_, M> {
    /// Of a run, beginning at the parameters and the initial state that the system has. The data are one value for each
    /// sample, of which the options say how many steps apart they are, the first at the begin (after the transient).
    pub fn trajectory(system: System<M>, options: SimulateOptions) -> Self {
        Self::of(Subject::Run(Box::new(system), options))
    }
}

impl<'a, M: Model> Fit<'a, M> {
    fn of(subject: Subject<M>) -> Self {
        Self {
            subject,
            data: Vec::new(),
            free: None,
            bounds: Vec::new(),
            optimiser: Optimiser::default(),
            iterations: 200,
            threads: None,
            place: Where::default(),
            progress: None,
        }
    }

    /// What was measured, all of it equally well, with an error that is not known: it is then estimated from what
    /// remains of χ².
    #[must_use]
    pub fn data(mut self, of: impl Into<Observable<M>>, values: impl Into<Vec<f64>>) -> Self {
        self.data.push(Data {
            of: of.into(),
            values: values.into(),
            sigma: None,
        });
        self
    }

    /// What was measured, with its standard errors: a number for all, or one for each.
    #[must_use]
    pub fn data_with(
        mut self,
        of: impl Into<Observable<M>>,
        values: impl Into<Vec<f64>>,
        sigma: impl Into<Param>,
    ) -> Self {
        self.data.push(Data {
            of: of.into(),
            values: values.into(),
            sigma: Some(sigma.into()),
        });
        self
    }

    /// What is fitted; if not said, all parameters of the model that have one value. Of a run it can be initial values, inputs and weights
    /// too.
    #[must_use]
    pub fn free<V: Into<Variable<M>>>(mut self, variables: impl IntoIterator<Item = V>) -> Self {
        let free = self.free.get_or_insert_default();
        free.extend(variables.into_iter().map(Into::into));
        self
    }

    /// Keeps a free variable within bounds, one of which it may come to; it begins between them. Bounds that are far away
    /// change nothing.
    #[must_use]
    pub fn bounds(
        mut self,
        variable: impl Into<Variable<M>>,
        range: impl RangeBounds<f64>,
    ) -> Self {
        self.bounds.push((variable.into(), Bounds::of(&range)));
        self
    }

    /// How χ² is made small; [`Optimiser::LevenbergMarquardt`] if not said.
    #[must_use]
    pub fn optimiser(mut self, optimiser: Optimiser) -> Self {
        self.optimiser = optimiser;
        self
    }

    /// After how many steps of the optimiser it is enough; 200 if not said.
    #[must_use]
    pub fn iterations(mut self, iterations: usize) -> Self {
        self.iterations = iterations;
        self
    }

    /// How many threads share the conditions; if not said, all that the machine has, where they are of use. Results have
    /// the same bits for any number of them. A run is made on one.
    #[must_use]
    pub fn threads(mut self, threads: usize) -> Self {
        self.threads = Some(threads);
        self
    }

    /// Where conditions are evaluated: on a [`Device`](crate::Device), or, by [`DeviceChoice::Auto`], on that which takes
    /// the least time for this very fit. If not said, where the environment variable `LYAPAX_DEVICE` says, or else on
    /// the CPU. Conditions and data are moved to a device once, which has to have room for all of them; of an iteration
    /// only the sums come back: χ², p slopes and p(p + 1)/2 products of the p free parameters, of which there can be 32,
    /// and the number of conditions that the CPU has to compute, since something is infinite or no number there. Where
    /// there are such, four bytes of each condition tell which. Runs are made on the CPU.
    #[must_use]
    pub fn device(mut self, device: impl Into<DeviceChoice>) -> Self {
        self.place.device = Some(device.into());
        self
    }

    /// The numbers that a device computes with; those of double precision if not said. The CPU has no others.
    ///
    /// In single precision sums of squares have some six digits. Whether the fit has [converged](Stop::Converged), χ² and
    /// the covariance are found by a last evaluation in double precision on the CPU.
    #[must_use]
    pub fn float(mut self, float: Float) -> Self {
        self.place.float = float;
        self
    }

    /// Is told each step of the optimiser; where it breaks, the fit ends there.
    #[must_use]
    pub fn progress(
        mut self,
        progress: impl FnMut(&FitProgress<'_>) -> ControlFlow<()> + 'a,
    ) -> Self {
        self.progress = Some(Box::new(progress));
        self
    }

    /// Checks everything that can be checked without an evaluation, then moves the conditions to their device; by
    /// [`DeviceChoice::Auto`] that is found by evaluations on each.
    ///
    /// # Errors
    /// [`Error::Fit`] where data, errors, free variables or bounds are not right; [`Error::Batch`] and [`Error::Setup`]
    /// where the model and its conditions, or the system and its options, do not fit; [`Error::Device`] where a device is
    /// not there, has no room for the conditions, or fails.
    pub fn ready(self) -> Result<ReadyFit<'a, M>, Error> {
        ReadyFit::new(self)
    }

    /// Runs the fit.
    ///
    /// # Errors
    /// As [`Fit::ready`]; [`Error::Batch`] or [`Error::Run`] where the model has no values at the begin, and
    /// [`Error::Fit`] where their squares are none; [`Error::Device`] where a device fails. Where the model has no
    /// values on the way, the optimiser makes a smaller step.
    ///
    /// # Cost
    /// For each step of the optimiser one evaluation of the model with its derivatives, or some: of conditions as
    /// [`Batch::derivatives`](crate::Batch::derivatives), with nothing but sums written to memory; of a run as
    /// [`System::sensitivities`], or [`System::gradient`] by first-order optimisers.
    pub fn run(self) -> Result<FitResult<M>, Error> {
        self.ready()?.run()
    }
}

impl<M: Model> fmt::Debug for Fit<'_, M> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Fit")
            .field("data", &self.data.len())
            .field("free", &self.free)
            .field("optimiser", &self.optimiser)
            .finish_non_exhaustive()
    }
}

/// A fit that was checked: see [`Fit::ready`].
pub struct ReadyFit<'a, M: Model> {
    evaluation: Evaluation<M>,
    free: Vec<Variable<M>>,
    bounds: Vec<Bounded>,
    start: Vec<f64>,
    has_sigmas: bool,
    /// How many.
    data: usize,
    /// Σ (data/σ)²: below the rounding of that, χ² tells nothing.
    size: f64,
    optimiser: Optimiser,
    iterations: usize,
    progress: Option<Progress<'a>>,
}

impl<'a, M: Model> ReadyFit<'a, M> {
    fn new(fit: Fit<'a, M>) -> Result<Self, Error> {
        let has_sigmas = check_sigmas(&fit.data)?;
        let mut evaluation = Evaluation::new(fit.subject, fit.data, fit.threads, fit.place)?;
        let free = fit.free.unwrap_or_else(|| evaluation.parameters());
        if free.is_empty() {
            return Err(FitError::NothingFree.into());
        }
        for (i, variable) in free.iter().enumerate() {
            if free[..i].contains(variable) {
                let variable = variable.to_string();
                return Err(FitError::Twice { variable }.into());
            }
            if let Some(other) = free[..i].iter().find(|other| variable.overlaps(**other)) {
                return Err(FitError::Overlap {
                    variable: variable.to_string(),
                    other: other.to_string(),
                }
                .into());
            }
        }
        let data = evaluation.data().count();
        if data < free.len() {
            let free = free.len();
            return Err(FitError::TooFewData { data, free }.into());
        }
        let start = evaluation.free(&free)?;
        let bounds = bounds::all(&free, &start, &fit.bounds)?;
        let size: f64 = evaluation
            .data()
            .map(|(value, by)| (value * by).powi(2))
            .sum();
        if size == 0.0 && evaluation.data().any(|(value, _)| value != 0.0) {
            return Err(FitError::DataTooSmall.into());
        }
        evaluation.place(fit.place, fit.iterations)?;
        Ok(Self {
            data,
            size,
            evaluation,
            free,
            bounds,
            start,
            has_sigmas,
            optimiser: fit.optimiser,
            // More than anyone waits for, and few enough to be counted with.
            iterations: fit.iterations.min(1 << 30),
            progress: fit.progress,
        })
    }

    /// The free variables, in their order.
    pub fn variables(&self) -> &[Variable<M>] {
        &self.free
    }

    /// Where the fit begins.
    pub fn start(&self) -> &[f64] {
        &self.start
    }

    /// Number of data.
    pub fn data(&self) -> usize {
        self.data
    }

    /// χ² where the free variables have these values, and its gradient: for an optimiser of one's own. Bounds are its
    /// own matter too.
    ///
    /// # Errors
    /// [`Error::Fit`] where the values are not as many as the free variables; [`Error::Batch`] or [`Error::Run`] where
    /// the model has no values there.
    pub fn evaluate(&mut self, values: &[f64]) -> Result<(f64, Vec<f64>), Error> {
        if values.len() != self.free.len() {
            return Err(FitError::Values {
                expected: self.free.len(),
                got: values.len(),
            }
            .into());
        }
        self.evaluation.gradient(values)
    }

    /// What the squares of the data's errors are by what was said of them, where so many variables are found by χ².
    fn variance(&self, chi_squared: f64, variables: usize) -> f64 {
        if self.has_sigmas {
            1.0
        } else {
            chi_squared / (self.data - variables).max(1) as f64
        }
    }

    /// Runs the fit.
    ///
    /// # Errors
    /// As [`Fit::run`].
    pub fn run(mut self) -> Result<FitResult<M>, Error> {
        let end = match self.optimiser {
            Optimiser::LevenbergMarquardt => least_squares::minimise(&mut self)?,
            Optimiser::Lbfgs | Optimiser::SteepestDescent => first_order::minimise(&mut self)?,
        };
        let normal = if self.free.len() > MOST_COVARIANCES {
            Err("of so many variables none are computed")
        } else {
            match self.evaluation.exact_normal(&end.values) {
                Ok(normal) if normal.is_finite() => Ok(normal),
                Err(error) if !is_no_value(&error) => return Err(error),
                _ => Err("the derivatives are beyond all numbers where the fit ended"),
            }
        };
        FitResult::new(self, end, &normal)
    }
}

impl<M: Model> fmt::Debug for ReadyFit<'_, M> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ReadyFit")
            .field("free", &self.free)
            .field("start", &self.start)
            .finish_non_exhaustive()
    }
}

/// Of more variables no covariance is computed: of a run it takes a tangent for each.
const MOST_COVARIANCES: usize = 500;

/// χ² by Σ (data/σ)² of residuals that are rounding alone.
const ROUNDING: f64 = 1e-28;

/// Where an optimiser ended.
struct End {
    values: Vec<f64>,
    iterations: usize,
    evaluations: usize,
    stop: Stop,
}

/// Whether an error says no more than that the model has no values where it was evaluated.
fn is_no_value(error: &Error) -> bool {
    matches!(error, Error::Batch(_) | Error::Run(_))
}
