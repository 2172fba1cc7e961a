//! Difference quotients of the right-hand side, with what each may miss.

use super::slope;
use crate::stepper::Observe;

/// Relative step of differences: the cube root of the rounding error balances it with the third derivative.
const STEP: f64 = 6e-6;

/// Difference quotients of f along a direction, over one step, and what each may miss: how far it is from
/// the one over two steps, and rounding. Infinite where f has no derivative.
pub(super) struct Quotients<'a> {
    bare: &'a mut dyn Observe,
    moved: Vec<f64>,
    /// f at five places along the direction.
    f: [[Vec<f64>; 1]; 5],
    pub(super) value: Vec<f64>,
    pub(super) uncertain: Vec<f64>,
}

impl<'a> Quotients<'a> {
    pub(super) fn new(bare: &'a mut dyn Observe, dimension: usize) -> Self {
        let zeros = || vec![0.0; dimension];
        Self {
            bare,
            moved: zeros(),
            f: [(); 5].map(|()| [zeros()]),
            value: zeros(),
            uncertain: zeros(),
        }
    }

    /// Takes them at a state.
    pub(super) fn take(&mut self, step: u64, state: &[f64], v: &[f64]) {
        for (f, place) in self.f.iter_mut().zip([-2.0, -1.0, 0.0, 1.0, 2.0]) {
            for ((moved, x), v) in self.moved.iter_mut().zip(state).zip(v) {
                *moved = x + place * STEP * v;
            }
            slope(self.bare, step, &self.moved, f);
        }
        let [far_behind, behind, here, ahead, far_ahead] = &self.f;
        for i in 0..state.len() {
            let at = |f: &[Vec<f64>; 1]| f[0][i];
            let one = (at(ahead) - at(behind)) / (2.0 * STEP);
            let two = (at(far_ahead) - at(far_behind)) / (4.0 * STEP);
            let size = at(far_ahead).abs().max(at(far_behind).abs());
            let rounding = ROUNDING * size / STEP;
            // At a kink or a jump the two sides have slopes of their own.
            let apart = (at(ahead) - 2.0 * at(here) + at(behind)).abs() / STEP;
            let smooth = apart <= KINK * one.abs().max(two.abs()) + rounding;
            self.value[i] = one;
            self.uncertain[i] = if smooth {
                3.0 * (one - two).abs() + rounding
            } else {
                f64::INFINITY
            };
        }
    }
}

/// How far the slopes on both sides of a state may be apart, as part of the slope, if there is one.
const KINK: f64 = 0.01;

/// What f itself may miss by rounding, as part of its value.
const ROUNDING: f64 = 64.0 * f64::EPSILON;
