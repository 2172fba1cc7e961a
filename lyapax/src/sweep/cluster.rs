//! A sweep shared among processes, which MPI lets talk to each other.
//!
//! Process 0 has the desk. The others report to it what they have done, and are told what to do next, or to end. Only
//! the thread that began MPI in a process calls it; in process 0 that one serves while others compute.

use core::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;

use mpi::Threading;
use mpi::environment::Universe;
use mpi::topology::{Rank, SimpleCommunicator};
use mpi::traits::{Communicator, Destination, Source};
use rayon::prelude::*;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use super::Sweep;
use super::entry::Record;
use super::result::SweepSpectra;
use super::run::{Desk, Session, SweepProgress};
use super::store::Writer;
use crate::model::Model;
use crate::spectrum::SpectrumOptions;
use crate::workers;
use crate::{Device, Error, SweepError};

/// What a process that has done something sends to process 0.
const REPORT: i32 = 1;

/// What it is told then.
const ORDER: i32 = 2;

/// The status of all processes where one panicked.
const PANICKED: i32 = 101;

/// Between two looks for reports while others compute.
const PAUSE: Duration = Duration::from_micros(200);

/// The processes that `mpirun` started: one, where it did not.
///
/// There is one in a program, from its begin to its end.
pub struct World {
    communicator: SimpleCommunicator,
    // Ends MPI when it is dropped, which comes last.
    _universe: Universe,
}

impl World {
    /// Begins MPI, in the thread that has the sweeps made.
    ///
    /// # Errors
    /// Where MPI has been begun already, or allows no threads beside those that call it.
    pub fn new() -> Result<Self, SweepError> {
        let begun = mpi::initialize_with_threading(Threading::Funneled);
        let Some((universe, threading)) = begun else {
            return Err(failed("MPI has been begun already"));
        };
        if threading < Threading::Funneled {
            return Err(failed("this MPI allows no threads"));
        }
        Ok(Self {
            communicator: universe.world(),
            _universe: universe,
        })
    }

    /// The number of this process, from 0.
    pub fn rank(&self) -> usize {
        usize::try_from(self.communicator.rank()).unwrap_or(0)
    }

    /// How many processes there are.
    pub fn size(&self) -> usize {
        usize::try_from(self.communicator.size()).unwrap_or(1)
    }

    fn send(&self, to: Rank, tag: i32, message: &impl Serialize) -> Result<(), SweepError> {
        let bytes = rmp_serde::to_vec(message).map_err(|error| failed(error.to_string()))?;
        self.communicator
            .process_at_rank(to)
            .send_with_tag(&bytes[..], tag);
        Ok(())
    }

    fn receive<T: DeserializeOwned>(&self, from: Rank, tag: i32) -> Result<T, SweepError> {
        let process = self.communicator.process_at_rank(from);
        let (bytes, _) = process.receive_vec_with_tag::<u8>(tag);
        rmp_serde::from_slice(&bytes).map_err(|error| failed(error.to_string()))
    }
}

impl Drop for World {
    /// A process that panics would leave the others waiting for it.
    fn drop(&mut self) {
        if thread::panicking() {
            self.communicator.abort(PANICKED);
        }
    }
}

#[derive(Serialize, Deserialize)]
struct Report {
    records: Vec<Record>,
    /// Pieces that it can work on at once.
    wants: usize,
    /// Why it cannot go on.
    failure: Option<String>,
}

impl Default for Report {
    /// Nothing has been done.
    fn default() -> Self {
        Self {
            records: Vec::new(),
            wants: 1,
            failure: None,
        }
    }
}

#[derive(Serialize, Deserialize)]
enum Order {
    /// Pieces of work, and where they are run.
    Work {
        pieces: Vec<Vec<usize>>,
        device: String,
    },
    /// There are no more, or the sweep has failed: process 0 says why.
    End,
}

pub(super) fn run<M: Model>(
    sweep: &Sweep<M>,
    world: &World,
    options: &SpectrumOptions,
    progress: impl FnMut(&SweepProgress) -> ControlFlow<()> + Send,
) -> Result<Option<SweepSpectra>, Error> {
    match (world.rank(), world.size()) {
        (0, 1) => sweep.spectrum_with(options, progress).map(Some),
        (0, _) => lead(sweep, world, options, progress).map(Some),
        _ => follow(sweep, world, options).map(|()| None),
    }
}

/// What process 0 does.
fn lead<M: Model>(
    sweep: &Sweep<M>,
    world: &World,
    options: &SpectrumOptions,
    progress: impl FnMut(&SweepProgress) -> ControlFlow<()> + Send,
) -> Result<SweepSpectra, Error> {
    // The others wait for orders, whatever happens here.
    let dismiss = |error: Error| {
        let mut waiting = world.size() - 1;
        while waiting > 0 {
            let (_, from) = report(world)?;
            world.send(from, ORDER, &Order::End)?;
            waiting -= 1;
        }
        Err(error)
    };
    let session = match Session::new(sweep, options) {
        Ok(session) => session,
        Err(error) => return dismiss(error),
    };
    let desk = match session.desk(&sweep.file(Some(0)), progress) {
        Ok(desk) => desk,
        Err(error) => return dismiss(error),
    };
    let work = desk.crew.work_of(&session);
    let device = session.device();
    let computing = AtomicBool::new(true);
    thread::scope(|scope| {
        scope.spawn(|| {
            if let Err(error) = desk.crew.work(&desk, &work) {
                desk.fail(error);
            }
            computing.store(false, Ordering::Release);
        });
        serve(world, &desk, device, &computing)
    })?;
    session.result(desk, work)
}

/// Hands out pieces until every other process was told to end.
fn serve<F: FnMut(&SweepProgress) -> ControlFlow<()> + Send>(
    world: &World,
    desk: &Desk<'_, F>,
    device: Device,
    computing: &AtomicBool,
) -> Result<(), SweepError> {
    let mut waiting = world.size() - 1;
    while waiting > 0 {
        let any = world.communicator.any_process();
        if computing.load(Ordering::Acquire) && any.immediate_probe_with_tag(REPORT).is_none() {
            // The processor is for those who compute.
            thread::sleep(PAUSE);
            continue;
        }
        let (report, from) = report(world)?;
        for record in report.records {
            desk.take(record);
        }
        if let Some(reason) = report.failure {
            desk.fail(failed(format!("process {from}: {reason}")).into());
        }
        let pieces: Vec<_> = core::iter::from_fn(|| desk.next())
            .take(report.wants)
            .collect();
        let order = if pieces.is_empty() {
            waiting -= 1;
            Order::End
        } else {
            let device = device.to_string();
            Order::Work { pieces, device }
        };
        world.send(from, ORDER, &order)?;
    }
    Ok(())
}

/// The next report, and whose it is.
fn report(world: &World) -> Result<(Report, Rank), SweepError> {
    let status = world.communicator.any_process().probe_with_tag(REPORT);
    let from = status.source_rank();
    Ok((world.receive(from, REPORT)?, from))
}

/// What the other processes do.
fn follow<M: Model>(
    sweep: &Sweep<M>,
    world: &World,
    options: &SpectrumOptions,
) -> Result<(), Error> {
    let (pieces, device) = match ask(world, &Report::default())? {
        Order::Work { pieces, device } => (pieces, device),
        Order::End => return Ok(()),
    };
    // Where that was left open, process 0 has chosen.
    let device: Device = device.parse()?;
    let options = options.clone().device(device);
    match take_part(sweep, world, &options, pieces) {
        Ok(end) => end,
        Err(error) => {
            let failure = Some(error.to_string());
            ask(
                world,
                &Report {
                    failure,
                    ..Report::default()
                },
            )?;
            Err(error)
        }
    }
}

/// Tells process 0 what was done, and what it answers.
fn ask(world: &World, report: &Report) -> Result<Order, SweepError> {
    world.send(0, REPORT, report)?;
    world.receive(0, ORDER)
}

/// Works until it is told to end, and gives what came of that. An error of its own process 0 does not know yet.
fn take_part<M: Model>(
    sweep: &Sweep<M>,
    world: &World,
    options: &SpectrumOptions,
    mut pieces: Vec<Vec<usize>>,
) -> Result<Result<(), Error>, Error> {
    let session = Session::new(sweep, options)?;
    let mut writer = session.writer(&sweep.file(Some(world.rank())))?;
    let crew = session.crew(usize::MAX);
    let work = crew.work_of(&session);
    let pool = workers::pool(crew.threads)?;
    loop {
        let one = |lines: Vec<usize>| -> Result<Record, Error> {
            let entries = work.run(&lines)?;
            Ok(Record { lines, entries })
        };
        let records: Result<Vec<Record>, Error> = match crew.threads {
            // A network is then free to use the threads of the machine.
            1 => pieces.into_iter().map(one).collect(),
            _ => pool.install(|| pieces.into_par_iter().map(one).collect()),
        };
        let records = records?;
        if let Some(writer) = &mut writer {
            for record in &records {
                writer.write(record)?;
            }
        }
        let report = Report {
            records,
            wants: crew.threads,
            failure: None,
        };
        match ask(world, &report)? {
            Order::Work { pieces: more, .. } => pieces = more,
            Order::End => {
                let finished = writer.map_or(Ok(()), Writer::finish);
                return Ok(finished.map_err(Error::from));
            }
        }
    }
}

fn failed(reason: impl Into<String>) -> SweepError {
    SweepError::Cluster {
        reason: reason.into(),
    }
}
