//! What is fitted: a model at conditions, or a run. It takes values of the free variables, and gives χ² with its
//! derivatives.

use lyapax_devices::{Observation, PlacedBatch};

use super::normal::Normal;
use super::{Data, Observable};
use crate::batch::{
    self, Column, Conditions, Observed, Squares, Where, entries, nanoseconds, squares, squares_of,
};
use crate::error::FitError;
use crate::model::Model;
use crate::system::NoValue;
use crate::workers::{self, Work};
use crate::{
    Calibration, Checkpoints, Device, DeviceChoice, Error, Float, OutputName, Param, Placement,
    SetupError, SimulateOptions, StateName, System, Variable,
};

/// As it was given.
pub(super) enum Subject<M: Model> {
    Conditions(M),
    Run(Box<System<M>>, SimulateOptions),
}

/// Checked, with its data.
pub(super) enum Evaluation<M: Model> {
    Conditions(AtConditions<M>),
    Run(AlongRun<M>),
}

pub(super) struct AtConditions<M: Model> {
    model: M,
    conditions: Conditions<M>,
    observed: Vec<Observed>,
    /// Whether threads share the conditions; and those, where they are not all that the machine has.
    shared: bool,
    pool: Option<rayon::ThreadPool>,
    /// Where they are on a device.
    placed: Option<Box<dyn PlacedBatch>>,
    calibration: Option<Calibration>,
}

pub(super) struct AlongRun<M: Model> {
    system: System<M>,
    options: SimulateOptions,
    targets: Vec<Target>,
}

/// What was measured along a run.
struct Target {
    is_state: bool,
    index: usize,
    node: usize,
    values: Vec<f64>,
    /// 1/σ.
    weights: Vec<f64>,
}

impl<M: Model> Evaluation<M> {
    pub(super) fn new(
        subject: Subject<M>,
        data: Vec<Data<M>>,
        threads: Option<usize>,
        place: Where,
        iterations: usize,
    ) -> Result<Self, Error> {
        if threads == Some(0) {
            return Err(SetupError::NoThreads.into());
        }
        match subject {
            Subject::Conditions(model) => {
                let conditions = Conditions::new(&model)?;
                let observed = data
                    .into_iter()
                    .map(|data| observed(data, conditions.len()))
                    .collect::<Result<_, _>>()?;
                let work = Work {
                    tiles: 1,
                    nanoseconds: conditions.len() * nanoseconds::<M>(),
                };
                let mut at = AtConditions {
                    model,
                    observed,
                    shared: threads != Some(1) && workers::is_worth(work),
                    pool: threads.filter(|n| *n > 1).map(workers::pool).transpose()?,
                    conditions,
                    placed: None,
                    calibration: None,
                };
                at.place(place, iterations)?;
                Ok(Self::Conditions(at))
            }
            Subject::Run(system, options) => {
                // A default that is for all runs of a program is none for those that no device makes.
                match place.device {
                    None | Some(DeviceChoice::This(Device::CPU) | DeviceChoice::Auto) => {}
                    Some(DeviceChoice::This(device)) => {
                        return Err(FitError::RunOnDevice { device }.into());
                    }
                }
                if place.float == Float::F32 {
                    return Err(SetupError::SinglePrecisionOnCpu.into());
                }
                system.prepare()?;
                let (course, stride) = options.resolve::<M>()?;
                let samples = usize::try_from(course.n_steps / stride + 1).unwrap_or(usize::MAX);
                let nodes = system.nodes();
                let targets = data
                    .into_iter()
                    .map(|data| target(data, samples, nodes))
                    .collect::<Result<_, Error>>()?;
                Ok(Self::Run(AlongRun {
                    system: *system,
                    options,
                    targets,
                }))
            }
        }
    }

    /// Number of data.
    pub(super) fn data(&self) -> usize {
        match self {
            Self::Conditions(it) => it.observed.len() * it.conditions.len(),
            Self::Run(it) => it.targets.iter().map(|target| target.values.len()).sum(),
        }
    }

    /// What was done on a device, and on which figures it was chosen.
    pub(super) fn placement(&mut self) -> (Option<Placement>, Option<Calibration>) {
        match self {
            Self::Conditions(it) => {
                let placement = it.placed.as_mut().map(|placed| placed.placement());
                (placement, it.calibration.clone())
            }
            Self::Run(_) => (None, None),
        }
    }

    /// The parameters that have one value.
    pub(super) fn parameters(&self) -> Vec<Variable<M>> {
        let params = M::INFO.params.iter().enumerate();
        let uniform = |i: &usize| matches!(self.model().param(*i), Param::Uniform(_));
        params
            .filter(|(i, _)| uniform(i))
            .map(|(i, name)| Variable::Param(crate::ParamName::new(i, name)))
            .collect()
    }

    pub(super) fn model(&self) -> &M {
        match self {
            Self::Conditions(it) => &it.model,
            Self::Run(it) => it.system.model(),
        }
    }

    pub(super) fn system(&self) -> Option<&System<M>> {
        match self {
            Self::Conditions(_) => None,
            Self::Run(it) => Some(&it.system),
        }
    }

    /// Where the free variables are.
    pub(super) fn start(&self, free: &[Variable<M>]) -> Result<Vec<f64>, Error> {
        let each = free.iter().map(|variable| match self {
            Self::Conditions(it) => Ok(it.start(*variable)?),
            Self::Run(it) => it.start(*variable),
        });
        each.collect()
    }

    /// Puts the free variables where they are to be.
    pub(super) fn set(&mut self, free: &[Variable<M>], values: &[f64]) {
        match self {
            Self::Conditions(it) => it.set(free, values),
            Self::Run(it) => it.system.set_values(free, values),
        }
    }

    /// χ², Jᵀr and JᵀJ.
    pub(super) fn normal(&mut self, free: &[Variable<M>], values: &[f64]) -> Result<Normal, Error> {
        self.set(free, values);
        match self {
            Self::Conditions(it) => it.normal(free),
            Self::Run(it) => it.normal(free),
        }
    }

    /// χ² and its gradient.
    pub(super) fn gradient(
        &mut self,
        free: &[Variable<M>],
        values: &[f64],
    ) -> Result<(f64, Vec<f64>), Error> {
        self.set(free, values);
        match self {
            Self::Conditions(it) => it.gradient(free),
            Self::Run(it) => it.gradient(free),
        }
    }
}

impl<M: Model> AtConditions<M> {
    fn start(&self, variable: Variable<M>) -> Result<f64, FitError> {
        let why = match variable {
            Variable::Param(name) => match self.model.param(name.index()) {
                Param::Uniform(value) => return Ok(*value),
                Param::PerNode(_) => "it has a value for each condition, which is given",
            },
            _ => "conditions have parameters alone to be fitted",
        };
        let variable = variable.to_string();
        Err(FitError::NotFree { variable, why })
    }

    fn set(&mut self, free: &[Variable<M>], values: &[f64]) {
        for (variable, &value) in free.iter().zip(values) {
            if let Variable::Param(name) = variable {
                *self.model.param_mut(name.index()) = value.into();
                self.conditions.set_param(name.index(), value);
                if let Some(placed) = &mut self.placed {
                    placed.set_param(name.index(), value);
                }
            }
        }
    }

    /// Moves the conditions where they are to be evaluated.
    fn place(&mut self, place: Where, iterations: usize) -> Result<(), Error> {
        let (device, calibration) =
            place.choose(iterations.max(1) as u64, |device, evaluations| {
                let mut placed = self.placed_on(device, place)?;
                for _ in 0..evaluations {
                    self.squares_in(placed.as_deref_mut(), true)?;
                }
                Ok(())
            })?;
        self.placed = self.placed_on(device, place)?;
        self.calibration = calibration;
        Ok(())
    }

    /// The conditions on a device, with what was observed; nothing on the CPU.
    fn placed_on(
        &self,
        device: Device,
        place: Where,
    ) -> Result<Option<Box<dyn PlacedBatch>>, Error> {
        if device == Device::CPU {
            return Ok(None);
        }
        let all = 0..self.conditions.len();
        let observations = self.observed.iter().map(|observed| Observation {
            output: observed.output,
            values: observed.values.clone(),
            weight: batch::values(&observed.weight, all.clone()),
            entries: observed.entries.clone(),
        });
        let code = crate::device::code::<M>(device)?;
        let task = batch::task(
            &self.conditions,
            all.clone(),
            observations.collect(),
            place.float,
        );
        Ok(Some(code.batch(device, &task)?))
    }

    fn squares(&mut self, with_products: bool) -> Result<Squares, Error> {
        let mut placed = self.placed.take();
        let found = self.squares_in(placed.as_deref_mut(), with_products);
        self.placed = placed;
        found
    }

    /// The squares, by a device or by the CPU.
    fn squares_in(
        &self,
        placed: Option<&mut (dyn PlacedBatch + 'static)>,
        with_products: bool,
    ) -> Result<Squares, Error> {
        let Some(placed) = placed else {
            return self.squares_here(with_products);
        };
        let found = placed.squares(with_products)?;
        let mut products = found.products.into_iter();
        let rows = 1..=M::INFO.params.len();
        let mut squares = Squares {
            misfit: found.misfit,
            slopes: found.slopes,
            products: rows
                .map(|row| products.by_ref().take(row).collect())
                .collect(),
        };
        if !found.odd.is_empty() {
            let odd = squares_of(&self.conditions, &self.observed, &found.odd, with_products);
            squares.add(&odd.map_err(|bad| bad.told(&self.conditions))?);
        }
        Ok(squares)
    }

    fn squares_here(&self, with_products: bool) -> Result<Squares, Error> {
        let (conditions, observed, shared) = (&self.conditions, &self.observed, self.shared);
        let all = || squares(conditions, observed, with_products, shared);
        let found = match &self.pool {
            Some(pool) if shared => pool.install(all),
            _ => all(),
        };
        found.map_err(|bad| bad.told(&self.conditions).into())
    }

    fn normal(&mut self, free: &[Variable<M>]) -> Result<Normal, Error> {
        let squares = self.squares(true)?;
        let places = places(free);
        let product = |a: usize, b: usize| squares.products[a.max(b)][a.min(b)];
        Ok(Normal {
            chi_squared: squares.misfit,
            slopes: places.iter().map(|a| squares.slopes[*a]).collect(),
            products: places
                .iter()
                .map(|a| places.iter().map(|b| product(*a, *b)).collect())
                .collect(),
        })
    }

    fn gradient(&mut self, free: &[Variable<M>]) -> Result<(f64, Vec<f64>), Error> {
        let squares = self.squares(false)?;
        let places = places(free).into_iter();
        let slopes = places.map(|a| 2.0 * squares.slopes[a]);
        Ok((squares.misfit, slopes.collect()))
    }
}

/// Which parameters are free.
fn places<M: Model>(free: &[Variable<M>]) -> Vec<usize> {
    let param = |variable: &Variable<M>| match variable {
        Variable::Param(name) => Some(name.index()),
        _ => None,
    };
    free.iter().filter_map(param).collect()
}

impl<M: Model> AlongRun<M> {
    fn start(&self, variable: Variable<M>) -> Result<f64, Error> {
        let value = self.system.value_of(variable);
        value.map_err(|none| match none {
            NoValue::Setup(error) => error.into(),
            NoValue::NotOne(why) => {
                let variable = variable.to_string();
                FitError::NotFree { variable, why }.into()
            }
        })
    }

    fn normal(&self, free: &[Variable<M>]) -> Result<Normal, Error> {
        let run = self.system.sensitivities(&self.options, free)?;
        let (trajectory, n) = (run.trajectory(), free.len());
        let nodes = self.system.nodes();
        let mut normal = Normal {
            chi_squared: 0.0,
            slopes: vec![0.0; n],
            products: vec![vec![0.0; n]; n],
        };
        let changes: Vec<_> = free
            .iter()
            .map(|variable| (run.states(*variable), run.outputs(*variable)))
            .collect();
        let mut row = vec![0.0; n];
        for target in &self.targets {
            let place = target.index * nodes + target.node;
            let series = if target.is_state {
                trajectory.states()
            } else {
                trajectory.outputs()
            };
            for (sample, (value, weight)) in target.values.iter().zip(&target.weights).enumerate() {
                let missed = (series.at(sample)[place] - value) * weight;
                for (slope, (states, outputs)) in row.iter_mut().zip(&changes) {
                    let series = if target.is_state { states } else { outputs };
                    *slope = series.at(sample)[place] * weight;
                }
                normal.chi_squared += missed * missed;
                for (a, slope) in row.iter().enumerate() {
                    normal.slopes[a] += missed * slope;
                    for (b, other) in row[..=a].iter().enumerate() {
                        normal.products[a][b] += slope * other;
                    }
                }
            }
        }
        for a in 0..n {
            for b in 0..a {
                normal.products[b][a] = normal.products[a][b];
            }
        }
        Ok(normal)
    }

    fn gradient(&self, free: &[Variable<M>]) -> Result<(f64, Vec<f64>), Error> {
        let gradient = self
            .system
            .gradient(&self.options, Checkpoints::Sqrt, |sample| {
                let mut misfit = 0.0;
                for target in &self.targets {
                    let (value, weight) = (
                        target.values[sample.index()],
                        target.weights[sample.index()],
                    );
                    let (index, node) = (target.index, target.node);
                    if target.is_state {
                        let name = StateName::new(index, M::INFO.states[index]);
                        let missed = (sample.state_of(name, node) - value) * weight;
                        sample.by_state_of(name, node, 2.0 * missed * weight);
                        misfit += missed * missed;
                    } else {
                        let name = OutputName::new(index, M::INFO.outputs[index]);
                        let missed = (sample.output_of(name, node) - value) * weight;
                        sample.by_output_of(name, node, 2.0 * missed * weight);
                        misfit += missed * missed;
                    }
                }
                misfit
            })?;
        let slopes = free.iter().map(|variable| Ok(gradient.of(*variable)?));
        Ok((gradient.misfit(), slopes.collect::<Result<_, Error>>()?))
    }
}

fn observed<M: Model>(data: Data<M>, conditions: usize) -> Result<Observed, Error> {
    check_values(&data, conditions, "conditions")?;
    let weight = match weights(&data)? {
        Param::Uniform(weight) => Column::Same(weight),
        Param::PerNode(weights) => Column::Each(weights),
    };
    let output = match data.of {
        Observable::Output(name) | Observable::OutputAt(name, 0) => name.index(),
        other => {
            let what = other.to_string();
            return Err(SetupError::NoSuchNode { what, nodes: 1 }.into());
        }
    };
    Ok(Observed {
        entries: entries::<M>(output),
        output,
        values: data.values,
        weight,
    })
}

fn target<M: Model>(data: Data<M>, samples: usize, nodes: usize) -> Result<Target, Error> {
    check_values(&data, samples, "samples")?;
    let weights = match weights(&data)? {
        Param::Uniform(weight) => vec![weight; samples],
        Param::PerNode(weights) => weights,
    };
    let (is_state, index, node) = match data.of {
        Observable::Output(name) => (false, name.index(), 0),
        Observable::OutputAt(name, node) => (false, name.index(), node),
        Observable::State(name) => (true, name.index(), 0),
        Observable::StateAt(name, node) => (true, name.index(), node),
    };
    if node >= nodes {
        let what = data.of.to_string();
        return Err(SetupError::NoSuchNode { what, nodes }.into());
    }
    Ok(Target {
        is_state,
        index,
        node,
        values: data.values,
        weights,
    })
}

fn check_values<M>(data: &Data<M>, expected: usize, rows: &'static str) -> Result<(), FitError> {
    let (what, got) = (|| data.of.to_string(), data.values.len());
    if got != expected {
        return Err(FitError::Length {
            what: what(),
            expected,
            got,
            rows,
        });
    }
    match data.values.iter().position(|value| !value.is_finite()) {
        None => Ok(()),
        Some(row) => Err(FitError::NotANumber {
            what: what(),
            row,
            value: data.values[row],
        }),
    }
}

/// 1/σ, or 1.
fn weights<M>(data: &Data<M>) -> Result<Param, FitError> {
    let what = || data.of.to_string();
    let weight = |row: usize, sigma: f64| {
        // Of the smallest numbers the inverse is none.
        let weight = 1.0 / sigma;
        if sigma > 0.0 && sigma.is_finite() && weight.is_finite() {
            Ok(weight)
        } else {
            Err(FitError::Sigma {
                what: what(),
                row,
                value: sigma,
            })
        }
    };
    match &data.sigma {
        None => Ok(Param::Uniform(1.0)),
        Some(Param::Uniform(sigma)) => Ok(Param::Uniform(weight(0, *sigma)?)),
        Some(Param::PerNode(all)) if all.len() != data.values.len() => Err(FitError::Length {
            what: format!("standard error of {}", data.of),
            expected: data.values.len(),
            got: all.len(),
            rows: "values",
        }),
        Some(Param::PerNode(all)) => {
            let weights = all
                .iter()
                .enumerate()
                .map(|(row, sigma)| weight(row, *sigma));
            Ok(Param::PerNode(weights.collect::<Result<_, _>>()?))
        }
    }
}
