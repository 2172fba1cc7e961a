//! Logarithmic axes: how far they reach, and where they are marked.

use std::ops::Range;

/// A little more than all values.
pub fn around(values: impl IntoIterator<Item = f64>) -> Range<f64> {
    let all = values.into_iter();
    let (least, most) = all.fold((f64::INFINITY, 0.0_f64), |(least, most), value| {
        (least.min(value), most.max(value))
    });
    // Nothing was measured.
    if least > most {
        return 0.1..10.0;
    }
    least / 1.4..most * 1.4
}

/// Whole powers of ten that hold a range and a decade at least.
pub fn decades(range: &Range<f64>) -> Range<f64> {
    let least = range.start.log10().floor();
    let most = range.end.log10().ceil().max(least + 1.0);
    10_f64.powf(least)..10_f64.powf(most)
}

/// The powers of ten in a range, every second or third where there are many.
pub fn powers(range: &Range<f64>) -> Vec<f64> {
    let least = (range.start.log10() - 1e-9).ceil();
    let most = (range.end.log10() + 1e-9).floor();
    let step = ((most - least) / 8.0).floor() + 1.0;
    let mut powers = Vec::new();
    let mut exponent = least;
    while exponent <= most {
        powers.push(10_f64.powf(exponent));
        exponent += step;
    }
    powers
}

/// 2, 3, … 9 times each power of ten.
pub fn between(range: &Range<f64>) -> Vec<f64> {
    let one_below = range.start / 10.0..range.end;
    let powers = powers(&one_below).into_iter();
    let multiples = powers.flat_map(|power| (2..10).map(move |times| f64::from(times) * power));
    multiples.filter(|value| range.contains(value)).collect()
}

/// The sizes that have room for their numbers: those that are far enough from the one before.
pub fn marked(sizes: &[usize], range: &Range<f64>) -> Vec<f64> {
    let far_enough = (range.end / range.start).powf(1.0 / 12.0);
    let mut marked: Vec<f64> = Vec::new();
    for &size in sizes {
        let size = size as f64;
        if marked.last().is_none_or(|last| size >= last * far_enough) {
            marked.push(size);
        }
    }
    marked
}

/// `0.01`, `500`, `10⁴`, `3·10⁵`.
pub fn label(value: f64) -> String {
    if (0.0099..9999.0).contains(&value) {
        // As short as it can be written, without the last digits of a power that was computed.
        return format!("{}", (value * 1e6).round() / 1e6);
    }
    let exponent = (value.log10() + 1e-9).floor();
    let digits = value / 10_f64.powf(exponent);
    let power = format!("10{}", raised(exponent));
    if (digits - 1.0).abs() < 1e-6 {
        power
    } else {
        format!("{}·{power}", (digits * 1e2).round() / 1e2)
    }
}

/// A whole number as an exponent.
fn raised(exponent: f64) -> String {
    let digits = ['⁰', '¹', '²', '³', '⁴', '⁵', '⁶', '⁷', '⁸', '⁹'];
    let raise = |digit: char| digit.to_digit(10).map_or('⁻', |it| digits[it as usize]);
    format!("{exponent:.0}").chars().map(raise).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges_hold_all_values() {
        let range = around([3.0, 0.2, 70.0]);
        assert!(range.start < 0.2 && range.end > 70.0);
        assert_eq!(decades(&range), 0.1..100.0);
        assert_eq!(decades(&around([])), 0.1..10.0);
        assert_eq!(decades(&(2.0..3.0)), 1.0..10.0);
    }

    #[test]
    fn marks_are_in_the_range() {
        assert_eq!(powers(&(0.1..100.0)), [0.1, 1.0, 10.0, 100.0]);
        assert_eq!(powers(&(0.5..50.0)), [1.0, 10.0]);
        assert_eq!(between(&(5.0..35.0)), [5.0, 6.0, 7.0, 8.0, 9.0, 20.0, 30.0]);
        assert_eq!(
            marked(&[20, 21, 50, 1000], &(10.0..2000.0)),
            [20.0, 50.0, 1000.0]
        );
    }

    #[test]
    fn labels_are_short() {
        for (value, text) in [
            (20.0, "20"),
            (1000.0, "1000"),
            (10_f64.powf(-2.0), "0.01"),
            (10_f64.powf(-4.0), "10⁻⁴"),
            (1e4, "10⁴"),
            (1e6, "10⁶"),
            (20_000.0, "2·10⁴"),
            (1e12, "10¹²"),
        ] {
            assert_eq!(label(value), text);
        }
    }
}
