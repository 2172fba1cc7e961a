//! Where all who work on a sweep get work and bring what came of it.

use core::ops::ControlFlow;
use std::collections::VecDeque;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Instant;

use super::board::Board;
use super::entry::{Piece, Record};
use super::run::SweepProgress;
use super::store::Writer;
use crate::Error;

pub(super) struct Desk<'a, F> {
    state: Mutex<State<'a, F>>,
    start: Instant,
}

struct State<'a, F> {
    pieces: VecDeque<Piece>,
    board: Board<'a>,
    writer: Option<Writer>,
    error: Option<Error>,
    is_stopped: bool,
    tell: F,
}

impl<'a, F> Desk<'a, F> {
    pub(super) fn new(
        pieces: VecDeque<Piece>,
        board: Board<'a>,
        writer: Option<Writer>,
        tell: F,
        start: Instant,
    ) -> Self {
        Self {
            state: Mutex::new(State {
                pieces,
                board,
                writer,
                error: None,
                is_stopped: false,
                tell,
            }),
            start,
        }
    }

    fn state(&self) -> MutexGuard<'_, State<'a, F>> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The next piece of work; none when there are no more, or the sweep is to end.
    pub(super) fn next(&self) -> Option<Piece> {
        let mut state = self.state();
        if state.is_stopped || state.error.is_some() {
            return None;
        }
        state.pieces.pop_front()
    }

    /// Ends the sweep; the first reason counts.
    pub(super) fn fail(&self, error: Error) {
        self.state().error.get_or_insert(error);
    }

    /// Ends the sweep if the thread that has this panics before it is dropped.
    pub(super) fn guard(&self) -> Guard<'_, 'a, F> {
        Guard(self)
    }

    /// What is known in the end, or why the sweep failed.
    pub(super) fn finish(self) -> Result<Board<'a>, Error> {
        let state = self.state.into_inner();
        let state = state.unwrap_or_else(PoisonError::into_inner);
        if let Some(error) = state.error {
            return Err(error);
        }
        if let Some(writer) = state.writer {
            writer.finish()?;
        }
        Ok(state.board)
    }
}

impl<F: FnMut(&SweepProgress) -> ControlFlow<()>> Desk<'_, F> {
    /// Keeps what was found, and tells how far the sweep has come. Breaks where it is to end.
    pub(super) fn keep(&self, record: Record) -> ControlFlow<()> {
        let state = &mut *self.state();
        if let Some(writer) = &mut state.writer
            && let Err(error) = writer.write(&record)
        {
            state.error.get_or_insert(error.into());
            return ControlFlow::Break(());
        }
        self.take(state, record)
    }

    /// As [`Desk::keep`], of what another process has kept.
    #[cfg(feature = "mpi")]
    pub(super) fn take_over(&self, record: Record) {
        // It is told when it asks for more.
        let _ = self.take(&mut self.state(), record);
    }

    fn take(&self, state: &mut State<'_, F>, record: Record) -> ControlFlow<()> {
        state.board.take(record);
        state.board.progress.elapsed = self.start.elapsed();
        state.is_stopped |= (state.tell)(&state.board.progress).is_break();
        if state.is_stopped || state.error.is_some() {
            ControlFlow::Break(())
        } else {
            ControlFlow::Continue(())
        }
    }
}

/// See [`Desk::guard`].
pub(super) struct Guard<'b, 'a, F>(&'b Desk<'a, F>);

impl<F> Drop for Guard<'_, '_, F> {
    fn drop(&mut self) {
        if std::thread::panicking() {
            self.0.state().is_stopped = true;
        }
    }
}
