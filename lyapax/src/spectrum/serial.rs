//! A summary for programs.

use serde::{Serialize, Serializer, ser::SerializeStruct};

use super::result::Spectrum;

/// Name, kind, exponents with their standard errors, what follows from them, checks, warnings and counts,
/// by the names of the methods; `coupling_form` and `graph` say how sums over source nodes were taken, and are
/// null where there are none. Formats without infinities, such as JSON, have null for an exponent of −∞:
/// `minus_infinity` says how many there are. Series (history, states, finite-time exponents) have
/// serialisations of their own.
impl Serialize for Spectrum {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let infinite = self.exponents().iter().filter(|x| x.is_infinite()).count();
        let (from, to) = self.time_span();
        let mut fields = serializer.serialize_struct("Spectrum", 28)?;
        fields.serialize_field("model", self.model)?;
        fields.serialize_field("dimension", &self.dimension)?;
        fields.serialize_field("nodes", &self.nodes)?;
        fields.serialize_field("exponents", self.exponents())?;
        fields.serialize_field("std_errors", &self.std_errors())?;
        fields.serialize_field("minus_infinity", &infinite)?;
        fields.serialize_field("sum", &self.sum())?;
        fields.serialize_field("sum_std_error", &self.sum_std_error())?;
        fields.serialize_field("entropy", &self.entropy())?;
        fields.serialize_field("entropy_std_error", &self.entropy_std_error())?;
        fields.serialize_field("kaplan_yorke", &self.kaplan_yorke().ok())?;
        fields.serialize_field("kaplan_yorke_std_error", &self.kaplan_yorke_std_error())?;
        fields.serialize_field("outputs", &self.outputs())?;
        fields.serialize_field("checks", &self.checks())?;
        fields.serialize_field("warnings", &Spoken::all(self))?;
        fields.serialize_field("end", &self.end())?;
        let coupling = self.couplings().first();
        fields.serialize_field("coupling_form", &coupling.map(|coupling| coupling.form))?;
        fields.serialize_field("graph", &coupling.map(|coupling| coupling.graph))?;
        fields.serialize_field("integrator", &self.integrator())?;
        fields.serialize_field("dt", &self.dt())?;
        fields.serialize_field("from", &from)?;
        fields.serialize_field("to", &to)?;
        fields.serialize_field("measured_steps", &self.measured_steps())?;
        fields.serialize_field("renorm_every", &self.renorm_every)?;
        fields.serialize_field("placement", &self.placement())?;
        fields.serialize_field("calibration", &self.calibration())?;
        fields.serialize_field("counts", &self.counts())?;
        fields.serialize_field("final_state", self.final_state())?;
        fields.end()
    }
}

/// A warning as data and in words.
#[derive(Serialize)]
struct Spoken {
    #[serde(flatten)]
    warning: super::Warning,
    message: String,
}

impl Spoken {
    fn all(spectrum: &Spectrum) -> Vec<Self> {
        let warnings = spectrum.warnings().into_iter();
        warnings
            .map(|warning| Self {
                message: warning.to_string(),
                warning,
            })
            .collect()
    }
}
