//! The oracle for emitted code: the same model, interpreted.

use crate::derive::{Derived, Partial};
use crate::diag::Sink;
use crate::ir::interpret::{self, Value};
use crate::ir::{Arena, Id, Var};
use crate::{Compiled, Report, diagnose};

/// A compiled model that is interpreted, operation by operation, instead of emitted.
pub struct Reference {
    derived: Derived,
}

/// Where a model is evaluated.
#[derive(Clone, Debug, Default)]
pub struct Point {
    /// Time, or the number of the iteration.
    pub t: f64,
    /// The number of nodes.
    pub nodes: f64,
    /// One value for each state.
    pub x: Vec<f64>,
    /// Neighbours, inputs, sums.
    pub u: Vec<f64>,
    /// One value for each parameter.
    pub p: Vec<f64>,
    /// The weight of an edge.
    pub weight: f64,
    /// The states of the edge's source.
    pub source: Vec<f64>,
}

impl Reference {
    /// Compiles the text that would stand inside `model! { … }`.
    ///
    /// # Errors
    /// What is wrong with the model.
    ///
    /// # Panics
    /// If the text is not even Rust tokens.
    pub fn new(text: &str) -> Result<Self, Vec<Report>> {
        let tokens = text
            .parse()
            .unwrap_or_else(|error| panic!("not Rust tokens ({error}): {text}"));
        let mut sink = Sink::default();
        let compiled = crate::compile(tokens, &mut sink);
        sink.finish();
        match compiled {
            Compiled::Model(derived) => Ok(Self { derived }),
            Compiled::Broken(_) | Compiled::Nothing => Err(diagnose(text)),
        }
    }

    /// How many states, gathered values and parameters a point has.
    pub fn sizes(&self) -> (usize, usize, usize) {
        let model = &self.derived.model;
        let gathered = model.neighbours.len() + model.inputs.len() + model.sums.len();
        (model.states.len(), gathered, model.params.len())
    }

    /// f(t, x, u, p).
    pub fn rhs(&self, point: &Point) -> Vec<f64> {
        self.values(point, &self.derived.model.rhs)
    }

    /// The non-zero partials f_x and f_u, in the order of the emitted pattern.
    pub fn partials(&self, point: &Point) -> Vec<f64> {
        self.values(point, &ids(&self.derived.partials))
    }

    /// The non-zero partials f_p.
    pub fn param_partials(&self, point: &Point) -> Vec<f64> {
        self.values(point, &ids(&self.derived.param_partials))
    }

    /// What an edge adds to each sum.
    pub fn edge(&self, point: &Point) -> Vec<f64> {
        self.values(point, &self.derived.model.sums)
    }

    /// The non-zero partials of the summands.
    pub fn edge_partials(&self, point: &Point) -> Vec<f64> {
        self.values(point, &ids(&self.derived.edge_partials))
    }

    /// The observables.
    pub fn outputs(&self, point: &Point) -> Vec<f64> {
        self.values(point, &self.derived.model.output_values)
    }

    fn values(&self, point: &Point, roots: &[Id]) -> Vec<f64> {
        let model = &self.derived.model;
        let inputs = model.neighbours.len();
        let sums = inputs + model.inputs.len();
        let variable = |var: Var| match var {
            Var::State(i) => point.x[i as usize],
            Var::Neighbour(i) => point.u[i as usize],
            Var::Input(i) => point.u[inputs + i as usize],
            Var::Sum(i) => point.u[sums + i as usize],
            Var::Param(i) => point.p[i as usize],
            Var::Source(i) => point.source[i as usize],
            Var::Weight => point.weight,
            Var::Time => point.t,
            Var::Nodes => point.nodes,
            Var::Deviation(_) | Var::SourceDeviation(_) | Var::Product(_) | Var::OwnProduct(_) => {
                unreachable!("only sums that were taken apart read these")
            }
        };
        evaluate(&model.arena, roots, variable)
    }
}

fn ids(partials: &[Partial]) -> Vec<Id> {
    partials.iter().map(|partial| partial.value).collect()
}

fn evaluate(arena: &Arena, roots: &[Id], variable: impl Fn(Var) -> f64) -> Vec<f64> {
    let values: Vec<Value<f64>> = interpret::values(arena, variable);
    roots
        .iter()
        .map(|root| values[root.0 as usize].real())
        .collect()
}
