//! A network on a device.

mod buffers;
mod rounds;
mod step;

use core::marker::PhantomData;
use std::sync::Arc;
use std::time::Instant;

use cubecl::prelude::*;

use crate::device::DeviceError;
use crate::elementary::Elementary;
use crate::ensemble::Fault;
use crate::kernel::columns::{DEPENDENT, FINE, OVERFLOW, VANISHED};
use crate::kernel::ensemble::STATE;
use crate::kernel::net::Net;
use crate::model::DeviceModel;
use crate::network::{Blocks, EdgeData, Network, NetworkTask};
use crate::placement::Placement;
use crate::session::{Buffer, Number, Session};
use crate::shape::{Limits, Scheme};

use buffers::{Buffers, EdgeBuffers};

/// Steps that are handed over before the driver is asked whether all is well.
const AHEAD: u64 = 64;

/// A network on a device.
pub(crate) struct Run<R: Runtime, F: Number, S: Elementary, M: DeviceModel> {
    session: Session<R>,
    net: Net,
    scheme: Scheme,
    limits: Limits,
    nodes: usize,
    dt: f64,
    start: f64,
    step: u64,
    buffers: Buffers,
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
}

impl<R: Runtime, F: Number, S: Elementary, M: DeviceModel> Run<R, F, S, M> {
    pub(crate) fn boxed(
        session: Session<R>,
        task: NetworkTask,
    ) -> Result<Box<dyn Network>, DeviceError> {
        Ok(Box::new(Self::new(session, task)?))
    }

    fn new(mut session: Session<R>, task: NetworkTask) -> Result<Self, DeviceError> {
        let most = session.client.properties().hardware.max_shared_memory_size;
        let net = buffers::net(session.device(), most as u64, &task)?;
        buffers::check_room(&session, &task, &net)?;
        session.set_float(task.float);
        let buffers = Buffers::new::<R, F>(&mut session, &task, &net)?;
        let edges = match (&task.edges, task.graph) {
            (Some((edges, own)), _) => EdgeBuffers::new::<R, F>(&mut session, edges, own)?,
            (None, Some(_)) => EdgeBuffers::new::<R, F>(&mut session, &(task.pairs)(), &[])?,
            (None, None) => EdgeBuffers::new::<R, F>(&mut session, &EdgeData::default(), &[])?,
        };
        let measured = Net {
            measure: true,
            ..net
        };
        rounds::check_stage(&session, &measured, task.nodes, edges.degree)?;
        rounds::check_factor(&session, net.k, net.shape.states * task.nodes)?;
        let mut run = Self {
            session,
            net,
            scheme: task.scheme,
            limits: task.float.limits(),
            nodes: task.nodes,
            dt: task.dt,
            start: task.start,
            step: 0,
            buffers,
            edges,
            pair_edges: None,
            pairs: task.pairs,
            given: false,
            measuring: false,
            by_pairs: false,
            kernel: PhantomData,
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
        self.factor(0, true)?;
        self.backup()?;
        self.session.wait()?;
        self.session.count_compiling(begin.elapsed());
        self.session.forget_launches();
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
        let index = (state[0] / 8) as usize;
        let fault = match state[0] % 8 {
            STATE => Some(Fault::State(index)),
            OVERFLOW => Some(Fault::Overflow(index)),
            VANISHED => Some(Fault::Vanished(index)),
            DEPENDENT => Some(Fault::Dependent(index)),
            _ => None,
        };
        Ok((fault.map(|fault| (fault, state[1] as usize)), broken))
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

impl<R: Runtime, F: Number, S: Elementary, M: DeviceModel> Network for Run<R, F, S, M> {
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
        self.clear_marks()?;
        let k = self.net.k;
        self.buffers
            .room_for_diagonals::<R, F>(&mut self.session, k)?;
        self.factor(0, single)?;
        match self.marks()? {
            (Some((fault, _)), _) => Ok(Err(fault)),
            (None, _) => self.diagonals(1).map(Ok),
        }
    }

    fn blocks(&mut self, blocks: usize, steps: u64) -> Result<Blocks, DeviceError> {
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
        self.buffers.volume = self.session.upload::<F>(volume.iter().copied())?;
        self.buffers.outputs = self.session.upload::<F>(outputs.iter().copied())?;
        Ok(())
    }

    fn measure(&mut self, volume: &[f64], outputs: &[f64]) -> Result<(), DeviceError> {
        self.set_measured(volume, outputs)?;
        self.measuring = self.net.volume || self.net.shape.outputs > 0;
        Ok(())
    }

    fn measured(&mut self) -> Result<(Vec<f64>, Vec<f64>), DeviceError> {
        let outputs = self.net.shape.outputs * self.nodes;
        let mut found = self.session.read::<F>(&self.buffers.outputs)?;
        found.truncate(outputs);
        Ok((self.session.read::<F>(&self.buffers.volume)?, found))
    }

    fn wait(&mut self) -> Result<(), DeviceError> {
        self.session.wait()
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
}
