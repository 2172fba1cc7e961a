//! Algebraic models at many conditions at once.

mod conditions;
mod evaluate;
#[cfg(feature = "fit")]
mod reduce;
mod result;

use std::sync::OnceLock;

use crate::model::{Algebraic, Block, Model};
use crate::workers::{self, Work};
use crate::{Error, SetupError};

#[cfg(feature = "fit")]
pub(crate) use conditions::Column;
pub(crate) use conditions::Conditions;
#[cfg(feature = "fit")]
pub(crate) use reduce::{Observed, Squares, entries, squares};
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
/// same bits for any number of them. Where something on the way to a value is too large or too small for an `f64`,
/// and the value is not (`exp(800) / (1 + exp(800))`), that condition is computed again in numbers with larger
/// exponents.
#[derive(Debug)]
pub struct Batch<M: Model> {
    model: M,
    conditions: Conditions<M>,
    threads: Option<usize>,
    pool: OnceLock<rayon::ThreadPool>,
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
            threads: None,
            pool: OnceLock::new(),
        })
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
    /// [`Error::Batch`] naming the first condition at which an output is no finite number.
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
        self.evaluate(values.rows(), Vec::new())
    }

    /// The outputs at each condition, and their derivatives with respect to every parameter and input.
    ///
    /// # Errors
    /// [`Error::Batch`] naming the first condition at which an output or a derivative is no finite number.
    ///
    /// # Cost
    /// The operations of the model and of its partial derivatives, which share what they have in common, for each
    /// condition; memory: outputs × (1 + parameters and inputs that they depend on) × conditions numbers.
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
        derivatives.make_room(self.len());
        let (values, partials) = derivatives.rows();
        self.evaluate(values, partials)
    }

    fn evaluate<'a>(
        &self,
        values: Vec<&'a mut [f64]>,
        partials: Vec<&'a mut [f64]>,
    ) -> Result<(), Error> {
        let nanoseconds = self.len() * nanoseconds::<M>();
        let share = |threads| evaluate::on_threads(&self.conditions, values, partials, threads);
        let bad = match (self.threads, self.pool.get()) {
            (None, _)
                if workers::is_worth(Work {
                    tiles: 1,
                    nanoseconds,
                }) =>
            {
                share(rayon::current_num_threads())
            }
            (Some(threads), Some(pool)) => pool.install(|| share(threads)),
            _ => share(1),
        };
        bad.map_or(Ok(()), |bad| Err(bad.told(&self.conditions).into()))
    }
}

/// One condition, roughly.
pub(crate) fn nanoseconds<M: Model>() -> usize {
    1 + (M::OPERATIONS + 10 * M::CALLS) / 16 + <M::OutputPartials<f64> as Block<f64>>::LEN / 4
}
