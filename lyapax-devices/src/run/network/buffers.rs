//! What a network has on a device.

use cubecl::prelude::Runtime;

use crate::device::{Device, DeviceError};
use crate::kernel::net::{MOST, Net, Sums};
use crate::kernel::stage::ROW;
use crate::kernel::tall::{ROWS, entries};
use crate::network::{EdgeData, GraphKind, NetworkTask};
use crate::run::signals::{self, Signals};
use crate::session::{Buffer, Number, Session};
use crate::shape::Scheme;

/// Bytes that the threads of a workgroup share at best: then a processor of a card runs several workgroups at once.
const SHARED: u64 = 24 << 10;

/// Threads of a workgroup that takes products edge by edge.
pub(super) const PAIR_THREADS: usize = 32;

/// What the kernels are compiled for, on a device whose threads share so many bytes at most.
pub(super) fn net(device: Device, most: u64, task: &NetworkTask) -> Result<Net, DeviceError> {
    let shape = task.shape;
    for (what, count) in [
        ("states", shape.states),
        ("products of its sums", task.products.len()),
        ("neighbours", shape.neighbours),
    ] {
        if count > MOST {
            return Err(DeviceError::ModelTooLarge {
                whole: "network",
                device,
                what,
                count,
                most: MOST,
            });
        }
    }
    let bytes = |k| shared(&with_tangents(task, k)) as u64 * task.float.bytes();
    if bytes(task.k) <= most {
        return Ok(with_tangents(task, task.k));
    }
    let (mut fits, mut not) = (0, task.k);
    while not - fits > 1 {
        let between = usize::midpoint(fits, not);
        if bytes(between) <= most {
            fits = between;
        } else {
            not = between;
        }
    }
    Err(DeviceError::TooLarge {
        device,
        what: "exponents of a network",
        count: task.k as u64,
        bytes: bytes(task.k),
        fits: fits as u64,
    })
}

/// The same for a number of tangents, whether or not there is room.
fn with_tangents(task: &NetworkTask, k: usize) -> Net {
    let NetworkTask { shape, nodes, .. } = *task;
    let sums = match (task.graph, &task.edges) {
        (None, _) => Sums::None,
        (Some(GraphKind::Dense), Some(_)) => Sums::Dense,
        (Some(GraphKind::Sparse), Some(_)) => Sums::Sparse,
        (Some(GraphKind::Uniform { .. }), Some(_)) => Sums::Uniform,
        (Some(GraphKind::Dense), None) => Sums::DensePairs,
        (Some(GraphKind::Sparse), None) => Sums::SparsePairs,
        (Some(GraphKind::Uniform { .. }), None) => Sums::UniformPairs,
    };
    let mut net = Net {
        shape,
        k,
        sums,
        includes_self: task.graph
            == Some(GraphKind::Uniform {
                includes_self: true,
            }),
        neighbours: [0; MOST],
        places: [0; MOST],
        functions: [0; MOST],
        with_tangents: 0,
        width: 0,
        centred: task.centred.iter().fold(0, |bits, state| bits | 1 << state),
        sampled: signals::sampled(&task.inputs),
        measure: false,
        volume: task.volume,
        give: false,
        rows: 1,
        threads: 64,
        largest: task.float.limits().largest,
    };
    for (to, state) in net.neighbours.iter_mut().zip(&task.neighbour_states) {
        *to = short(*state);
    }
    // Products of one function stand side by side.
    let functions = task.products.iter().map(|product| product.function);
    for function in 0..functions.max().map_or(0, |last| last + 1) {
        for (i, product) in task.products.iter().enumerate() {
            if product.function == function {
                net.places[i] = short(net.width);
                net.functions[i] = short(function);
                net.with_tangents |= u64::from(product.has_tangents) << i;
                net.width += if product.has_tangents { 1 + k } else { 1 };
            }
        }
    }
    (net.rows, net.threads) = workgroup(&net, nodes);
    let bytes = task.float.bytes();
    let shared = |net: &Net| shared(net) as u64 * bytes;
    while net.is_pairs() && net.threads > 16 && shared(&net) > SHARED {
        net.threads /= 2;
    }
    while net.rows > 1 && shared(&net) > SHARED {
        net.rows /= 2;
    }
    net
}

/// Numbers that the threads of a workgroup share: what its targets get, and what its threads add up.
fn shared(net: &Net) -> usize {
    // Volume is measured in some steps.
    let own = if net.volume { net.shape.states } else { 0 };
    let by_pairs =
        |rows: usize, threads: usize| net.shape.sums * (rows * (1 + net.k + own) + 2 * threads);
    if net.is_pairs() {
        return by_pairs(net.rows, net.threads);
    }
    let adding = if net.sums == Sums::Dense {
        net.chunk() * net.threads
    } else {
        0
    };
    // Products may be taken edge by edge later.
    (net.rows * net.width + adding).max(by_pairs(1, PAIR_THREADS))
}

/// Targets of a workgroup, and its threads.
fn workgroup(net: &Net, nodes: usize) -> (usize, usize) {
    match net.sums {
        // A thread for each column of a target.
        Sums::None | Sums::Sparse | Sums::Uniform => ((64 / (net.k + 1)).clamp(1, 32), 64),
        Sums::SparsePairs => (1, PAIR_THREADS),
        Sums::DensePairs | Sums::UniformPairs => (1, 64),
        // Few targets read the sources more often, many leave parts of a card idle.
        Sums::Dense if nodes < 512 => (1, 64),
        Sums::Dense if nodes < 1024 => (2, 64),
        Sums::Dense => (4, 128),
    }
}

fn short(value: usize) -> u16 {
    u16::try_from(value).unwrap_or(u16::MAX)
}

/// The most edges into a node.
fn degree(edges: &EdgeData) -> usize {
    let ends = edges.offsets.windows(2);
    let degrees = ends.map(|ends| (ends[1] - ends[0]) as usize);
    degrees.max().unwrap_or(0)
}

/// Everything but the edges.
pub(super) struct Buffers {
    /// State and tangents, and those of two stages.
    pub(super) values: Buffer,
    pub(super) at: [Buffer; 2],
    pub(super) slopes: Buffer,
    /// What nodes give, and what they give next.
    pub(super) given: [Buffer; 2],
    pub(super) totals: Buffer,
    pub(super) means: Buffer,
    /// A row for each stage: the weights of the slopes before it, times the step; the last is the step's.
    pub(super) weights: Buffer,
    pub(super) params: Buffer,
    pub(super) signals: Signals,
    pub(super) neighbours: Buffer,
    pub(super) volume: Buffer,
    pub(super) outputs: Buffer,
    pub(super) broken: Buffer,
    pub(super) state: Buffer,
    pub(super) parts: Buffer,
    pub(super) sums: Buffer,
    pub(super) upper: Buffer,
    pub(super) diagonals: Buffer,
    /// Numbers that `diagonals` has room for.
    diagonal_room: usize,
}

impl Buffers {
    pub(super) fn new<R: Runtime, F: Number>(
        session: &mut Session<R>,
        task: &NetworkTask,
        net: &Net,
    ) -> Result<Self, DeviceError> {
        let nodes = task.nodes;
        let rows = task.shape.states * nodes;
        let len = rows * (task.k + 1);
        let stages = task.scheme.stages();
        let mut weights = vec![0.0; (stages + 1) * ROW];
        if let Scheme::Flow(method) = task.scheme {
            for row in 0..=stages {
                for j in 0..row.min(stages) {
                    weights[row * ROW + j] = task.dt * method.weight(row, j);
                }
            }
        }
        let zeros = |len: usize| core::iter::repeat_n(0.0, len);
        Ok(Self {
            values: session.upload::<F>(zeros(len))?,
            at: [session.room::<F>(len)?, session.room::<F>(len)?],
            slopes: session.room::<F>(len * stages)?,
            given: [
                session.upload::<F>(zeros(net.width * nodes))?,
                session.upload::<F>(zeros(net.width * nodes))?,
            ],
            totals: session.room::<F>(net.width)?,
            means: session.upload::<F>(zeros(task.shape.states))?,
            weights: session.upload::<F>(weights.into_iter())?,
            params: session.upload::<F>(task.params.iter().copied())?,
            signals: Signals::new::<_, F>(session, &task.inputs, nodes)?,
            neighbours: session.upload_u32(&task.neighbours)?,
            volume: session.upload::<F>(zeros(nodes))?,
            outputs: session.upload::<F>(zeros(task.shape.outputs * nodes))?,
            broken: session.upload_u32(&[0, 0])?,
            state: session.upload_u32(&[0, 0])?,
            parts: session.room::<F>(rows.div_ceil(ROWS) * entries(task.k))?,
            sums: session.room::<F>(2 * entries(task.k))?,
            upper: session.room::<F>(entries(task.k))?,
            diagonals: session.room::<F>(task.k)?,
            diagonal_room: task.k,
        })
    }

    pub(super) fn room_for_diagonals<R: Runtime, F: Number>(
        &mut self,
        session: &mut Session<R>,
        numbers: usize,
    ) -> Result<(), DeviceError> {
        if numbers > self.diagonal_room {
            self.diagonals = session.room::<F>(numbers)?;
            self.diagonal_room = numbers;
        }
        Ok(())
    }
}

/// The edges of a graph, and the weights from nodes to themselves.
pub(super) struct EdgeBuffers {
    /// The most edges into a node, of a list.
    pub(super) degree: usize,
    pub(super) weights: Buffer,
    pub(super) offsets: Buffer,
    pub(super) sources: Buffer,
    pub(super) own: Buffer,
}

impl EdgeBuffers {
    pub(super) fn new<R: Runtime, F: Number>(
        session: &mut Session<R>,
        edges: &EdgeData,
        own: &[f64],
    ) -> Result<Self, DeviceError> {
        Ok(Self {
            degree: degree(edges),
            weights: session.upload::<F>(edges.weights.iter().copied())?,
            offsets: session.upload_u32(&edges.offsets)?,
            sources: session.upload_u32(&edges.sources)?,
            own: session.upload::<F>(own.iter().copied())?,
        })
    }
}
