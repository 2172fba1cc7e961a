//! Standard errors from batch means.
//!
//! Growth rates along an orbit are correlated, so the scatter of single intervals says little about
//! the scatter of their mean. Means over batches that are long against the correlation time are
//! nearly independent; their scatter divided by the root of their number is the standard error of the
//! whole mean (Schmeiser, Oper. Res. 30, 556 (1982)). How long is long enough is found from the
//! batches themselves, by doubling: Flyvbjerg & Petersen, J. Chem. Phys. 91, 461 (1989).

/// Batches that are kept, at most. When they are full, neighbours are joined (Yeh & Schmeiser, Proc.
/// Winter Simulation Conf. 2000, 740), so that memory does not grow with the run.
const MOST: usize = 2048;

/// Fewer batches than this say too little about their scatter: with 16 it is known to 18 %.
const FEWEST: usize = 16;

/// Sums of ln R_jj over equal stretches of a run.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Batches {
    k: usize,
    /// Renormalisations in a batch.
    length: u64,
    /// Finished batches, one after another, each with its k sums.
    sums: Vec<f64>,
    /// The batch under way.
    open: Vec<f64>,
    /// Renormalisations in it.
    count: u64,
}

/// A standard error, and the batches it was taken from.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Scatter {
    /// Standard error of the mean over one renormalisation.
    pub(crate) error: f64,
    /// Renormalisations in a batch.
    pub(crate) length: u64,
}

impl Batches {
    pub(crate) fn new(k: usize) -> Self {
        Self { k, length: 1, sums: Vec::new(), open: vec![0.0; k], count: 0 }
    }

    /// Adds the logarithms of one renormalisation.
    pub(crate) fn add(&mut self, logs: impl Iterator<Item = f64>) {
        for (open, log) in self.open.iter_mut().zip(logs) {
            *open += log;
        }
        self.count += 1;
        if self.count < self.length {
            return;
        }
        self.sums.extend_from_slice(&self.open);
        self.open.fill(0.0);
        self.count = 0;
        if self.sums.len() == MOST * self.k {
            self.sums = joined(&self.sums, self.k);
            self.length *= 2;
        }
    }

    /// Finished batches and renormalisations in each.
    pub(crate) fn len(&self) -> (usize, u64) {
        (self.sums.len() / self.k.max(1), self.length)
    }

    /// The standard error of a weighted sum of the k means; `None` where there are too few batches.
    pub(crate) fn scatter(&self, weights: &[f64]) -> Option<Scatter> {
        let batch = |sums: &[f64]| sums.iter().zip(weights).map(|(sum, weight)| sum * weight).sum();
        let series: Vec<f64> = self.sums.chunks_exact(self.k.max(1)).map(batch).collect();
        scatter(series, self.length)
    }
}

/// Neighbours joined; the last one is left out where their number is odd.
fn joined(sums: &[f64], k: usize) -> Vec<f64> {
    let pairs = sums.chunks_exact(2 * k);
    pairs.flat_map(|pair| (0..k).map(|j| pair[j] + pair[k + j])).collect()
}

/// Doubles the batches until neighbours no longer know of each other.
fn scatter(mut series: Vec<f64>, mut length: u64) -> Option<Scatter> {
    if series.len() < FEWEST {
        return None;
    }
    loop {
        let n = series.len() as f64;
        let mean = series.iter().sum::<f64>() / n;
        let square: f64 = series.iter().map(|x| (x - mean).powi(2)).sum();
        let product: f64 = series.windows(2).map(|pair| (pair[0] - mean) * (pair[1] - mean)).sum();
        let error = (square / (n - 1.0) / n).sqrt() / length as f64;
        // The correlation of independent neighbours scatters by 1/√n about −1/n.
        let independent = product <= square / n.sqrt();
        if independent || series.len() < 2 * FEWEST {
            return Some(Scatter { error, length });
        }
        series = joined(&series, 1);
        length *= 2;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Numbers of mean 0 and variance 1, independent: xorshift (Marsaglia, J. Stat. Softw. 8(14), 2003),
    /// twelve uniform ones added.
    struct Normal(u64);

    impl Normal {
        fn next(&mut self) -> f64 {
            let mut sum = -6.0;
            for _ in 0..12 {
                self.0 ^= self.0 << 13;
                self.0 ^= self.0 >> 7;
                self.0 ^= self.0 << 17;
                sum += (self.0 >> 11) as f64 / (1_u64 << 53) as f64;
            }
            sum
        }
    }

    /// x → a x + noise has the standard error √((1 + a)/(1 − a)) σ/√n of its mean, with
    /// σ² = 1/(1 − a²).
    #[test]
    fn correlated_noise() {
        for (a, n) in [(0.0, 20_000), (0.5, 20_000), (0.95, 400_000), (-0.5, 20_000)] {
            let mut normal = Normal(88_172_645_463_325_252);
            let (mut x, mut within) = (0.0, 0);
            let exact = 1.0 / (1.0 - a) / f64::from(n).sqrt();
            for _ in 0..100 {
                let mut batches = Batches::new(1);
                let mut total = 0.0;
                for _ in 0..n {
                    x = a * x + normal.next();
                    total += x;
                    batches.add([x].into_iter());
                }
                let scatter = batches.scatter(&[1.0]).unwrap();
                assert!((scatter.error / exact - 1.0).abs() < 0.5, "{a}: {scatter:?}, exact {exact}");
                within += u32::from((total / f64::from(n)).abs() < scatter.error);
            }
            // 68 of 100 are expected, with a standard deviation of 5.
            assert!((54..=82).contains(&within), "{a}: {within}");
        }
    }

    #[test]
    fn memory_does_not_grow() {
        let mut batches = Batches::new(2);
        for i in 0..1_000_000 {
            batches.add([1.0, f64::from(i % 2)].into_iter());
        }
        let (number, length) = batches.len();
        assert!((MOST / 2..MOST).contains(&number));
        assert_eq!(length, 512);
        assert_eq!(batches.scatter(&[1.0, 0.0]).unwrap().error, 0.0);
    }

    #[test]
    fn few_batches_say_nothing() {
        let mut batches = Batches::new(1);
        for _ in 0..FEWEST - 1 {
            batches.add([1.0].into_iter());
        }
        assert_eq!(batches.scatter(&[1.0]), None);
        batches.add([1.0].into_iter());
        assert!(batches.scatter(&[1.0]).is_some());
    }

    /// Sums and differences of columns have errors of their own: here the sum is constant.
    #[test]
    fn weighted_sums() {
        let mut batches = Batches::new(2);
        let mut normal = Normal(1);
        for _ in 0..1000 {
            let x = normal.next();
            batches.add([x, 1.0 - x].into_iter());
        }
        assert!(batches.scatter(&[1.0, 1.0]).unwrap().error < 1e-15);
        assert!(batches.scatter(&[1.0, 0.0]).unwrap().error > 0.02);
    }
}
