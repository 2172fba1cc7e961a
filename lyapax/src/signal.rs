//! What is fed in from outside: values of `input u;`.

use core::fmt;

/// An input signal: what `input u;` of a model reads at a time and a node, in the units that the
/// equations give it. It has no tangent.
///
/// ```
/// use lyapax::{Integrator, Signal, SimulateOptions, System};
///
/// lyapax::model! {
///     pub Filter {
///         state x = 0.0;
///         input u;
///         "x' = u - x"
///     }
/// }
///
/// // A ramp u = t from t = 0 to 3, to which the answer is t − 1 + exp(−t).
/// let filter = Filter { u: Signal::sampled(0.0, 1.0, [0.0, 1.0, 2.0, 3.0]) };
/// let options = SimulateOptions::new(200).dt(0.01).integrator(Integrator::Rk6);
/// let run = System::new(filter).simulate(&options)?;
/// assert!((run.at(200, Filter::x, 0) - (1.0 + (-2.0_f64).exp())).abs() < 1e-12);
/// # Ok::<(), lyapax::Error>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
pub enum Signal {
    /// Always 0.
    #[default]
    Zero,
    /// The same number at every time and node.
    Constant(f64),
    /// A number for each node, at every time; for each condition of a [`Batch`](crate::Batch).
    PerNode(Vec<f64>),
    /// A series, the same at every node, linear between its samples.
    ///
    /// Sample number i is the value at `start + i * interval`, in the model's units of time
    /// (iterations of a map). Outside the samples there is no value: a run that reaches there is
    /// refused before it starts. A step across a sample, where the slope jumps, has an error of
    /// order `dt`² at best: samples that fall on steps cost no order.
    Sampled {
        /// Time of the first sample.
        start: f64,
        /// Time between two samples.
        interval: f64,
        /// The samples, two at least.
        values: Vec<f64>,
    },
}

impl Signal {
    /// A series of samples, linear in between: see [`Signal::Sampled`].
    pub fn sampled(start: f64, interval: f64, values: impl Into<Vec<f64>>) -> Self {
        Self::Sampled {
            start,
            interval,
            values: values.into(),
        }
    }

    /// The value at a time and a node.
    ///
    /// That the time lies within the samples, up to rounding, has been checked; beyond them the
    /// first or last piece goes on.
    #[inline]
    pub(crate) fn at(&self, t: f64, node: usize) -> f64 {
        match self {
            Self::Zero => 0.0,
            Self::Constant(value) => *value,
            Self::PerNode(values) => values[node],
            Self::Sampled {
                start,
                interval,
                values,
            } => {
                let place = (t - start) / interval;
                // A cast saturates: a negative place is in piece 0.
                #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)]
                let piece = (place as usize).min(values.len() - 2);
                let rest = place - piece as f64;
                values[piece] + rest * (values[piece + 1] - values[piece])
            }
        }
    }

    /// First and last time with a value; `None` where every time has one.
    pub(crate) fn span(&self) -> Option<(f64, f64)> {
        match self {
            Self::Sampled {
                start,
                interval,
                values,
            } => Some((
                *start,
                start + interval * (values.len().saturating_sub(1)) as f64,
            )),
            _ => None,
        }
    }
}

impl From<i32> for Signal {
    fn from(value: i32) -> Self {
        Self::Constant(f64::from(value))
    }
}

impl From<f64> for Signal {
    fn from(value: f64) -> Self {
        Self::Constant(value)
    }
}

impl From<Vec<f64>> for Signal {
    fn from(values: Vec<f64>) -> Self {
        Self::PerNode(values)
    }
}

impl From<&[f64]> for Signal {
    fn from(values: &[f64]) -> Self {
        Self::PerNode(values.to_vec())
    }
}

impl<const N: usize> From<[f64; N]> for Signal {
    fn from(values: [f64; N]) -> Self {
        Self::PerNode(values.to_vec())
    }
}

impl fmt::Display for Signal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Zero => f.write_str("0"),
            Self::Constant(value) => write!(f, "{value}"),
            Self::PerNode(values) => write_values(f, values),
            Self::Sampled {
                start,
                interval,
                values,
            } => write!(
                f,
                "{} samples from {start}, one every {interval}",
                values.len()
            ),
        }
    }
}

/// A list in brackets, cut after three where it is long.
pub(crate) fn write_values(f: &mut fmt::Formatter<'_>, values: &[f64]) -> fmt::Result {
    let shown = if values.len() <= 6 { values.len() } else { 3 };
    f.write_str("[")?;
    for (i, value) in values[..shown].iter().enumerate() {
        let comma = if i == 0 { "" } else { ", " };
        write!(f, "{comma}{value}")?;
    }
    if shown < values.len() {
        write!(f, ", … {} values", values.len())?;
    }
    f.write_str("]")
}

#[cfg(test)]
mod tests {
    use super::Signal;

    #[test]
    fn linear_between_samples() {
        let signal = Signal::sampled(1.0, 0.5, [0.0, 1.0, -1.0]);
        for (t, value) in [
            (1.0, 0.0),
            (1.25, 0.5),
            (1.5, 1.0),
            (1.75, 0.0),
            (2.0, -1.0),
        ] {
            assert_eq!(signal.at(t, 0), value, "t = {t}");
        }
        assert_eq!(signal.span(), Some((1.0, 2.0)));
    }

    #[test]
    fn constants() {
        assert_eq!(Signal::default().at(3.0, 1), 0.0);
        assert_eq!(Signal::from(2.0).at(3.0, 1), 2.0);
        assert_eq!(Signal::from([1.0, 5.0]).at(3.0, 1), 5.0);
    }
}
