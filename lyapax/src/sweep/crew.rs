//! Who does the work: threads for many runs at once, or for one run after the other.

use core::ops::ControlFlow;

use super::Sweep;
use super::desk::Desk;
use super::layout::Layout;
use super::run::SweepProgress;
use super::work::Work;
use crate::model::Model;
use crate::spectrum::SpectrumOptions;
use crate::stepper::{self, dimension};
use crate::{Device, Error, SetupError, workers};

/// Seconds that a piece of work should take, roughly: what is kept is kept piece by piece.
const PIECE: f64 = 0.2;

/// Lines of a piece, at most.
const MOST: usize = 4096;

/// Pieces for each thread, at least, so that none waits long for another.
const PIECES: usize = 8;

/// Nanoseconds of a number in a step, roughly.
const NANOSECONDS: f64 = 4.0;

/// Lines that a device is given at once, unless they are few.
const ON_DEVICE: usize = 1 << 17;

/// How work is shared within a process.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Crew {
    /// Pieces that are worked on at once.
    pub(super) threads: usize,
    /// Threads of a single run; as many as there are where nothing is said.
    pub(super) threads_of_a_run: Option<usize>,
    /// Lines in a piece.
    pub(super) piece: usize,
}

impl Crew {
    /// For so many lines in so many processes together.
    pub(super) fn new<M: Model>(
        sweep: &Sweep<M>,
        layout: &Layout,
        options: &SpectrumOptions,
        device: Device,
        (lines, processes): (usize, usize),
    ) -> Result<Self, SetupError> {
        let threads = threads(options)?;
        if device != Device::CPU {
            return Ok(Self {
                threads: 1,
                threads_of_a_run: Some(threads),
                piece: if sweep.is_of_single_nodes() {
                    ON_DEVICE
                } else {
                    1
                },
            });
        }
        let pack = sweep.pack();
        let all = threads * processes;
        if !sweep.is_of_single_nodes() {
            let system = sweep.system_at(&sweep.point_at(layout, 0, options));
            let problem = system.prepare()?;
            let k = options.k.unwrap_or(problem.dimension);
            let few = lines < all && workers::is_worth(stepper::work(&problem, k));
            return Ok(Self {
                threads: if few { 1 } else { threads.min(lines).max(1) },
                threads_of_a_run: if few { options.threads } else { Some(1) },
                piece: 1,
            });
        }
        let k = options.k.unwrap_or(dimension::<M>());
        let numbers = ((k + 1) * dimension::<M>()) as f64;
        let seconds = 1e-9 * NANOSECONDS * options.timing.n_steps as f64 * numbers;
        // A cast saturates.
        #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)]
        let piece = (PIECE / seconds) as usize;
        let piece = piece.min(lines / (PIECES * all)).clamp(1, MOST);
        Ok(Self {
            threads: threads.min(lines.div_ceil(pack)).max(1),
            threads_of_a_run: Some(1),
            piece: piece.next_multiple_of(pack),
        })
    }

    /// Works until there is no more.
    pub(super) fn work<M: Model, F: FnMut(&SweepProgress) -> ControlFlow<()> + Send>(
        &self,
        desk: &Desk<'_, F>,
        work: &Work<'_, M>,
    ) -> Result<(), Error> {
        self.each_thread(|| {
            let _guard = desk.guard();
            while let Some(piece) = desk.next() {
                if let Err(error) = work.run(piece, |record| desk.keep(record)) {
                    desk.fail(error);
                }
            }
        })
    }

    /// Does something on every thread.
    pub(super) fn each_thread(&self, one: impl Fn() + Sync) -> Result<(), Error> {
        if self.threads == 1 {
            // A network is then free to use the threads of the machine.
            one();
        } else {
            workers::pool(self.threads)?.broadcast(|_| one());
        }
        Ok(())
    }
}

/// As many as the options say, or the machine has; one where rayon shares out whole sweeps already.
fn threads(options: &SpectrumOptions) -> Result<usize, SetupError> {
    match options.threads {
        Some(0) => Err(SetupError::NoThreads),
        Some(threads) => Ok(threads),
        None if rayon::current_thread_index().is_some() => Ok(1),
        None => Ok(workers::processors()),
    }
}
