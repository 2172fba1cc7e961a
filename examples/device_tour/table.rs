//! Figures by size and place.

use core::fmt;
use std::path::Path;
use std::time::Instant;

use lyapax::plot::Picture;
use lyapax::{Error, SweepError};
use serde_json::{Value, json};

use super::crossover::Crossover;
use super::target::{Place, Target};

/// What became of a size in a place.
pub enum Cell {
    Measured {
        /// In the table's unit.
        figure: f64,
        /// Seconds of the fastest turn.
        seconds: f64,
        /// A sum of what was computed: the same in all places, to rounding, or a run of the tour fails.
        check: f64,
    },
    NotMeasured(String),
}

/// A place, or a way of doing it, with a cell for each size.
pub struct Column {
    pub name: String,
    pub cells: Vec<Cell>,
}

/// What a table tells.
pub struct Kind {
    pub name: &'static str,
    pub title: &'static str,
    /// What the sizes count.
    pub of: &'static str,
    pub unit: &'static str,
    /// Whether a larger figure is a better one.
    pub more_is_better: bool,
    /// Whether its columns are places, of which the first is the CPU.
    pub is_compared: bool,
}

/// Figures of one kind.
pub struct Table {
    kind: Kind,
    sizes: Vec<usize>,
    columns: Vec<Column>,
}

impl Kind {
    pub fn with(self, sizes: &[usize], columns: impl IntoIterator<Item = Column>) -> Table {
        Table {
            kind: self,
            sizes: sizes.to_vec(),
            columns: columns.into_iter().collect(),
        }
    }

    /// With a column for each place, of which `prepare` gives what is timed: see [`column`].
    pub fn everywhere(
        self,
        sizes: &[usize],
        targets: &[Target],
        budget: f64,
        growth: f64,
        prepare: impl Fn(usize, Place) -> Result<Turn, Error>,
        figure: impl Fn(usize, f64) -> f64,
    ) -> Table {
        let columns = targets.iter().map(|target| match &target.place {
            Ok(place) => {
                let prepare = |size| prepare(size, *place);
                column(&target.name, sizes, budget, growth, prepare, &figure)
            }
            Err(reason) => absent(&target.name, sizes, reason),
        });
        self.with(sizes, columns)
    }
}

/// Something at one size: made once, and then by the clock.
pub type Turn = Box<dyn FnMut() -> Result<f64, Error>>;

/// All sizes in one place. `prepare` gives what is timed, once everything is there; `growth` is the power of the size that
/// it grows with, `figure` makes a figure of the size and of the seconds.
pub fn column(
    name: &str,
    sizes: &[usize],
    budget: f64,
    growth: f64,
    prepare: impl Fn(usize) -> Result<Turn, Error>,
    figure: impl Fn(usize, f64) -> f64,
) -> Column {
    let mut cells: Vec<Cell> = Vec::new();
    let mut known: Option<(usize, f64)> = None;
    let mut failed = false;
    for &size in sizes {
        if failed {
            cells.push(Cell::NotMeasured("it failed at a smaller size".into()));
            continue;
        }
        if let Some((before, seconds)) = known {
            let predicted = seconds * (size as f64 / before as f64).powf(growth);
            if predicted > budget {
                let reason = format!("it would take {predicted:.1} s");
                cells.push(Cell::NotMeasured(reason));
                continue;
            }
        }
        eprintln!("{name}, {size} …");
        cells.push(match prepare(size).and_then(|turn| timed(turn, budget)) {
            Ok((seconds, check)) => {
                known = Some((size, seconds));
                Cell::Measured {
                    figure: figure(size, seconds),
                    seconds,
                    check,
                }
            }
            Err(error) => {
                failed = true;
                Cell::NotMeasured(error.to_string())
            }
        });
    }
    Column {
        name: name.to_owned(),
        cells,
    }
}

/// A place that is not there.
pub fn absent(name: &str, sizes: &[usize], reason: &str) -> Column {
    let cell = |_| Cell::NotMeasured(reason.to_owned());
    Column {
        name: name.to_owned(),
        cells: sizes.iter().map(cell).collect(),
    }
}

/// The least time of several turns. The first, in which kernels are compiled and memory is had, does not count.
fn timed(mut turn: Turn, budget: f64) -> Result<(f64, f64), Error> {
    /// As many are enough.
    const TURNS: usize = 20;
    turn()?;
    let (mut least, mut all, mut check) = (f64::INFINITY, 0.0, 0.0);
    for _ in 0..TURNS {
        let start = Instant::now();
        check = turn()?;
        let seconds = start.elapsed().as_secs_f64();
        (least, all) = (least.min(seconds), all + seconds);
        if all > budget / 2.0 {
            break;
        }
    }
    Ok((least, check))
}

impl Cell {
    fn figure(&self) -> Option<f64> {
        match self {
            Self::Measured { figure, .. } => Some(*figure),
            Self::NotMeasured(_) => None,
        }
    }

    fn json(&self) -> Value {
        match self {
            Self::Measured {
                figure,
                seconds,
                check,
            } => {
                json!({"status": "measured", "figure": figure, "seconds": seconds, "check": check})
            }
            Self::NotMeasured(reason) => json!({"status": "not measured", "reason": reason}),
        }
    }
}

impl Table {
    pub fn json(&self) -> Value {
        let column = |column: &Column| {
            let cells = self.sizes.iter().zip(&column.cells);
            let cells = cells.map(|(size, cell)| {
                let mut value = cell.json();
                value["size"] = json!(size);
                value
            });
            json!({"name": column.name, "cells": cells.collect::<Vec<_>>()})
        };
        let crossovers = self.crossovers().into_iter();
        let crossovers = crossovers.map(|(size, words)| json!({"size": size, "words": words}));
        let crossovers: Vec<_> = crossovers.collect();
        json!({
            "name": self.kind.name,
            "title": self.kind.title,
            "of": self.kind.of,
            "unit": self.kind.unit,
            "columns": self.columns.iter().map(column).collect::<Vec<_>>(),
            "crossover": crossovers,
        })
    }

    /// Where check values are not the same in two columns, in words.
    pub fn differing(&self) -> Vec<String> {
        let mut found = Vec::new();
        for (i, size) in self.sizes.iter().enumerate() {
            let checks = self
                .columns
                .iter()
                .filter_map(|column| match column.cells[i] {
                    Cell::Measured { check, .. } => Some((&column.name, check)),
                    Cell::NotMeasured(_) => None,
                });
            let checks: Vec<_> = checks.collect();
            let Some(((first, expected), others)) = checks.split_first() else {
                continue;
            };
            for (name, check) in others {
                // Of single precision few digits are left where large sums are taken.
                let tolerance = if name.contains("f32") { 1e-2 } else { 1e-6 };
                let is_same = (check - expected).abs() <= tolerance * expected.abs();
                if !is_same || !expected.is_finite() {
                    found.push(format!(
                        "{}, {size} {}: {check:e} by {name} and {expected:e} by {first}",
                        self.kind.name, self.kind.of
                    ));
                }
            }
        }
        found
    }

    /// From which size on each other column is better than the first, in words.
    fn crossovers(&self) -> Vec<(Option<f64>, String)> {
        let Some(first) = self.columns.first().filter(|_| self.kind.is_compared) else {
            return Vec::new();
        };
        let others = self.columns.iter().skip(1);
        let compared = others.filter_map(|other| {
            let both = self.sizes.iter().zip(first.cells.iter().zip(&other.cells));
            let ratios = both.filter_map(|(&size, (here, there))| {
                let ratio = there.figure()? / here.figure()?;
                let ratio = if self.kind.more_is_better {
                    ratio
                } else {
                    1.0 / ratio
                };
                Some((size as f64, ratio))
            });
            let ratios: Vec<_> = ratios.collect();
            if ratios.is_empty() {
                return None;
            }
            let crossover = Crossover::of(&ratios);
            let words = crossover.words(self.kind.of);
            let words = format!("{} against {}: {words}", other.name, first.name);
            Some((crossover.size(), words))
        });
        compared.collect()
    }

    /// Figures over sizes, both by their logarithms, into `folder/name.png`.
    pub fn draw(&self, folder: &Path) -> Result<(), SweepError> {
        let sizes: Vec<f64> = self
            .sizes
            .iter()
            .map(|size| (*size as f64).log10())
            .collect();
        let curves = self.columns.iter().map(|column| {
            let figures = column.cells.iter().map(Cell::figure);
            let figures = figures.map(|figure| figure.map_or(f64::NAN, f64::log10));
            (column.name.clone(), figures.collect::<Vec<f64>>())
        });
        let curves: Vec<_> = curves
            .filter(|(_, figures)| figures.iter().any(|figure| figure.is_finite()))
            .collect();
        if curves.is_empty() || sizes.len() < 2 {
            return Ok(());
        }
        Picture::new(folder.join(format!("{}.png", self.kind.name)))
            // What stands behind a colon is for the table, which is wider.
            .title(self.kind.title.split(':').next().unwrap_or_default())
            .curves(
                (&format!("log10 of {}", self.kind.of), &sizes),
                &format!("log10 of {}", self.kind.unit),
                curves,
            )
    }
}

/// As Markdown. Check values and reasons stand below.
impl fmt::Display for Table {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{}, in {}\n", self.kind.title, self.kind.unit)?;
        write!(f, "| {} |", self.kind.of)?;
        for column in &self.columns {
            write!(f, " {} |", column.name)?;
        }
        write!(
            f,
            " check value |\n|{}",
            " --- |".repeat(self.columns.len() + 2)
        )?;
        for (i, size) in self.sizes.iter().enumerate() {
            write!(f, "\n| {size} |")?;
            let mut checks: Vec<String> = Vec::new();
            for column in &self.columns {
                match &column.cells[i] {
                    Cell::Measured { figure, check, .. } => {
                        write!(f, " {} |", digits(*figure))?;
                        let check = format!("{check:.5e}");
                        if !checks.contains(&check) {
                            checks.push(check);
                        }
                    }
                    Cell::NotMeasured(_) => write!(f, " not measured |")?,
                }
            }
            write!(f, " {} |", checks.join(", "))?;
        }
        for column in &self.columns {
            let reasons = column.cells.iter().zip(&self.sizes);
            let first = reasons.filter_map(|(cell, size)| match cell {
                Cell::NotMeasured(reason) => Some((size, reason)),
                Cell::Measured { .. } => None,
            });
            if let Some((size, reason)) = first.into_iter().next() {
                let reason = reason.lines().next().unwrap_or_default();
                write!(f, "\n\n{} from {size} on: {reason}", column.name)?;
            }
        }
        for (_, words) in self.crossovers() {
            write!(f, "\n\n{words}")?;
        }
        Ok(())
    }
}

/// Three digits.
fn digits(figure: f64) -> String {
    match figure.abs() {
        0.0 => "0".into(),
        size if !(1e-3..1e6).contains(&size) => format!("{figure:.2e}"),
        size => {
            let places = (2.0 - size.log10().floor()).clamp(0.0, 6.0);
            #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)]
            let places = places as usize;
            format!("{figure:.places$}")
        }
    }
}
