//! Growth over equal stretches of a run, from which standard errors are taken.

use super::scatter;

/// Stretches that are kept, at most. When they are full, neighbours are joined (Yeh & Schmeiser,
/// Proc. Winter Simulation Conf. 2000, 740), so that memory does not grow with the run.
const MOST: usize = 2048;

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
    pub(super) fn new(k: usize) -> Self {
        Self {
            k,
            length: 1,
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
        if self.sums.len() == MOST * self.k {
            self.sums = joined(&self.sums, self.k);
            self.length *= 2;
        }
    }

    /// Blocks in a batch, and how many batches there are.
    pub(super) fn size(&self) -> (u64, usize) {
        (self.length, self.sums.len() / self.k.max(1))
    }

    /// The standard error of one column's mean growth in a block; `None` where there are too few
    /// batches.
    pub(super) fn column(&self, column: usize) -> Option<f64> {
        let series = self.sums.iter().skip(column).step_by(self.k.max(1));
        self.error(&series.copied().collect::<Vec<_>>())
    }

    /// The same of a weighted sum of the columns.
    pub(super) fn weighted(&self, weights: &[f64]) -> Option<f64> {
        let batch = |sums: &[f64]| {
            sums.iter()
                .zip(weights)
                .map(|(sum, weight)| sum * weight)
                .sum()
        };
        self.error(
            &self
                .sums
                .chunks_exact(self.k.max(1))
                .map(batch)
                .collect::<Vec<_>>(),
        )
    }

    fn error(&self, series: &[f64]) -> Option<f64> {
        scatter::of_mean(series).map(|error| error / self.length as f64)
    }
}

/// Neighbours joined; the last one is left out where their number is odd.
fn joined(sums: &[f64], k: usize) -> Vec<f64> {
    let pairs = sums.chunks_exact(2 * k);
    pairs
        .flat_map(|pair| (0..k).map(|j| pair[j] + pair[k + j]))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn memory_does_not_grow() {
        let mut batches = Batches::new(2);
        let mut blocks = 0_u64;
        while blocks < 1_000_000 {
            let next = batches.until().min(3);
            blocks += next;
            batches.add(next, [blocks as f64, (2 * blocks) as f64].into_iter());
        }
        let (length, number) = batches.size();
        assert!((MOST / 2..MOST).contains(&number));
        assert_eq!(length, 512);
        assert_eq!(batches.sums[..2], [512.0, 1024.0]);
    }

    /// Sums and differences of columns have errors of their own: here the sum is constant.
    #[test]
    fn weighted_sums() {
        let mut batches = Batches::new(2);
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
