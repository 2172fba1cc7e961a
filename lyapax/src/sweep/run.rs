//! A sweep from its axes to its result.

use core::ops::ControlFlow;
use std::path::Path;
use std::time::{Duration, Instant};

use super::Sweep;
use super::axis::Quantity;
use super::board::Board;
use super::crew::Crew;
use super::desk::Desk;
use super::entry::Piece;
use super::layout::Layout;
use super::metadata::SweepMetadata;
use super::result::SweepSpectra;
use super::store::{self, Store, Writer};
use super::work::Work;
use crate::model::Model;
use crate::spectrum::{Plan, SpectrumOptions};
use crate::{Calibration, Device, DeviceChoice, Error};

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

/// Points on which devices are compared.
const COMPARED: usize = 4096;

/// A sweep whose axes and options were checked.
pub(super) struct Session<'a, M: Model> {
    sweep: &'a Sweep<M>,
    options: &'a SpectrumOptions,
    layout: Layout,
    pub(super) device: Device,
    calibration: Option<Calibration>,
    pub(super) metadata: SweepMetadata,
    store: Option<Store>,
    start: Instant,
}

pub(super) fn run<M: Model>(
    sweep: &Sweep<M>,
    options: &SpectrumOptions,
    progress: impl FnMut(&SweepProgress) -> ControlFlow<()> + Send,
) -> Result<SweepSpectra, Error> {
    let session = Session::new(sweep, options)?;
    let (desk, crew) = session.desk(&sweep.file(None), progress, 1)?;
    let work = session.work(crew);
    crew.work(&desk, &work)?;
    session.result(desk, work)
}

impl<'a, M: Model> Session<'a, M> {
    pub(super) fn new(sweep: &'a Sweep<M>, options: &'a SpectrumOptions) -> Result<Self, Error> {
        let start = Instant::now();
        let layout = sweep.check(options)?;
        let every = check_runs(sweep, &layout, options)?;
        // Where that is left open, a sweep goes on where it was begun.
        let before = sweep.folder.as_deref().and_then(store::device_of);
        let short = |options: &SpectrumOptions| compared(sweep, &layout, options);
        let (device, calibration) = options.choose_device(every, before, short)?;
        let metadata = SweepMetadata::new(sweep, &layout, options, device)?;
        let open = |folder: &Path| Store::open(folder, &metadata.json());
        let store = sweep.folder.as_deref().map(open).transpose()?;
        Ok(Self {
            sweep,
            options,
            layout,
            device,
            calibration,
            metadata,
            store,
            start,
        })
    }

    /// Who does so many lines, in so many processes together.
    pub(super) fn crew(&self, lines: usize, processes: usize) -> Result<Crew, Error> {
        let (sweep, options) = (self.sweep, self.options);
        let all = (lines, processes);
        Ok(Crew::new(sweep, &self.layout, options, self.device, all)?)
    }

    /// What runs a piece.
    pub(super) fn work(&self, crew: Crew) -> Work<'_, M> {
        let (sweep, options) = (self.sweep, self.options);
        Work::new(
            sweep,
            &self.layout,
            options,
            self.device,
            crew.threads_of_a_run,
        )
    }

    /// A file of this name, where there is a folder.
    pub(super) fn writer(&self, file: &str) -> Result<Option<Writer>, Error> {
        match &self.store {
            Some(store) => Ok(Some(store.writer(file)?)),
            None => Ok(None),
        }
    }

    /// Lays out what there is to do, and who does it. Records go to a file of this name, where there is a folder.
    pub(super) fn desk<F>(
        &self,
        file: &str,
        tell: F,
        processes: usize,
    ) -> Result<(Desk<'_, F>, Crew), Error> {
        let mut board = Board::new(&self.layout);
        if let Some(store) = &self.store {
            store.records(|record| board.take(record))?;
        }
        let todo = board.todo(self.sweep, self.options);
        let crew = self.crew(todo.len(), processes)?;
        let pieces = board.pieces(&todo, crew.piece);
        let writer = if todo.is_empty() {
            None
        } else {
            self.writer(file)?
        };
        Ok((Desk::new(pieces, board, writer, tell, self.start), crew))
    }

    pub(super) fn result<F>(
        &self,
        desk: Desk<'_, F>,
        work: Work<'_, M>,
    ) -> Result<SweepSpectra, Error> {
        Ok(SweepSpectra::new(
            self.sweep,
            self.metadata.clone(),
            desk.finish()?.entries,
            work.placed(),
            self.calibration.clone(),
        ))
    }
}

/// Some points of the sweep with options that compare devices, as the sweep would run them.
fn compared<M: Model>(
    sweep: &Sweep<M>,
    layout: &Layout,
    options: &SpectrumOptions,
) -> Result<(), Error> {
    // Such options name the one.
    let device = match options.device {
        Some(DeviceChoice::This(device)) => device,
        _ => Device::CPU,
    };
    let lines = if sweep.is_of_single_nodes() {
        layout.lines().min(COMPARED)
    } else {
        1
    };
    let crew = Crew::new(sweep, layout, options, device, (lines, 1))?;
    let work = Work::new(sweep, layout, options, device, crew.threads_of_a_run);
    let lines: Vec<usize> = (0..lines).collect();
    let pieces = lines.chunks(crew.piece);
    let pieces = pieces.map(|lines| Piece::new(lines.to_vec())).collect();
    // Of a line the first place will do.
    let tell = |_: &SweepProgress| ControlFlow::<()>::Continue(());
    let desk = Desk::new(pieces, Board::new(layout), None, tell, Instant::now());
    crew.each_thread(|| {
        while let Some(piece) = desk.next() {
            if let Err(error) = work.run(piece, |_| ControlFlow::Break(())) {
                desk.fail(error);
            }
        }
    })?;
    desk.finish().map(drop)
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
