//! What an algebraic model reads, checked: for all conditions at once, or one value for each.

use core::fmt::Write as _;
use core::marker::PhantomData;

use lyapax_devices::Given;

use crate::error::BatchError;
use crate::model::{At, Block, Model};
use crate::scalar::{Lanes, Scalar, opaque};
use crate::{Param, Signal};

/// Parameters and inputs at each condition.
#[derive(Clone, Debug)]
pub(crate) struct Conditions<M: Model> {
    len: usize,
    params: Vec<Given>,
    inputs: Vec<Given>,
    model: PhantomData<fn() -> M>,
}

/// What a few conditions side by side read.
pub(super) struct Row<M: Model, S: Scalar> {
    pub(super) p: M::Params<S>,
    pub(super) u: M::Gathered<S>,
}

impl<M: Model> Conditions<M> {
    pub(crate) fn new(model: &M) -> Result<Self, BatchError> {
        let params = (0..M::INFO.params.len()).map(|i| of_param(model.param(i)));
        let params: Vec<Given> = params.collect();
        let inputs =
            (0..M::INFO.inputs.len()).map(|i| of_signal(M::INFO.inputs[i], model.input(i)));
        let inputs = inputs.collect::<Result<Vec<Given>, BatchError>>()?;
        let names = M::INFO.params.iter().chain(M::INFO.inputs);
        let mut first: Option<(&'static str, usize)> = None;
        for (&name, column) in names.zip(params.iter().chain(&inputs)) {
            let values = match column {
                Given::Same(value) => core::slice::from_ref(value),
                Given::Each(values) => values,
            };
            let bad = values.iter().position(|value| !value.is_finite());
            if let Some(condition) = bad {
                let value = values[condition];
                return Err(BatchError::NotANumber {
                    name,
                    condition,
                    value,
                });
            }
            let Given::Each(values) = column else {
                continue;
            };
            let got = values.len();
            if got == 0 {
                return Err(BatchError::Empty { name });
            }
            let &mut (other, expected) = first.get_or_insert((name, got));
            if got != expected {
                return Err(BatchError::Length {
                    name,
                    got,
                    other,
                    expected,
                });
            }
        }
        Ok(Self {
            len: first.map_or(1, |(_, len)| len),
            params,
            inputs,
            model: PhantomData,
        })
    }

    /// Some of them.
    pub(super) fn only(&self, which: &[usize]) -> Self {
        let of = |given: &[Given]| given.iter().map(|given| given.only(which)).collect();
        Self {
            len: which.len(),
            params: of(&self.params),
            inputs: of(&self.inputs),
            model: PhantomData,
        }
    }

    /// One for each parameter.
    pub(super) fn params(&self) -> &[Given] {
        &self.params
    }

    /// One for each input.
    pub(super) fn inputs(&self) -> &[Given] {
        &self.inputs
    }

    pub(crate) fn len(&self) -> usize {
        self.len
    }

    /// Changes a parameter at all conditions.
    #[cfg(feature = "fit")]
    pub(crate) fn set_param(&mut self, param: usize, value: f64) {
        self.params[param] = Given::Same(value);
    }

    /// One condition.
    pub(super) fn one<S: Scalar>(&self, condition: usize) -> Row<M, S> {
        let mut row: Row<M, S> = Row {
            p: M::Params::splat(S::default()),
            u: M::Gathered::splat(S::default()),
        };
        for (p, column) in row.p.as_mut().iter_mut().zip(&self.params) {
            *p = S::lit(column.at(condition));
        }
        for (u, column) in row.u.as_mut().iter_mut().zip(&self.inputs) {
            *u = S::lit(column.at(condition));
        }
        row
    }

    /// Reads the conditions from `first` on; where there are fewer, the last one again.
    #[inline(always)]
    pub(super) fn load<const L: usize>(&self, first: usize, row: &mut Row<M, Lanes<L>>) {
        let last = self.len - 1;
        let load = |column: &Given, to: &mut Lanes<L>| {
            if let Given::Each(values) = column {
                *to = if first + L <= self.len {
                    Lanes::load(&values[first..])
                } else {
                    Lanes(core::array::from_fn(|l| values[last.min(first + l)]))
                };
            }
        };
        let (p, u) = (row.p.as_mut(), row.u.as_mut());
        for i in 0..p.len() {
            let i = opaque(i);
            load(&self.params[i], &mut p[i]);
        }
        for i in 0..u.len() {
            let i = opaque(i);
            load(&self.inputs[i], &mut u[i]);
        }
    }

    /// What is read at a condition, in words.
    pub(super) fn told(&self, condition: usize) -> String {
        let mut told = String::new();
        let names = M::INFO.inputs.iter().chain(M::INFO.params);
        for (name, column) in names.zip(self.inputs.iter().chain(&self.params)) {
            let comma = if told.is_empty() { "" } else { ", " };
            let value = column.at(condition);
            let _ = match value.abs() {
                // Without hundreds of zeros.
                1e-5..1e16 | 0.0 => write!(told, "{comma}{name} = {value}"),
                _ => write!(told, "{comma}{name} = {value:e}"),
            };
        }
        if told.is_empty() {
            told.push_str("neither parameters nor inputs");
        }
        told
    }
}

/// There is no time, and there are no nodes.
pub(super) fn nowhere<S: Scalar>() -> At<S> {
    At {
        t: S::lit(0.0),
        nodes: S::lit(1.0),
    }
}

fn of_param(param: &Param) -> Given {
    match param {
        Param::Uniform(value) => Given::Same(*value),
        Param::PerNode(values) => Given::Each(values.clone()),
    }
}

fn of_signal(input: &'static str, signal: &Signal) -> Result<Given, BatchError> {
    match signal {
        Signal::Zero => Err(BatchError::Missing { input }),
        Signal::Constant(value) => Ok(Given::Same(*value)),
        Signal::PerNode(values) => Ok(Given::Each(values.clone())),
        Signal::Sampled { .. } => Err(BatchError::Sampled { input }),
    }
}
