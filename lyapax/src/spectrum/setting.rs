//! What the loop asks of a model, without knowing its type.

use crate::model::Model;
use crate::stepper::{self, Stepper};
use crate::system::Problem;
use crate::timing::Course;

/// A checked system with its time steps.
pub(super) trait Setting {
    /// A stepper with so many tangents, at step 0.
    fn stepper(&self, k: usize) -> Box<dyn Stepper>;

    /// Whether det J of a map is exactly zero by its closed form.
    fn is_singular(&self, step: u64, state: &[f64]) -> bool;
}

/// A model's setting.
pub(super) struct Ground<'a, M: Model> {
    pub(super) problem: &'a Problem<'a, M>,
    pub(super) course: Course,
}

impl<M: Model> Setting for Ground<'_, M> {
    fn stepper(&self, k: usize) -> Box<dyn Stepper> {
        stepper::new(self.problem, self.course.scheme, self.course.clock, k)
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
