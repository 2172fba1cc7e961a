//! Parts of a sweep as files, from which it goes on after whatever ended it.
//!
//! A file begins with what the sweep is of; after that there is a record for each piece that was done, each with its
//! length and check sum. A process that was killed while it wrote leaves a torn one at the end, which is dropped.

use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use serde_json::{Map, Value};
use xxhash_rust::xxh3::xxh3_64;

use super::entry::Record;
use crate::files::reason;
use crate::{Device, SweepError};

/// How every file begins.
const NAME: &[u8] = b"lyapax sweep\n";

/// Changes whenever a file of before cannot be gone on from, bit for bit.
const VERSION: u32 = 1;

/// Length and check sum of a piece.
const FRAME: usize = 4 + 8;

/// Between two times that a file is brought to the disk: so much is lost where a machine stops.
const SYNC: Duration = Duration::from_secs(5);

/// A folder of parts of one sweep.
#[derive(Clone, Debug)]
pub(super) struct Store {
    folder: PathBuf,
    /// What the sweep is of, as it stands in files.
    metadata: String,
}

/// A part that is being written.
#[derive(Debug)]
pub(super) struct Writer {
    file: File,
    path: PathBuf,
    /// Bytes up to the end of the last whole record.
    whole: u64,
    synced: Instant,
    /// Held as long as the file is written. A file of its own, since elsewhere one that is locked cannot be read.
    _lock: File,
}

impl Store {
    /// Makes the folder where there is none.
    pub(super) fn open(folder: &Path, metadata: &Value) -> Result<Self, SweepError> {
        fs::create_dir_all(folder).map_err(|error| unwritable(folder, &error))?;
        Ok(Self {
            folder: folder.to_owned(),
            metadata: metadata.to_string(),
        })
    }

    /// All that has been done, by whatever process.
    pub(super) fn records(&self, mut each: impl FnMut(Record)) -> Result<(), SweepError> {
        for path in parts(&self.folder)? {
            let bytes = fs::read(&path).map_err(|error| unreadable(&path, &error))?;
            let Some(mut pieces) = self.pieces(&path, &bytes)? else {
                continue;
            };
            while let Some(piece) = pieces.next()? {
                let record = rmp_serde::from_slice(piece);
                each(record.map_err(|error| damaged(&path, error.to_string()))?);
            }
        }
        Ok(())
    }

    /// Goes on writing a part, or begins it.
    pub(super) fn writer(&self, name: &str) -> Result<Writer, SweepError> {
        let path = self.folder.join(name);
        let unwritable = |error: io::Error| unwritable(&path, &error);
        let lock = File::create(path.with_extension("lock")).map_err(unwritable)?;
        match lock.try_lock() {
            Err(TryLockError::WouldBlock) => return Err(SweepError::Busy { path }),
            // Or a file system without locks: two processes are then the user's to keep apart.
            Ok(()) | Err(TryLockError::Error(_)) => (),
        }
        let mut file = OpenOptions::new()
            .create(true)
            .truncate(false)
            .read(true)
            .write(true)
            .open(&path)
            .map_err(unwritable)?;
        let mut bytes = Vec::new();
        file.read_to_end(&mut bytes).map_err(unwritable)?;
        let whole = match self.pieces(&path, &bytes)? {
            None => 0,
            Some(mut pieces) => {
                while pieces.next()?.is_some() {}
                pieces.at as u64
            }
        };
        let mut writer = Writer {
            file,
            path: path.clone(),
            whole,
            synced: Instant::now(),
            _lock: lock,
        };
        writer.cut().map_err(unwritable)?;
        if whole == 0 {
            let mut bytes = NAME.to_vec();
            bytes.extend_from_slice(&VERSION.to_le_bytes());
            writer.append(bytes, self.metadata.as_bytes())?;
        }
        Ok(writer)
    }

    /// The records of a part of this sweep; none where not even its head is whole.
    fn pieces<'a>(
        &self,
        path: &'a Path,
        bytes: &'a [u8],
    ) -> Result<Option<Pieces<'a>>, SweepError> {
        let Some((pieces, head)) = head(path, bytes)? else {
            return Ok(None);
        };
        if head != self.metadata.as_bytes() {
            return Err(self.other(path, head));
        }
        Ok(Some(pieces))
    }

    /// Names the first thing in which another sweep differs.
    fn other(&self, path: &Path, head: &[u8]) -> SweepError {
        let parse = |text: &[u8]| serde_json::from_slice::<Map<String, Value>>(text);
        let (Ok(before), Ok(now)) = (parse(head), parse(self.metadata.as_bytes())) else {
            return damaged(path, "its head is none".to_owned());
        };
        // The identity last: it differs with everything, and says the least.
        let differs = |key: &&str| before.get(*key) != now.get(*key);
        let first = ["software", "model", "equations"].into_iter();
        let others = now.keys().map(String::as_str);
        let others = others.filter(|key| *key != "identity" && *key != "fingerprint");
        let key = first.chain(others).find(differs).unwrap_or("identity");
        let at = |values: &Map<String, Value>| {
            values.get(key).map_or("none".to_owned(), Value::to_string)
        };
        SweepError::OtherSweep {
            path: path.to_owned(),
            what: match key {
                "identity" => "a list of values, a weight, a start".to_owned(),
                key => key.to_owned(),
            },
            saved: at(&before),
            now: at(&now),
        }
    }
}

/// The device of the sweep that a folder is of, where there is one.
pub(super) fn device_of(folder: &Path) -> Option<Device> {
    parts(folder).ok()?.into_iter().find_map(|path| {
        let bytes = fs::read(&path).ok()?;
        let (_, head) = head(&path, &bytes).ok()??;
        let head: Value = serde_json::from_slice(head).ok()?;
        head.get("device")?.as_str()?.parse().ok()
    })
}

/// The files of a folder, in their order.
fn parts(folder: &Path) -> Result<Vec<PathBuf>, SweepError> {
    let unreadable = |error: io::Error| unreadable(folder, &error);
    let mut paths = Vec::new();
    for file in fs::read_dir(folder).map_err(unreadable)? {
        let path = file.map_err(unreadable)?.path();
        if path.extension().is_some_and(|ending| ending == "lyapax") {
            paths.push(path);
        }
    }
    paths.sort();
    Ok(paths)
}

/// What a file is of, and the records after that; `None` where that is torn.
fn head<'a>(path: &'a Path, bytes: &'a [u8]) -> Result<Option<(Pieces<'a>, &'a [u8])>, SweepError> {
    let named = bytes.len().min(NAME.len());
    if bytes[..named] != NAME[..named] {
        let path = path.to_owned();
        return Err(SweepError::NotAPartFile { path });
    }
    let at = NAME.len() + 4;
    let Some(version) = bytes.get(NAME.len()..at) else {
        return Ok(None);
    };
    let found = u32::from_le_bytes(version.try_into().unwrap_or_default());
    if found != VERSION {
        return Err(SweepError::OtherVersion {
            path: path.to_owned(),
            found,
            expected: VERSION,
        });
    }
    let mut pieces = Pieces { path, bytes, at };
    let head = pieces.next()?;
    Ok(head.map(|head| (pieces, head)))
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
        if let Err(error) = written {
            // What others write must not stand behind half a record. Where that fails too, it is torn.
            let _ = self.cut();
            return Err(unwritable(&self.path, &error));
        }
        self.whole += bytes.len() as u64;
        if self.synced.elapsed() > SYNC {
            self.sync()?;
        }
        Ok(())
    }

    /// Drops what is no whole record.
    fn cut(&mut self) -> io::Result<()> {
        self.file.set_len(self.whole)?;
        self.file.seek(SeekFrom::Start(self.whole)).map(drop)
    }

    fn sync(&mut self) -> Result<(), SweepError> {
        self.synced = Instant::now();
        let done = self.file.sync_data();
        done.map_err(|error| unwritable(&self.path, &error))
    }

    /// Brings it to the disk.
    pub(super) fn finish(mut self) -> Result<(), SweepError> {
        self.sync()
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
            // A machine that stopped may leave the last record in any state, and zeros where others would be.
            let behind = &rest[length..];
            if behind.iter().all(|byte| *byte == 0) {
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
