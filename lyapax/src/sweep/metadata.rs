//! What a result is of, to be kept beside its numbers.

use serde::Serialize;
use serde_json::Value;

use super::Sweep;
use super::axis::{Axis, Quantity};
use super::layout::Layout;
use crate::checkpoint::Identity;
use crate::model::Model;
use crate::spectrum::{Plan, SpectrumOptions};
use crate::system::Problem;
use crate::{Device, Error, Float, ParamName, StateName};

/// What a sweep is of: the equations, everything that does not vary, the options, and what computed it. Files of
/// results carry it as JSON.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[non_exhaustive]
pub struct SweepMetadata {
    /// `lyapax` with its version.
    pub software: String,
    /// Name of the model.
    pub model: String,
    /// Its equations, as the compiler spells them.
    pub equations: String,
    /// Of the equations, in hexadecimal digits.
    pub fingerprint: String,
    /// Names of the states, in whose order final states stand.
    pub states: Vec<String>,
    /// Parameters where they do not vary, those of each node shortened.
    pub params: Vec<(String, String)>,
    /// Input signals.
    pub inputs: Vec<(String, String)>,
    /// Nodes of the system.
    pub nodes: usize,
    /// The form of its graph.
    pub graph: Option<String>,
    /// The initial state of a single node, where it does not vary.
    pub initial: Vec<(String, f64)>,
    /// What varies: of each axis the quantities, with how many values, the first and the last.
    pub axes: Vec<Vec<(String, usize, f64, f64)>>,
    /// The quantity along which points go on from each other.
    pub continued_along: Option<String>,
    /// Whether the program changed the system of each point: then what is said of parameters, inputs and initial states
    /// is what it began with.
    pub changed_by_each: bool,
    /// The integrator of a flow.
    pub integrator: Option<String>,
    /// The step of a flow. Where it varies points take as long as with this one.
    pub dt: Option<f64>,
    /// The time before the first step of each point.
    pub start_time: f64,
    /// Measured steps, of the step of the options.
    pub steps: u64,
    /// Steps of the transient, of the step of the options.
    pub transient_steps: u64,
    /// Steps between two renormalisations.
    pub renorm_every: u64,
    /// Exponents of each point.
    pub k: usize,
    /// Seed of the start tangents, where it does not vary.
    pub seed: Option<u64>,
    /// The device.
    pub device: String,
    /// The numbers that it computed with.
    pub precision: String,
    /// Points side by side in vector instructions, at most. It changes no bit.
    pub lanes: usize,
    /// Of everything that determines the result, in hexadecimal digits: also of long lists, the initial state, the
    /// weights, the boundary and the start tangents. Equal where all bits are to be equal.
    pub identity: String,
}

impl SweepMetadata {
    pub(super) fn new<M: Model>(
        sweep: &Sweep<M>,
        layout: &Layout,
        options: &SpectrumOptions,
        device: Device,
    ) -> Result<Self, Error> {
        let problem = sweep.system.prepare()?;
        let mut plan = Plan::new(&problem, options)?;
        plan.place(device, options.float)?;
        let course = plan.course;
        let params = M::INFO.params.iter().zip(&problem.params).enumerate();
        let params = params
            .filter(|(i, (name, _))| !sweep.varies(Quantity::Param(ParamName::new(*i, name))));
        let params = params.map(|(_, param)| param);
        let inputs = M::INFO.inputs.iter().zip(&problem.signals);
        let named = |(name, value): (&&str, String)| ((*name).to_owned(), value);
        let single = M::INFO.states.iter().zip(problem.initial).enumerate();
        let initial = single.take(if problem.nodes == 1 { usize::MAX } else { 0 });
        let initial = initial
            .filter(|(i, (name, _))| !sweep.varies(Quantity::Initial(StateName::new(*i, name))));
        let initial = initial.map(|(_, (name, value))| ((*name).to_owned(), *value));
        let ends = |axis: &Axis<M>| {
            let quantities = axis.quantities.iter();
            let of = |(of, values): &(Quantity<M>, Vec<f64>)| {
                (of.name(), values.len(), values[0], values[values.len() - 1])
            };
            quantities.map(of).collect()
        };
        let lanes = if device == Device::CPU {
            sweep.pack()
        } else {
            1
        };
        Ok(Self {
            software: concat!("lyapax ", env!("CARGO_PKG_VERSION")).to_owned(),
            model: M::INFO.name.to_owned(),
            equations: M::INFO.equations.to_owned(),
            fingerprint: format!("{:016x}", M::INFO.fingerprint),
            states: M::INFO.states.iter().map(|&name| name.to_owned()).collect(),
            params: params
                .map(|(name, value)| named((name, value.to_string())))
                .collect(),
            inputs: inputs
                .map(|(name, value)| named((name, value.to_string())))
                .collect(),
            nodes: problem.nodes,
            graph: problem.graph.map(|graph| graph.form().to_string()),
            initial: initial.collect(),
            axes: sweep.axes.iter().map(ends).collect(),
            continued_along: sweep.along.map(Quantity::name),
            changed_by_each: sweep.each.is_some(),
            integrator: match course.scheme {
                crate::stepper::Scheme::Map => None,
                crate::stepper::Scheme::Flow(integrator) => Some(integrator.to_string()),
            },
            dt: options.timing.dt,
            start_time: options.timing.start_time,
            steps: course.n_steps,
            transient_steps: course.transient,
            renorm_every: plan.every,
            k: plan.k,
            seed: Some(options.seed).filter(|_| !sweep.varies(Quantity::Seed)),
            device: device.to_string(),
            precision: match options.float {
                Float::F32 if device != Device::CPU => "f32".to_owned(),
                _ => "f64".to_owned(),
            },
            lanes,
            identity: format!(
                "{:016x}",
                identity(sweep, layout, options, &problem, &plan)?
            ),
        })
    }

    /// As JSON.
    pub(super) fn json(&self) -> Value {
        // It holds nothing that JSON has no words for.
        serde_json::to_value(self).unwrap_or_default()
    }
}

/// Of everything that determines the result.
fn identity<M: Model>(
    sweep: &Sweep<M>,
    layout: &Layout,
    options: &SpectrumOptions,
    problem: &Problem<'_, M>,
    plan: &Plan,
) -> Result<u64, Error> {
    let system = |problem: &Problem<'_, M>| Identity::new(problem, plan);
    let mut systems = vec![system(problem)];
    if sweep.each.is_some() {
        // What a function of the user's makes cannot be known without calling it.
        for point in [0, layout.points() - 1] {
            let at = sweep.point_at(layout, point, options);
            let made = sweep.system_at(&at);
            sweep.check_system(&at, &made, &Sweep::options_at(&at, options))?;
            systems.push(system(&made.prepare()?));
        }
    }
    let axes = sweep.axes.iter().map(Axis::bits).collect::<Vec<_>>();
    let all = (
        systems,
        axes,
        sweep.along_axis(),
        plan.course.n_steps,
        options.timing.t_transient.map(f64::to_bits),
    );
    let bytes = rmp_serde::to_vec(&all).unwrap_or_default();
    Ok(xxhash_rust::xxh3::xxh3_64(&bytes))
}
