//! Growth over equal stretches of a run, from which standard errors are taken.

use super::scatter;

/// Stretches that a whole run is cut into, at most. A run that is stopped early still has enough.
const MOST: u64 = 1024;

/// Stretches that an error is taken from, at most: neighbours are joined first.
const LOOKED_AT: usize = 512;

/// Growth of the tangents over equal stretches of a run.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Batches {
    k: usize,
    /// Blocks in a batch.
    length: u64,
    /// Finished batches, one after another, each with Σ ln R_jj of its k columns.
    sums: Vec<f64>,
    /// Σ ln R_jj from the start of the run to the end of the last finished batch.
    before: Vec<f64>,
    /// Blocks of the batch under way.
    count: u64,
}

impl Batches {
    /// For a run of so many blocks.
    pub(super) fn new(k: usize, blocks: u64) -> Self {
        Self {
            k,
            length: blocks.div_ceil(MOST).max(1),
            sums: Vec::new(),
            before: vec![0.0; k],
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
            self.sums.push(total - *before);
            *before = total;
        }
        self.count = 0;
    }

    /// Blocks in a batch.
    pub(super) fn length(&self) -> u64 {
        self.length
    }

    /// The standard error of one column's mean growth in a block; `None` where there are too few
    /// batches.
    pub(super) fn column(&self, column: usize) -> Option<f64> {
        let series = self.sums.iter().skip(column).step_by(self.k.max(1));
        self.error(series.copied().collect())
    }

    /// The same of a weighted sum of the columns.
    pub(super) fn weighted(&self, weights: &[f64]) -> Option<f64> {
        let batch = |sums: &[f64]| {
            sums.iter()
                .zip(weights)
                .map(|(sum, weight)| sum * weight)
                .sum()
        };
        let series = self.sums.chunks_exact(self.k.max(1)).map(batch);
        self.error(series.collect())
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
        scatter::of_mean(&series).map(|error| error / length)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn memory_does_not_grow() {
        let mut batches = Batches::new(2, 1_000_000);
        let mut blocks = 0_u64;
        while blocks < 1_000_000 {
            let next = batches.until().min(300);
            blocks += next;
            batches.add(next, [blocks as f64, (2 * blocks) as f64].into_iter());
        }
        assert_eq!(batches.length(), 977);
        assert_eq!(batches.sums.len(), 2 * 1023);
        assert_eq!(batches.sums[..2], [977.0, 1954.0]);
    }

    /// Sums and differences of columns have errors of their own: here the sum is constant.
    #[test]
    fn weighted_sums() {
        let mut batches = Batches::new(2, 1000);
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
