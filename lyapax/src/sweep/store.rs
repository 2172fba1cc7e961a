//! Parts of a sweep as files, from which it goes on after whatever ended it.
//!
//! A file begins with what the sweep is of; after that there is a record for each piece that was done, each with its
//! length and check sum. A process that was killed while it wrote leaves a torn one at the end, which is dropped.

use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use serde_json::Value;
use xxhash_rust::xxh3::xxh3_64;

use super::entry::Record;
use crate::SweepError;
use crate::files::reason;

/// How every file begins.
const NAME: &[u8] = b"lyapax sweep\n";

/// Changes whenever a file of before cannot be gone on from, bit for bit.
const VERSION: u32 = 1;

/// Length and check sum of a piece.
const FRAME: usize = 4 + 8;

/// A folder of parts of one sweep.
#[derive(Clone, Debug)]
pub(super) struct Store {
    folder: PathBuf,
    /// What the sweep is of.
    metadata: Value,
}

/// A part that is being written.
#[derive(Debug)]
pub(super) struct Writer {
    file: File,
    path: PathBuf,
}

/// What a file holds.
struct Content {
    records: Vec<Record>,
    /// Bytes up to the end of the last whole record; `None` where not even the head is whole.
    whole: Option<u64>,
}

impl Store {
    /// Makes the folder where there is none.
    pub(super) fn open(folder: &Path, metadata: Value) -> Result<Self, SweepError> {
        fs::create_dir_all(folder).map_err(|error| unwritable(folder, &error))?;
        Ok(Self {
            folder: folder.to_owned(),
            metadata,
        })
    }

    /// All that has been done, by whatever process.
    pub(super) fn records(&self) -> Result<Vec<Record>, SweepError> {
        let unreadable = |error: io::Error| unreadable(&self.folder, &error);
        let mut paths = Vec::new();
        for file in fs::read_dir(&self.folder).map_err(unreadable)? {
            let path = file.map_err(unreadable)?.path();
            if path.extension().is_some_and(|ending| ending == "lyapax") {
                paths.push(path);
            }
        }
        paths.sort();
        let mut records = Vec::new();
        for path in paths {
            records.extend(self.read(&path)?.records);
        }
        Ok(records)
    }

    /// Goes on writing a part, or begins it.
    pub(super) fn writer(&self, name: &str) -> Result<Writer, SweepError> {
        let path = self.folder.join(name);
        let unwritable = |error: io::Error| unwritable(&path, &error);
        let mut file = OpenOptions::new()
            .create(true)
            .truncate(false)
            .read(true)
            .write(true)
            .open(&path)
            .map_err(unwritable)?;
        match file.try_lock() {
            Err(TryLockError::WouldBlock) => return Err(SweepError::Busy { path }),
            // Or a file system without locks: two processes are then the user's to keep apart.
            Ok(()) | Err(TryLockError::Error(_)) => (),
        }
        let whole = self.read(&path)?.whole;
        file.set_len(whole.unwrap_or(0)).map_err(unwritable)?;
        file.seek(SeekFrom::End(0)).map_err(unwritable)?;
        let mut writer = Writer { file, path };
        if whole.is_none() {
            let head = self.metadata.to_string();
            let mut bytes = NAME.to_vec();
            bytes.extend_from_slice(&VERSION.to_le_bytes());
            writer.append(bytes, head.as_bytes())?;
        }
        Ok(writer)
    }

    fn read(&self, path: &Path) -> Result<Content, SweepError> {
        let bytes = fs::read(path).map_err(|error| unreadable(path, &error))?;
        let torn = Content {
            records: Vec::new(),
            whole: None,
        };
        let named = bytes.len().min(NAME.len());
        if bytes[..named] != NAME[..named] {
            let path = path.to_owned();
            return Err(SweepError::NotAPartFile { path });
        }
        let head = NAME.len() + 4;
        let Some(version) = bytes.get(NAME.len()..head) else {
            return Ok(torn);
        };
        let found = u32::from_le_bytes(version.try_into().unwrap_or_default());
        if found != VERSION {
            return Err(SweepError::OtherVersion {
                path: path.to_owned(),
                found,
                expected: VERSION,
            });
        }
        let mut pieces = Pieces {
            path,
            bytes: &bytes,
            at: head,
        };
        let Some(metadata) = pieces.next()? else {
            return Ok(torn);
        };
        self.compare(path, metadata)?;
        let mut records = Vec::new();
        while let Some(piece) = pieces.next()? {
            let record = rmp_serde::from_slice(piece);
            records.push(record.map_err(|error| damaged(path, error.to_string()))?);
        }
        Ok(Content {
            records,
            whole: Some(pieces.at as u64),
        })
    }

    /// Names the first thing in which another sweep differs.
    fn compare(&self, path: &Path, metadata: &[u8]) -> Result<(), SweepError> {
        let saved: Value =
            serde_json::from_slice(metadata).map_err(|error| damaged(path, error.to_string()))?;
        if saved == self.metadata {
            return Ok(());
        }
        let other = |what: &str, saved: &Value, now: &Value| SweepError::OtherSweep {
            path: path.to_owned(),
            what: what.to_owned(),
            saved: saved.to_string(),
            now: now.to_string(),
        };
        let (Value::Object(before), Value::Object(now)) = (&saved, &self.metadata) else {
            return Err(damaged(path, "its head is none".to_owned()));
        };
        // The identity last: it differs with everything, and says the least.
        let differs = |key: &&String| before.get(*key) != now.get(*key);
        let keys = || now.keys().filter(|key| *key != "identity");
        let key = keys().find(differs).map_or("identity", String::as_str);
        let at = |values: &serde_json::Map<String, Value>| {
            values.get(key).cloned().unwrap_or(Value::Null)
        };
        Err(other(key, &at(before), &at(now)))
    }
}

impl Writer {
    pub(super) fn write(&mut self, record: &Record) -> Result<(), SweepError> {
        let bytes = rmp_serde::to_vec(record).map_err(|error| {
            let error = io::Error::other(error);
            unwritable(&self.path, &error)
        })?;
        self.append(Vec::new(), &bytes)
    }

    /// Something, and a piece after it, in one go.
    fn append(&mut self, mut bytes: Vec<u8>, piece: &[u8]) -> Result<(), SweepError> {
        let length = u32::try_from(piece.len()).map_err(|_| {
            let error = io::Error::other("a record is longer than four gigabytes");
            unwritable(&self.path, &error)
        })?;
        bytes.extend_from_slice(&length.to_le_bytes());
        bytes.extend_from_slice(&xxh3_64(piece).to_le_bytes());
        bytes.extend_from_slice(piece);
        let written = self.file.write_all(&bytes);
        written.map_err(|error| unwritable(&self.path, &error))
    }

    /// Brings it to the disk.
    pub(super) fn finish(self) -> Result<(), SweepError> {
        let done = self.file.sync_all();
        done.map_err(|error| unwritable(&self.path, &error))
    }
}

/// Pieces of a file, one after the other.
struct Pieces<'a> {
    path: &'a Path,
    bytes: &'a [u8],
    at: usize,
}

impl<'a> Pieces<'a> {
    /// `None` at the end, and where what follows is torn.
    fn next(&mut self) -> Result<Option<&'a [u8]>, SweepError> {
        let rest = &self.bytes[self.at..];
        let Some((frame, rest)) = rest.split_at_checked(FRAME) else {
            return Ok(None);
        };
        let (length, sum) = frame.split_at(4);
        let length = u32::from_le_bytes(length.try_into().unwrap_or_default()) as usize;
        let sum = u64::from_le_bytes(sum.try_into().unwrap_or_default());
        let Some(piece) = rest.get(..length) else {
            return Ok(None);
        };
        if xxh3_64(piece) != sum {
            // A machine that stopped may leave the end of a file in any state, but nothing behind it.
            if rest.len() == length {
                return Ok(None);
            }
            let reason = format!("the check sum of the record at byte {} is wrong", self.at);
            return Err(damaged(self.path, reason));
        }
        self.at += FRAME + length;
        Ok(Some(piece))
    }
}

fn damaged(path: &Path, reason: String) -> SweepError {
    SweepError::Damaged {
        path: path.to_owned(),
        reason,
    }
}

fn unreadable(path: &Path, error: &io::Error) -> SweepError {
    SweepError::Folder {
        path: path.to_owned(),
        what: "read",
        reason: reason(error),
    }
}

fn unwritable(path: &Path, error: &io::Error) -> SweepError {
    SweepError::Folder {
        path: path.to_owned(),
        what: "written",
        reason: reason(error),
    }
}
