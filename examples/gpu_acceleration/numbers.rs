//! Numbers for a person.

/// Three digits.
pub fn three_digits(value: f64) -> String {
    if value == 0.0 {
        return "0".into();
    }
    if !(1e-5..1e6).contains(&value.abs()) {
        return format!("{value:.2e}");
    }
    let enough = |&decimals: &u8| value.abs() * 10_f64.powi(decimals.into()) >= 100.0;
    let decimals = (0..7).find(enough).unwrap_or(7);
    format!("{value:.*}", usize::from(decimals))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn three_digits_of_any_number() {
        for (value, text) in [
            (0.0, "0"),
            (1234.0, "1234"),
            (123.4, "123"),
            (12.34, "12.3"),
            (1.234, "1.23"),
            (0.012_34, "0.0123"),
            (0.000_123_4, "0.000123"),
            (1.234e-9, "1.23e-9"),
            (1.234e8, "1.23e8"),
        ] {
            assert_eq!(three_digits(value), text);
        }
    }
}
