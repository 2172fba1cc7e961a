//! A sweep as a table.

use std::fmt::Write as _;

use crate::measure::{Effort, Figures};
use crate::numbers::three_digits;
use crate::sweep::{Cell, Curve, Sweep, speed_up};

/// A headline, a row for each size, what is missing with the reasons, and where a device is faster.
pub fn text(sweep: &Sweep, effort: &Effort) -> String {
    let mut text = headline(sweep, effort);
    for line in aligned(&rows(sweep)) {
        text.push('\n');
        text.push_str(&line);
    }
    for curve in &sweep.curves {
        for line in missing(sweep, curve) {
            // The help of an error stands on a line of its own.
            let _ = write!(text, "\n{}", line.replace('\n', "\n    "));
        }
    }
    let devices = sweep.curves.iter().skip(1);
    for curve in devices.filter(|it| it.target.place.is_ok()) {
        let _ = write!(text, "\n{} is {}", curve.target.name, sweep.verdict(curve));
    }
    text
}

fn headline(sweep: &Sweep, effort: &Effort) -> String {
    let workload = sweep.workload;
    let (title, run, value) = (
        workload.title(),
        workload.run_words(sweep.steps),
        workload.value_name(),
    );
    let repeat = effort.repeat;
    format!(
        "{title}: {run}\n\
         {value}, the fastest of up to {repeat}; Δ is the largest difference of an exponent from the CPU's"
    )
}

fn rows(sweep: &Sweep) -> Vec<Vec<String>> {
    let cpu = &sweep.curves[0];
    let mut titles = vec![sweep.workload.unit().to_owned()];
    for curve in &sweep.curves {
        let name = curve.target.name.clone();
        if curve.target.is_cpu() {
            titles.extend([name, "λ₁".into()]);
        } else {
            titles.extend([name, "speed-up".into(), "Δ".into()]);
        }
    }
    let row = |(i, &size): (usize, &usize)| {
        let mut row = vec![size.to_string()];
        for curve in &sweep.curves {
            let cell = &curve.cells[i];
            row.push(value(sweep, size, cell));
            let figures = cell.figures();
            if curve.target.is_cpu() {
                let first = |it: &Figures| format!("{:+.6}", it.exponents[0]);
                row.push(figures.map_or_else(String::new, first));
            } else {
                let faster = speed_up(&cpu.cells[i], cell).map(three_digits);
                let apart = figures.and_then(|it| it.difference);
                row.push(faster.unwrap_or_default());
                row.push(apart.map_or_else(String::new, |it| format!("{it:.0e}")));
            }
        }
        row
    };
    let rows = sweep.sizes.iter().enumerate().map(row);
    [titles].into_iter().chain(rows).collect()
}

fn value(sweep: &Sweep, size: usize, cell: &Cell) -> String {
    match cell {
        Cell::Measured(figures) => {
            let seconds = figures.seconds();
            three_digits(sweep.workload.value(size, sweep.steps, seconds))
        }
        Cell::Skipped { .. } => "skipped".into(),
        Cell::Failed(_) => "failed".into(),
        Cell::NotMeasured(_) => "not measured".into(),
    }
}

/// What of a curve is missing, and why, each reason once.
fn missing(sweep: &Sweep, curve: &Curve) -> Vec<String> {
    let name = &curve.target.name;
    if let Err(reason) = &curve.target.place {
        return vec![format!("{name}: not measured: {reason}")];
    }
    let mut lines = Vec::new();
    let mut skipped = false;
    for (cell, &size) in curve.cells.iter().zip(&sweep.sizes) {
        let count = sweep.workload.count(size);
        match cell {
            Cell::Failed(error) => lines.push(format!("{name}, {count}: failed: {error}")),
            Cell::Skipped { predicted_s } if !skipped => {
                skipped = true;
                let predicted = three_digits(*predicted_s);
                lines.push(format!(
                    "{name}, from {count} on: skipped, since a run was predicted to take {predicted} s (--budget)"
                ));
            }
            _ => {}
        }
    }
    lines
}

/// Columns of equal width, numbers to the right.
fn aligned(rows: &[Vec<String>]) -> Vec<String> {
    let width = |column: usize| {
        let cells = rows.iter().map(|row| row[column].chars().count());
        cells.max().unwrap_or(0)
    };
    let widths: Vec<_> = (0..rows[0].len()).map(width).collect();
    let line = |row: &Vec<String>| {
        let cells = row.iter().zip(&widths);
        let cells = cells.map(|(cell, &width)| format!("{cell:>width$}"));
        cells.collect::<Vec<_>>().join("  ").trim_end().to_owned()
    };
    rows.iter().map(line).collect()
}
