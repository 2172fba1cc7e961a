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

/// Frequencies that the exponential is fitted to, from the lowest.
const FREQUENCIES: usize = 25;

/// Frequencies that the parabola is fitted to; it has no slope at zero and needs more.
const MORE_FREQUENCIES: usize = 30;

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
    let n = series.len();
    if n < FEWEST {
        return None;
    }
    let power = periodogram(series, MORE_FREQUENCIES.min(n / 2 - 1));
    let mean = power.iter().sum::<f64>() / power.len() as f64;
    if mean <= 0.0 || !mean.is_finite() {
        return (mean == 0.0).then_some(0.0);
    }
    let scaled: Vec<f64> = power.iter().map(|power| power / mean).collect();
    let exponential = exponential(&scaled[..scaled.len().min(FREQUENCIES)]);
    let floor = exponential.max(parabola(&scaled));
    Some((floor * mean / n as f64).sqrt())
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

/// |Σ (x − x̄) exp(2πi m t / n)|² / n for m = 1, 2, ….
fn periodogram(series: &[f64], frequencies: usize) -> Vec<f64> {
    const MOST: usize = MORE_FREQUENCIES;
    let n = series.len() as f64;
    let mean = series.iter().sum::<f64>() / n;
    // exp(2πi m / n) and its powers, which turn on with t, all frequencies side by side.
    let (mut by, mut turn) = ([[0.0; MOST]; 2], [[0.0; MOST]; 2]);
    for m in 0..frequencies {
        let (sine, cosine) = (core::f64::consts::TAU * (m + 1) as f64 / n).sin_cos();
        (by[0][m], by[1][m]) = (cosine, sine);
        turn[0][m] = 1.0;
    }
    let mut sum = [[0.0; MOST]; 2];
    for x in series {
        let x = x - mean;
        for m in 0..MOST {
            let (cosine, sine) = (turn[0][m], turn[1][m]);
            sum[0][m] += x * cosine;
            sum[1][m] += x * sine;
            turn[0][m] = cosine * by[0][m] - sine * by[1][m];
            turn[1][m] = cosine * by[1][m] + sine * by[0][m];
        }
    }
    let power = |m: usize| (sum[0][m] * sum[0][m] + sum[1][m] * sum[1][m]) / n;
    (0..frequencies).map(power).collect()
}

/// The power s at frequency zero of the spectrum s + c f² with s, c ≥ 0 that makes the periodogram most
/// likely, by Fisher's scoring: least squares with the weights of the fit before.
fn parabola(power: &[f64]) -> f64 {
    let last = power.len() as f64;
    let (mut s, mut c) = (0.5, 1.0);
    for _ in 0..ROUNDS {
        let (mut w0, mut w1, mut w2, mut p0, mut p1) = (0.0, 0.0, 0.0, 0.0, 0.0);
        for (i, power) in power.iter().enumerate() {
            let square = ((i + 1) as f64 / last).powi(2);
            let expected = s + c * square;
            let weight = 1.0 / (expected * expected);
            w0 += weight;
            w1 += weight * square;
            w2 += weight * square * square;
            p0 += weight * power;
            p1 += weight * square * power;
        }
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

/// The power exp(a) at frequency zero of the spectrum exp(a + b f) that makes the periodogram most
/// likely, each ordinate being exponentially distributed.
fn exponential(power: &[f64]) -> f64 {
    let m = power.len() as f64;
    let at = |i: usize| (i + 1) as f64 / m;
    let likelihood = |a: f64, b: f64| -> f64 {
        power
            .iter()
            .enumerate()
            .map(|(i, power)| -(a + b * at(i)) - power * (-(a + b * at(i))).exp())
            .sum()
    };
    // The powers are scaled to a mean of 1: a flat spectrum.
    let (mut a, mut b) = (0.0, 0.0);
    let mut best = likelihood(a, b);
    for _ in 0..STEPS {
        let (mut g0, mut g1, mut h00, mut h01, mut h11) = (0.0, 0.0, 0.0, 0.0, 0.0);
        for (i, power) in power.iter().enumerate() {
            let f = at(i);
            let ratio = power * (-(a + b * f)).exp();
            g0 += ratio - 1.0;
            g1 += (ratio - 1.0) * f;
            h00 += ratio;
            h01 += ratio * f;
            h11 += ratio * f * f;
        }
        let det = h00 * h11 - h01 * h01;
        let (da, db) = ((h11 * g0 - h01 * g1) / det, (h00 * g1 - h01 * g0) / det);
        let mut step = 1.0;
        let mut next = likelihood(a + da, b + db);
        // NaN is no gain either.
        while (next < best || next.is_nan()) && step > 1e-6 {
            step /= 2.0;
            next = likelihood(a + step * da, b + step * db);
        }
        if next <= best || next.is_nan() {
            break;
        }
        (a, b, best) = (a + step * da, b + step * db, next);
        if step == 1.0 && da.abs() + db.abs() < SETTLED {
            break;
        }
    }
    a.exp()
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
