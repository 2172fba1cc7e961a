//! The rate at which volumes grow along a run, from the equations alone.
//!
//! The sum of all exponents must be the same; see [`crate::Spectrum::checks`].

use crate::model::Kind;
use crate::sum::{Compensated, LogSum};

/// Growth of volumes since the measuring began.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Volume {
    /// Of a flow: Σ div f over the begins of steps.
    pub(super) divergence: Compensated,
    /// Of a map: Σ ln |det J|.
    pub(super) det: LogSum,
}

impl Volume {
    /// Adds what was found at the nodes of a step, in their order.
    pub(super) fn add_nodes(&mut self, nodes: &[f64], kind: Kind) {
        for value in nodes {
            match kind {
                Kind::Flow => self.divergence.add(*value),
                Kind::Map => self.det.add(value.abs()),
            }
        }
    }

    /// The growth in units of time steps.
    pub(super) fn value(self, kind: Kind) -> f64 {
        match kind {
            Kind::Flow => self.divergence.value(),
            Kind::Map => self.det.value(),
        }
    }

    /// As numbers that a snapshot can hold.
    pub(super) fn parts(self) -> [f64; 4] {
        let ([a, b], [c, d]) = (self.divergence.parts(), self.det.parts());
        [a, b, c, d]
    }

    /// From [`Volume::parts`].
    pub(super) fn from_parts(parts: &[f64]) -> Self {
        Self {
            divergence: Compensated::from_parts([parts[0], parts[1]]),
            det: LogSum::from_parts([parts[2], parts[3]]),
        }
    }

    /// How many parts there are.
    pub(super) const PARTS: usize = 4;
}
