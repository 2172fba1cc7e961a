//! Shares the lines of a sweep among threads.

use core::ops::ControlFlow;
use std::collections::VecDeque;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use super::Sweep;
use super::axis::Quantity;
use super::entry::{Entry, Record};
use super::layout::Layout;
use super::metadata::SweepMetadata;
use super::result::SweepSpectra;
use super::store::{Store, Writer};
use super::work::Work;
use crate::ensemble::lanes;
use crate::model::Model;
use crate::spectrum::{Plan, SpectrumOptions};
use crate::stepper::dimension;
use crate::workers;
use crate::{Calibration, Device, DeviceChoice, Error, SetupError};

/// How far a sweep has come.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct SweepProgress {
    /// Points that are done, those found in the folder among them.
    pub done: usize,
    /// Points that will be.
    pub points: usize,
    /// Points found in the folder.
    pub found: usize,
    /// Points that could not be carried on.
    pub failed: usize,
    /// Time since the sweep was called.
    pub elapsed: Duration,
}

/// Seconds that a piece of work should take, roughly: a sweep that is stopped waits for it.
const PIECE: f64 = 0.2;

/// Lines of a piece, at most.
const MOST: usize = 4096;

/// Pieces for each thread, at least, so that none waits long for another.
const PIECES: usize = 8;

/// Nanoseconds of a number in a stage of a step, roughly.
const NANOSECONDS: f64 = 1.0;

/// Lines that a device is given at once, unless they are few.
const ON_DEVICE: usize = 1 << 17;

/// Points on which devices are compared.
const COMPARED: usize = 4096;

/// A sweep whose axes and options were checked.
pub(super) struct Session<'a, M: Model> {
    sweep: &'a Sweep<M>,
    options: &'a SpectrumOptions,
    layout: Layout,
    device: Device,
    calibration: Option<Calibration>,
    metadata: SweepMetadata,
    store: Option<Store>,
    threads: usize,
    start: Instant,
}

pub(super) fn run<M: Model>(
    sweep: &Sweep<M>,
    options: &SpectrumOptions,
    progress: impl FnMut(&SweepProgress) -> ControlFlow<()> + Send,
) -> Result<SweepSpectra, Error> {
    let session = Session::new(sweep, options)?;
    let desk = session.desk(&sweep.file(None), progress)?;
    let work = desk.crew.work_of(&session);
    desk.crew.work(&desk, &work)?;
    session.result(desk, work)
}

impl<'a, M: Model> Session<'a, M> {
    pub(super) fn new(sweep: &'a Sweep<M>, options: &'a SpectrumOptions) -> Result<Self, Error> {
        let start = Instant::now();
        let layout = sweep.check(options)?;
        let threads = threads(options)?;
        let every = check_runs(sweep, &layout, options)?;
        let (device, calibration) = options.choose_device(every, None, |short| {
            // A run that compares devices names the one.
            let device = match short.device {
                Some(DeviceChoice::This(device)) => device,
                _ => Device::CPU,
            };
            let lines = if sweep.is_of_single_nodes() {
                layout.lines().min(COMPARED)
            } else {
                1
            };
            let lines: Vec<usize> = (0..lines).collect();
            let work = Work::new(sweep, &layout, short, device, None);
            work.run(&lines).map(drop)
        })?;
        let metadata = SweepMetadata::new(sweep, &layout, options, device)?;
        let store = match &sweep.folder {
            None => None,
            Some(folder) => Some(Store::open(folder, metadata.json())?),
        };
        Ok(Self {
            sweep,
            options,
            layout,
            device,
            calibration,
            metadata,
            store,
            threads,
            start,
        })
    }

    /// Where it is run.
    #[cfg(feature = "mpi")]
    pub(super) fn device(&self) -> Device {
        self.device
    }

    /// A file of this name, where there is a folder.
    #[cfg(feature = "mpi")]
    pub(super) fn writer(&self, file: &str) -> Result<Option<Writer>, Error> {
        match &self.store {
            Some(store) => Ok(Some(store.writer(file)?)),
            None => Ok(None),
        }
    }

    /// Lays out what there is to do. Records go to a file of this name, where there is a folder.
    pub(super) fn desk<F>(&self, file: &str, tell: F) -> Result<Desk<'_, F>, Error> {
        let mut board = Board::new(&self.layout);
        if let Some(store) = &self.store {
            for record in store.records()? {
                board.take(&self.layout, record);
            }
        }
        let todo = board.todo(&self.layout, self.sweep);
        let crew = self.crew(todo.len());
        let writer = match &self.store {
            Some(store) if !todo.is_empty() => Some(store.writer(file)?),
            _ => None,
        };
        Ok(Desk {
            layout: &self.layout,
            state: Mutex::new(State {
                pieces: todo.chunks(crew.piece).map(<[usize]>::to_vec).collect(),
                progress: SweepProgress {
                    done: board.done,
                    points: board.done + todo.len() * self.layout.length(),
                    found: board.done,
                    failed: board.failed,
                    elapsed: self.start.elapsed(),
                },
                board,
                writer,
                error: None,
                is_stopped: false,
                tell,
            }),
            crew,
            start: self.start,
        })
    }

    pub(super) fn result<F>(
        &self,
        desk: Desk<'_, F>,
        work: Work<'_, M>,
    ) -> Result<SweepSpectra, Error> {
        let state = desk.state.into_inner();
        let state = state.unwrap_or_else(PoisonError::into_inner);
        if let Some(writer) = state.writer {
            writer.finish()?;
        }
        if let Some(error) = state.error {
            return Err(error);
        }
        let (entries, placed) = (state.board.entries, work.placed());
        Ok(SweepSpectra::new(
            self.sweep,
            self.metadata.clone(),
            entries,
            placed,
            self.calibration.clone(),
        ))
    }
}

fn threads(options: &SpectrumOptions) -> Result<usize, SetupError> {
    match options.threads {
        Some(0) => Err(SetupError::NoThreads),
        Some(threads) => Ok(threads),
        None if rayon::current_thread_index().is_some() => Ok(rayon::current_num_threads()),
        None => Ok(workers::processors()),
    }
}

/// Whether the first point, with each step that there is, can be run. Gives the steps between two renormalisations.
fn check_runs<M: Model>(
    sweep: &Sweep<M>,
    layout: &Layout,
    options: &SpectrumOptions,
) -> Result<u64, Error> {
    let mut point = sweep.point_at(layout, 0, options);
    let system = sweep.system_at(&point);
    let problem = system.prepare()?;
    let steps = |axis: &super::Axis<M>| axis.quantities.iter().any(|(of, _)| *of == Quantity::Step);
    let axis = sweep.axes.iter().position(steps);
    let mut every = 1;
    for place in 0..axis.map_or(1, |axis| sweep.axes[axis].len()) {
        if let Some(axis) = axis {
            point.places[axis] = place;
        }
        let own = Sweep::options_at(&point, options);
        let plan = Plan::new(&problem, &own)?;
        problem.check_times(&plan.course, options.float)?;
        every = plan.every;
    }
    Ok(every)
}

/// What is known of all points.
struct Board {
    entries: Vec<Option<Entry>>,
    lines: Vec<bool>,
    done: usize,
    failed: usize,
}

impl Board {
    fn new(layout: &Layout) -> Self {
        Self {
            entries: vec![None; layout.points()],
            lines: vec![false; layout.lines()],
            done: 0,
            failed: 0,
        }
    }

    /// Takes in what is not known yet. Two processes that did the same found the same.
    fn take(&mut self, layout: &Layout, record: Record) {
        let mut entries = record.entries.into_iter();
        for line in record.lines {
            let known = self.lines.get(line).copied().unwrap_or(true);
            for (place, entry) in entries.by_ref().take(layout.length()).enumerate() {
                if !known {
                    self.done += 1;
                    self.failed += usize::from(entry.found.is_err());
                    self.entries[layout.point(line, place)] = Some(entry);
                }
            }
            if !known {
                self.lines[line] = true;
            }
        }
    }

    /// Lines that are to be run.
    fn todo<M: Model>(&self, layout: &Layout, sweep: &Sweep<M>) -> Vec<usize> {
        let own = |line: &usize| sweep.part.is_none_or(|part| part.has(line / lanes::<M>()));
        let lines = (0..layout.lines()).filter(|line| !self.lines[*line]);
        lines.filter(own).collect()
    }
}

/// What all threads share.
pub(super) struct Desk<'a, F> {
    pub(super) crew: Crew,
    layout: &'a Layout,
    state: Mutex<State<F>>,
    start: Instant,
}

struct State<F> {
    pieces: VecDeque<Vec<usize>>,
    board: Board,
    writer: Option<Writer>,
    progress: SweepProgress,
    error: Option<Error>,
    is_stopped: bool,
    tell: F,
}

impl<F: FnMut(&SweepProgress) -> ControlFlow<()>> Desk<'_, F> {
    fn state(&self) -> MutexGuard<'_, State<F>> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The next piece of work; none when there are no more, or the sweep is to end.
    pub(super) fn next(&self) -> Option<Vec<usize>> {
        let mut state = self.state();
        if state.is_stopped || state.error.is_some() {
            return None;
        }
        state.pieces.pop_front()
    }

    /// Takes what came of a piece.
    pub(super) fn done(&self, lines: Vec<usize>, entries: Result<Vec<Entry>, Error>) {
        let written = entries.and_then(|entries| {
            let record = Record { lines, entries };
            if let Some(writer) = &mut self.state().writer {
                writer.write(&record)?;
            }
            Ok(record)
        });
        match written {
            Err(error) => self.fail(error),
            Ok(record) => self.take(record),
        }
    }

    /// Takes what has been kept, and tells how far the sweep has come.
    pub(super) fn take(&self, record: Record) {
        let state = &mut *self.state();
        state.board.take(self.layout, record);
        state.progress.done = state.board.done;
        state.progress.failed = state.board.failed;
        state.progress.elapsed = self.start.elapsed();
        state.is_stopped |= (state.tell)(&state.progress).is_break();
    }

    /// Ends the sweep; the first reason counts.
    pub(super) fn fail(&self, error: Error) {
        self.state().error.get_or_insert(error);
    }
}

/// Who does the work.
#[derive(Clone, Copy, Debug)]
pub(super) struct Crew {
    /// Pieces that are worked on at once.
    pub(super) threads: usize,
    /// Threads of a single run; as many as there are where nothing is said.
    threads_of_a_run: Option<usize>,
    /// Lines in a piece.
    piece: usize,
}

impl<M: Model> Session<'_, M> {
    /// Who does so many lines, in all processes together.
    pub(super) fn crew(&self, lines: usize) -> Crew {
        let Self {
            sweep,
            options,
            threads,
            ..
        } = *self;
        if self.device != Device::CPU {
            return Crew {
                threads: 1,
                threads_of_a_run: Some(threads),
                piece: if sweep.is_of_single_nodes() {
                    ON_DEVICE
                } else {
                    1
                },
            };
        }
        if !sweep.is_of_single_nodes() {
            let alone = lines < threads;
            return Crew {
                threads: if alone { 1 } else { threads },
                threads_of_a_run: if alone { options.threads } else { Some(1) },
                piece: 1,
            };
        }
        let k = options.k.unwrap_or(dimension::<M>());
        let numbers = ((k + 1) * dimension::<M>()) as f64;
        let steps = options.timing.n_steps as f64 * self.layout.length() as f64;
        let seconds = 1e-9 * NANOSECONDS * steps * numbers * 4.0;
        // A cast saturates.
        #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)]
        let piece = (PIECE / seconds) as usize;
        let piece = piece.min(lines / (PIECES * threads)).clamp(1, MOST);
        Crew {
            threads: threads.min(lines.div_ceil(lanes::<M>())).max(1),
            threads_of_a_run: Some(1),
            piece: piece.next_multiple_of(lanes::<M>()),
        }
    }
}

impl Crew {
    pub(super) fn work_of<'a, M: Model>(&self, session: &'a Session<'a, M>) -> Work<'a, M> {
        let Session {
            sweep,
            options,
            layout,
            device,
            ..
        } = session;
        Work::new(sweep, layout, options, *device, self.threads_of_a_run)
    }

    pub(super) fn work<M: Model, F: FnMut(&SweepProgress) -> ControlFlow<()> + Send>(
        &self,
        desk: &Desk<'_, F>,
        work: &Work<'_, M>,
    ) -> Result<(), Error> {
        let one = || {
            while let Some(lines) = desk.next() {
                let entries = work.run(&lines);
                desk.done(lines, entries);
            }
        };
        if self.threads == 1 {
            one();
            return Ok(());
        }
        workers::pool(self.threads)?.broadcast(|_| one());
        Ok(())
    }
}
