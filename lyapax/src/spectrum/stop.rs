//! Why a run breaks off.

use super::probe::{self, TooFast};
use super::setting::Ground;
use crate::integrate::Clock;
use crate::model::Model;
use crate::qr::Fault;
use crate::stepper::Place;
use crate::{DeviceError, Error, RunError};

/// Why a run breaks off, in numbers that need no model.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Stop {
    NonFinite {
        step: u64,
        place: Place,
        /// States before that, from which the orbit may have left.
        before: Vec<Vec<f64>>,
    },
    Column {
        step: u64,
        column: usize,
        fault: Fault,
        /// States before that.
        before: Vec<Vec<f64>>,
    },
    Device(DeviceError),
}

impl From<DeviceError> for Stop {
    fn from(error: DeviceError) -> Self {
        Self::Device(error)
    }
}

impl Stop {
    pub(super) fn error<M: Model>(self, ground: &Ground<'_, M>) -> Error {
        let clock = ground.course.clock;
        let too_fast =
            |before: &[Vec<f64>]| probe::too_fast(ground.problem, &ground.course, before);
        match self {
            Self::NonFinite {
                step,
                place,
                before,
            } => non_finite::<M>(step, clock, place, too_fast(&before)).into(),
            Self::Column {
                step,
                column,
                fault,
                before,
            } => {
                let too_fast = too_fast(&before);
                let (time, column) = (clock.at(step, 0.0), column + 1);
                match fault {
                    Fault::Vanished => RunError::DegenerateTangent { step, time, column },
                    Fault::Dependent => RunError::BelowResolution {
                        step,
                        time,
                        column,
                        too_fast,
                    },
                    Fault::Overflow => RunError::TangentTooLong {
                        step,
                        time,
                        column,
                        too_fast,
                    },
                }
                .into()
            }
            Self::Device(error) => error.into(),
        }
    }
}

/// The error for a value that is not finite after a step.
pub(crate) fn non_finite<M: Model>(
    step: u64,
    clock: Clock,
    place: Place,
    too_fast: Option<TooFast>,
) -> RunError {
    RunError::NonFinite {
        step,
        time: clock.at(step, 0.0),
        column: place.column,
        component: M::INFO.states[place.component],
        node: place.node,
        too_fast,
    }
}
