//! Matrices as text.

use std::path::Path;

use csv::StringRecord;

use super::fields::{Place, Separator, is_header};
use super::lines::Lines;
use crate::{Dense, GraphError};

pub(super) fn read(path: &Path, separator: Separator) -> Result<Dense, GraphError> {
    let mut lines = Lines::open(path)?;
    let mut fields = StringRecord::new();
    let mut values = Vec::new();
    // Line and length of the first row.
    let mut first = None;
    let (mut rows, mut named) = (0, false);
    while let Some((line, text)) = lines.next()? {
        separator.split(text, &mut fields);
        if rows == 0 && !named && is_header(&fields) {
            named = true;
            continue;
        }
        let got = fields.len();
        values.try_reserve(got).map_err(|_| GraphError::TooLarge {
            path: path.to_owned(),
            nodes: first.map_or(got, |(_, expected)| expected),
        })?;
        for (column, field) in (1..).zip(&fields) {
            values.push(Place { path, line, column }.number(field)?);
        }
        let (first_line, expected) = *first.get_or_insert((line, got));
        if got != expected {
            return Err(GraphError::RowLength {
                path: path.to_owned(),
                line,
                got,
                first_line,
                expected,
            });
        }
        rows += 1;
    }
    match first {
        None => Err(GraphError::Empty {
            path: path.to_owned(),
        }),
        Some((_, columns)) if columns != rows => Err(GraphError::NotSquare {
            path: path.to_owned(),
            rows,
            columns,
        }),
        Some(_) => Ok(Dense::new(rows, values)),
    }
}
