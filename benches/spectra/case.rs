//! One system of one size on one device, computed by several sides.

use crate::outcome::Outcome;

/// Somebody who computes the case.
pub struct Side {
    pub name: &'static str,
    pub run: Box<dyn Fn() -> Outcome>,
}

impl Side {
    pub fn new(name: &'static str, run: impl Fn() -> Outcome + 'static) -> Self {
        Self {
            name,
            run: Box::new(run),
        }
    }
}

/// A spectrum that lyapax and hand-written loops compute.
pub struct Case {
    /// system/size/device, where the size is nodes x tangents if both matter
    pub name: String,
    /// Steps or iterations of a run.
    pub steps: u64,
    /// Pairs of nodes with an edge, for which a step is also told by edge.
    pub edges: Option<u64>,
    /// lyapax first.
    pub sides: Vec<Side>,
    /// How far exponents may be apart, in units of the largest.
    pub tolerance: f64,
    /// Whether a side's states are ours to the last bit; by number of the side.
    pub same_state: fn(usize) -> bool,
}

impl Case {
    /// Compares every side with lyapax.
    ///
    /// # Panics
    /// Where one computes something else.
    pub fn check(&self) {
        let outcomes: Vec<_> = self.sides.iter().map(|side| (side.run)()).collect();
        self.compare(&outcomes);
    }

    /// Compares one outcome of each side with the first.
    ///
    /// # Panics
    /// Where one differs.
    pub fn compare(&self, outcomes: &[Outcome]) {
        for (i, other) in outcomes.iter().enumerate().skip(1) {
            let (case, side) = (&self.name, self.sides[i].name);
            let distance = outcomes[0].distance(other);
            assert!(
                distance <= self.tolerance,
                "{case}: {side} differs by {distance:e}"
            );
            if (self.same_state)(i) {
                assert!(
                    outcomes[0].same_state(other),
                    "{case}: {side} ends elsewhere"
                );
            }
        }
    }
}
