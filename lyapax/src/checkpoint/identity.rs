//! What a run is of: two runs of which all of this agrees are parts of one.

use serde::{Deserialize, Serialize};
use xxhash_rust::xxh3::Xxh3;

use crate::model::Model;
use crate::spectrum::Plan;
use crate::stepper::Scheme;
use crate::system::Problem;
use crate::{
    Boundary, CouplingForm, Device, Float, Graph, GraphForm, Integrator, Param, ResumeError,
    Signal, Sparse, SpectrumOptions,
};

/// What a run is of. Long lists of numbers that are seldom wrong stand for themselves by a hash.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Identity {
    model: String,
    fingerprint: u64,
    nodes: usize,
    params: Vec<Named<Vec<f64>>>,
    signals: Vec<Named<u64>>,
    graph: Option<Edges>,
    coupling: Option<CouplingForm>,
    boundary: Boundary,
    initial: u64,
    basis: u64,
    integrator: Option<Integrator>,
    dt: f64,
    start_time: f64,
    k: usize,
    transient: u64,
    renorm_every: u64,
    history_every: Option<u64>,
    save_every: Option<u64>,
    local_every: Option<u64>,
    /// Where it is made: another device rounds in another order.
    #[serde(default)]
    device: Device,
    #[serde(default)]
    float: Float,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
struct Named<T> {
    name: String,
    value: T,
}

/// What a graph is. The form is part of it, since another one adds sums in another order.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
struct Edges {
    form: GraphForm,
    hash: u64,
}

impl Edges {
    fn new(graph: &Graph) -> Self {
        let hash = match graph {
            Graph::Dense(graph) => hash(graph.values().iter().copied()),
            Graph::Sparse(graph) => hash_sparse(graph),
            Graph::Uniform(graph) => {
                let own = f64::from(u8::from(graph.includes_self()));
                hash([graph.weight(), own].into_iter())
            }
        };
        Self {
            form: graph.form(),
            hash,
        }
    }
}

impl Identity {
    pub(crate) fn new<M: Model>(problem: &Problem<'_, M>, plan: &Plan) -> Self {
        let course = plan.course;
        let params = M::INFO.params.iter().zip(&problem.params);
        let signals = M::INFO.inputs.iter().zip(&problem.signals);
        Self {
            model: M::INFO.name.to_owned(),
            fingerprint: M::INFO.fingerprint,
            nodes: problem.nodes,
            params: params
                .map(|(name, param)| Named {
                    name: (*name).to_owned(),
                    value: match param {
                        Param::Uniform(value) => vec![*value],
                        Param::PerNode(values) => values.clone(),
                    },
                })
                .collect(),
            signals: signals
                .map(|(name, signal)| Named {
                    name: (*name).to_owned(),
                    value: hash_signal(signal),
                })
                .collect(),
            graph: problem.graph.map(Edges::new),
            coupling: problem.coupling_form,
            boundary: if M::INFO.neighbours.is_empty() {
                Boundary::default()
            } else {
                problem.boundary
            },
            initial: hash(problem.initial.iter().copied()),
            basis: hash(plan.basis.iter().flatten().copied()),
            integrator: match course.scheme {
                Scheme::Flow(integrator) => Some(integrator),
                Scheme::Map => None,
            },
            dt: course.clock.dt,
            start_time: course.clock.start,
            k: plan.k,
            transient: course.transient,
            renorm_every: plan.every,
            history_every: plan.history_every,
            save_every: plan.save_every,
            local_every: plan.local_every,
            device: plan.device,
            float: plan.float,
        }
    }

    /// Where the run was made.
    pub(crate) fn device(&self) -> Device {
        self.device
    }

    /// Where the options leave the transient open, it follows from the number of steps, and stays as it was.
    pub(crate) fn settle(&self, plan: &mut Plan, options: &SpectrumOptions) {
        if options.timing.t_transient.is_none() {
            plan.course.transient = self.transient;
        }
    }

    /// The first thing in which a run differs from the saved one.
    pub(super) fn compare(&self, now: &Self) -> Result<(), ResumeError> {
        self.compare_models(now)?;
        self.compare_devices(now)?;
        self.compare_systems(now)?;
        self.compare_times(now)?;
        let (saved, asked) = (self.k, now.k);
        if saved != asked {
            return Err(ResumeError::Tangents { saved, now: asked });
        }
        if self.basis != now.basis {
            return Err(ResumeError::StartBasis);
        }
        for (option, saved, now) in [
            (
                "renorm_every",
                Some(self.renorm_every),
                Some(now.renorm_every),
            ),
            ("history_every", self.history_every, now.history_every),
            ("save_states_every", self.save_every, now.save_every),
            ("local_every", self.local_every, now.local_every),
        ] {
            if saved != now {
                return Err(ResumeError::Cadence { option, saved, now });
            }
        }
        Ok(())
    }

    fn compare_models(&self, now: &Self) -> Result<(), ResumeError> {
        if self.model != now.model {
            return Err(ResumeError::Model {
                saved: self.model.clone(),
                now: now.model.clone(),
            });
        }
        if self.fingerprint != now.fingerprint {
            let model = self.model.clone();
            return Err(ResumeError::Equations { model });
        }
        Ok(())
    }

    fn compare_devices(&self, now: &Self) -> Result<(), ResumeError> {
        if (self.device, self.float) == (now.device, now.float) {
            return Ok(());
        }
        Err(ResumeError::Device {
            saved: self.device,
            saved_float: self.float,
            now: now.device,
            now_float: now.float,
        })
    }

    fn compare_systems(&self, now: &Self) -> Result<(), ResumeError> {
        if self.nodes != now.nodes {
            let (saved, now) = (self.nodes, now.nodes);
            return Err(ResumeError::Nodes { saved, now });
        }
        for (saved, now) in self.params.iter().zip(&now.params) {
            let at = |param: &Named<Vec<f64>>, node: usize| {
                let values = &param.value;
                values.get(node).copied().unwrap_or(values[0])
            };
            let differs = |node: &usize| at(saved, *node).to_bits() != at(now, *node).to_bits();
            if let Some(node) = (0..self.nodes).find(differs) {
                return Err(ResumeError::Param {
                    param: saved.name.clone(),
                    node,
                    saved: at(saved, node),
                    now: at(now, node),
                });
            }
        }
        for (saved, now) in self.signals.iter().zip(&now.signals) {
            if saved.value != now.value {
                let input = saved.name.clone();
                return Err(ResumeError::Input { input });
            }
        }
        if let (Some(saved), Some(now)) = (&self.graph, &now.graph)
            && saved.form != now.form
        {
            let (saved, now) = (saved.form, now.form);
            return Err(ResumeError::GraphForm { saved, now });
        }
        if self.graph != now.graph {
            return Err(ResumeError::Graph);
        }
        if let (Some(saved), Some(now)) = (self.coupling, now.coupling)
            && saved != now
        {
            return Err(ResumeError::CouplingForm { saved, now });
        }
        if self.boundary != now.boundary {
            let (saved, now) = (self.boundary, now.boundary);
            return Err(ResumeError::Boundary { saved, now });
        }
        if self.initial != now.initial {
            return Err(ResumeError::InitialState);
        }
        Ok(())
    }

    fn compare_times(&self, now: &Self) -> Result<(), ResumeError> {
        if let (Some(saved), Some(now)) = (self.integrator, now.integrator)
            && saved != now
        {
            return Err(ResumeError::Integrator { saved, now });
        }
        if self.dt.to_bits() != now.dt.to_bits() {
            let (saved, now) = (self.dt, now.dt);
            return Err(ResumeError::Step { saved, now });
        }
        if self.start_time.to_bits() != now.start_time.to_bits() {
            let (saved, now) = (self.start_time, now.start_time);
            return Err(ResumeError::StartTime { saved, now });
        }
        if self.transient != now.transient {
            let (saved, now) = (self.transient, now.transient);
            return Err(ResumeError::Transient { saved, now });
        }
        Ok(())
    }
}

/// Of the bits of numbers.
fn hash(numbers: impl Iterator<Item = f64>) -> u64 {
    let mut hasher = Xxh3::new();
    update(&mut hasher, numbers.map(f64::to_le_bytes));
    hasher.digest()
}

fn hash_sparse(graph: &Sparse) -> u64 {
    let mut hasher = Xxh3::new();
    let offsets = graph.offsets().iter();
    update(&mut hasher, offsets.map(|it| (*it as u64).to_le_bytes()));
    let sources = graph.sources().iter();
    update(&mut hasher, sources.map(|it| it.to_le_bytes()));
    let weights = graph.weights().iter();
    update(&mut hasher, weights.map(|it| it.to_le_bytes()));
    hasher.digest()
}

/// Takes in many numbers at once: one by one a large matrix would take longer than a step with it.
fn update<const BYTES: usize>(hasher: &mut Xxh3, mut numbers: impl Iterator<Item = [u8; BYTES]>) {
    let mut buffer = [[0; BYTES]; 512];
    loop {
        let mut filled = 0;
        for (to, number) in buffer.iter_mut().zip(&mut numbers) {
            *to = number;
            filled += 1;
        }
        if filled == 0 {
            return;
        }
        hasher.update(buffer[..filled].as_flattened());
    }
}

fn hash_signal(signal: &Signal) -> u64 {
    match signal {
        Signal::Zero => 0,
        Signal::Constant(value) => hash([1.0, *value].into_iter()),
        Signal::PerNode(values) => hash([2.0].into_iter().chain(values.iter().copied())),
        Signal::Sampled {
            start,
            interval,
            values,
        } => hash(
            [3.0, *start, *interval]
                .into_iter()
                .chain(values.iter().copied()),
        ),
    }
}
