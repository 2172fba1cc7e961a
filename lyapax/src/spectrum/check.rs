//! How a run is held against what must be true of it.

use core::fmt;

use serde::{Serialize, Serializer, ser::SerializeStruct};

/// What a run is held against.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum Law {
    /// All exponents sum to the mean divergence of a flow, or to the mean of ln |det J| of a map, where that has
    /// a closed form: up to four states, and nodes that do not read each other.
    SumRule,
    /// A flow without explicit time has an exponent 0 unless it comes to rest, and so has each shift that
    /// changes nothing, as of all phases together.
    ZeroExponents,
    /// The exponents of a Hamiltonian system are pairs ±λ.
    Pairs,
    /// J·v is the derivative of f along v: the difference quotient, at up to 64 states of the run.
    Tangents,
    /// The divergence is the sum of the difference quotients of f.
    Divergence,
    /// What a step misses of the growth of volumes is no part of the exponents worth speaking of: a hundredth of
    /// the sum of their moduli. It is measured where all exponents are.
    Step,
    /// dt times the fastest rate is what the integrator can follow.
    Stability,
    /// The two halves of the run agree.
    Drift,
}

impl Law {
    /// As in files: `sum_rule`, ….
    pub const fn name(self) -> &'static str {
        match self {
            Self::SumRule => "sum_rule",
            Self::ZeroExponents => "zero_exponents",
            Self::Pairs => "pairs",
            Self::Tangents => "tangents",
            Self::Divergence => "divergence",
            Self::Step => "step",
            Self::Stability => "stability",
            Self::Drift => "drift",
        }
    }

    /// In words.
    const fn words(self) -> &'static str {
        match self {
            Self::SumRule => "sum rule",
            Self::ZeroExponents => "zero exponents",
            Self::Pairs => "pairs",
            Self::Tangents => "J·v",
            Self::Divergence => "divergence",
            Self::Step => "step",
            Self::Stability => "stability",
            Self::Drift => "drift",
        }
    }
}

impl fmt::Display for Law {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.words())
    }
}

/// A run held against a law.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct Check {
    /// Which.
    pub law: Law,
    /// How far the run is from it; what this is in is said at each [`Law`].
    pub value: f64,
    /// How far it may be.
    pub tolerance: f64,
}

impl Check {
    /// Whether the run is as near as it must be.
    pub fn passed(&self) -> bool {
        self.value <= self.tolerance
    }
}

impl Serialize for Check {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut fields = serializer.serialize_struct("Check", 4)?;
        fields.serialize_field("name", self.law.name())?;
        fields.serialize_field("value", &self.value)?;
        fields.serialize_field("tolerance", &self.tolerance)?;
        fields.serialize_field("passed", &self.passed())?;
        fields.end()
    }
}

impl fmt::Display for Check {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (law, value, tolerance) = (self.law, self.value, self.tolerance);
        if value == 0.0 {
            write!(f, "{law} 0 (≤ {tolerance:.1e})")
        } else if self.passed() {
            write!(f, "{law} {value:.1e} (≤ {tolerance:.1e})")
        } else {
            write!(f, "{law} {value:.1e} FAILED (> {tolerance:.1e})")
        }
    }
}
