//! Threads that share the nodes of a system.

use std::num::NonZeroUsize;
use std::sync::Arc;
use std::thread::available_parallelism;

use crate::SetupError;

/// Nanoseconds of work that are worth being shared, since sharing takes some ten thousand where threads have gone to sleep.
const WORTH: usize = 100_000;

/// The threads of a run, or none where it is made by the one that calls.
#[derive(Clone, Default)]
pub(crate) struct Workers(Option<Arc<rayon::ThreadPool>>);

impl Workers {
    /// `threads` or as many as the machine has, if each stage of a step takes so many nanoseconds that they
    /// are of use.
    pub(crate) fn start(threads: Option<usize>, work: usize) -> Result<Self, SetupError> {
        if threads == Some(0) {
            return Err(SetupError::NoThreads);
        }
        if work < WORTH {
            return Ok(Self(None));
        }
        let all = || available_parallelism().map_or(1, NonZeroUsize::get);
        let threads = threads.unwrap_or_else(all);
        if threads == 1 {
            return Ok(Self(None));
        }
        match rayon::ThreadPoolBuilder::new().num_threads(threads).build() {
            Ok(pool) => Ok(Self(Some(Arc::new(pool)))),
            Err(error) => Err(SetupError::Threads {
                threads,
                reason: error.to_string(),
            }),
        }
    }

    /// Does something on these threads.
    pub(crate) fn run<R: Send>(&self, work: impl FnOnce() -> R + Send) -> R {
        match &self.0 {
            None => work(),
            Some(pool) => pool.install(work),
        }
    }

    /// How many tiles a piece of work holds, if all `tiles` of them take so many nanoseconds: there are several
    /// pieces for each thread, so that none waits long for another, but none that is not worth handing over.
    pub(crate) fn grain(&self, tiles: usize, work: usize) -> usize {
        match &self.0 {
            Some(pool) if work >= WORTH => {
                let pieces = (work / (WORTH / 4)).min(PIECES * pool.current_num_threads());
                tiles.div_ceil(pieces).max(1)
            }
            _ => tiles,
        }
    }
}

/// Pieces of work for each thread.
const PIECES: usize = 4;
