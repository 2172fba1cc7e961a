//! The lines of a text that say something.

use std::fs::{self, File};
use std::io::{self, BufRead, BufReader};
use std::path::Path;

use crate::GraphError;

/// What some editors put before UTF-8.
const BYTE_ORDER_MARK: &[u8] = b"\xEF\xBB\xBF";

/// A file that may be read, with its length in bytes.
pub(super) fn open(path: &Path) -> Result<(File, u64), GraphError> {
    let fail = |error: io::Error| unreadable(path, &error);
    let metadata = fs::metadata(path).map_err(fail)?;
    if metadata.is_dir() {
        let path = path.to_owned();
        return Err(GraphError::Directory { path });
    }
    Ok((File::open(path).map_err(fail)?, metadata.len()))
}

pub(super) fn unreadable(path: &Path, error: &io::Error) -> GraphError {
    let path = path.to_owned();
    match error.kind() {
        io::ErrorKind::NotFound => GraphError::Missing { path },
        _ => GraphError::Unreadable {
            path,
            reason: error.to_string(),
        },
    }
}

/// Reads lines, without comments and without those that are blank. They end in LF, CR LF, or CR alone, as some
/// spreadsheets write them.
pub(super) struct Lines<'a> {
    path: &'a Path,
    reader: BufReader<File>,
    /// Up to an LF.
    bytes: Vec<u8>,
    /// Where the next line begins in them.
    next: usize,
    number: usize,
}

impl<'a> Lines<'a> {
    pub(super) fn open(path: &'a Path) -> Result<Self, GraphError> {
        let (file, _) = open(path)?;
        Ok(Self {
            path,
            reader: BufReader::new(file),
            bytes: Vec::new(),
            next: 0,
            number: 0,
        })
    }

    /// The next line with its number, from 1.
    pub(super) fn next(&mut self) -> Result<Option<(usize, &str)>, GraphError> {
        let range = loop {
            if self.next == self.bytes.len() {
                self.next = 0;
                self.bytes.clear();
                self.reader
                    .read_until(b'\n', &mut self.bytes)
                    .map_err(|error| unreadable(self.path, &error))?;
                if self.bytes.is_empty() {
                    return Ok(None);
                }
                if self.number == 0 && self.bytes.starts_with(BYTE_ORDER_MARK) {
                    self.next = BYTE_ORDER_MARK.len();
                }
            }
            self.number += 1;
            let begin = self.next;
            let rest = &self.bytes[begin..];
            let is_end = |byte: &u8| matches!(byte, b'\r' | b'\n');
            let length = rest.iter().position(is_end).unwrap_or(rest.len());
            let ending = match rest[length..] {
                [b'\r', b'\n', ..] => 2,
                [] => 0,
                _ => 1,
            };
            self.next = begin + length + ending;
            let length = said(self.text(begin..begin + length)?);
            if length > 0 {
                break begin..begin + length;
            }
        };
        Ok(Some((self.number, self.text(range)?)))
    }

    fn text(&self, range: core::ops::Range<usize>) -> Result<&str, GraphError> {
        str::from_utf8(&self.bytes[range]).map_err(|_| GraphError::NotText {
            path: self.path.to_owned(),
            line: self.number,
        })
    }
}

/// How much of a line is not a comment or blank. A `%` is one only where a line begins, since `5%` is no number
/// that should be read as 5.
fn said(line: &str) -> usize {
    let line = line.split('#').next().unwrap_or_default();
    if line.trim_start().starts_with('%') {
        return 0;
    }
    line.trim_end().len()
}
