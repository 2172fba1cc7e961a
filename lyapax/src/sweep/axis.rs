//! What a sweep varies, and the values that it takes.

use core::fmt;

use crate::{Model, ParamName, StateName};

/// Something that a [`Sweep`](super::Sweep) varies.
///
/// Parameters and states are named by the constants of the model: `Lorenz::rho` is a parameter, `Lorenz::x` the
/// initial value of a state.
#[non_exhaustive]
pub enum Quantity<M> {
    /// A parameter, the same number at every node.
    Param(ParamName<M>),
    /// The initial value of a state, the same number at every node.
    Initial(StateName<M>),
    /// A factor of all weights of a network.
    Coupling,
    /// The step of a flow. The measured time stays that of the options, and the number of steps follows from it.
    Step,
    /// The seed of the start tangents, which [`Sweep::each`](super::Sweep::each) may use for more. A whole number.
    Seed,
}

impl<M> Quantity<M> {
    /// How it is called in results: a parameter by its name, or `param_status` where files have a `status` of their own;
    /// `x` at the start as `initial_x`, and `coupling`, `dt`, `seed`.
    pub fn name(self) -> String {
        match self {
            Self::Param(param) if is_taken(param.name()) => format!("param_{param}"),
            Self::Param(param) => param.name().to_owned(),
            Self::Initial(state) => format!("initial_{state}"),
            Self::Coupling => "coupling".to_owned(),
            Self::Step => "dt".to_owned(),
            Self::Seed => "seed".to_owned(),
        }
    }
}

impl<M> Clone for Quantity<M> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<M> Copy for Quantity<M> {}

impl<M> PartialEq for Quantity<M> {
    fn eq(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Param(a), Self::Param(b)) => a.index() == b.index(),
            (Self::Initial(a), Self::Initial(b)) => a.index() == b.index(),
            (Self::Coupling, Self::Coupling)
            | (Self::Step, Self::Step)
            | (Self::Seed, Self::Seed) => true,
            _ => false,
        }
    }
}

impl<M> fmt::Debug for Quantity<M> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.name())
    }
}

impl<M: Model> From<ParamName<M>> for Quantity<M> {
    fn from(param: ParamName<M>) -> Self {
        Self::Param(param)
    }
}

impl<M: Model> From<StateName<M>> for Quantity<M> {
    fn from(state: StateName<M>) -> Self {
        Self::Initial(state)
    }
}

/// Whether files of results have something of this name.
fn is_taken(name: &str) -> bool {
    const NAMES: [&str; 12] = [
        "coupling",
        "dt",
        "seed",
        "status",
        "exponents",
        "std_errors",
        "kaplan_yorke",
        "sum_rule",
        "restarted",
        "final_state",
        "metadata",
        "points",
    ];
    const BEGINS: [&str; 6] = [
        "lambda_",
        "std_error_",
        "initial_",
        "final_",
        "failed_",
        "param_",
    ];
    NAMES.contains(&name) || BEGINS.iter().any(|begin| name.starts_with(begin))
}

/// Quantities that vary together, each with as many values.
pub(super) struct Axis<M> {
    pub(super) quantities: Vec<(Quantity<M>, Vec<f64>)>,
}

impl<M> Axis<M> {
    /// How many values.
    pub(super) fn len(&self) -> usize {
        self.quantities[0].1.len()
    }
}

/// So many numbers from `from` to `to`, both among them, at equal distances.
///
/// ```
/// assert_eq!(lyapax::linspace(0.0, 1.0, 5), [0.0, 0.25, 0.5, 0.75, 1.0]);
/// ```
pub fn linspace(from: f64, to: f64, count: usize) -> Vec<f64> {
    let last = count.saturating_sub(1);
    let at = |i: usize| match i {
        0 => from,
        // By its own name: a sum may miss it.
        i if i == last => to,
        i => from + (to - from) * (i as f64 / last as f64),
    };
    (0..count).map(at).collect()
}

/// So many numbers from `from` to `to`, both among them, at equal ratios. Both are positive; else some are no numbers,
/// which a sweep refuses.
///
/// ```
/// let values = lyapax::logspace(1e-3, 10.0, 5);
/// assert!((values[1] - 1e-2).abs() < 1e-15 && values[4] == 10.0);
/// ```
pub fn logspace(from: f64, to: f64, count: usize) -> Vec<f64> {
    let mut values = linspace(from.ln(), to.ln(), count);
    let last = count.saturating_sub(1);
    for (i, value) in values.iter_mut().enumerate() {
        *value = match i {
            0 => from,
            i if i == last => to,
            _ => value.exp(),
        };
    }
    values
}

impl<M> Axis<M> {
    /// What it is, in words and bits.
    pub(super) fn bits(&self) -> Vec<(String, Vec<u64>)> {
        let quantities = self.quantities.iter();
        quantities
            .map(|(quantity, values)| {
                let bits = values.iter().map(|value| value.to_bits());
                (quantity.name(), bits.collect())
            })
            .collect()
    }
}

impl<M> fmt::Debug for Axis<M> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(&self.quantities).finish()
    }
}

impl<M> Clone for Axis<M> {
    fn clone(&self) -> Self {
        Self {
            quantities: self.quantities.clone(),
        }
    }
}
