//! Threads that share the nodes of a system.

use std::num::NonZeroUsize;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::thread::available_parallelism;
use std::time::{Duration, Instant};

use crate::SetupError;

/// Nanoseconds of work that are worth being shared among threads that are awake.
const WORTH: usize = 20_000;

/// The threads of a run, or none where it is made by the one that calls.
#[derive(Clone, Default)]
pub(crate) struct Workers(Option<Arc<rayon::ThreadPool>>);

impl Workers {
    /// `threads` or as many as the machine has, one for each tile at the most, if each stage of a step takes so
    /// many nanoseconds that they are of use. Where rayon shares out whole runs already, one is enough for each.
    pub(crate) fn start(
        threads: Option<usize>,
        Work { tiles, nanoseconds }: Work,
    ) -> Result<Self, SetupError> {
        if threads == Some(0) {
            return Err(SetupError::NoThreads);
        }
        if nanoseconds < WORTH {
            return Ok(Self(None));
        }
        let all = || match rayon::current_thread_index() {
            Some(_) => 1,
            None => processors(),
        };
        let threads = threads.unwrap_or_else(all).min(tiles);
        if threads == 1 {
            return Ok(Self(None));
        }
        Ok(Self(Some(Arc::new(pool(threads)?))))
    }

    /// Does something on these threads, none of which goes to sleep as long as there is some work now and then:
    /// a stage of a step takes less time than it takes to wake a thread.
    pub(crate) fn run<R: Send>(&self, work: impl FnOnce() -> R + Send) -> R {
        match &self.0 {
            Some(pool) if pool.current_thread_index().is_none() => pool.install(|| awake(work)),
            _ => work(),
        }
    }

    /// How many tiles a piece of a pass over all of them holds: there are several pieces for each thread, so that
    /// none waits long for another, but none that is not worth handing over.
    pub(crate) fn grain(&self, Work { tiles, nanoseconds }: Work) -> usize {
        match &self.0 {
            Some(pool) if nanoseconds >= WORTH => {
                let pieces = (nanoseconds / (WORTH / 4)).min(PIECES * pool.current_num_threads());
                tiles.div_ceil(pieces).max(1)
            }
            _ => tiles,
        }
    }
}

/// Whether a stage of a step is worth being shared among threads.
pub(crate) fn is_worth(work: Work) -> bool {
    work.nanoseconds >= WORTH
}

/// More threads than any machine has processors; to start them takes ever longer.
const MOST: usize = 1024;

/// How many processors the machine has for this process.
pub(crate) fn processors() -> usize {
    available_parallelism().map_or(1, NonZeroUsize::get)
}

/// So many threads.
pub(crate) fn pool(threads: usize) -> Result<rayon::ThreadPool, SetupError> {
    if threads > MOST {
        return Err(SetupError::Threads {
            threads,
            reason: format!("{MOST} are the most"),
        });
    }
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build();
    pool.map_err(|error| SetupError::Threads {
        threads,
        reason: error.to_string(),
    })
}

/// What there is to do in a pass over the tiles, or in a stage of a step.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Work {
    pub(crate) tiles: usize,
    pub(crate) nanoseconds: usize,
}

/// Pieces of work for each thread.
const PIECES: usize = 16;

/// Works on this thread of a pool while the others look out for what it shares.
fn awake<R: Send>(work: impl FnOnce() -> R + Send) -> R {
    let here = rayon::current_thread_index();
    let (watching, done) = (AtomicUsize::new(1), AtomicBool::new(false));
    rayon::scope(|scope| {
        let (watching, done) = (&watching, &done);
        scope.spawn_broadcast(move |_, context| {
            if Some(context.index()) != here {
                watching.fetch_add(1, Ordering::Relaxed);
                watch(done);
            }
        });
        // A thread that began to look out in the middle of a piece of work would never come back to it.
        while watching.load(Ordering::Relaxed) < rayon::current_num_threads() {
            std::thread::yield_now();
        }
        // However it ends.
        let _end = End(done);
        work()
    })
}

struct End<'a>(&'a AtomicBool);

impl Drop for End<'_> {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

/// Takes part in what is shared until the end: the less often, the longer there has been nothing.
fn watch(done: &AtomicBool) {
    /// After so long without work others may have the processor for a while.
    const LONG: Duration = Duration::from_micros(500);
    const LONGEST: Duration = Duration::from_millis(1);
    let mut last = Instant::now();
    while !done.load(Ordering::Relaxed) {
        if rayon::yield_now() == Some(rayon::Yield::Executed) {
            last = Instant::now();
            continue;
        }
        let idle = last.elapsed();
        if idle > LONG {
            std::thread::sleep((idle / 8).min(LONGEST));
        } else {
            std::thread::yield_now();
        }
    }
}
