//! A step of a network, and a renormalisation: which kernels, in which order.

use cubecl::prelude::*;

use super::buffers::{EdgeBuffers, PAIR_THREADS};
use super::rounds::check_stage;
use super::{Backup, Run};
use crate::device::DeviceError;
use crate::elementary::Elementary;
use crate::kernel::give::{add_up, give_all};
use crate::kernel::net::{AroundLaunch, Net, Sums};
use crate::kernel::stage::{MeasuredLaunch, stage};
use crate::kernel::sums::EdgesLaunch;
use crate::kernel::tall::{self, ROWS, THREADS, Tall, apply, copy, gram};
use crate::model::DeviceModel;
use crate::session::{Buffer, Number};
use crate::shape::Scheme;

/// Threads of a workgroup that adds up all nodes.
const ADDING: usize = 256;

/// What a stage reads and writes.
struct Stage {
    number: usize,
    /// Whether the step ends with it.
    last: bool,
    values: Buffer,
    next: Buffer,
    t: f64,
    t_next: f64,
    net: Net,
}

impl<R: Runtime, F: Number, S: Elementary, M: DeviceModel> Run<R, F, S, M> {
    /// The time of a stage.
    fn time(&self, stage: usize) -> f64 {
        let fraction = match self.scheme {
            Scheme::Flow(method) if stage < method.stages() => method.fraction(stage),
            // The next step.
            Scheme::Flow(_) => 1.0,
            Scheme::Map => stage as f64,
        };
        self.start + (self.step as f64 + fraction) * self.dt
    }

    /// How the sums are taken now.
    fn net(&self) -> Net {
        let sums = match self.net.sums {
            Sums::Dense if self.by_pairs => Sums::DensePairs,
            Sums::Sparse if self.by_pairs => Sums::SparsePairs,
            Sums::Uniform if self.by_pairs => Sums::UniformPairs,
            sums => sums,
        };
        let mut net = Net { sums, ..self.net };
        if self.by_pairs {
            (net.rows, net.threads) = (1, PAIR_THREADS);
        }
        net
    }

    /// Hands over one step.
    pub(super) fn make_step(&mut self) -> Result<(), DeviceError> {
        let count = self.scheme.stages();
        let net = self.net();
        let products = net.is_products();
        if products && net.centred > 0 {
            let (from, to) = (self.buffers.values.clone(), self.buffers.means.clone());
            self.add_up(&from, &to, net.shape.states, 1.0 / self.nodes as f64)?;
            self.given = false;
        }
        if products && !self.given {
            self.give_all(&net)?;
        }
        let mut values = self.buffers.values.clone();
        for number in 0..count {
            let last = number + 1 == count;
            if net.sums == Sums::Uniform {
                let (from, to) = (self.buffers.given[0].clone(), self.buffers.totals.clone());
                self.add_up(&from, &to, net.width, 1.0)?;
            }
            let give = products && !(last && net.centred > 0);
            let next = self.buffers.at[number % 2].clone();
            let (t, t_next) = (self.time(number), self.time(number + 1));
            let net = Net {
                measure: self.measuring && number == 0,
                give,
                ..net
            };
            self.stage(Stage {
                number,
                last,
                values,
                next: next.clone(),
                t,
                t_next,
                net,
            })?;
            if give {
                self.buffers.given.swap(0, 1);
            }
            values = next;
        }
        // What was written last is the state now; the old one is room.
        let old = core::mem::replace(&mut self.buffers.values, values);
        self.buffers.at[(count - 1) % 2] = old;
        self.given = products && net.centred == 0;
        self.step += 1;
        Ok(())
    }

    fn stage(&mut self, stage_of: Stage) -> Result<(), DeviceError> {
        let Stage {
            number,
            last,
            values,
            next,
            t,
            t_next,
            net,
        } = stage_of;
        if net.is_pairs() && self.net.is_products() && self.pair_edges.is_none() {
            let edges = (self.pairs)();
            let edges = EdgeBuffers::new::<R, F>(&mut self.session, &edges, &[])?;
            check_stage(&self.session, &net, self.nodes, edges.degree)?;
            self.pair_edges = Some(edges);
        }
        let (session, buffers) = (&mut self.session, &self.buffers);
        let edges = match &self.pair_edges {
            Some(edges) if net.is_pairs() => edges,
            _ => &self.edges,
        };
        let row = if last {
            self.scheme.stages()
        } else {
            number + 1
        };
        let around = AroundLaunch::new(
            buffers.params.argument(),
            buffers.signals.constants.argument(),
            buffers.signals.table.argument(),
            buffers.signals.samples.argument(),
            buffers.neighbours.argument(),
        );
        let edges_of = EdgesLaunch::new(
            edges.weights.argument(),
            edges.offsets.argument(),
            edges.sources.argument(),
        );
        let measured = MeasuredLaunch::new(
            buffers.volume.argument(),
            buffers.outputs.argument(),
            self.edges.own.argument(),
        );
        let [
            values,
            begin,
            slopes,
            next,
            given,
            given_next,
            totals,
            means,
            weights,
            broken,
        ] = [
            &values,
            &buffers.values,
            &buffers.slopes,
            &next,
            &buffers.given[0],
            &buffers.given[1],
            &buffers.totals,
            &buffers.means,
            &buffers.weights,
            &buffers.broken,
        ]
        .map(Buffer::argument);
        let count = session.cubes(whole(self.nodes.div_ceil(net.rows)));
        let threads = CubeDim::new_1d(whole(net.threads));
        let (nodes, number, row) = (whole(self.nodes), whole(number), whole(row));
        session.launch(|client| {
            stage::launch::<F, S, M, R>(
                client,
                count,
                threads,
                values,
                begin,
                slopes,
                next,
                given,
                given_next,
                totals,
                means,
                weights,
                around,
                edges_of,
                measured,
                broken,
                nodes,
                number,
                row,
                F::of(t),
                F::of(t_next),
                net,
            );
        })
    }

    /// What all nodes give from where they stand.
    fn give_all(&mut self, net: &Net) -> Result<(), DeviceError> {
        let t = self.time(0);
        let (session, buffers) = (&mut self.session, &self.buffers);
        let [values, means, given, broken] = [
            &buffers.values,
            &buffers.means,
            &buffers.given[0],
            &buffers.broken,
        ]
        .map(Buffer::argument);
        let count = session.cubes(whole((self.nodes * (net.k + 1)).div_ceil(THREADS)));
        let nodes = whole(self.nodes);
        session.launch(|client| {
            give_all::launch::<F, S, M, R>(
                client,
                count,
                CubeDim::new_1d(whole(THREADS)),
                values,
                means,
                given,
                broken,
                nodes,
                F::of(t),
                *net,
            );
        })
    }

    /// Rows of as many numbers as there are nodes, each added up.
    fn add_up(
        &mut self,
        rows: &Buffer,
        sums: &Buffer,
        count: usize,
        factor: f64,
    ) -> Result<(), DeviceError> {
        let session = &mut self.session;
        let (rows, sums) = (rows.argument(), sums.argument());
        // Of as many as there are rows no more are written.
        let cubes = CubeCount::Static(whole(count), 1, 1);
        let length = whole(self.nodes);
        session.launch(|client| {
            add_up::launch::<F, R>(
                client,
                cubes,
                CubeDim::new_1d(whole(ADDING)),
                rows,
                sums,
                length,
                F::of(factor),
                ADDING,
            );
        })
    }

    /// QR of the tangents; the diagonal is that of a block.
    pub(super) fn factor(&mut self, block: usize, single: bool) -> Result<(), DeviceError> {
        for second in [false, true] {
            self.pass(block, single, second)?;
        }
        self.given = false;
        Ok(())
    }

    fn pass(&mut self, block: usize, single: bool, second: bool) -> Result<(), DeviceError> {
        let k = self.net.k;
        let tall = Tall {
            k,
            second,
            limits: self.limits,
        };
        let rows = self.rows();
        let stretches = rows.div_ceil(ROWS);
        let ratio = if single {
            self.limits.step.get()
        } else {
            self.limits.block.get()
        };
        let (session, buffers) = (&mut self.session, &self.buffers);
        let threads = CubeDim::new_1d(whole(THREADS));
        let length = whole(rows);
        let [values, parts] = [&buffers.values, &buffers.parts].map(Buffer::argument);
        let count = session.cubes(whole(stretches * (k + 1)));
        session.launch(|client| {
            gram::launch::<F, R>(client, count, threads, values, parts, length, tall);
        })?;
        let [parts, sums, upper, diagonals, state] = [
            &buffers.parts,
            &buffers.sums,
            &buffers.upper,
            &buffers.diagonals,
            &buffers.state,
        ]
        .map(Buffer::argument);
        session.launch(|client| {
            tall::factor::launch::<F, R>(
                client,
                CubeCount::Static(1, 1, 1),
                threads,
                parts,
                sums,
                upper,
                diagonals,
                state,
                whole(stretches),
                whole(block),
                F::of(ratio),
                tall,
            );
        })?;
        let [values, sums, state] =
            [&buffers.values, &buffers.sums, &buffers.state].map(Buffer::argument);
        let count = session.cubes(whole(rows.div_ceil(THREADS)));
        session.launch(|client| {
            apply::launch::<F, R>(client, count, threads, values, sums, state, length, tall);
        })
    }

    /// A copy of where it stands.
    pub(super) fn backup(&mut self) -> Result<Backup, DeviceError> {
        let [values, volume, outputs] = [
            (self.buffers.values.clone(), self.len()),
            (self.buffers.volume.clone(), self.nodes),
            (
                self.buffers.outputs.clone(),
                self.net.shape.outputs * self.nodes,
            ),
        ]
        .map(|(buffer, len)| self.copied(&buffer, len));
        Ok(Backup {
            step: self.step,
            values: values?,
            volume: volume?,
            outputs: outputs?,
            before: self.before.clone(),
        })
    }

    fn copied(&mut self, buffer: &Buffer, len: usize) -> Result<Buffer, DeviceError> {
        let session = &mut self.session;
        let to = session.room::<F>(len)?;
        let (from, into) = (buffer.argument(), to.argument());
        let count = session.cubes(whole(len.max(1).div_ceil(ADDING)));
        session.launch(|client| {
            copy::launch::<F, R>(client, count, CubeDim::new_1d(whole(ADDING)), from, into);
        })?;
        Ok(to)
    }

    /// Goes back to where a copy was made.
    pub(super) fn restore(&mut self, from: &Backup) {
        self.step = from.step;
        self.buffers.values = from.values.clone();
        self.buffers.volume = from.volume.clone();
        self.buffers.outputs = from.outputs.clone();
        self.before = from.before.clone();
        self.given = false;
    }
}

/// Counts of a launch; more were refused before.
fn whole(count: usize) -> u32 {
    u32::try_from(count).unwrap_or(u32::MAX)
}
