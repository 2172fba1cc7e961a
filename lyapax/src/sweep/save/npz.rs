//! Arrays for numpy: `numpy.load("sweep.npz")`.

use std::io::{self, Seek, Write};

use npyz::{AutoSerialize, DType, Serialize, TypeStr, WriterBuilder};
use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, ZipWriter};

use super::super::result::SweepSpectra;
use crate::ensemble::Member;

pub(super) fn write(spectra: &SweepSpectra, file: &mut (impl Write + Seek)) -> io::Result<()> {
    let mut arrays = Arrays(ZipWriter::new(file));
    let shape: Vec<u64> = spectra
        .shape()
        .iter()
        .map(|&length| length as u64)
        .collect();
    let with = |last: usize| [&shape[..], &[last as u64]].concat();
    for axis in spectra.axes() {
        for (name, values) in &axis.quantities {
            arrays.plain(name, &[values.len() as u64], values.iter().copied())?;
        }
    }
    let statuses = spectra.statuses().into_iter();
    // Zero to two.
    #[allow(clippy::cast_possible_truncation)]
    arrays.plain("status", &shape, statuses.map(|status| status as u8))?;
    let (k, n) = (spectra.k(), spectra.dimension());
    let exponents = |point: Member<'_>, i: usize| point.exponents()[i];
    arrays.plain("exponents", &with(k), rows(spectra, k, exponents))?;
    let errors = |point: Member<'_>, i: usize| point.std_errors()[i].unwrap_or(f64::NAN);
    arrays.plain("std_errors", &with(k), rows(spectra, k, errors))?;
    let dimension = |point: Member<'_>, _| point.kaplan_yorke().unwrap_or(f64::NAN);
    arrays.plain("kaplan_yorke", &shape, rows(spectra, 1, dimension))?;
    let residual = |point: Member<'_>, _| point.sum_rule().unwrap_or(f64::NAN);
    arrays.plain("sum_rule", &shape, rows(spectra, 1, residual))?;
    let restarted = (0..spectra.points()).map(|point| spectra.restarted(point));
    arrays.plain("restarted", &shape, restarted)?;
    let states = |point: Member<'_>, i: usize| point.final_state()[i];
    arrays.plain("final_state", &with(n), rows(spectra, n, states))?;

    let failed =
        || (0..spectra.points()).filter_map(|point| Some((point, spectra.failure(point)?)));
    let count = [failed().count() as u64];
    arrays.plain(
        "failed_point",
        &count,
        failed().map(|(point, _)| point as u64),
    )?;
    arrays.plain(
        "failed_step",
        &count,
        failed().map(|(_, (_, step, _))| step),
    )?;
    arrays.plain(
        "failed_time",
        &count,
        failed().map(|(_, (_, _, time))| time),
    )?;
    let reasons: Vec<&str> = failed().map(|(_, (reason, ..))| reason).collect();
    arrays.text("failed_reason", &count, &reasons)?;
    arrays.text("metadata", &[], &[&spectra.metadata().json().to_string()])?;
    arrays.0.finish()?;
    Ok(())
}

/// So many numbers of each point; none is no number.
fn rows(
    spectra: &SweepSpectra,
    length: usize,
    of: impl Fn(Member<'_>, usize) -> f64,
) -> impl Iterator<Item = f64> {
    spectra.iter().flat_map(move |point| {
        let numbers = (0..length).map(|i| point.map_or(f64::NAN, |point| of(point, i)));
        numbers.collect::<Vec<_>>()
    })
}

/// An `.npz` is an archive of arrays.
struct Arrays<W: Write + Seek>(ZipWriter<W>);

impl<W: Write + Seek> Arrays<W> {
    fn plain<T: AutoSerialize>(
        &mut self,
        name: &str,
        shape: &[u64],
        values: impl Iterator<Item = T>,
    ) -> io::Result<()> {
        self.array(name, T::default_dtype(), shape, values)
    }

    /// Texts in UTF-8, as numpy's `bytes`.
    fn text(&mut self, name: &str, shape: &[u64], texts: &[&str]) -> io::Result<()> {
        let longest = texts
            .iter()
            .map(|text| text.len())
            .max()
            .unwrap_or(0)
            .max(1);
        let kind: TypeStr = format!("|S{longest}").parse().map_err(io::Error::other)?;
        let texts = texts.iter().map(|text| text.as_bytes());
        self.array(name, DType::new_scalar(kind), shape, texts)
    }

    fn array<T: Serialize>(
        &mut self,
        name: &str,
        kind: DType,
        shape: &[u64],
        values: impl Iterator<Item = T>,
    ) -> io::Result<()> {
        let plain = SimpleFileOptions::default().compression_method(CompressionMethod::Stored);
        self.0
            .start_file(format!("{name}.npy"), plain.large_file(true))?;
        let array = npyz::WriteOptions::new().dtype(kind).shape(shape);
        let mut array = array.writer(&mut self.0).begin_nd()?;
        array.extend(values)?;
        array.finish()
    }
}
