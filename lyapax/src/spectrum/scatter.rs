//! The standard error of the mean of a correlated series.
//!
//! Growth rates along an orbit are correlated, and often against each other: a stretch of fast growth
//! is followed by one of slow growth, since part of what grows is only the turning of the tangent. Means
//! over batches then scatter too much until the batches are longer than most runs can afford. What
//! counts is the power of the series at frequency zero, n times the square of the standard error; it is
//! found by following the spectrum down to there (Heidelberger & Welch, Commun. ACM 24, 233 (1981)).
//!
//! Two shapes are fitted, each by its likelihood (Whittle, Ark. Mat. 2, 423 (1953)): one that falls or
//! rises from zero as exp(b f), as where growth persists, and one that rises as f² over a floor, as
//! where growth turns back and forth. The larger of the two floors counts: either shape may miss one.

use pulp::{Arch, NullaryFnOnce};

use crate::Lanes;
use crate::scalar::Scalar;

/// Frequencies that the exponential is fitted to, from the lowest.
const FREQUENCIES: usize = 25;

/// Frequencies that the parabola is fitted to; it has no slope at zero and needs more.
const MORE_FREQUENCIES: usize = 30;

/// A number for each frequency, side by side; those beyond the last are zero.
type Row = Lanes<32>;

/// Fewer numbers than this say too little.
pub(super) const FEWEST: usize = 32;

/// Newton steps, at most: the likelihood is concave, and few are taken.
const STEPS: usize = 100;

/// Rounds of the parabola's fit, at most; few are taken.
const ROUNDS: usize = 100;

/// By no larger factor does a round of it change a number.
const LEAP: f64 = 4.0;

/// Of a spectrum whose mean is one: so little is as good as zero.
const NOTHING: f64 = 1e-6;

/// A round that changes the fit by less is the last: digits beyond the second mean nothing.
const SETTLED: f64 = 1e-4;

/// The standard error of the mean of a series; `None` where it is too short.
pub(super) fn of_mean(series: &[f64]) -> Option<f64> {
    // Where a run is one of many, short ones, this is as long as the run.
    Arch::new().dispatch(OfMean(series))
}

struct OfMean<'a>(&'a [f64]);

impl NullaryFnOnce for OfMean<'_> {
    type Output = Option<f64>;

    #[inline(always)]
    fn call(self) -> Option<f64> {
        let n = self.0.len();
        if n < FEWEST {
            return None;
        }
        let count = MORE_FREQUENCIES.min(n / 2 - 1);
        let power = periodogram(self.0, count);
        let mean = sum(power) / count as f64;
        if mean <= 0.0 || !mean.is_finite() {
            return (mean == 0.0).then_some(0.0);
        }
        // Scaled to a mean of 1.
        let power = power * Row::splat(1.0 / mean);
        let floor = exponential(power, count.min(FREQUENCIES)).max(parabola(power, count));
        Some((floor * mean / n as f64).sqrt())
    }
}

/// `f` of the first `count` places, from 0, and zero in the others.
#[inline(always)]
fn row(count: usize, f: impl Fn(usize) -> f64) -> Row {
    let mut row = Row::default();
    for i in 0..count {
        row.0[i] = f(i);
    }
    row
}

/// By halves.
#[inline(always)]
fn sum(row: Row) -> f64 {
    let mut x = row.0;
    for half in [16, 8, 4, 2, 1] {
        for i in 0..half {
            x[i] += x[i + half];
        }
    }
    x[0]
}

/// What the ends of the run add to the error of its mean: the sum of a series swings about its mean growth, and
/// where it stands in this at both ends is chance. It counts where the series has no noise, as on a periodic
/// orbit, of which the run ends in the middle; of noise it is a part of what [`of_mean`] gives.
pub(super) fn of_ends(series: &[f64]) -> f64 {
    let n = series.len() as f64;
    let mean = series.iter().sum::<f64>() / n;
    let (mut sum, mut square, mut total) = (0.0, 0.0, 0.0);
    for x in series {
        sum += x - mean;
        total += sum;
        square += sum * sum;
    }
    let variance = (square / n - (total / n).powi(2)).max(0.0);
    (2.0 * variance).sqrt() / n
}

/// |Σ (x − x̄) exp(2πi m t / n)|² / n for m = 1, 2, …, `count`.
#[inline(always)]
fn periodogram(series: &[f64], count: usize) -> Row {
    let n = series.len() as f64;
    let mean = series.iter().sum::<f64>() / n;
    // exp(2πi m / n) and its powers, which turn on with t.
    let angle = row(count, |i| core::f64::consts::TAU * (i + 1) as f64 / n);
    let (sine, cosine) = angle.sin_cos();
    let (mut x, mut y) = (Row::splat(1.0), Row::default());
    let (mut even, mut odd) = (Row::default(), Row::default());
    for value in series {
        let value = Row::splat(value - mean);
        even = even + value * x;
        odd = odd + value * y;
        (x, y) = (x * cosine - y * sine, x * sine + y * cosine);
    }
    let power = (even * even + odd * odd) * Row::splat(1.0 / n);
    row(count, |i| power.0[i])
}

/// The power s at frequency zero of the spectrum s + c f² with s, c ≥ 0 that makes the periodogram most
/// likely, by Fisher's scoring: least squares with the weights of the fit before.
#[inline(always)]
fn parabola(power: Row, count: usize) -> f64 {
    let square = row(count, |i| ((i + 1) as f64 / count as f64).powi(2));
    let there = row(count, |_| 1.0);
    let (mut s, mut c) = (0.5, 1.0);
    for _ in 0..ROUNDS {
        let expected = Row::splat(s) + Row::splat(c) * square;
        let weight = there / (expected * expected);
        let (w0, w1, w2) = (
            sum(weight),
            sum(weight * square),
            sum(weight * square * square),
        );
        let (p0, p1) = (sum(weight * power), sum(weight * square * power));
        let det = w0 * w2 - w1 * w1;
        let (next_s, next_c) = ((p0 * w2 - p1 * w1) / det, (p1 * w0 - p0 * w1) / det);
        // Neither becomes negative, nor leaps.
        let near = |next: f64, now: f64| next.clamp(now / LEAP, now * LEAP);
        let (next_s, next_c) = (near(next_s, s), near(next_c, c));
        let settled = |next: f64, now: f64| (next - now).abs() <= SETTLED * now || next < NOTHING;
        let is_settled = settled(next_s, s) && settled(next_c, c);
        (s, c) = (next_s, next_c);
        if is_settled {
            break;
        }
    }
    s
}

/// The power exp(a) at frequency zero of the spectrum exp(a + b f) that makes the first `count` of the periodogram most
/// likely, each ordinate being exponentially distributed.
#[inline(always)]
fn exponential(power: Row, count: usize) -> f64 {
    let f = row(count, |i| (i + 1) as f64 / count as f64);
    let (power, there) = (row(count, |i| power.0[i]), row(count, |_| 1.0));
    let data = [f, power, there];
    // A flat spectrum.
    let (mut a, mut b) = (0.0, 0.0);
    let (mut best, mut ratio) = look(a, b, &data);
    for _ in 0..STEPS {
        let excess = ratio - there;
        let (g0, g1) = (sum(excess), sum(excess * f));
        let (h00, h01, h11) = (sum(ratio), sum(ratio * f), sum(ratio * f * f));
        let det = h00 * h11 - h01 * h01;
        let (da, db) = ((h11 * g0 - h01 * g1) / det, (h00 * g1 - h01 * g0) / det);
        let mut step = 1.0;
        let (mut next, mut of_next) = look(a + da, b + db, &data);
        // NaN is no gain either.
        while (next < best || next.is_nan()) && step > 1e-6 {
            step /= 2.0;
            (next, of_next) = look(a + step * da, b + step * db, &data);
        }
        if next <= best || next.is_nan() {
            break;
        }
        (a, b) = (a + step * da, b + step * db);
        (best, ratio) = (next, of_next);
        if step == 1.0 && da.abs() + db.abs() < SETTLED {
            break;
        }
    }
    a.exp()
}

/// The likelihood of exp(a + b f), and what is observed over what is expected. No closure, which would be a function
/// of its own without the caller's instructions.
#[inline(always)]
fn look(a: f64, b: f64, [f, power, there]: &[Row; 3]) -> (f64, Row) {
    let log = Row::splat(a) + Row::splat(b) * *f;
    let ratio = *power * (-log).exp();
    (sum(-(*there * log) - ratio), ratio)
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

    /// x → a x + noise: the mean of n has the standard error 1 / (1 − a) / √n.
    #[test]
    fn correlated_noise() {
        for a in [0.0, 0.5, 0.9, -0.5, -0.9] {
            const N: i32 = 1000;
            let mut normal = Normal(88_172_645_463_325_252);
            let exact = 1.0 / (1.0 - a) / f64::from(N).sqrt();
            let (mut x, mut within, mut sum) = (0.0, 0, 0.0);
            for _ in 0..400 {
                let mut series = Vec::new();
                for _ in 0..N {
                    x = a * x + normal.next();
                    series.push(x);
                }
                let error = of_mean(&series).unwrap();
                sum += error / 400.0;
                within += u32::from(series.iter().sum::<f64>().abs() / f64::from(N) <= error);
            }
            assert!(
                (sum / exact - 1.0).abs() < 0.15,
                "{a}: {sum}, exact {exact}"
            );
            // 68 % of 400 are 273, with a standard deviation of 9.
            assert!((240..=300).contains(&within), "{a}: {within}");
        }
    }

    /// What only turns back and forth adds nothing in the long run: differences of noise, with a
    /// little noise beneath, as growth rates have it.
    #[test]
    fn bounded_fluctuations() {
        let mut normal = Normal(1);
        let (mut before, mut mean) = (0.0, 0.0);
        for _ in 0..50 {
            let series: Vec<f64> = (0..2000)
                .map(|_| {
                    let now = normal.next();
                    let turned = now - before;
                    before = now;
                    turned + 0.05 * normal.next()
                })
                .collect();
            mean += of_mean(&series).unwrap() / 50.0;
        }
        let exact = 0.05 / 2000_f64.sqrt();
        assert!((mean / exact - 1.0).abs() < 0.5, "{mean}, exact {exact}");
    }

    #[test]
    fn series_that_say_nothing() {
        assert_eq!(of_mean(&[1.0; FEWEST - 1]), None);
        assert_eq!(of_mean(&[1.0; FEWEST]), Some(0.0));
    }
}
