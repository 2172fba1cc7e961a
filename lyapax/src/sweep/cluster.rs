//! A sweep shared among processes, which MPI lets talk to each other.
//!
//! Process 0 has the desk. The others report to it what they have done, and are told what to do next, or to end. Only
//! the thread that began MPI in a process calls it; in process 0 that one serves while others compute.

use core::ops::ControlFlow;
use std::collections::VecDeque;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::Duration;

use mpi::Threading;
use mpi::environment::Universe;
use mpi::topology::{Rank, SimpleCommunicator};
use mpi::traits::{Communicator, Destination, Source};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use super::Sweep;
use super::desk::Desk;
use super::entry::{Piece, Record};
use super::result::SweepSpectra;
use super::run::{Session, SweepProgress};
use super::store::Writer;
use crate::model::Model;
use crate::spectrum::SpectrumOptions;
use crate::{Device, Error, SweepError};

/// What a process that has done something sends to process 0.
const REPORT: i32 = 1;

/// What it is told then.
const ORDER: i32 = 2;

/// The status of all processes where one panicked.
const PANICKED: i32 = 101;

/// Pieces that a thread of another process has at a time: one to work on, and one so that none waits.
const AHEAD: usize = 2;

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
    /// Pieces that it takes at a time.
    wants: usize,
    /// Why it cannot go on.
    failure: Option<String>,
}

#[derive(Serialize, Deserialize)]
enum Order {
    Work(Orders),
    /// There are no more, or the sweep has failed: process 0 says why.
    End,
}

#[derive(Serialize, Deserialize)]
struct Orders {
    pieces: Vec<Piece>,
    /// Where they are run.
    device: String,
    /// Of process 0's sweep.
    identity: String,
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
    let session = Session::new(sweep, options);
    let begun = session.as_ref().map_err(Clone::clone).and_then(|session| {
        let desk = session.desk(&sweep.file(Some(0)), progress, world.size())?;
        Ok((session, desk))
    });
    let (session, (desk, crew)) = match begun {
        Ok(begun) => begun,
        Err(error) => {
            // The others wait for orders, whatever happens here.
            for _ in 1..world.size() {
                let (_, from) = report(world)?;
                world.send(from, ORDER, &Order::End)?;
            }
            return Err(error);
        }
    };
    let work = session.work(crew);
    let computing = AtomicBool::new(true);
    thread::scope(|scope| {
        scope.spawn(|| {
            // However it ends.
            let _end = End(&computing);
            if let Err(error) = crew.work(&desk, &work) {
                desk.fail(error);
            }
        });
        serve(world, &desk, session, &computing)
    })?;
    session.result(desk, work)
}

struct End<'a>(&'a AtomicBool);

impl Drop for End<'_> {
    fn drop(&mut self) {
        self.0.store(false, Ordering::Release);
    }
}

/// Hands out pieces until every other process was told to end.
fn serve<M: Model, F: FnMut(&SweepProgress) -> ControlFlow<()>>(
    world: &World,
    desk: &Desk<'_, F>,
    session: &Session<'_, M>,
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
            desk.take_over(record);
        }
        if let Some(reason) = report.failure {
            desk.fail(failed(format!("process {from}: {reason}")).into());
        }
        let next = || desk.next();
        let pieces: Vec<_> = core::iter::from_fn(next).take(report.wants).collect();
        let order = if pieces.is_empty() {
            waiting -= 1;
            Order::End
        } else {
            Order::Work(Orders {
                pieces,
                device: session.device.to_string(),
                identity: session.metadata.identity.clone(),
            })
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
    let first = Report {
        records: Vec::new(),
        wants: 1,
        failure: None,
    };
    let Order::Work(orders) = ask(world, &first)? else {
        return Ok(());
    };
    match take_part(sweep, world, options, orders) {
        Ok(end) => end,
        Err(error) => {
            let failure = Some(error.to_string());
            ask(world, &Report { failure, ..first })?;
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
    mut orders: Orders,
) -> Result<Result<(), Error>, Error> {
    // Where that was left open, process 0 has chosen.
    let device: Device = orders.device.parse()?;
    let options = options.clone().device(device);
    let session = Session::new(sweep, &options)?;
    if session.metadata.identity != orders.identity {
        return Err(failed("its sweep is another one; make the same in every process").into());
    }
    let crew = session.crew(usize::MAX, world.size())?;
    let work = session.work(crew);
    let hand = Mutex::new(Hand {
        pieces: VecDeque::new(),
        records: Vec::new(),
        writer: session.writer(&sweep.file(Some(world.rank())))?,
        error: None,
    });
    let locked = || hand.lock().unwrap_or_else(PoisonError::into_inner);
    // A function, since a lock in the head of a loop is held in its body.
    let next = || locked().next();
    loop {
        locked().pieces.extend(orders.pieces);
        crew.each_thread(|| {
            while let Some(piece) = next() {
                if let Err(error) = work.run(piece, |record| locked().keep(record)) {
                    locked().error.get_or_insert(error);
                }
            }
        })?;
        if let Some(error) = locked().error.take() {
            return Err(error);
        }
        let report = Report {
            records: core::mem::take(&mut locked().records),
            wants: AHEAD * crew.threads,
            failure: None,
        };
        match ask(world, &report)? {
            Order::Work(more) => orders = more,
            Order::End => {
                let finished = locked().writer.take().map_or(Ok(()), Writer::finish);
                return Ok(finished.map_err(Error::from));
            }
        }
    }
}

/// What the threads of another process share between two reports.
struct Hand {
    pieces: VecDeque<Piece>,
    records: Vec<Record>,
    writer: Option<Writer>,
    error: Option<Error>,
}

impl Hand {
    fn next(&mut self) -> Option<Piece> {
        if self.error.is_some() {
            return None;
        }
        self.pieces.pop_front()
    }

    fn keep(&mut self, record: Record) -> ControlFlow<()> {
        if let Some(writer) = &mut self.writer
            && let Err(error) = writer.write(&record)
        {
            self.error.get_or_insert(error.into());
            return ControlFlow::Break(());
        }
        self.records.push(record);
        ControlFlow::Continue(())
    }
}

fn failed(reason: impl Into<String>) -> SweepError {
    SweepError::Cluster {
        reason: reason.into(),
    }
}
