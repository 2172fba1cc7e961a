//! What was found of a point, and what is still to be found.

use serde::{Deserialize, Serialize};

use crate::PointError;
use crate::spectrum::Outcome;

/// What was found of a point, or why there is nothing.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct Entry {
    pub(super) found: Result<Outcome, PointError>,
    /// Whether it was to go on from a neighbour that failed, and started from the system's initial state instead.
    pub(super) restarted: bool,
}

/// What was found of some lines at a place along them: an entry for each.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct Record {
    pub(super) lines: Vec<usize>,
    pub(super) place: usize,
    pub(super) entries: Vec<Entry>,
}

/// Lines that are run side by side, from a place on.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct Piece {
    pub(super) lines: Vec<usize>,
    pub(super) place: usize,
    /// What was found at the place before; nothing at the first one.
    pub(super) before: Vec<Entry>,
}

impl Piece {
    /// Lines from their first points on.
    pub(super) fn new(lines: Vec<usize>) -> Self {
        Self {
            lines,
            place: 0,
            before: Vec::new(),
        }
    }
}
