//! Keeps a file up to date while a run is under way.

use std::path::PathBuf;
use std::sync::Arc;
use std::time::{Duration, Instant};

use super::{Checkpoint, Identity};
use crate::spectrum::Record;
use crate::stepper::Snapshot;
use crate::{CheckpointError, SpectrumOptions};

/// Writes checkpoints of one run, if that is asked for.
pub(crate) struct Saver {
    to: Option<(PathBuf, Duration)>,
    identity: Identity,
    last: Instant,
}

impl Saver {
    pub(crate) fn new(options: &SpectrumOptions, identity: &Identity) -> Self {
        Self {
            to: options.checkpoint.clone(),
            identity: identity.clone(),
            last: Instant::now(),
        }
    }

    /// A run from its start does not take the place of one that is kept.
    pub(crate) fn refuse_to_replace(&self) -> Result<(), CheckpointError> {
        match &self.to {
            Some((path, _)) if path.is_file() => {
                Err(CheckpointError::Exists { path: path.clone() })
            }
            _ => Ok(()),
        }
    }

    /// Writes where the run stands, so that a file that cannot be written is told before the run.
    pub(crate) fn begin(
        &mut self,
        point: impl FnOnce() -> (Snapshot, Arc<Record>),
    ) -> Result<(), CheckpointError> {
        let Some((path, _)) = &self.to else {
            return Ok(());
        };
        let (snapshot, record) = point();
        let checkpoint = Checkpoint {
            identity: self.identity.clone(),
            snapshot,
            record,
        };
        checkpoint.save(path)?;
        self.last = Instant::now();
        Ok(())
    }

    /// Writes where the run stands, if it is time. A fault does not end the run.
    pub(crate) fn save_if_due(&mut self, point: impl FnOnce() -> (Snapshot, Arc<Record>)) {
        if let Some((_, every)) = &self.to
            && self.last.elapsed() >= *every
        {
            // Not tried again before it is time. Whether the file is up to date is told at the end.
            self.last = Instant::now();
            let _ = self.begin(point);
        }
    }

    /// Writes where the run ended. Gives the reason where the file is not up to date.
    pub(crate) fn end(mut self, point: impl FnOnce() -> (Snapshot, Arc<Record>)) -> Option<String> {
        self.begin(point).err().map(|error| error.to_string())
    }
}
