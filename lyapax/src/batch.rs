//! Algebraic models at many conditions at once.

mod conditions;
mod evaluate;
mod on_device;
#[cfg(feature = "fit")]
mod reduce;
mod result;

use std::sync::{Mutex, OnceLock, PoisonError};

use lyapax_devices::PlacedBatch;

use crate::model::{Algebraic, Block, Model};
use crate::workers::{self, Work};
use crate::{Calibration, Device, DeviceChoice, Error, Float, Placement, SetupError, Variable};

pub(crate) use conditions::Conditions;
pub(crate) use evaluate::Bad;
use evaluate::Rows;
pub(crate) use on_device::{Sought, Where, placed_on};
#[cfg(feature = "fit")]
pub(crate) use reduce::{Residuals, Squares, entries};
use result::By;
pub use result::{Derivatives, Values};

/// An algebraic model at many conditions: its outputs, and their derivatives with respect to parameters and inputs.
///
/// A condition is a row of a table of experiments or operating points. Each input, and each parameter too, is a number
/// that holds for all conditions, or a vector with one for each.
///
/// ```
/// use lyapax::{Batch, model};
///
/// model! {
///     /// A stirred tank with a reaction of order n.
///     pub Reactor {
///         param k0 = 2.0e7, E_R = 6000.0, n = 1.5;      // n is a number, and so is a power of C_in
///         input T, C_in, tau;                           // K, mol/l, s
///         let k = k0 * exp(-E_R / T);
///         let C_out = C_in / (1 + k * tau * C_in^(n - 1));
///         output conversion = (C_in - C_out) / C_in;
///     }
/// }
///
/// let reactor = Reactor {
///     T: vec![300.0, 350.0, 400.0].into(),
///     C_in: 2.0.into(),
///     tau: 10.0.into(),
///     ..Reactor::default()
/// };
/// let derivatives = Batch::new(reactor)?.derivatives()?;
/// let hotter = derivatives.of(Reactor::conversion, Reactor::T);
/// assert!(hotter.iter().all(|slope| *slope > 0.0));
///
/// // dX/dT = X·(1 − X)·E_R/T², since X = a/(1 + a) with a in proportion to exp(−E_R/T).
/// let (x, t) = (derivatives.values(Reactor::conversion)[1], 350.0_f64);
/// assert!((hotter[1] / (x * (1.0 - x) * 6000.0 / t.powi(2)) - 1.0).abs() < 1e-12);
/// # Ok::<(), lyapax::Error>(())
/// ```
///
/// Conditions are evaluated eight or sixteen side by side in vector instructions, on all threads; the results have the
/// same bits for any number of them. Where a result is infinite or no number, since something on the way to it is
/// beyond the range of an `f64` (`exp(800) / (1 + exp(800))`), that condition is computed again in numbers with larger
/// exponents. What becomes 0 on the way (`exp(-800) * exp(400)`) stays so, as in any program.
pub struct Batch<M: Model> {
    model: M,
    conditions: Conditions<M>,
    by: By,
    threads: Option<usize>,
    pool: OnceLock<rayon::ThreadPool>,
    place: Where,
    chosen: OnceLock<(Device, Option<Calibration>)>,
    /// Where they stand on a device.
    placed: Mutex<Option<Box<dyn PlacedBatch>>>,
}

impl<M: Algebraic> Batch<M> {
    /// The conditions that the model's inputs and parameters have: as many as the vectors among them have values, or
    /// one where there is no vector.
    ///
    /// # Errors
    /// [`Error::Batch`] where vectors differ in length, are empty, or hold what is no number.
    pub fn new(model: M) -> Result<Self, Error> {
        let conditions = Conditions::new(&model)?;
        Ok(Self {
            model,
            conditions,
            by: By::all::<M>(),
            threads: None,
            pool: OnceLock::new(),
            place: Where::default(),
            chosen: OnceLock::new(),
            placed: Mutex::new(None),
        })
    }

    /// With respect to what the outputs are differentiated; if not said, to every parameter and input. The others
    /// may be no number, and take no memory but on a device.
    ///
    /// ```
    /// use lyapax::{Batch, model};
    ///
    /// model! { pub Fall { param start = 2.0, g = 9.81; input depth;
    ///     output speed = start + sqrt(2 * g * depth); } }
    ///
    /// // By the depth the slope at 0 is infinite.
    /// let fall = Fall { depth: vec![0.0, 1.0, 2.0].into(), ..Fall::default() };
    /// assert!(Batch::new(fall.clone())?.derivatives().is_err());
    /// let derivatives = Batch::new(fall)?.by([Fall::start])?.derivatives()?;
    /// assert_eq!(derivatives.of(Fall::speed, Fall::start), [1.0; 3]);
    /// # Ok::<(), lyapax::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Setup`] of none; [`Error::Batch`] of what a condition does not have, such as nodes or weights.
    pub fn by<V: Into<Variable<M>>>(
        mut self,
        variables: impl IntoIterator<Item = V>,
    ) -> Result<Self, Error> {
        let variables: Vec<Variable<M>> = variables.into_iter().map(Into::into).collect();
        if variables.is_empty() {
            return Err(SetupError::NoVariables.into());
        }
        self.by = By::only(&variables)?;
        Ok(self)
    }

    /// How many threads share the conditions; if not said, all that the machine has, where the conditions are so many
    /// that they are of use.
    ///
    /// # Errors
    /// [`Error::Setup`] of 0, or where they cannot be started.
    pub fn threads(mut self, threads: usize) -> Result<Self, Error> {
        if threads == 0 {
            return Err(SetupError::NoThreads.into());
        }
        self.pool = OnceLock::new();
        if threads > 1 {
            self.pool = OnceLock::from(workers::pool(threads)?);
        }
        self.threads = Some(threads);
        Ok(self)
    }

    /// Where the conditions are evaluated: on a [`Device`], or, by [`DeviceChoice::Auto`], on that which takes the least
    /// time for this very batch. If not said, where the environment variable `LYAPAX_DEVICE` says (`cpu`, `cuda:0`,
    /// `wgpu:1`, `auto`), or else on the CPU.
    ///
    /// On a device a condition is a thread of its own. The conditions are moved there once, where it has room for all
    /// of them, else in parts each time; the results, which differ in last digits from the CPU's, are moved back. What
    /// is infinite or no number there is computed again on the CPU.
    #[must_use]
    pub fn device(mut self, device: impl Into<DeviceChoice>) -> Self {
        self.place.device = Some(device.into());
        self.moved()
    }

    /// The numbers that a device computes with; those of double precision if not said. The CPU has no others. In single
    /// precision results have some six digits, less where differences of nearly equal numbers are taken, and what is
    /// below 10⁻³⁸ on the way is 0.
    #[must_use]
    pub fn float(mut self, float: Float) -> Self {
        self.place.float = float;
        self.moved()
    }

    fn moved(mut self) -> Self {
        (self.chosen, self.placed) = (OnceLock::new(), Mutex::new(None));
        self
    }
}

impl<M: Model> Batch<M> {
    /// The model with its parameters and inputs.
    pub fn model(&self) -> &M {
        &self.model
    }

    /// Number of conditions.
    pub fn len(&self) -> usize {
        self.conditions.len()
    }

    /// Whether there are none: there is always one.
    pub fn is_empty(&self) -> bool {
        false
    }

    /// The outputs at each condition.
    ///
    /// # Errors
    /// [`Error::Batch`] naming the first condition at which an output is no finite number; [`Error::Device`] where the
    /// device is not there, has no room, or fails.
    ///
    /// # Cost
    /// The model's operations for each condition; memory: outputs × conditions numbers.
    pub fn values(&self) -> Result<Values<M>, Error> {
        let mut values = Values::none();
        self.values_into(&mut values)?;
        Ok(values)
    }

    /// As [`Batch::values`], into memory that an earlier result has.
    ///
    /// # Errors
    /// As [`Batch::values`]; then `values` holds nothing of use.
    pub fn values_into(&self, values: &mut Values<M>) -> Result<(), Error> {
        values.make_room(self.len());
        let placement = self.evaluate(values.rows(), Vec::new())?;
        values.placed(placement);
        Ok(())
    }

    /// The outputs at each condition, and their derivatives with respect to every parameter and input, or to those of
    /// [`Batch::by`].
    ///
    /// # Errors
    /// [`Error::Batch`] naming the first condition at which an output or a derivative is no finite number;
    /// [`Error::Device`] where the device is not there, has no room, or fails.
    ///
    /// # Cost
    /// The operations of the model and of its partial derivatives, which share what they have in common, for each
    /// condition, whatever is sought; memory: outputs × (1 + parameters and inputs that are sought and that they depend on) ×
    /// conditions numbers.
    pub fn derivatives(&self) -> Result<Derivatives<M>, Error> {
        let mut derivatives = Derivatives::none();
        self.derivatives_into(&mut derivatives)?;
        Ok(derivatives)
    }

    /// As [`Batch::derivatives`], into memory that an earlier result has: of 100 000 conditions it takes longer to have
    /// the pages of new memory than to compute what is written there.
    ///
    /// # Errors
    /// As [`Batch::derivatives`]; then `derivatives` holds nothing of use.
    pub fn derivatives_into(&self, derivatives: &mut Derivatives<M>) -> Result<(), Error> {
        derivatives.make_room(self.len(), &self.by);
        let (values, partials) = derivatives.rows();
        let placement = self.evaluate(values, partials)?;
        derivatives.placed(placement);
        Ok(())
    }

    /// What the conditions take on a device alone, without moving anything back: the outputs, and their derivatives where
    /// these are asked for, are computed there and left. For measurements; on the CPU nothing is moved anyway.
    ///
    /// # Errors
    /// [`Error::Device`] where the device is not there, has no room for all conditions, or fails; on the CPU as
    /// [`Batch::derivatives`].
    pub fn evaluate_there(&self, with_derivatives: bool) -> Result<(), Error> {
        let (device, _) = self.chosen()?;
        if *device == Device::CPU {
            return if with_derivatives {
                self.derivatives().map(drop)
            } else {
                self.values().map(drop)
            };
        }
        let mut placed = self.placed.lock().unwrap_or_else(PoisonError::into_inner);
        let placed = match &mut *placed {
            Some(placed) => placed,
            none => {
                let (all, float) = (0..self.len(), self.place.float);
                let nothing = Sought::default();
                none.insert(placed_on(&self.conditions, all, nothing, *device, float)?)
            }
        };
        Ok(placed.evaluate_there(with_derivatives)?)
    }

    /// On which figures the device was chosen, where it was by [`DeviceChoice::Auto`] and something was evaluated.
    pub fn calibration(&self) -> Option<&Calibration> {
        self.chosen.get()?.1.as_ref()
    }

    /// The device, chosen once.
    fn chosen(&self) -> Result<&(Device, Option<Calibration>), Error> {
        if let Some(chosen) = self.chosen.get() {
            return Ok(chosen);
        }
        let chosen = self.place.choose(1, |device, evaluations| {
            let mut found = Derivatives::<M>::none();
            found.make_room(self.len(), &self.by);
            let mut kept = None;
            for _ in 0..evaluations {
                let (values, partials) = found.rows();
                self.evaluate_on(device, &mut kept, values, partials)?;
            }
            Ok(())
        })?;
        Ok(self.chosen.get_or_init(|| chosen))
    }

    fn evaluate<'a>(
        &self,
        values: Rows<'a>,
        partials: Rows<'a>,
    ) -> Result<Option<Placement>, Error> {
        let (device, _) = self.chosen()?;
        if *device == Device::CPU {
            return self.evaluate_on(*device, &mut None, values, partials);
        }
        let mut placed = self.placed.lock().unwrap_or_else(PoisonError::into_inner);
        self.evaluate_on(*device, &mut placed, values, partials)
    }

    fn evaluate_on<'a>(
        &self,
        device: Device,
        placed: &mut Option<Box<dyn PlacedBatch>>,
        values: Rows<'a>,
        partials: Rows<'a>,
    ) -> Result<Option<Placement>, Error> {
        if device != Device::CPU {
            let (conditions, float) = (&self.conditions, self.place.float);
            let here = |some: &Conditions<M>, values: Rows<'_>, partials: Rows<'_>| {
                self.here(some, values, partials)
            };
            let found =
                on_device::evaluate(conditions, device, float, placed, values, partials, here);
            return found.map(Some);
        }
        match self.here(&self.conditions, values, partials) {
            None => Ok(None),
            Some(bad) => Err(bad.told(&self.conditions).into()),
        }
    }

    /// Conditions on the CPU, shared among threads where these are of use. Gives the first that has no value.
    fn here(
        &self,
        conditions: &Conditions<M>,
        values: Rows<'_>,
        partials: Rows<'_>,
    ) -> Option<Bad> {
        let work = Work {
            tiles: 1,
            nanoseconds: conditions.len() * nanoseconds::<M>(),
        };
        let share = |threads| evaluate::on_threads(conditions, values, partials, threads);
        match (self.threads, self.pool.get()) {
            (None, _) if workers::is_worth(work) => share(rayon::current_num_threads()),
            (Some(threads), Some(pool)) => pool.install(|| share(threads)),
            _ => share(1),
        }
    }
}

impl<M: Model + core::fmt::Debug> core::fmt::Debug for Batch<M> {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_struct("Batch")
            .field("model", &self.model)
            .field("conditions", &self.len())
            .field("place", &self.place)
            .finish_non_exhaustive()
    }
}

/// One condition, roughly.
pub(crate) fn nanoseconds<M: Model>() -> usize {
    1 + (M::OPERATIONS + 10 * M::CALLS) / 16 + <M::OutputPartials<f64> as Block<f64>>::LEN / 4
}
