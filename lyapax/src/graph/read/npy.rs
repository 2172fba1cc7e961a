//! Arrays of numpy.
//!
//! The format: numpy's NEP 1, "A simple file format for NumPy arrays", versions 1.0 to 3.0. A file is its magic
//! bytes, a version, the length of a header, the header, which is a Python dictionary of the three keys `descr`,
//! `fortran_order` and `shape`, and the numbers.

use std::io::{self, BufReader, Read};
use std::path::Path;

use super::lines::{open, unreadable};
use crate::{Dense, GraphError};

const MAGIC: &[u8; 6] = b"\x93NUMPY";

pub(super) fn read(path: &Path) -> Result<Dense, GraphError> {
    let path_owned = || path.to_owned();
    let (file, length) = open(path)?;
    if length == 0 {
        return Err(GraphError::Empty { path: path_owned() });
    }
    let mut reader = BufReader::new(file);
    let (header, before) = read_header(path, &mut reader)?;
    let Header {
        kind,
        fortran_order,
        shape,
    } = Header::parse(path, &header)?;
    let [rows, columns] = *shape else {
        return Err(bad_shape(path, &shape));
    };
    if rows != columns {
        return Err(bad_shape(path, &shape));
    }
    if rows == 0 {
        return Err(GraphError::Empty { path: path_owned() });
    }
    let numbers = rows.saturating_mul(columns);
    let (expected, got) = (
        numbers.saturating_mul(kind.size as u64),
        length.saturating_sub(before),
    );
    if expected != got {
        return Err(GraphError::NpyLength {
            path: path_owned(),
            expected,
            got,
        });
    }
    // The file is as long as that, so that all of it can be counted.
    let n = usize::try_from(rows).unwrap_or(usize::MAX);
    let mut values = Vec::new();
    let mut line = Vec::new();
    values
        .try_reserve_exact(n.saturating_mul(n))
        .and_then(|()| line.try_reserve_exact(n * kind.size))
        .map_err(|_| GraphError::TooLarge {
            path: path_owned(),
            nodes: n,
        })?;
    values.resize(n * n, 0.0);
    line.resize(n * kind.size, 0);
    for outer in 0..n {
        reader
            .read_exact(&mut line)
            .map_err(|error| unreadable(path, &error))?;
        for (inner, bytes) in line.chunks_exact(kind.size).enumerate() {
            let (row, column) = if fortran_order {
                (inner, outer)
            } else {
                (outer, inner)
            };
            let value = kind.number(bytes);
            if !value.is_finite() {
                return Err(GraphError::NpyNotFinite {
                    path: path_owned(),
                    row,
                    column,
                    value,
                });
            }
            values[row * n + column] = value;
        }
    }
    Ok(Dense::new(n, values))
}

/// The text of the header, and the bytes before the numbers.
fn read_header(path: &Path, reader: &mut impl Read) -> Result<(String, u64), GraphError> {
    let cut = |error: io::Error| match error.kind() {
        io::ErrorKind::UnexpectedEof => not_npy(path, "it is cut off"),
        _ => unreadable(path, &error),
    };
    let mut begin = [0; 8];
    let read = reader.read_exact(&mut begin);
    let [magic @ .., major, _] = &begin;
    if read.is_ok() && magic != MAGIC {
        return Err(not_npy(path, "it begins with other bytes"));
    }
    read.map_err(cut)?;
    let (size, before) = match major {
        1 => {
            let mut size = [0; 2];
            reader.read_exact(&mut size).map_err(cut)?;
            (u64::from(u16::from_le_bytes(size)), 10)
        }
        2 | 3 => {
            let mut size = [0; 4];
            reader.read_exact(&mut size).map_err(cut)?;
            (u64::from(u32::from_le_bytes(size)), 12)
        }
        _ => return Err(not_npy(path, &format!("its version is {major}"))),
    };
    // Bounded by the file, so that a damaged length asks for no memory.
    let mut header = String::new();
    let mut limited = reader.take(size);
    match limited.read_to_string(&mut header) {
        Err(error) if error.kind() == io::ErrorKind::InvalidData => {
            return Err(not_npy(path, "its header is no text"));
        }
        Err(error) => return Err(unreadable(path, &error)),
        Ok(read) if (read as u64) < size => return Err(not_npy(path, "it is cut off")),
        Ok(_) => {}
    }
    Ok((header, before + size))
}

struct Header {
    kind: Kind,
    fortran_order: bool,
    shape: Vec<u64>,
}

impl Header {
    fn parse(path: &Path, text: &str) -> Result<Self, GraphError> {
        let missing = |key: &str| not_npy(path, &format!("its header has no `{key}`"));
        let descr = value(text, "descr").ok_or_else(|| missing("descr"))?;
        let kind = quoted(descr)
            .and_then(Kind::parse)
            .ok_or_else(|| GraphError::NpyType {
                path: path.to_owned(),
                found: quoted(descr).unwrap_or("a record").to_owned(),
            })?;
        let fortran_order = match value(text, "fortran_order") {
            Some(text) if text.starts_with("True") => true,
            Some(text) if text.starts_with("False") => false,
            _ => return Err(missing("fortran_order")),
        };
        let shape = value(text, "shape")
            .and_then(|text| text.strip_prefix('(')?.split_once(')'))
            .and_then(|(list, _)| {
                let list = list.split(',').map(str::trim);
                let sizes = list.filter(|size| !size.is_empty());
                // Python 2 wrote `3L`.
                sizes
                    .map(|size| size.trim_end_matches('L').parse().ok())
                    .collect()
            });
        Ok(Self {
            kind,
            fortran_order,
            shape: shape.ok_or_else(|| missing("shape"))?,
        })
    }
}

/// What follows a key of the dictionary.
fn value<'a>(text: &'a str, key: &str) -> Option<&'a str> {
    let quotes = ['\'', '"'];
    let mut at = text.match_indices(key);
    at.find_map(|(at, _)| {
        text[..at].ends_with(quotes).then_some(())?;
        let rest = text[at + key.len()..].strip_prefix(quotes)?;
        Some(rest.trim_start().strip_prefix(':')?.trim_start())
    })
}

/// What a string that the text begins with holds.
fn quoted(text: &str) -> Option<&str> {
    let quote = text.chars().next().filter(|c| matches!(c, '\'' | '"'))?;
    let (string, _) = text[1..].split_once(quote)?;
    Some(string)
}

/// What numbers are: `<f8` are little-endian floats of 8 bytes.
struct Kind {
    big_endian: bool,
    letter: char,
    size: usize,
}

impl Kind {
    fn parse(text: &str) -> Option<Self> {
        let mut chars = text.chars();
        let big_endian = match chars.next()? {
            '<' | '|' => false,
            '>' => true,
            '=' => cfg!(target_endian = "big"),
            _ => return None,
        };
        let letter = chars.next()?;
        let size = chars.as_str().parse().ok()?;
        let known = matches!(
            (letter, size),
            ('f', 4 | 8) | ('i' | 'u', 1 | 2 | 4 | 8) | ('b', 1)
        );
        known.then_some(Self {
            big_endian,
            letter,
            size,
        })
    }

    fn number(&self, bytes: &[u8]) -> f64 {
        // Little-endian, filled up with zeros.
        let mut number = [0; 8];
        number[..self.size].copy_from_slice(bytes);
        if self.big_endian {
            number[..self.size].reverse();
        }
        let bits = u64::from_le_bytes(number);
        let [a, b, c, d, ..] = number;
        match (self.letter, self.size) {
            ('f', 4) => f64::from(f32::from_le_bytes([a, b, c, d])),
            ('f', _) => f64::from_bits(bits),
            ('i', size) => {
                // The sign's bit to the top, and back with copies of it.
                let unused = 64 - 8 * size;
                ((bits << unused).cast_signed() >> unused) as f64
            }
            ('b', _) => f64::from(u8::from(bits != 0)),
            _ => bits as f64,
        }
    }
}

fn not_npy(path: &Path, reason: &str) -> GraphError {
    GraphError::NotNpy {
        path: path.to_owned(),
        reason: reason.to_owned(),
    }
}

/// A shape in numpy's words.
fn bad_shape(path: &Path, shape: &[u64]) -> GraphError {
    let sizes: Vec<_> = shape.iter().map(u64::to_string).collect();
    let mut text = sizes.join(", ");
    if shape.len() == 1 {
        text.push(',');
    }
    GraphError::NpyShape {
        path: path.to_owned(),
        shape: text,
    }
}
