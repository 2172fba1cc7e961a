//! Parameters of a model.

use core::fmt;

/// A parameter: one number, or one per node.
///
/// ```
/// lyapax::model! {
///     pub Kuramoto {
///         state theta = 0.0;
///         param omega = 0.0, G = 1.0;
///         coupling c = G / N * sum(w * sin(src.theta - theta));
///         "theta' = omega + c"
///     }
/// }
///
/// let model = Kuramoto { omega: vec![-0.5, 0.0, 0.5].into(), G: 2.0.into() };
/// assert_eq!((model.omega.at(2), model.G.at(2)), (0.5, 2.0));
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
    /// The value at a node, from 0.
    ///
    /// # Panics
    /// Where there are values per node and none for this one.
    pub fn at(&self, node: usize) -> f64 {
        match self {
            Self::Uniform(value) => *value,
            Self::PerNode(values) => values[node],
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

/// A whole number is a real one, as in the language.
impl From<i32> for Param {
    fn from(value: i32) -> Self {
        Self::Uniform(f64::from(value))
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
