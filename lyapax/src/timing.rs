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

impl Timing {
    /// The step map and its clock.
    pub(crate) fn resolve<M: Model>(&self) -> Result<(Scheme, Clock), SetupError> {
        let start = self.start_time;
        if self.n_steps == 0 {
            return Err(SetupError::NoSteps);
        }
        if !start.is_finite() {
            return Err(SetupError::InvalidStartTime { start_time: start });
        }
        let model = M::INFO.name;
        match (M::INFO.kind, self.dt, self.integrator) {
            (Kind::Flow, None, _) => Err(SetupError::NoStep),
            (Kind::Flow, Some(dt), _) if !dt.is_finite() || dt <= 0.0 => {
                Err(SetupError::InvalidStep { dt })
            }
            (Kind::Flow, Some(dt), integrator) => Ok((
                Scheme::Flow(integrator.unwrap_or_default()),
                Clock { start, dt },
            )),
            (Kind::Map, Some(dt), _) => Err(SetupError::StepForMap { model, dt }),
            (Kind::Map, None, Some(integrator)) => {
                Err(SetupError::IntegratorForMap { model, integrator })
            }
            (Kind::Map, None, None) => Ok((Scheme::Map, Clock { start, dt: 1.0 })),
        }
    }

    /// The number of steps nearest to the transient asked for, or `default`.
    pub(crate) fn transient_steps(&self, clock: Clock, default: u64) -> Result<u64, SetupError> {
        let Some(t_transient) = self.t_transient else {
            return Ok(default);
        };
        if !t_transient.is_finite() || t_transient < 0.0 {
            return Err(SetupError::InvalidTransient { t_transient });
        }
        // Checked to be neither negative nor infinite; 2⁵³ steps are out of reach.
        #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)]
        let steps = (t_transient / clock.dt).round() as u64;
        Ok(steps)
    }
}
