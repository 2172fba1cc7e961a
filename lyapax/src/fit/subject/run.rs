//! A run, with what was measured along it.

use super::super::data::{check_values, weights};
use super::super::normal::Normal;
use super::super::{Data, Observable};
use crate::batch::Where;
use crate::error::FitError;
use crate::model::Model;
use crate::system::NoValue;
use crate::{
    Checkpoints, Device, DeviceChoice, Error, Float, OutputName, Param, SetupError,
    SimulateOptions, StateName, System, Variable,
};

pub(in crate::fit) struct AlongRun<M: Model> {
    system: System<M>,
    options: SimulateOptions,
    targets: Vec<Target>,
    free: Vec<Variable<M>>,
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

impl<M: Model> AlongRun<M> {
    pub(super) fn new(
        system: System<M>,
        options: SimulateOptions,
        data: Vec<Data<M>>,
        place: Where,
    ) -> Result<Self, Error> {
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
        let targets = data.into_iter().map(|it| target(it, samples, nodes));
        let targets = targets.collect::<Result<_, Error>>()?;
        Ok(Self {
            system,
            options,
            targets,
            free: Vec::new(),
        })
    }

    pub(super) fn system(&self) -> &System<M> {
        &self.system
    }

    pub(super) fn data(&self) -> impl Iterator<Item = (f64, f64)> {
        self.targets.iter().flat_map(|it| {
            let values = it.values.iter().zip(&it.weights);
            values.map(|(value, weight)| (*value, *weight))
        })
    }

    pub(super) fn free(&mut self, free: &[Variable<M>]) -> Result<Vec<f64>, Error> {
        self.free = free.to_vec();
        free.iter().map(|variable| self.start(*variable)).collect()
    }

    pub(super) fn set(&mut self, values: &[f64]) {
        self.system.set_values(&self.free, values);
    }

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

    pub(super) fn normal(&self) -> Result<Normal, Error> {
        let run = self.system.sensitivities(&self.options, &self.free)?;
        let (trajectory, n) = (run.trajectory(), self.free.len());
        let nodes = self.system.nodes();
        let mut normal = Normal {
            chi_squared: 0.0,
            slopes: vec![0.0; n],
            products: vec![vec![0.0; n]; n],
        };
        let changes: Vec<_> = self
            .free
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

    pub(super) fn gradient(&self) -> Result<(f64, Vec<f64>), Error> {
        let gradient =
            self.system
                .gradient_by(&self.free, &self.options, Checkpoints::Sqrt, |sample| {
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
        let slopes = self.free.iter().map(|variable| Ok(gradient.of(*variable)?));
        Ok((gradient.misfit(), slopes.collect::<Result<_, Error>>()?))
    }
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
