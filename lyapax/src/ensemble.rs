//! Many systems of one model, each by itself.

mod course;
mod on_cpu;
mod on_device;
mod result;

use crate::device;
use crate::model::{Dynamical, Model};
use crate::spectrum::SpectrumOptions;
use crate::{Device, Error, Float, Param, SetupError, StateName, System};

use course::EnsembleCourse;
pub(crate) use on_cpu::lanes;
pub(crate) use result::Members;
pub use result::{EnsembleSpectrum, Member};

/// Many systems of one model, each of one node and each with its own spectrum.
///
/// Parameters, input signals and initial states are numbers for all members, or one for each. One that fails does
/// not keep the others from being run.
///
/// ```
/// use lyapax::{Ensemble, SpectrumOptions, model};
///
/// model! {
///     pub Lorenz {
///         state x = 1.0, y = 1.0, z = 1.0;
///         param sigma = 10.0, rho = 28.0, beta = 8.0 / 3.0;
///
///         "x' = sigma * (y - x)
///          y' = x * (rho - z) - y
///          z' = x * y - beta * z"
///     }
/// }
///
/// let rho = [5.0, 28.0];
/// let lorenz = Lorenz { rho: rho.into(), ..Lorenz::default() };
/// let spectra = Ensemble::new(lorenz, rho.len()).spectrum(&SpectrumOptions::new(20_000).dt(0.01))?;
/// assert!(spectra.member(0)?.exponents()[0] < -0.1);
/// assert!(spectra.member(1)?.exponents()[0] > 0.8);
/// # Ok::<(), lyapax::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct Ensemble<M: Model> {
    /// Nodes that know nothing of each other.
    system: System<M>,
    /// What each member's tangents start from, where that is not the same for all.
    seeds: Option<Vec<u64>>,
}

impl<M: Dynamical> Ensemble<M> {
    /// So many systems, each starting from the model's initial state. Where the model has vectors of parameters,
    /// they are those of the members. A sum over source nodes is 0.
    pub fn new(model: M, members: usize) -> Self {
        Self::of(model, members)
    }
}

impl<M: Model> Ensemble<M> {
    /// As [`Ensemble::new`], of a model that was a system's before.
    pub(crate) fn of(model: M, members: usize) -> Self {
        Self {
            system: System::apart(model, members),
            seeds: None,
        }
    }

    /// The seed of each member's start tangents, instead of that of the [options](SpectrumOptions::seed) for all.
    #[must_use]
    pub fn seeds(mut self, seeds: impl Into<Vec<u64>>) -> Self {
        self.seeds = Some(seeds.into());
        self
    }

    /// The initial value of a state: a number for all members, or one for each.
    #[must_use]
    pub fn initial(mut self, state: StateName<M>, value: impl Into<Param>) -> Self {
        self.system = self.system.initial(state, value);
        self
    }

    /// The initial value of a state in each member, from 0.
    #[must_use]
    pub fn initial_with(mut self, state: StateName<M>, value: impl FnMut(usize) -> f64) -> Self {
        self.system = self.system.initial_with(state, value);
        self
    }

    /// The initial values of state number `state`, one for each member.
    pub(crate) fn set_initial(&mut self, state: usize, values: Vec<f64>) {
        self.system.set_initial(state, values);
    }

    /// The model with its parameters.
    pub fn model(&self) -> &M {
        self.system.model()
    }

    /// The model, to change its parameters between runs.
    pub fn model_mut(&mut self) -> &mut M {
        self.system.model_mut()
    }

    /// How many systems.
    pub fn members(&self) -> usize {
        self.system.nodes()
    }

    /// The spectrum of each member, as [`System::spectrum`] would give it but for the checks that that makes after a
    /// run, of which the sum rule alone is made here: on the CPU, whose threads share the members, or on the
    /// [device](SpectrumOptions::device) that the options name.
    ///
    /// On a device a member is a thread of its own, which keeps state and tangents in its registers. Exponents of
    /// chaotic systems are those of another orbit on the same attractor after some forty units of 1/λ₁, since
    /// devices round sums in another order.
    ///
    /// # Errors
    /// [`Error::Setup`] where ensemble and options do not fit: what is told along a run (history, states, local
    /// exponents, checkpoints, a wanted precision) is told of single systems alone. [`Error::Device`] where the
    /// device is not there, has no room, or fails. A member that cannot be carried on is no error of the ensemble:
    /// [`EnsembleSpectrum::member`] gives it.
    ///
    /// # Cost
    /// That of the members. Memory on a device, for each member: (1 + k)·n numbers for state and tangents, 4k + 2 for
    /// sums, its parameters and inputs, and 12 bytes. More members than a device has room for are run in parts, one after the other.
    pub fn spectrum(&self, options: &SpectrumOptions) -> Result<EnsembleSpectrum, Error> {
        options.check_for_many(|option| SetupError::NotForEnsembles { option })?;
        if !M::INFO.neighbours.is_empty() {
            let model = M::INFO.name;
            return Err(SetupError::NeighboursInEnsemble { model }.into());
        }
        if self.members() == 0 {
            return Err(SetupError::NoMembers.into());
        }
        let problem = self.system.prepare()?;
        let course = self.course(options)?;
        problem.check_times(&course.start.course, options.float)?;
        let short = |options: &SpectrumOptions| self.spectrum(options).map(drop);
        let (device, calibration) = options.choose_device(course.start.every, None, short)?;
        if device == Device::CPU && options.float == Float::F32 {
            return Err(SetupError::SinglePrecisionOnCpu.into());
        }
        let members = if device == Device::CPU {
            on_cpu::run(&problem, &course, options)?
        } else {
            let code = device::code::<M>(device)?;
            on_device::run(&problem, &course, options, device, code)?
        };
        Ok(EnsembleSpectrum::new::<M>(&course, members, calibration))
    }

    fn course(&self, options: &SpectrumOptions) -> Result<EnsembleCourse, SetupError> {
        let seeds = self.seeds.as_deref();
        EnsembleCourse::new::<M>(options, seeds, self.members())
    }

    /// As [`Ensemble::spectrum`], by one thread or a device, of options that were checked.
    pub(crate) fn members_on(
        &self,
        options: &SpectrumOptions,
        device: Device,
    ) -> Result<Members, Error> {
        let problem = self.system.prepare()?;
        let course = self.course(options)?;
        if device == Device::CPU {
            return on_cpu::in_turn(&problem, &course, options);
        }
        let code = device::code::<M>(device)?;
        on_device::run(&problem, &course, options, device, code)
    }
}
