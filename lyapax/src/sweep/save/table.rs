//! A result as a table: a column for each thing, a row for each point.

use super::super::result::SweepSpectra;
use crate::PointError;
use crate::ensemble::Member;

/// A column.
pub(super) struct Column {
    pub(super) name: String,
    pub(super) values: Values,
}

/// What stands in it.
pub(super) enum Values {
    /// Numbers, where there are any.
    Numbers(Vec<Option<f64>>),
    /// Counts, where there are any.
    Counts(Vec<Option<u64>>),
    /// Words, where there are any.
    Words(Vec<Option<String>>),
}

/// There is a spectrum.
const FOUND: u64 = 0;
/// The point failed.
const FAILED: u64 = 1;
/// It has not been run.
const NOT_RUN: u64 = 2;

impl SweepSpectra {
    /// All columns, in their order.
    pub(super) fn columns(&self) -> Vec<Column> {
        let mut columns = Vec::new();
        for (i, (name, _)) in self.values(0).into_iter().enumerate() {
            let values = (0..self.points()).map(|point| Some(self.values(point)[i].1));
            columns.push(Column {
                name: name.to_owned(),
                values: Values::Numbers(values.collect()),
            });
        }
        columns.push(counts("status", self.statuses().into_iter().map(Some)));
        for i in 0..self.k() {
            let name = format!("lambda_{}", i + 1);
            columns.push(self.numbers(name, |point| Some(point.exponents()[i])));
        }
        for i in 0..self.k() {
            let name = format!("std_error_{}", i + 1);
            columns.push(self.numbers(name, |point| point.std_errors()[i]));
        }
        columns.push(self.numbers("kaplan_yorke".to_owned(), |point| point.kaplan_yorke().ok()));
        // A name alone would be a function of one lifetime.
        #[allow(clippy::redundant_closure_for_method_calls)]
        columns.push(self.numbers("sum_rule".to_owned(), |point| point.sum_rule()));
        let restarted = |point| self.entry(point).map(|entry| u64::from(entry.restarted));
        columns.push(counts("restarted", (0..self.points()).map(restarted)));
        let nodes = self.metadata().nodes;
        for (i, state) in self.metadata().states.iter().enumerate() {
            for node in 0..nodes {
                let name = match nodes {
                    1 => format!("final_{state}"),
                    _ => format!("final_{state}_{node}"),
                };
                columns
                    .push(self.numbers(name, |point| Some(point.final_state()[i * nodes + node])));
            }
        }
        let failures = || (0..self.points()).map(|point| self.failure(point));
        columns.push(counts(
            "failed_step",
            failures().map(|failure| failure.map(|(_, step, _)| step)),
        ));
        columns.push(Column {
            name: "failed_time".to_owned(),
            values: Values::Numbers(
                failures()
                    .map(|failure| failure.map(|(_, _, time)| time))
                    .collect(),
            ),
        });
        columns.push(Column {
            name: "failed_reason".to_owned(),
            values: Values::Words(
                failures()
                    .map(|failure| failure.map(|(reason, ..)| reason.to_owned()))
                    .collect(),
            ),
        });
        columns
    }

    /// Whether there is a spectrum of each point.
    pub(super) fn statuses(&self) -> Vec<u64> {
        let statuses = self.iter().map(|point| match point {
            Ok(_) => FOUND,
            Err(PointError::Failed { .. }) => FAILED,
            Err(PointError::NotRun) => NOT_RUN,
        });
        statuses.collect()
    }

    /// Why a point failed, at which step and time.
    pub(super) fn failure(&self, point: usize) -> Option<(&str, u64, f64)> {
        match self.point(point) {
            // What to do about it is for people at work.
            Err(PointError::Failed { reason, step, time }) => {
                Some((reason.lines().next().unwrap_or_default(), *step, *time))
            }
            _ => None,
        }
    }

    fn numbers(&self, name: String, of: impl Fn(Member<'_>) -> Option<f64>) -> Column {
        let values = self.iter().map(|point| of(point.ok()?));
        Column {
            name,
            values: Values::Numbers(values.collect()),
        }
    }
}

fn counts(name: &str, values: impl Iterator<Item = Option<u64>>) -> Column {
    Column {
        name: name.to_owned(),
        values: Values::Counts(values.collect()),
    }
}
