//! State and tangents on a device, which is asked for numbers only where the loop wants to know them.
//!
//! What a device does not decide is decided here: tangents that it refuses to factor go to Householder's reflections.

use core::cell::RefCell;
use std::sync::Arc;

use lyapax_devices::{
    EdgeData, Fault as DeviceFault, GraphKind, NetworkTask, PlacedNetwork, Product,
};

use super::field::shift;
use super::weights::{AtEdges, Weights};
use super::{Place, Scheme, Snapshot, Stepper, has_volume};
use crate::integrate::Clock;
use crate::model::{Kind, Model};
use crate::qr::large::Householder;
use crate::qr::{BadColumn, Fault, Limits};
use crate::system::Problem;
use crate::{CouplingForm, Device, DeviceError, Float, Graph, Placement, device};

/// A system on a device.
pub(crate) struct OnDevice {
    network: RefCell<Box<dyn PlacedNetwork>>,
    /// What has failed there; everything since is of no use.
    failure: RefCell<Option<DeviceError>>,
    step: u64,
    k: usize,
    dimension: usize,
    nodes: usize,
    stages: u64,
    has_volume: bool,
    outputs: usize,
    edge_by_edge: u64,
    float: Float,
}

impl OnDevice {
    pub(crate) fn new<M: Model>(
        problem: &Problem<'_, M>,
        scheme: Scheme,
        clock: Clock,
        k: usize,
        device: Device,
        float: Float,
    ) -> Result<Self, DeviceError> {
        let code = device::code::<M>(device)?;
        // Of a map its determinants are not added up there.
        let has_volume =
            k == problem.dimension && M::INFO.kind == Kind::Flow && has_volume(problem);
        let task = task(problem, scheme, clock, k, has_volume, float);
        Ok(Self {
            network: RefCell::new(code.network(device, task)?),
            failure: RefCell::new(None),
            step: 0,
            k,
            dimension: problem.dimension,
            nodes: problem.nodes,
            stages: scheme.stages(),
            has_volume,
            outputs: M::INFO.outputs.len() * problem.nodes,
            edge_by_edge: 0,
            float,
        })
    }

    /// What was asked for, or something of the kind after a failure, which the loop looks for.
    fn ask<T>(
        &self,
        otherwise: impl FnOnce() -> T,
        ask: impl FnOnce(&mut (dyn PlacedNetwork + 'static)) -> Result<T, DeviceError>,
    ) -> T {
        if self.failure.borrow().is_none() {
            match ask(&mut **self.network.borrow_mut()) {
                Ok(found) => return found,
                Err(error) => *self.failure.borrow_mut() = Some(error),
            }
        }
        otherwise()
    }

    /// State and tangents.
    fn values(&self) -> Vec<f64> {
        let zeros = || vec![0.0; self.dimension * (self.k + 1)];
        self.ask(zeros, PlacedNetwork::values)
    }

    /// By Householder's reflections, here.
    fn factor_here(&mut self, limits: Limits, diagonal: &mut [f64]) -> Result<(), BadColumn> {
        let mut values = self.values();
        let (_, tangents) = values.split_at_mut(self.dimension);
        let mut qr = Householder::new(self.dimension, self.k);
        for (j, column) in tangents.chunks_exact(self.dimension).enumerate() {
            qr.column_mut(j).copy_from_slice(column);
        }
        // What these numbers cannot tell is not told better here.
        qr.factor(limits.of(self.float), diagonal)?;
        for (j, column) in tangents.chunks_exact_mut(self.dimension).enumerate() {
            column.copy_from_slice(qr.q(j));
        }
        let step = self.step;
        self.ask(|| (), |network| network.place(step, &values));
        Ok(())
    }
}

/// What a problem is, in the words of a device.
fn task<M: Model>(
    problem: &Problem<'_, M>,
    scheme: Scheme,
    clock: Clock,
    k: usize,
    volume: bool,
    float: Float,
) -> NetworkTask {
    let nodes = problem.nodes;
    let each = |value: &dyn Fn(usize) -> f64| (0..nodes).map(value).collect::<Vec<_>>();
    let params = problem.params.iter();
    let params = params.flat_map(|param| each(&|node| param.at(node)));
    let inputs = problem.signals.iter();
    let inputs = inputs.map(|signal| device::input(signal, 0..nodes));
    let neighbours = M::INFO.neighbours.iter().flat_map(|neighbour| {
        (0..nodes).map(|node| {
            let place = shift(node, neighbour.offset, nodes, problem.boundary);
            u32::try_from(place).unwrap_or(u32::MAX)
        })
    });
    let graph = problem.graph.filter(|_| M::INFO.sums > 0);
    let products = M::PRODUCTS.iter().enumerate();
    let products = products.map(|(product, &function)| Product {
        function,
        has_tangents: M::PRODUCT_PARTIALS.iter().any(|entry| entry.row == product),
    });
    let by_products = problem.coupling_form == Some(CouplingForm::Products);
    let weights = problem
        .weights
        .as_ref()
        .filter(|_| by_products && graph.is_some());
    let pairs = graph.cloned();
    NetworkTask {
        shape: device::shape::<M>(),
        nodes,
        k,
        scheme: device::scheme(scheme),
        dt: clock.dt,
        start: clock.start,
        params: params.collect(),
        inputs: inputs.collect(),
        neighbour_states: M::INFO.neighbours.iter().map(|it| it.state).collect(),
        neighbours: neighbours.collect(),
        graph: graph.map(|graph| match graph {
            Graph::Dense(_) => GraphKind::Dense,
            Graph::Sparse(_) => GraphKind::Sparse,
            Graph::Uniform(graph) => GraphKind::Uniform {
                includes_self: graph.includes_self(),
            },
        }),
        products: products.filter(|_| weights.is_some()).collect(),
        centred: M::CENTRED.to_vec(),
        edges: weights.map(|weights| edges(weights, M::WEIGHT_FUNCTIONS, nodes)),
        pairs: Arc::new(move || pairs.as_ref().map(plain).unwrap_or_default()),
        volume,
        float,
    }
}

/// The functions of the weights at all edges, and from each node to itself.
fn edges(weights: &Weights, functions: usize, nodes: usize) -> (EdgeData, Vec<f64>) {
    let mut data = places(&weights.graph);
    for function in 0..functions {
        match &weights.graph {
            Graph::Sparse(graph) => match weights.at(function, 0..graph.weights().len()) {
                AtEdges::Each(values) => data.weights.extend_from_slice(values),
                AtEdges::Same(value) => {
                    let count = graph.weights().len();
                    data.weights.extend(core::iter::repeat_n(value, count));
                }
            },
            _ => data.weights.extend_from_slice(weights.of(function)),
        }
    }
    let own = (0..functions)
        .flat_map(|function| (0..nodes).map(move |node| weights.to_itself(function, node)));
    (data, own.collect())
}

/// The weights themselves.
fn plain(graph: &Graph) -> EdgeData {
    let weights = match graph {
        Graph::Dense(graph) => graph.values().to_vec(),
        Graph::Sparse(graph) => graph.weights().to_vec(),
        Graph::Uniform(graph) => vec![graph.weight()],
    };
    EdgeData {
        weights,
        ..places(graph)
    }
}

/// Where the edges of a list are.
fn places(graph: &Graph) -> EdgeData {
    let Graph::Sparse(graph) = graph else {
        return EdgeData::default();
    };
    let offsets = graph.offsets().iter();
    EdgeData {
        weights: Vec::new(),
        offsets: offsets
            .map(|&offset| u32::try_from(offset).unwrap_or(u32::MAX))
            .collect(),
        sources: graph.sources().to_vec(),
    }
}

impl Stepper for OnDevice {
    fn step(&self) -> u64 {
        self.step
    }

    fn advance(&mut self, steps: u64) {
        let by_edges = self.ask(|| false, |network| network.advance(steps));
        if by_edges {
            self.edge_by_edge += steps * self.stages;
        }
        self.step += steps;
    }

    fn renormalise(&mut self, limits: Limits, diagonal: &mut [f64]) -> Result<(), BadColumn> {
        let single = limits.is_single();
        let k = self.k;
        let found = self.ask(|| Ok(vec![1.0; k]), |network| network.renormalise(single));
        match found {
            Ok(found) => {
                diagonal.copy_from_slice(&found);
                Ok(())
            }
            Err(DeviceFault::State(_)) => Err(BadColumn {
                column: 0,
                fault: Fault::Overflow,
            }),
            Err(_) => self.factor_here(limits, diagonal),
        }
    }

    fn blocks(&mut self, blocks: usize, steps: u64, diagonals: &mut [f64]) -> usize {
        let found = self.ask(Default::default, |network| network.blocks(blocks, steps));
        diagonals[..found.diagonals.len()].copy_from_slice(&found.diagonals);
        self.step += found.done as u64 * steps;
        found.done
    }

    fn non_finite(&self) -> Option<Place> {
        let values = self.values();
        let place = values.iter().position(|value| !value.is_finite())?;
        Some(Place {
            column: place / self.dimension,
            component: place % self.dimension / self.nodes,
            node: place % self.nodes,
        })
    }

    fn state(&self, state: &mut [f64]) {
        let zeros = || vec![0.0; self.dimension];
        state.copy_from_slice(&self.ask(zeros, PlacedNetwork::state));
    }

    fn tangents(&self) -> Vec<Vec<f64>> {
        let values = self.values();
        let columns = values.chunks_exact(self.dimension).skip(1);
        columns.map(<[f64]>::to_vec).collect()
    }

    fn place(&mut self, step: u64, state: &[f64], tangents: &[Vec<f64>]) {
        let mut values = state.to_vec();
        for column in tangents {
            values.extend_from_slice(column);
        }
        // Of those that are not given nothing is told.
        values.resize(self.dimension * (self.k + 1), 0.0);
        self.step = step;
        self.ask(|| (), |network| network.place(step, &values));
    }

    fn clear_totals(&mut self) {
        let (volume, outputs) = (vec![0.0; self.nodes], vec![0.0; self.outputs]);
        self.ask(|| (), |network| network.measure(&volume, &outputs));
    }

    fn volume(&self) -> Option<f64> {
        if !self.has_volume {
            return None;
        }
        let (volume, _) = self.ask(Default::default, PlacedNetwork::measured);
        Some(volume.iter().sum())
    }

    fn output_totals(&self, totals: &mut [f64]) {
        let zeros = || (Vec::new(), vec![0.0; self.outputs]);
        let (_, outputs) = self.ask(zeros, PlacedNetwork::measured);
        totals.copy_from_slice(&outputs);
    }

    fn take_edge_by_edge(&mut self) -> u64 {
        core::mem::take(&mut self.edge_by_edge)
    }

    fn save(&self, snapshot: &mut Snapshot) {
        let zeros = || (vec![0.0; self.nodes], vec![0.0; self.outputs]);
        let (volume, outputs) = self.ask(zeros, PlacedNetwork::measured);
        snapshot.step = self.step;
        snapshot.edge_by_edge = self.edge_by_edge;
        snapshot.values = self.values();
        snapshot.values.extend(volume);
        snapshot.values.extend(outputs);
    }

    fn restore(&mut self, snapshot: &Snapshot) {
        self.step = snapshot.step;
        self.edge_by_edge = snapshot.edge_by_edge;
        let len = self.dimension * (self.k + 1);
        let (values, rest) = snapshot.values.split_at(len);
        let (volume, outputs) = rest.split_at(self.nodes);
        let step = self.step;
        self.ask(
            || (),
            |network| {
                network.place(step, values)?;
                network.set_measured(volume, outputs)
            },
        );
    }

    fn failure(&self) -> Option<DeviceError> {
        self.failure.borrow().clone()
    }

    fn placement(&self) -> Option<Placement> {
        Some(self.network.borrow_mut().placement())
    }
}
