//! Results as files.

mod csv;
#[cfg(feature = "npz")]
mod npz;
#[cfg(feature = "parquet")]
mod parquet;
mod table;

use std::fs::File;
use std::io::{self, BufWriter};
use std::path::Path;

use super::result::SweepSpectra;
use crate::SweepError;
use crate::files::{reason, replace};

/// The endings of files that can be written.
const KNOWN: &str = "`.csv`, `.npz` or `.parquet`";

pub(super) fn save(spectra: &SweepSpectra, path: &Path) -> Result<(), SweepError> {
    let ending = path.extension().and_then(|ending| ending.to_str());
    match ending.map(str::to_ascii_lowercase).as_deref() {
        Some("csv") => write(path, |file| csv::write(spectra, file)),
        #[cfg(feature = "npz")]
        Some("npz") => write(path, |file| npz::write(spectra, file)),
        #[cfg(not(feature = "npz"))]
        Some("npz") => Err(SweepError::NotBuilt { feature: "npz" }),
        #[cfg(feature = "parquet")]
        Some("parquet") => write(path, |file| parquet::write(spectra, file)),
        #[cfg(not(feature = "parquet"))]
        Some("parquet") => Err(SweepError::NotBuilt { feature: "parquet" }),
        _ => Err(SweepError::UnknownFormat {
            path: path.to_owned(),
            known: KNOWN,
        }),
    }
}

fn write(
    path: &Path,
    content: impl FnOnce(&mut BufWriter<&File>) -> io::Result<()>,
) -> Result<(), SweepError> {
    replace(path, content).map_err(|error| SweepError::Unwritable {
        path: path.to_owned(),
        reason: reason(&error),
    })
}
