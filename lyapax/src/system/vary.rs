//! What a system is made of, one number at a time: for what varies it by `Variable`.

use super::{System, Wiring};
use crate::model::Model;
use crate::{Graph, Param, SetupError, Signal, Variable};

/// Why something has no one value.
pub(crate) enum NoValue {
    /// It is not there.
    Setup(SetupError),
    /// It is several numbers, or none.
    NotOne(&'static str),
}

impl From<SetupError> for NoValue {
    fn from(error: SetupError) -> Self {
        Self::Setup(error)
    }
}

const NODES: &str = "it has a value for each node; take them one by one with `Variable::at_node`";

const SERIES: &str = "it is a series in time, which has no one value to begin at";

impl<M: Model> System<M> {
    /// The value of a variable.
    pub(crate) fn value_of(&self, variable: Variable<M>) -> Result<f64, NoValue> {
        let (model, nodes) = (self.model(), self.nodes());
        let there = |node: usize| {
            if node < nodes {
                return Ok(node);
            }
            let what = variable.to_string();
            Err(SetupError::NoSuchNode { what, nodes })
        };
        let values =
            |state: usize| Ok::<_, SetupError>(&self.initial_values()?[state * nodes..][..nodes]);
        match variable {
            Variable::Param(name) => match model.param(name.index()) {
                Param::Uniform(value) => Ok(*value),
                Param::PerNode(_) => Err(NoValue::NotOne(NODES)),
            },
            Variable::ParamAt(name, node) => Ok(model.param(name.index()).at(there(node)?)),
            Variable::Input(name) => match model.input(name.index()) {
                Signal::Zero => Ok(0.0),
                Signal::Constant(value) => Ok(*value),
                Signal::PerNode(_) => Err(NoValue::NotOne(NODES)),
                Signal::Sampled { .. } => Err(NoValue::NotOne(SERIES)),
            },
            Variable::InputAt(name, node) => match model.input(name.index()) {
                Signal::Sampled { .. } => Err(NoValue::NotOne(SERIES)),
                signal => Ok(signal.at(0.0, there(node)?)),
            },
            Variable::Initial(name) => {
                let all = values(name.index())?;
                if all.iter().any(|value| *value != all[0]) {
                    return Err(NoValue::NotOne(NODES));
                }
                Ok(all[0])
            }
            Variable::InitialAt(name, node) => Ok(values(name.index())?[there(node)?]),
            Variable::Weight { target, source } => {
                let graph = self.graph();
                let place =
                    graph.and_then(|graph| Some(graph.numbers()[graph.place(target, source)?]));
                Ok(place.ok_or(SetupError::NoSuchEdge {
                    target,
                    source_node: source,
                })?)
            }
            Variable::Coupling => Err(NoValue::NotOne(
                "take a parameter of the model that multiplies its sums",
            )),
        }
    }

    /// Gives variables that have a value another one.
    pub(crate) fn set_values(&mut self, variables: &[Variable<M>], values: &[f64]) {
        let nodes = self.nodes();
        let mut weights: Option<Vec<f64>> = None;
        for (variable, &value) in variables.iter().zip(values) {
            match *variable {
                Variable::Param(name) => {
                    *self.model_mut().param_mut(name.index()) = value.into();
                }
                Variable::ParamAt(name, node) => {
                    let param = self.model_mut().param_mut(name.index());
                    let mut all: Vec<f64> = (0..nodes).map(|node| param.at(node)).collect();
                    all[node] = value;
                    // A system of one node has no vectors.
                    *param = if nodes == 1 { value.into() } else { all.into() };
                }
                Variable::Input(name) => {
                    *self.model_mut().input_mut(name.index()) = value.into();
                }
                Variable::InputAt(name, node) => {
                    let signal = self.model_mut().input_mut(name.index());
                    let mut all: Vec<f64> = (0..nodes).map(|node| signal.at(0.0, node)).collect();
                    all[node] = value;
                    *signal = Signal::PerNode(all);
                }
                Variable::Initial(name) => self.set_initial(name.index(), vec![value; nodes]),
                Variable::InitialAt(name, node) => {
                    if let Ok(initial) = self.initial_values() {
                        let mut all = initial[name.index() * nodes..][..nodes].to_vec();
                        all[node] = value;
                        self.set_initial(name.index(), all);
                    }
                }
                Variable::Weight { target, source } => {
                    let Some(graph) = self.graph() else {
                        continue;
                    };
                    let place = graph.place(target, source);
                    let weights = weights.get_or_insert_with(|| graph.numbers().to_vec());
                    if let Some(place) = place {
                        weights[place] = value;
                    }
                }
                Variable::Coupling => {}
            }
        }
        if let Some(weights) = weights
            && let Wiring::Network(connections) = &mut self.wiring
            && let [connection] = &mut connections[..]
        {
            connection.graph = connection.graph.reweighted(weights);
        }
    }

    fn graph(&self) -> Option<&Graph> {
        let connection = self.connections().first()?;
        Some(&connection.graph)
    }
}
