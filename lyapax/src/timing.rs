//! What a run says about time, resolved against the kind of model.

use crate::integrate::Clock;
use crate::model::{Kind, Model};
use crate::stepper::Scheme;
use crate::{Integrator, SetupError};

/// Options that every run has.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Timing {
    pub(crate) n_steps: u64,
    pub(crate) dt: Option<f64>,
    pub(crate) integrator: Option<Integrator>,
    pub(crate) t_transient: Option<f64>,
    pub(crate) start_time: f64,
}

/// A run in steps of one scheme: a transient, then what is measured or sampled.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Course {
    pub(crate) scheme: Scheme,
    pub(crate) clock: Clock,
    pub(crate) transient: u64,
    pub(crate) n_steps: u64,
}

/// Steps that a float counts one by one.
const MOST_STEPS: u64 = 1 << 53;

impl Course {
    /// All steps.
    pub(crate) fn total(&self) -> u64 {
        self.transient + self.n_steps
    }

    /// Times of its begin and end.
    pub(crate) fn span(&self) -> (f64, f64) {
        (self.clock.at(0, 0.0), self.clock.at(self.total(), 0.0))
    }
}

impl Timing {
    /// What is asked for, with a transient of so many steps where none is said.
    pub(crate) fn resolve<M: Model>(&self, transient: u64) -> Result<Course, SetupError> {
        let (n_steps, start) = (self.n_steps, self.start_time);
        if n_steps == 0 {
            return Err(SetupError::NoSteps);
        }
        if !start.is_finite() {
            return Err(SetupError::InvalidStartTime { start_time: start });
        }
        let (scheme, dt) = self.scheme::<M>()?;
        let transient = match self.t_transient {
            None => transient,
            Some(t_transient) if !t_transient.is_finite() || t_transient < 0.0 => {
                return Err(SetupError::InvalidTransient { t_transient });
            }
            // The cast saturates, and so many steps are refused below.
            #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)]
            Some(t_transient) => (t_transient / dt).round() as u64,
        };
        let steps = transient.saturating_add(n_steps);
        if steps > MOST_STEPS {
            return Err(SetupError::TooManySteps { steps });
        }
        Ok(Course {
            scheme,
            clock: Clock { start, dt },
            transient,
            n_steps,
        })
    }

    fn scheme<M: Model>(&self) -> Result<(Scheme, f64), SetupError> {
        let model = M::INFO.name;
        match (M::INFO.kind, self.dt, self.integrator) {
            (Kind::Flow, None, _) => Err(SetupError::NoStep),
            (Kind::Flow, Some(dt), _) if !dt.is_normal() || dt < 0.0 => {
                Err(SetupError::InvalidStep { dt })
            }
            (Kind::Flow, Some(dt), integrator) => {
                Ok((Scheme::Flow(integrator.unwrap_or_default()), dt))
            }
            (Kind::Map, Some(dt), _) => Err(SetupError::StepForMap { model, dt }),
            (Kind::Map, None, Some(integrator)) => {
                Err(SetupError::IntegratorForMap { model, integrator })
            }
            (Kind::Map, None, None) => Ok((Scheme::Map, 1.0)),
        }
    }
}
