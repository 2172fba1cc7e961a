//! What is asked of a spectrum.

use std::path::PathBuf;
use std::time::Duration;

use crate::calibrate::calibrate;
use crate::timing::Timing;
use crate::{Calibration, Device, DeviceChoice, Error, Float, Integrator};

/// Options of [`System::spectrum`](crate::System::spectrum).
///
/// ```
/// use lyapax::{Integrator, SpectrumOptions};
/// let flow = SpectrumOptions::new(60_000).dt(0.01).integrator(Integrator::Rk6).t_transient(100.0);
/// let map = SpectrumOptions::new(1_000_000);
/// # let _ = (flow, map);
/// ```
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct SpectrumOptions {
    pub(crate) timing: Timing,
    pub(crate) k: Option<usize>,
    pub(crate) renorm_every: Option<u64>,
    pub(crate) seed: u64,
    pub(crate) start_basis: Option<Vec<Vec<f64>>>,
    pub(crate) save_states_every: Option<u64>,
    pub(crate) history_every: Option<u64>,
    pub(crate) local_every: Option<u64>,
    pub(crate) until: Option<f64>,
    pub(crate) checkpoint: Option<(PathBuf, Duration)>,
    pub(crate) threads: Option<usize>,
    pub(crate) device: Option<DeviceChoice>,
    pub(crate) float: Float,
}

impl SpectrumOptions {
    /// A measured run of `n_steps` steps of a flow, or iterations of a map, after the transient.
    pub fn new(n_steps: u64) -> Self {
        Self {
            timing: Timing {
                n_steps,
                ..Timing::default()
            },
            k: None,
            renorm_every: None,
            seed: 0,
            start_basis: None,
            save_states_every: None,
            history_every: None,
            local_every: None,
            until: None,
            checkpoint: None,
            threads: None,
            device: None,
            float: Float::F64,
        }
    }

    /// The time step of a flow, in the model's units of time. A flow has no default; a map takes
    /// none.
    #[must_use]
    pub fn dt(mut self, dt: f64) -> Self {
        self.timing.dt = Some(dt);
        self
    }

    /// How a flow is integrated; [`Integrator::Rk4`] if not said. A map takes none.
    #[must_use]
    pub fn integrator(mut self, integrator: Integrator) -> Self {
        self.timing.integrator = Some(integrator);
        self
    }

    /// How many exponents, the largest ones; all if not said.
    #[must_use]
    pub fn k(mut self, k: usize) -> Self {
        self.k = Some(k);
        self
    }

    /// Steps between two renormalisations; 10 for a flow and 1 for a map if not said.
    ///
    /// A block in which a column keeps less than 10⁻⁵ of its norm, or leaves the range of numbers,
    /// is done again as two halves, so that a long interval costs digits of no exponent.
    #[must_use]
    pub fn renorm_every(mut self, steps: u64) -> Self {
        self.renorm_every = Some(steps);
        self
    }

    /// How many threads share the nodes; if not said, all that the machine has, or one where the run is itself
    /// made on a thread of rayon's. They are started where a step takes long enough for them to be of use (about
    /// 20 µs), and keep their processors busy until the end of the run. Results have the same bits for any number
    /// of them.
    #[must_use]
    pub fn threads(mut self, threads: usize) -> Self {
        self.threads = Some(threads);
        self
    }

    /// How long the system runs before anything is counted: time units of a flow, iterations of a
    /// map, taken to the nearest step. A tenth of the measured run, in addition to it, if not said.
    ///
    /// The state reaches its attractor in it, and the tangents their directions.
    #[must_use]
    pub fn t_transient(mut self, time: f64) -> Self {
        self.timing.t_transient = Some(time);
        self
    }

    /// The time before the first step, the transient's included; 0 if not said. It matters where
    /// the equations hold `t` or read signals.
    #[must_use]
    pub fn start_time(mut self, time: f64) -> Self {
        self.timing.start_time = time;
        self
    }

    /// Chooses the random start basis; 0 if not said. The same seed gives the same bits.
    #[must_use]
    pub fn seed(mut self, seed: u64) -> Self {
        self.seed = seed;
        self
    }

    /// Tangent vectors to start from instead of random ones: one per exponent, each as long as the
    /// state and ordered as it is. They are made orthonormal in the order given.
    #[must_use]
    pub fn start_basis(mut self, columns: impl Into<Vec<Vec<f64>>>) -> Self {
        self.start_basis = Some(columns.into());
        self
    }

    /// Saves the state after every so many measured steps; never if not said.
    #[must_use]
    pub fn save_states_every(mut self, steps: u64) -> Self {
        self.save_states_every = Some(steps);
        self
    }

    /// Keeps the running estimates after every so many renormalisations. If not said, after each
    /// one, or, in a long run, as often as keeps 10 000 to 20 000 estimates.
    #[must_use]
    pub fn history_every(mut self, renormalisations: u64) -> Self {
        self.history_every = Some(renormalisations);
        self
    }

    /// Keeps finite-time exponents: the growth of the tangents over windows of so many renormalisations,
    /// with the times and states at which they begin; never if not said. 1 gives local exponents. Memory: k
    /// plus dimension numbers for each window. See [`Spectrum::local`](crate::Spectrum::local).
    #[must_use]
    pub fn local_every(mut self, renormalisations: u64) -> Self {
        self.local_every = Some(renormalisations);
        self
    }

    /// Ends the run once the standard error of each of the k exponents is at most this, in units of the
    /// exponents. The number of steps is then the most that are made;
    /// [`Spectrum::end`](crate::Spectrum::end) says which it was.
    ///
    /// The transient is a tenth of those steps if not said: say it.
    ///
    /// Errors are looked at after 256 renormalisations and then whenever there are an eighth more. A run
    /// that ends where its error happens to look small has a standard error that is a little too small on
    /// average; its exponents are not biased.
    #[must_use]
    pub fn until(mut self, std_error: f64) -> Self {
        self.until = Some(std_error);
        self
    }

    /// Writes a checkpoint to a file when the run begins, then whenever so much time has passed since the
    /// last one, and at the end; none if not said. The file is replaced as a whole: it is never half
    /// written. See [`Checkpoint`](crate::Checkpoint).
    #[must_use]
    pub fn checkpoint(mut self, path: impl Into<PathBuf>, every: Duration) -> Self {
        self.checkpoint = Some((path.into(), every));
        self
    }

    /// Where the run is made: on a [`Device`](crate::Device), or, by [`DeviceChoice::Auto`], on that which takes the
    /// least time for some steps of this very run. If not said, where the environment variable `LYAPAX_DEVICE` says
    /// (`cpu`, `cuda:0`, `wgpu:1`, `auto`), or else on the CPU.
    #[must_use]
    pub fn device(mut self, device: impl Into<DeviceChoice>) -> Self {
        self.device = Some(device.into());
        self
    }

    /// The numbers that a device computes with; those of double precision if not said, also where it has none, which
    /// is then an error. The CPU has no others.
    #[must_use]
    pub fn float(mut self, float: Float) -> Self {
        self.float = float;
        self
    }

    /// Where the run is made, and on which figures that was chosen. `run` makes a run of these options; a run that is
    /// taken up again was made on a device `before`.
    pub(crate) fn choose_device(
        &self,
        every: u64,
        before: Option<Device>,
        run: impl Fn(&Self) -> Result<(), Error>,
    ) -> Result<(Device, Option<Calibration>), Error> {
        match (self.device.map_or_else(DeviceChoice::from_env, Ok)?, before) {
            (DeviceChoice::This(device), _) | (DeviceChoice::Auto, Some(device)) => {
                Ok((device, None))
            }
            (DeviceChoice::Auto, None) => {
                let found = calibrate(every, self.timing.n_steps, |device, steps| {
                    run(&self.short(device, steps))
                });
                Ok((found.chosen, Some(found)))
            }
        }
    }

    /// So many steps from the start on a device, of which nothing is kept.
    fn short(&self, device: Device, steps: u64) -> Self {
        let mut short = self.clone();
        short.timing.n_steps = steps;
        short.timing.t_transient = Some(0.0);
        short.device = Some(device.into());
        (short.save_states_every, short.history_every) = (None, None);
        (short.local_every, short.until, short.checkpoint) = (None, None, None);
        short
    }

    /// Whether all that is asked for can be told of many systems.
    pub(crate) fn check_for_many<E>(
        &self,
        not_for_these: impl Fn(&'static str) -> E,
    ) -> Result<(), E> {
        for (option, asked) in [
            ("save_states_every", self.save_states_every.is_some()),
            ("history_every", self.history_every.is_some()),
            ("local_every", self.local_every.is_some()),
            ("until", self.until.is_some()),
            ("checkpoint", self.checkpoint.is_some()),
        ] {
            if asked {
                return Err(not_for_these(option));
            }
        }
        Ok(())
    }
}
