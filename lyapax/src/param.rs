//! Parameters of a model.

use core::fmt;

/// A parameter: one number, or one per node.
///
/// ```ignore
/// Kuramoto { omega: vec![-0.5, 0.0, 0.5].into(), G: 2.0.into() }
/// ```
///
/// How many nodes there are is known to the system alone, so that a wrong length is told when the
/// system runs ([`SetupError::ParamLength`](crate::SetupError::ParamLength)). A uniform parameter
/// is cheaper than a vector of equal numbers: it is read once, not once per node.
#[derive(Clone, Debug, PartialEq)]
pub enum Param {
    /// The same number at every node.
    Uniform(f64),
    /// A number for each node.
    PerNode(Vec<f64>),
}

impl Param {
    /// The value at a node; the last one of a vector that is too short.
    ///
    /// # Panics
    /// Where there is no value per node at all.
    pub fn at(&self, node: usize) -> f64 {
        match self {
            Self::Uniform(value) => *value,
            Self::PerNode(values) => values[node.min(values.len() - 1)],
        }
    }
}

impl Default for Param {
    fn default() -> Self {
        Self::Uniform(0.0)
    }
}

impl From<f64> for Param {
    fn from(value: f64) -> Self {
        Self::Uniform(value)
    }
}

impl From<Vec<f64>> for Param {
    fn from(values: Vec<f64>) -> Self {
        Self::PerNode(values)
    }
}

impl From<&[f64]> for Param {
    fn from(values: &[f64]) -> Self {
        Self::PerNode(values.to_vec())
    }
}

impl<const N: usize> From<[f64; N]> for Param {
    fn from(values: [f64; N]) -> Self {
        Self::PerNode(values.to_vec())
    }
}

impl fmt::Display for Param {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Uniform(value) => write!(f, "{value}"),
            Self::PerNode(values) => crate::signal::write_values(f, values),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Param;

    #[test]
    fn from_numbers_and_vectors() {
        assert_eq!(Param::default(), Param::Uniform(0.0));
        assert_eq!(Param::from(2.0).to_string(), "2");
        let per_node = Param::from([1.0, 2.5]);
        assert_eq!(per_node, Param::from(vec![1.0, 2.5]));
        assert_eq!(per_node, Param::from(&[1.0, 2.5][..]));
        assert_eq!(per_node.to_string(), "[1, 2.5]");
        assert_eq!(
            Param::from(vec![0.5; 40]).to_string(),
            "[0.5, 0.5, 0.5, … 40 values]"
        );
        assert_eq!(per_node.at(1), 2.5);
    }
}
