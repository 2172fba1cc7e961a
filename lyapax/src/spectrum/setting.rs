//! What the loop asks of a model, without knowing its type.

use crate::model::Model;
use crate::stepper::{self, OnDevice, Stepper};
use crate::system::Problem;
use crate::timing::Course;
use crate::{Device, DeviceError, Float};

/// A checked system with its time steps.
pub(super) trait Setting {
    /// A stepper with so many tangents, at step 0, where the run is made.
    fn stepper(&self, k: usize) -> Result<Box<dyn Stepper>, DeviceError>;

    /// A stepper of the state alone, on the CPU.
    fn alone(&self) -> Box<dyn Stepper>;

    /// Whether det J of a map is exactly zero by its closed form.
    fn is_singular(&self, step: u64, state: &[f64]) -> bool;
}

/// A model's setting.
pub(super) struct Ground<'a, M: Model> {
    pub(super) problem: &'a Problem<'a, M>,
    pub(super) course: Course,
    pub(super) device: Device,
    pub(super) float: Float,
}

impl<M: Model> Setting for Ground<'_, M> {
    fn stepper(&self, k: usize) -> Result<Box<dyn Stepper>, DeviceError> {
        let Course { scheme, clock, .. } = self.course;
        if self.device == Device::CPU {
            return Ok(stepper::new(self.problem, scheme, clock, k));
        }
        let placed = OnDevice::new(self.problem, scheme, clock, k, self.device, self.float)?;
        Ok(Box::new(placed))
    }

    fn alone(&self) -> Box<dyn Stepper> {
        stepper::new(self.problem, self.course.scheme, self.course.clock, 0)
    }

    fn is_singular(&self, step: u64, state: &[f64]) -> bool {
        let Course { scheme, clock, .. } = self.course;
        if scheme != stepper::Scheme::Map {
            return false;
        }
        let mut look = stepper::on_field(self.problem, scheme, clock, 1);
        look.place(step, state, &[]);
        look.volume_rate() == Some(f64::NEG_INFINITY)
    }
}
