//! A network on a device.

mod buffers;
mod memory;
mod rounds;
mod step;
mod totals;

use core::marker::PhantomData;
use std::sync::Arc;
use std::time::Instant;

use cubecl::prelude::*;

use crate::device::DeviceError;
use crate::elementary::Elementary;
use crate::ensemble::Fault;
use crate::kernel::columns::{FINE, fault};
use crate::kernel::net::Net;
use crate::kernel::tall::SECOND;
use crate::model::DeviceModel;
use crate::network::{Blocks, EdgeData, NetworkTask, PlacedNetwork};
use crate::placement::Placement;
use crate::session::{Buffer, Number, Session};
use crate::shape::{Limits, Scheme};

use super::signals;
use buffers::{Buffers, EdgeBuffers};
use totals::Totals;

/// Steps that are handed over before the driver is asked whether all is well.
const AHEAD: u64 = 64;

/// A network on a device.
pub(crate) struct Run<R: Runtime, F: Number, S: Elementary, M: DeviceModel> {
    net: Net,
    scheme: Scheme,
    limits: Limits,
    nodes: usize,
    dt: f64,
    start: f64,
    step: u64,
    buffers: Buffers,
    /// What was added up of volume and outputs before that which stands in the buffers.
    before: Totals,
    edges: EdgeBuffers,
    /// Edges with their weights, once they were needed beside products.
    pair_edges: Option<EdgeBuffers>,
    pairs: Arc<dyn Fn() -> EdgeData + Send + Sync>,
    /// Whether what the present state gives has been made.
    given: bool,
    measuring: bool,
    /// While sums are taken edge by edge although they are products.
    by_pairs: bool,
    kernel: PhantomData<(F, S, M)>,
    /// Behind the buffers, whose memory it gives back.
    session: Session<R>,
}

impl<R: Runtime, F: Number, S: Elementary, M: DeviceModel> Run<R, F, S, M> {
    pub(crate) fn boxed(
        session: Session<R>,
        task: NetworkTask,
    ) -> Result<Box<dyn PlacedNetwork>, DeviceError> {
        Ok(Box::new(Self::new(session, task)?))
    }

    fn new(mut session: Session<R>, task: NetworkTask) -> Result<Self, DeviceError> {
        let most = session.client.properties().hardware.max_shared_memory_size;
        let net = buffers::net(session.device(), most as u64, &task)?;
        signals::check::<_, F>(&session, &task.inputs)?;
        let pairs;
        let (edges, own) = match (&task.edges, task.graph) {
            (Some((edges, own)), _) => (edges, &own[..]),
            (None, graph) => {
                pairs = graph.map_or_else(EdgeData::default, |_| (task.pairs)());
                (&pairs, &[][..])
            }
        };
        memory::check(&session, &task, &net, edges)?;
        let buffers = Buffers::new::<R, F>(&mut session, &task, &net)?;
        let edges = EdgeBuffers::new::<R, F>(&mut session, edges, own)?;
        let measured = Net {
            measure: true,
            ..net
        };
        rounds::check_stage(&session, &measured, task.nodes, edges.degree)?;
        rounds::check_factor(&session, net.k, net.shape.states * task.nodes)?;
        let mut run = Self {
            net,
            scheme: task.scheme,
            limits: task.float.limits(),
            nodes: task.nodes,
            dt: task.dt,
            start: task.start,
            step: 0,
            before: Totals::zero(task.nodes, task.shape.outputs),
            buffers,
            edges,
            pair_edges: None,
            pairs: task.pairs,
            given: false,
            measuring: false,
            by_pairs: false,
            kernel: PhantomData,
            session,
        };
        run.compile()?;
        Ok(run)
    }

    /// Makes a step of nothing, for which the kernels are compiled.
    fn compile(&mut self) -> Result<(), DeviceError> {
        let begin = Instant::now();
        self.clear_marks()?;
        self.make_step()?;
        if self.net.volume || self.net.shape.outputs > 0 {
            self.measuring = true;
            self.make_step()?;
            self.measuring = false;
        }
        if self.net.k > 0 {
            self.factor(0, true)?;
        }
        self.backup()?;
        self.session.wait()?;
        self.session.count_compiling(begin.elapsed());
        self.session.forget_launches_since(0);
        self.step = 0;
        Ok(())
    }

    /// Numbers of a state with its tangents.
    fn len(&self) -> usize {
        self.rows() * (self.net.k + 1)
    }

    /// Numbers of a state.
    fn rows(&self) -> usize {
        self.net.shape.states * self.nodes
    }

    /// Whether anything was marked: what is wrong and in which block, and whether what a source gives was not finite.
    fn marks(&mut self) -> Result<(Option<(Fault, usize)>, bool), DeviceError> {
        let state = self.session.read_u32(&self.buffers.state)?;
        let broken = self.net.is_products() && self.session.read_u32(&self.buffers.broken)?[0] != 0;
        let fault = fault(state[0]).map(|fault| (fault, state[1] as usize));
        if fault.is_some() && state[1] >= SECOND {
            return Err(DeviceError::Failed {
                device: self.session.device(),
                reason: "tangents that it has made orthogonal are not".to_owned(),
            });
        }
        Ok((fault, broken))
    }

    fn clear_marks(&mut self) -> Result<(), DeviceError> {
        self.buffers.state = self.session.upload_u32(&[FINE, 0])?;
        self.buffers.broken = self.session.upload_u32(&[0, 0])?;
        Ok(())
    }

    fn steps(&mut self, steps: u64) -> Result<(), DeviceError> {
        for step in 0..steps {
            self.make_step()?;
            if (step + 1) % AHEAD == 0 {
                self.session.flush()?;
            }
            if totals::is_due::<F>(self.step) && self.measuring {
                let (volume, outputs) = self.measured()?;
                self.set_measured(&volume, &outputs)?;
            }
        }
        Ok(())
    }

    /// Hands blocks over, and gives what was marked.
    fn hand_over(
        &mut self,
        blocks: usize,
        steps: u64,
    ) -> Result<(Option<(Fault, usize)>, bool), DeviceError> {
        self.clear_marks()?;
        self.buffers
            .room_for_diagonals::<R, F>(&mut self.session, blocks * self.net.k)?;
        for block in 0..blocks {
            self.steps(steps)?;
            self.factor(block, steps == 1)?;
        }
        self.marks()
    }

    /// The diagonals of some blocks.
    fn diagonals(&mut self, blocks: usize) -> Result<Vec<f64>, DeviceError> {
        let mut diagonals = self.session.read::<F>(&self.buffers.diagonals)?;
        diagonals.truncate(blocks * self.net.k);
        Ok(diagonals)
    }
}

impl<R: Runtime, F: Number, S: Elementary, M: DeviceModel> PlacedNetwork for Run<R, F, S, M> {
    fn place(&mut self, step: u64, values: &[f64]) -> Result<(), DeviceError> {
        self.buffers.values = self.session.upload::<F>(values.iter().copied())?;
        self.step = step;
        self.given = false;
        Ok(())
    }

    fn values(&mut self) -> Result<Vec<f64>, DeviceError> {
        let mut values = self.session.read::<F>(&self.buffers.values)?;
        values.truncate(self.len());
        Ok(values)
    }

    fn state(&mut self) -> Result<Vec<f64>, DeviceError> {
        let rows = self.rows();
        self.session.read_first::<F>(&self.buffers.values, rows)
    }

    fn advance(&mut self, steps: u64) -> Result<bool, DeviceError> {
        let begin = Instant::now();
        self.clear_marks()?;
        let from = self.backup()?;
        self.steps(steps)?;
        let (_, broken) = self.marks()?;
        if broken {
            self.restore(&from);
            self.by_pairs = true;
            let done = self.steps(steps);
            self.by_pairs = false;
            self.given = false;
            done?;
            self.session.wait()?;
        }
        self.session.count_time(begin.elapsed());
        Ok(broken)
    }

    fn renormalise(&mut self, single: bool) -> Result<Result<Vec<f64>, Fault>, DeviceError> {
        let k = self.net.k;
        if k == 0 {
            return Ok(Ok(Vec::new()));
        }
        let begin = Instant::now();
        self.clear_marks()?;
        self.buffers
            .room_for_diagonals::<R, F>(&mut self.session, k)?;
        self.factor(0, single)?;
        let found = match self.marks()? {
            (Some((fault, _)), _) => Err(fault),
            (None, _) => Ok(self.diagonals(1)?),
        };
        self.session.count_time(begin.elapsed());
        Ok(found)
    }

    fn blocks(&mut self, blocks: usize, steps: u64) -> Result<Blocks, DeviceError> {
        if self.net.k == 0 {
            // It is the factorisation that sees a state which is not finite.
            return Ok(Blocks::default());
        }
        let begin = Instant::now();
        let from = self.backup()?;
        let (fault, broken) = self.hand_over(blocks, steps)?;
        let mut done = blocks;
        if broken {
            // In which block is not known: one by one.
            self.restore(&from);
            done = 0;
            let mut diagonals = Vec::new();
            while done < blocks {
                let from = self.backup()?;
                let (fault, broken) = self.hand_over(1, steps)?;
                if broken || fault.is_some() {
                    self.restore(&from);
                    break;
                }
                diagonals.extend(self.diagonals(1)?);
                done += 1;
            }
            self.session.count_time(begin.elapsed());
            return Ok(Blocks { done, diagonals });
        }
        if let Some((_, block)) = fault {
            self.restore(&from);
            done = block;
            // As before, up to the block that failed.
            self.hand_over(block, steps)?;
        }
        let diagonals = if done > 0 {
            self.diagonals(done)?
        } else {
            Vec::new()
        };
        self.session.count_time(begin.elapsed());
        Ok(Blocks { done, diagonals })
    }

    fn set_measured(&mut self, volume: &[f64], outputs: &[f64]) -> Result<(), DeviceError> {
        let mut there = Totals::zero(self.nodes, self.net.shape.outputs);
        let given = Totals {
            volume: volume.to_vec(),
            outputs: outputs.to_vec(),
        };
        if totals::are_short::<F>() {
            self.before = given;
        } else {
            there = given;
        }
        self.buffers.volume = self.session.upload::<F>(there.volume.into_iter())?;
        self.buffers.outputs = self.session.upload::<F>(there.outputs.into_iter())?;
        Ok(())
    }

    fn measure(&mut self, volume: &[f64], outputs: &[f64]) -> Result<(), DeviceError> {
        self.set_measured(volume, outputs)?;
        self.measuring = self.net.volume || self.net.shape.outputs > 0;
        Ok(())
    }

    fn measured(&mut self) -> Result<(Vec<f64>, Vec<f64>), DeviceError> {
        let there = Totals {
            volume: self.session.read::<F>(&self.buffers.volume)?,
            outputs: self.session.read::<F>(&self.buffers.outputs)?,
        };
        let Totals { volume, outputs } = self.before.with(&there);
        Ok((volume, outputs))
    }

    fn placement(&mut self) -> Placement {
        self.session.placement()
    }
}

/// A copy of where a network stands.
struct Backup {
    step: u64,
    values: Buffer,
    volume: Buffer,
    outputs: Buffer,
    before: Totals,
}
