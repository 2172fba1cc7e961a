//! What was found of a point.

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

/// What was found of some lines: all points of the first, then all of the second, and so on.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct Record {
    pub(super) lines: Vec<usize>,
    pub(super) entries: Vec<Entry>,
}
