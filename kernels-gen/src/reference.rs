//! The oracle for emitted code: the same model, interpreted.

use crate::derive::{Derived, Partial};
use crate::diag::Sink;
use crate::functions::Function;
use crate::ir::interpret::{self, Number};
use crate::ir::{Id, Var};
use crate::products::Products;
use crate::{Compiled, Report, diagnose};

/// A compiled model that is interpreted, operation by operation, instead of emitted.
pub struct Reference {
    derived: Derived,
    functions: Functions,
}

/// Elementary functions of the caller's, by the name of the runtime's method: `None` where the
/// compiler's own is meant.
pub type Functions = fn(&str, &[f64]) -> Option<f64>;

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

/// What a target makes its sums of, where they are matrix products.
#[derive(Clone, Debug, Default)]
pub struct Gathered {
    /// One value for each product.
    pub products: Vec<f64>,
    /// What the target gives itself as a source.
    pub own: Vec<f64>,
    /// The target's states less what they deviate from.
    pub centred: Vec<f64>,
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
            Compiled::Model(derived) => Ok(Self {
                derived,
                functions: |_, _| None,
            }),
            Compiled::Broken(_) | Compiled::Nothing => Err(diagnose(text)),
        }
    }

    /// The same model with elementary functions that round as the runtime's do. Constants that
    /// the compiler has folded stay as they are.
    #[must_use]
    pub fn with(self, functions: Functions) -> Self {
        Self { functions, ..self }
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

    /// The non-zero partials of the observables.
    pub fn output_partials(&self, point: &Point) -> Vec<f64> {
        self.values(point, &ids(&self.derived.output_partials))
    }

    /// For each product the function of the weight that goes with it; `None` if the sums are added
    /// up edge by edge.
    pub fn products(&self) -> Option<Vec<usize>> {
        let products = self.derived.products.as_ref().ok()?;
        Some(products.list.iter().map(|product| product.weight).collect())
    }

    /// The states that sources and targets give as deviations.
    pub fn centred(&self) -> Vec<usize> {
        self.factors().centred
    }

    /// The functions of the weight.
    pub fn weights(&self, point: &Point) -> Vec<f64> {
        self.values(point, &self.factors().weights)
    }

    /// The derivatives of [`Self::weights`].
    pub fn weight_slopes(&self, point: &Point) -> Vec<f64> {
        self.values(point, &self.factors().weight_slopes)
    }

    /// What a source gives to each product. Its states are those of the point's source, less what
    /// they deviate from where they are centred.
    pub fn gather(&self, point: &Point) -> Vec<f64> {
        let sources: Vec<Id> = self.factors().list.iter().map(|p| p.source).collect();
        self.values(point, &sources)
    }

    /// The non-zero partials of [`Self::gather`].
    pub fn gather_partials(&self, point: &Point) -> Vec<f64> {
        self.values(point, &ids(&self.factors().partials))
    }

    /// The sums, made of products.
    pub fn finish(&self, point: &Point, gathered: &Gathered) -> Vec<f64> {
        self.values_of(point, gathered, &self.factors().finish)
    }

    /// The non-zero partials of [`Self::finish`].
    pub fn finish_partials(&self, point: &Point, gathered: &Gathered) -> Vec<f64> {
        self.values_of(point, gathered, &ids(&self.factors().finish_partials))
    }

    /// None of them, where sums are added up edge by edge.
    fn factors(&self) -> Products {
        self.derived.products.clone().unwrap_or_default()
    }

    fn values(&self, point: &Point, roots: &[Id]) -> Vec<f64> {
        self.values_of(point, &Gathered::default(), roots)
    }

    fn values_of(&self, point: &Point, gathered: &Gathered, roots: &[Id]) -> Vec<f64> {
        // A node that the roots do not read may read what is not known here.
        let known = |list: &[f64], i: u32| list.get(i as usize).copied().unwrap_or(f64::NAN);
        let model = &self.derived.model;
        let inputs = model.neighbours.len();
        let sums = inputs + model.inputs.len();
        let variable = |var: Var| match var {
            Var::State(i) => point.x[i as usize],
            Var::Neighbour(i) => point.u[i as usize],
            Var::Input(i) => point.u[inputs + i as usize],
            Var::Sum(i) => point.u[sums + i as usize],
            Var::Param(i) => point.p[i as usize],
            Var::Source(i) | Var::SourceDeviation(i) => known(&point.source, i),
            Var::Weight => point.weight,
            Var::Time => point.t,
            Var::Nodes => point.nodes,
            Var::Deviation(i) => known(&gathered.centred, i),
            Var::Product(i) => known(&gathered.products, i),
            Var::OwnProduct(i) => known(&gathered.own, i),
        };
        let call = |function: &Function, args: &[f64]| {
            (self.functions)(function.method, args).unwrap_or_else(|| f64::call(function, args))
        };
        let values = interpret::values_by(&model.arena, variable, call);
        roots
            .iter()
            .map(|root| values[root.0 as usize].real())
            .collect()
    }
}

fn ids(partials: &[Partial]) -> Vec<Id> {
    partials.iter().map(|partial| partial.value).collect()
}
