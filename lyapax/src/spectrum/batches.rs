//! Growth over equal stretches of a run, from which standard errors are taken.

use serde::{Deserialize, Serialize};

use super::scatter;

/// Stretches that are kept, at most: then neighbours are joined, so that there are half as many of double
/// length. What is kept does not depend on how long the run was meant to be.
const MOST: usize = 1024;

/// Stretches that an error is taken from, at most: neighbours are joined first.
const LOOKED_AT: usize = 512;

/// Growth of tangents, and sums of observables, over equal stretches of a run.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct Batches {
    /// Numbers of a batch: the tangents' first.
    width: usize,
    /// Blocks in a batch.
    length: u64,
    /// Finished batches, one after another.
    sums: Vec<f64>,
    /// Totals from the start of the run to the end of the last finished batch.
    before: Vec<f64>,
    /// Blocks of the batch under way.
    count: u64,
}

impl Batches {
    /// Of so many numbers each, over so many blocks at first.
    pub(super) fn new(width: usize, length: u64) -> Self {
        Self {
            width,
            length,
            sums: Vec::new(),
            before: vec![0.0; width],
            count: 0,
        }
    }

    /// Blocks until the batch under way is finished.
    pub(super) fn until(&self) -> u64 {
        self.length - self.count
    }

    /// Counts so many blocks, no more than [`Batches::until`], after which the sums from the start
    /// of the run are `totals`.
    pub(super) fn add(&mut self, blocks: u64, totals: impl Iterator<Item = f64>) {
        self.count += blocks;
        debug_assert!(self.count <= self.length);
        if self.count < self.length {
            return;
        }
        for (before, total) in self.before.iter_mut().zip(totals) {
            // −∞ stays so: less itself it would be no number, and a result would not equal itself.
            let growth = if total.is_infinite() {
                total
            } else {
                total - *before
            };
            self.sums.push(growth);
            *before = total;
        }
        self.count = 0;
        if self.width > 0 && self.sums.len() == MOST * self.width {
            self.join();
        }
    }

    /// Joins neighbours.
    fn join(&mut self) {
        for batch in 0..MOST / 2 {
            for i in 0..self.width {
                let pair = 2 * batch * self.width + i;
                self.sums[batch * self.width + i] = self.sums[pair] + self.sums[pair + self.width];
            }
        }
        self.sums.truncate(MOST / 2 * self.width);
        self.length *= 2;
    }

    /// Whether all lists have the lengths that go with this width.
    pub(super) fn fits(&self, width: usize) -> bool {
        self.width == width
            && self.count < self.length
            && self.before.len() == width
            && self.sums.len().is_multiple_of(width.max(1))
            && self.sums.len() < MOST * width.max(1)
    }

    /// Blocks in a batch.
    pub(super) fn length(&self) -> u64 {
        self.length
    }

    /// The standard error of one column's mean in a block; `None` where there are too few batches.
    pub(super) fn column(&self, column: usize) -> Option<f64> {
        self.error(self.series(column))
    }

    /// One column's mean in a block over the first half of the batches, and over the second.
    pub(super) fn halves(&self, column: usize) -> Option<[f64; 2]> {
        let series = self.series(column);
        let half = series.len() / 2;
        if half == 0 {
            return None;
        }
        let mean = |part: &[f64]| part.iter().sum::<f64>() / (half as f64 * self.length as f64);
        Some([mean(&series[..half]), mean(&series[series.len() - half..])])
    }

    /// The standard error of one column's mean in a block over the second half of the batches alone.
    pub(super) fn later(&self, column: usize) -> Option<f64> {
        let series = self.series(column);
        self.error(series[series.len() / 2..].to_vec())
    }

    /// The standard error of the mean in a block of a weighted sum of the first columns.
    pub(super) fn weighted(&self, weights: &[f64]) -> Option<f64> {
        let batch = |sums: &[f64]| {
            sums.iter()
                .zip(weights)
                // A column of no weight may be infinite.
                .filter(|(_, weight)| **weight != 0.0)
                .map(|(sum, weight)| sum * weight)
                .sum()
        };
        let series = self.sums.chunks_exact(self.width.max(1)).map(batch);
        self.error(series.collect())
    }

    fn series(&self, column: usize) -> Vec<f64> {
        let series = self.sums.iter().skip(column).step_by(self.width.max(1));
        series.copied().collect()
    }

    fn error(&self, mut series: Vec<f64>) -> Option<f64> {
        let mut length = self.length as f64;
        while series.len() > LOOKED_AT {
            series = series
                .chunks_exact(2)
                .map(|pair| pair[0] + pair[1])
                .collect();
            length *= 2.0;
        }
        scatter::of_mean(&series).map(|error| error.max(scatter::of_ends(&series)) / length)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn memory_does_not_grow() {
        let mut batches = Batches::new(2, 1);
        let mut blocks = 0_u64;
        while blocks < 1_000_000 {
            let next = batches.until().min(300).min(1_000_000 - blocks);
            blocks += next;
            batches.add(next, [blocks as f64, (2 * blocks) as f64].into_iter());
        }
        assert_eq!(batches.length(), 1024);
        assert_eq!(batches.sums.len(), 2 * 976);
        assert_eq!(batches.sums[..2], [1024.0, 2048.0]);
        assert_eq!(batches.halves(1), Some([2.0, 2.0]));
    }

    /// Sums and differences of columns have errors of their own: here the sum is constant.
    #[test]
    fn weighted_sums() {
        let mut batches = Batches::new(2, 1);
        let mut total = [0.0; 2];
        for i in 0..1000 {
            let x = f64::from(i * i % 17);
            total = [total[0] + x, total[1] + 1.0 - x];
            batches.add(1, total.into_iter());
        }
        assert!(batches.weighted(&[1.0, 1.0]).unwrap() < 1e-10);
        assert!(batches.column(0).unwrap() > 1e-3);
    }
}
