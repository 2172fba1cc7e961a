//! From which size on a device is faster.

/// What the speed-ups of a device come to.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Crossover {
    /// Nothing was measured on both.
    Unknown,
    /// It is slower at all sizes.
    Slower,
    /// It is faster at all sizes.
    Faster,
    /// It is faster from this size on.
    FasterFrom(f64),
    /// It is slower from this size on, and faster at some smaller one.
    SlowerFrom(f64),
}

impl Crossover {
    /// By the speed-up over the CPU at each size, in ascending order. The last place where it passes 1 counts, and is
    /// looked for on a straight line between the logarithms of both sizes and speed-ups, as times follow powers of the
    /// size.
    pub fn of(speed_ups: &[(f64, f64)]) -> Self {
        let faster = |&(_, speed_up): &(f64, f64)| speed_up >= 1.0;
        let Some(last) = speed_ups.last() else {
            return Self::Unknown;
        };
        let passing = speed_ups
            .windows(2)
            .rfind(|pair| faster(&pair[0]) != faster(&pair[1]));
        match (passing, faster(last)) {
            (None, true) => Self::Faster,
            (None, false) => Self::Slower,
            (Some(pair), true) => Self::FasterFrom(passes_one(pair[0], pair[1])),
            (Some(pair), false) => Self::SlowerFrom(passes_one(pair[0], pair[1])),
        }
    }

    /// The size at which both are equally fast.
    pub fn size(self) -> Option<f64> {
        match self {
            Self::FasterFrom(size) | Self::SlowerFrom(size) => Some(size),
            Self::Unknown | Self::Slower | Self::Faster => None,
        }
    }

    /// In words, after the name of the device.
    pub fn words(self, unit: &str) -> String {
        match self {
            Self::Unknown => "not compared, as no size was measured there and on the CPU".into(),
            Self::Slower => "slower at all these sizes".into(),
            Self::Faster => "faster at all these sizes".into(),
            Self::FasterFrom(size) => format!("faster from about {} {unit} on", two_digits(size)),
            Self::SlowerFrom(size) => format!("slower from about {} {unit} on", two_digits(size)),
        }
    }
}

/// Where a straight line through both points, in logarithms, has the height 1.
fn passes_one((size_a, a): (f64, f64), (size_b, b): (f64, f64)) -> f64 {
    let part = a.ln() / (a.ln() - b.ln());
    (size_a.ln() + part * (size_b.ln() - size_a.ln())).exp()
}

/// A size is known no better than to two digits.
pub fn two_digits(size: f64) -> String {
    let unit = 10_f64.powf(size.log10().floor() - 1.0).max(1.0);
    format!("{:.0}", (size / unit).round() * unit)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn powers_cross_where_they_are_equal() {
        // 10⁻⁶ n² on the CPU, a constant .04 there: both at n = 200.
        let at = |n: f64| (n, 1e-6 * n * n / 0.04);
        let sizes = [20.0, 50.0, 100.0, 500.0, 1000.0];
        let Crossover::FasterFrom(size) = Crossover::of(&sizes.map(at)) else {
            panic!("they cross");
        };
        assert!((size - 200.0).abs() < 1e-9, "{size}");
        // And the other way round.
        let Crossover::SlowerFrom(size) = Crossover::of(&sizes.map(|n| (n, 1.0 / at(n).1))) else {
            panic!("they cross");
        };
        assert!((size - 200.0).abs() < 1e-9, "{size}");
    }

    #[test]
    fn the_last_passing_counts() {
        let found = Crossover::of(&[(1.0, 0.5), (10.0, 2.0), (100.0, 0.5), (1000.0, 2.0)]);
        let size = found.size().unwrap();
        assert!((size - 1e5_f64.sqrt()).abs() < 1e-9, "{size}");
        assert!(matches!(found, Crossover::FasterFrom(_)));
    }

    #[test]
    fn a_size_of_equal_speed_is_the_crossover() {
        assert_eq!(
            Crossover::of(&[(10.0, 0.5), (100.0, 1.0)]),
            Crossover::FasterFrom(100.0_f64.ln().exp())
        );
        assert_eq!(Crossover::of(&[(10.0, 1.0)]), Crossover::Faster);
    }

    #[test]
    fn without_a_passing_there_is_none() {
        assert_eq!(Crossover::of(&[]), Crossover::Unknown);
        assert_eq!(Crossover::of(&[(1.0, 0.1), (2.0, 0.9)]), Crossover::Slower);
        assert_eq!(Crossover::of(&[(1.0, 3.0), (2.0, 2.0)]), Crossover::Faster);
    }

    #[test]
    fn in_words() {
        let words = |found: Crossover| found.words("nodes");
        assert_eq!(
            words(Crossover::FasterFrom(432.1)),
            "faster from about 430 nodes on"
        );
        assert_eq!(words(Crossover::Slower), "slower at all these sizes");
        assert_eq!(two_digits(3.4), "3");
        assert_eq!(two_digits(123_456.0), "120000");
        assert_eq!(two_digits(99.6), "100");
    }
}
