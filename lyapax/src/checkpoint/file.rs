//! Checkpoints as files.

#[cfg(test)]
mod tests;

use std::fs;
use std::io::{self, Write};
use std::path::Path;
use std::sync::Arc;

use serde::{Deserialize, Serialize};
use xxhash_rust::xxh3::xxh3_64;

use super::{Checkpoint, Identity};
use crate::CheckpointError;
use crate::files::{reason, replace};
use crate::spectrum::Record;
use crate::stepper::Snapshot;

/// How every file begins.
const NAME: &[u8] = b"lyapax checkpoint\n";

/// Changes whenever a file of before cannot be gone on from, bit for bit.
const VERSION: u32 = 2;

/// What follows the header. Checkpoints themselves have no serialisation: only a file has a version and a
/// check sum.
#[derive(Serialize, Deserialize)]
struct Content {
    identity: Identity,
    snapshot: Snapshot,
    record: Arc<Record>,
}

impl From<Checkpoint> for Content {
    fn from(checkpoint: Checkpoint) -> Self {
        let Checkpoint {
            identity,
            snapshot,
            record,
        } = checkpoint;
        Self {
            identity,
            snapshot,
            record,
        }
    }
}

impl From<Content> for Checkpoint {
    fn from(content: Content) -> Self {
        let Content {
            identity,
            snapshot,
            record,
        } = content;
        Self {
            identity,
            snapshot,
            record,
        }
    }
}

/// Name, version, check sum.
const HEADER: usize = NAME.len() + 4 + 8;

pub(super) fn read(path: &Path) -> Result<Checkpoint, CheckpointError> {
    let bytes = fs::read(path).map_err(|error| {
        let path = path.to_owned();
        match error.kind() {
            io::ErrorKind::NotFound => CheckpointError::Missing { path },
            _ => CheckpointError::Unreadable {
                path,
                reason: reason(&error),
            },
        }
    })?;
    parse(&bytes).map_err(|fault| fault.at(path))
}

pub(super) fn write(path: &Path, checkpoint: &Checkpoint) -> Result<(), CheckpointError> {
    let unwritable = |reason: String| CheckpointError::Unwritable {
        path: path.to_owned(),
        reason,
    };
    let bytes = bytes(checkpoint).map_err(|error| unwritable(error.to_string()))?;
    replace(path, |file| file.write_all(&bytes)).map_err(|error| unwritable(reason(&error)))
}

fn bytes(checkpoint: &Checkpoint) -> Result<Vec<u8>, rmp_serde::encode::Error> {
    let content = rmp_serde::to_vec_named(&Content::from(checkpoint.clone()))?;
    let mut bytes = Vec::with_capacity(HEADER + content.len());
    bytes.extend_from_slice(NAME);
    bytes.extend_from_slice(&VERSION.to_le_bytes());
    bytes.extend_from_slice(&xxh3_64(&content).to_le_bytes());
    bytes.extend_from_slice(&content);
    Ok(bytes)
}

/// What is wrong with a file's content.
#[derive(Debug, PartialEq)]
enum Fault {
    NotACheckpoint,
    Version(u32),
    Damaged(String),
}

impl Fault {
    fn at(self, path: &Path) -> CheckpointError {
        let path = path.to_owned();
        match self {
            Self::NotACheckpoint => CheckpointError::NotACheckpoint { path },
            Self::Version(found) => CheckpointError::OtherVersion {
                path,
                found,
                expected: VERSION,
            },
            Self::Damaged(reason) => CheckpointError::Damaged { path, reason },
        }
    }
}

fn parse(bytes: &[u8]) -> Result<Checkpoint, Fault> {
    let rest = bytes.strip_prefix(NAME).ok_or(Fault::NotACheckpoint)?;
    let short = || Fault::Damaged("it ends in its header".to_owned());
    let (version, rest) = rest.split_first_chunk::<4>().ok_or_else(short)?;
    let version = u32::from_le_bytes(*version);
    if version != VERSION {
        return Err(Fault::Version(version));
    }
    let (sum, content) = rest.split_first_chunk::<8>().ok_or_else(short)?;
    if u64::from_le_bytes(*sum) != xxh3_64(content) {
        let reason = "its check sum is not that of its content";
        return Err(Fault::Damaged(reason.to_owned()));
    }
    let content: Content =
        rmp_serde::from_slice(content).map_err(|error| Fault::Damaged(error.to_string()))?;
    Ok(content.into())
}
