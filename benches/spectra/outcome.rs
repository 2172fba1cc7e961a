//! What either side computes.

/// Exponents and where the run ended.
pub struct Outcome {
    /// In the order of the columns.
    pub exponents: Vec<f64>,
    pub state: Vec<f64>,
}

impl Outcome {
    /// Whether the states are the same to the last bit.
    pub fn same_state(&self, other: &Self) -> bool {
        let bits = |state: &[f64]| state.iter().map(|x| x.to_bits()).collect::<Vec<_>>();
        bits(&self.state) == bits(&other.state)
    }

    /// The largest difference of two exponents, in units of the largest exponent: one that is zero
    /// has no relative error of its own.
    pub fn distance(&self, other: &Self) -> f64 {
        let largest = self.exponents.iter().fold(0.0_f64, |m, e| m.max(e.abs()));
        let pairs = self.exponents.iter().zip(&other.exponents);
        pairs.map(|(a, b)| (a - b).abs()).fold(0.0, f64::max) / largest
    }
}

impl From<&lyapax::Spectrum> for Outcome {
    fn from(spectrum: &lyapax::Spectrum) -> Self {
        Self {
            exponents: spectrum.raw_exponents().to_vec(),
            state: spectrum.final_state().to_vec(),
        }
    }
}
