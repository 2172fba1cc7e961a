//! What a sweep found.

use core::fmt;
use std::path::Path;

use serde::Serialize;

use super::entry::Entry;
use super::metadata::SweepMetadata;
use super::work::Placed;
use super::{Sweep, save};
use crate::ensemble::Member;
use crate::model::Model;
use crate::{Calibration, Placement, PointError, SweepError};

/// An axis of a [`Sweep`](super::Sweep): what varies along it, and the values.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[non_exhaustive]
pub struct SweepAxis {
    /// Names of what varies, and the values, as many of each: more than one where several vary together.
    pub quantities: Vec<(String, Vec<f64>)>,
}

impl SweepAxis {
    /// How many values.
    pub fn len(&self) -> usize {
        self.quantities[0].1.len()
    }

    /// Whether there are none, which a sweep refuses.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The name of what varies, or of the first of several.
    pub fn name(&self) -> &str {
        &self.quantities[0].0
    }

    /// Its values.
    pub fn values(&self) -> &[f64] {
        &self.quantities[0].1
    }
}

/// The spectra of all points of a [`Sweep`](super::Sweep).
///
/// Points are numbered from 0 in the order of the axes, the first of which varies slowest. Displays as a summary;
/// [`save`](SweepSpectra::save) writes them to a file.
#[derive(Clone, Debug, PartialEq)]
pub struct SweepSpectra {
    axes: Vec<SweepAxis>,
    dimension: usize,
    entries: Vec<Option<Entry>>,
    metadata: SweepMetadata,
    redone: usize,
    placement: Option<Placement>,
    calibration: Option<Calibration>,
}

impl SweepSpectra {
    pub(super) fn new<M: Model>(
        sweep: &Sweep<M>,
        metadata: SweepMetadata,
        entries: Vec<Option<Entry>>,
        placed: Placed,
        calibration: Option<Calibration>,
    ) -> Self {
        let axes = sweep.axes.iter().map(|axis| {
            let quantities = axis.quantities.iter();
            SweepAxis {
                quantities: quantities
                    .map(|(of, values)| (of.name(), values.clone()))
                    .collect(),
            }
        });
        Self {
            axes: axes.collect(),
            dimension: sweep.system.dimension(),
            entries,
            metadata,
            redone: placed.redone,
            placement: placed.placement,
            calibration,
        }
    }

    /// The axes, the slowest first.
    pub fn axes(&self) -> &[SweepAxis] {
        &self.axes
    }

    /// How many values each axis has.
    pub fn shape(&self) -> Vec<usize> {
        self.axes.iter().map(SweepAxis::len).collect()
    }

    /// How many points.
    pub fn points(&self) -> usize {
        self.entries.len()
    }

    /// How many exponents each has.
    pub fn k(&self) -> usize {
        self.metadata.k
    }

    /// States times nodes.
    pub fn dimension(&self) -> usize {
        self.dimension
    }

    /// The number of the point at these places on the axes.
    ///
    /// # Panics
    /// Where there is no such point.
    pub fn index(&self, places: &[usize]) -> usize {
        assert_eq!(places.len(), self.axes.len(), "a place for each axis");
        places
            .iter()
            .zip(&self.axes)
            .fold(0, |index, (place, axis)| {
                assert!(*place < axis.len(), "place {place} of {}", axis.len());
                index * axis.len() + place
            })
    }

    /// What varies, and its value at a point, axis by axis.
    pub fn values(&self, point: usize) -> Vec<(&str, f64)> {
        let mut rest = point;
        let mut values = Vec::new();
        for axis in self.axes.iter().rev() {
            let place = rest % axis.len();
            rest /= axis.len();
            let quantities = axis.quantities.iter().rev();
            values.extend(quantities.map(|(name, values)| (name.as_str(), values[place])));
        }
        values.reverse();
        values
    }

    /// The spectrum of a point.
    ///
    /// # Errors
    /// Where the point could not be carried on, with the step and time, or has not been run.
    ///
    /// # Panics
    /// Where there is no such point.
    pub fn point(&self, point: usize) -> Result<Member<'_>, &PointError> {
        let Some(entry) = &self.entries[point] else {
            return Err(&PointError::NotRun);
        };
        let outcome = entry.found.as_ref()?;
        Ok(Member::new(outcome, self.dimension))
    }

    /// The spectrum of the point at these places on the axes.
    ///
    /// # Errors
    /// As [`SweepSpectra::point`].
    ///
    /// # Panics
    /// Where there is no such point.
    pub fn at(&self, places: &[usize]) -> Result<Member<'_>, &PointError> {
        self.point(self.index(places))
    }

    /// All points, in their order.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = Result<Member<'_>, &PointError>> {
        (0..self.points()).map(|point| self.point(point))
    }

    /// The points that could not be carried on, with the reasons.
    pub fn failures(&self) -> impl Iterator<Item = (usize, &PointError)> {
        let entries = self.entries.iter().enumerate();
        entries.filter_map(|(point, entry)| Some((point, entry.as_ref()?.found.as_ref().err()?)))
    }

    /// Whether every point has been run.
    pub fn is_complete(&self) -> bool {
        self.entries.iter().all(Option::is_some)
    }

    /// Whether a point was to go on from a neighbour that had failed, and started from the system's initial state.
    ///
    /// # Panics
    /// Where there is no such point.
    pub fn restarted(&self, point: usize) -> bool {
        let entry = self.entries[point].as_ref();
        entry.is_some_and(|entry| entry.restarted)
    }

    /// What the sweep is of.
    pub fn metadata(&self) -> &SweepMetadata {
        &self.metadata
    }

    /// How many points of a device were run on the CPU after all: see
    /// [`EnsembleSpectrum::redone_on_cpu`](crate::EnsembleSpectrum::redone_on_cpu).
    pub fn redone_on_cpu(&self) -> usize {
        self.redone
    }

    /// Where it was run, and what it cost there; `None` on the CPU, and where nothing was run.
    pub fn placement(&self) -> Option<&Placement> {
        self.placement.as_ref()
    }

    /// The figures on which the device was chosen, where that was left open.
    pub fn calibration(&self) -> Option<&Calibration> {
        self.calibration.as_ref()
    }

    /// Writes everything to a file, whose kind its ending says: `.csv`, or with the features of that name `.npz` and
    /// `.parquet`. It is replaced as a whole: there is never half a file of that name.
    ///
    /// What it holds, for each point: the values of everything that varies; `status`, 0 where there is a spectrum, 1
    /// where the point failed, 2 where it was not run; the exponents from the largest, their standard errors, the
    /// Kaplan–Yorke dimension, the residual of the sum rule; `restarted`, the final state, and step, time and reason of
    /// a failure. What there is not is an empty field, a null, or in `.npz` no number. The metadata stand beside it as
    /// JSON: in lines that begin with `#`, as an array `metadata`, as an entry of the file's own metadata.
    ///
    /// # Errors
    /// Where points have not been run, the file cannot be written, its ending is not known, or lyapax was built without
    /// the feature.
    pub fn save(&self, path: impl AsRef<Path>) -> Result<(), SweepError> {
        let points = self.points();
        match self.entries.iter().filter(|entry| entry.is_none()).count() {
            0 => save::save(self, path.as_ref()),
            missing => Err(SweepError::Incomplete { missing, points }),
        }
    }

    /// As [`SweepSpectra::save`], also where points have not been run.
    ///
    /// # Errors
    /// As [`SweepSpectra::save`], but for that.
    pub fn save_incomplete(&self, path: impl AsRef<Path>) -> Result<(), SweepError> {
        save::save(self, path.as_ref())
    }

    pub(super) fn entry(&self, point: usize) -> Option<&Entry> {
        self.entries[point].as_ref()
    }
}

impl fmt::Display for SweepSpectra {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names = self.axes.iter().map(|axis| {
            let names = axis.quantities.iter().map(|(name, _)| name.as_str());
            format!("{} ({})", names.collect::<Vec<_>>().join(", "), axis.len())
        });
        let names = names.collect::<Vec<_>>().join(" × ");
        write!(f, "{} over {names}", self.metadata.model)?;
        let failed = self.failures().count();
        if failed > 0 {
            write!(
                f,
                "; {failed} of {} points could not be carried on",
                self.points()
            )?;
        }
        let missing = self.entries.iter().filter(|entry| entry.is_none()).count();
        if missing > 0 {
            write!(
                f,
                "; {missing} of {} points have not been run",
                self.points()
            )?;
        }
        if self.redone > 0 {
            write!(
                f,
                "; {} lost a tangent and were run on the CPU",
                self.redone
            )?;
        }
        for i in 0..self.k() {
            let exponents = self.iter().flatten().map(|point| point.exponents()[i]);
            let range = exponents.fold(None, |range: Option<(f64, f64)>, value| {
                let (least, most) = range.unwrap_or((value, value));
                Some((least.min(value), most.max(value)))
            });
            if let Some((least, most)) = range {
                write!(f, "\n  λ{}: from {least:+.6} to {most:+.6}", i + 1)?;
            }
        }
        if let Some((point, error)) = self.failures().next() {
            write!(f, "\n  point {point}")?;
            for (name, value) in self.values(point) {
                write!(f, ", {name} = {value}")?;
            }
            write!(f, ": {error}")?;
        }
        if let Some(calibration) = &self.calibration {
            write!(f, "\n  chosen: {calibration}")?;
        }
        if let Some(placement) = &self.placement {
            write!(f, "\n  {placement}")?;
        }
        Ok(())
    }
}
