//! How a run is timed.

use lyapax::Placement;

use crate::workload::Run;

/// How much is spent on a measurement.
#[derive(Clone, Copy, Debug)]
pub struct Effort {
    /// Runs, of which the fastest counts.
    pub repeat: u32,
    /// Seconds after which there are no more of them.
    pub budget_s: f64,
}

/// What was measured.
#[derive(Clone, Debug)]
pub struct Figures {
    /// The wall times of the runs, in their order. What else is done on the machine only adds to them.
    pub runs_s: Vec<f64>,
    /// That of the run before them, in which a device is opened and kernels are compiled.
    pub first_s: f64,
    /// What the fastest run cost on its device.
    pub placement: Option<Placement>,
    /// What the first one cost.
    pub first_placement: Option<Placement>,
    /// The exponents, averaged over members.
    pub exponents: Vec<f64>,
    /// The largest difference of an exponent, of any member, from the CPU's in the same run, where it was run there.
    pub difference: Option<f64>,
}

impl Figures {
    /// The least time of a run.
    pub fn seconds(&self) -> f64 {
        self.runs_s.iter().copied().fold(f64::INFINITY, f64::min)
    }
}

/// Runs once, and then by the clock: at least once, and again as long as there is time. Returns the exponents of all
/// members besides.
pub fn measure<E>(
    mut run: impl FnMut() -> Result<Run, E>,
    k: usize,
    effort: &Effort,
) -> Result<(Figures, Vec<f64>), E> {
    let first = run()?;
    let mut fastest = run()?;
    let mut runs_s = vec![fastest.seconds];
    while runs_s.len() < effort.repeat as usize
        && runs_s.iter().sum::<f64>() + fastest.seconds <= effort.budget_s
    {
        let again = run()?;
        runs_s.push(again.seconds);
        if again.seconds < fastest.seconds {
            fastest = again;
        }
    }
    let figures = Figures {
        runs_s,
        first_s: first.seconds,
        placement: fastest.placement,
        first_placement: first.placement,
        exponents: means(&fastest.exponents, k),
        difference: None,
    };
    Ok((figures, fastest.exponents))
}

/// The mean of each of the k exponents over all members.
fn means(exponents: &[f64], k: usize) -> Vec<f64> {
    let members = exponents.chunks(k);
    let count = members.len() as f64;
    let sum = |i| members.clone().map(|member| member[i]).sum::<f64>();
    (0..k).map(|i| sum(i) / count).collect()
}

/// The largest difference.
pub fn difference(a: &[f64], b: &[f64]) -> f64 {
    let apart = a.iter().zip(b).map(|(a, b)| {
        // −∞ in both is no difference.
        if a == b { 0.0 } else { (a - b).abs() }
    });
    // What is not a number must not be lost in a maximum.
    apart.fold(
        0.0,
        |most, it| {
            if it > most || it.is_nan() { it } else { most }
        },
    )
}

#[cfg(test)]
mod tests {
    use std::convert::Infallible;

    use super::*;

    fn runs(seconds: &[f64], budget_s: f64) -> Figures {
        let mut left = seconds.iter();
        let next = || -> Result<Run, Infallible> {
            Ok(Run {
                seconds: *left.next().unwrap(),
                exponents: vec![1.0, -2.0, 3.0, -4.0],
                placement: None,
            })
        };
        let effort = Effort {
            repeat: 3,
            budget_s,
        };
        let Ok((figures, _)) = measure(next, 2, &effort);
        figures
    }

    #[test]
    fn the_first_run_does_not_count() {
        let figures = runs(&[9.0, 3.0, 2.0, 4.0], 100.0);
        assert_eq!(figures.first_s, 9.0);
        assert_eq!(figures.runs_s, [3.0, 2.0, 4.0]);
        assert_eq!(figures.seconds(), 2.0);
        assert_eq!(figures.exponents, [2.0, -3.0]);
    }

    #[test]
    fn there_are_fewer_where_time_is_up() {
        assert_eq!(runs(&[9.0, 3.0, 2.0], 6.0).runs_s, [3.0, 2.0]);
        assert_eq!(runs(&[9.0, 3.0], 1.0).runs_s, [3.0]);
    }

    #[test]
    fn a_difference_is_the_largest() {
        assert_eq!(difference(&[1.0, 2.0, 3.0], &[1.5, 2.0, 1.0]), 2.0);
        let infinite = [f64::NEG_INFINITY];
        assert_eq!(difference(&infinite, &infinite), 0.0);
        assert!(difference(&[f64::NAN, 1.0], &[1.0, 3.0]).is_nan());
    }
}
