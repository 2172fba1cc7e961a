//! A number with its standard error, as it is written in papers.

use core::fmt;

use serde::Serialize;

/// A measured number.
///
/// Prints the digits that mean something, with the standard error on the last ones in brackets:
/// `0.9056(13)` is .9056 ± .0013.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[non_exhaustive]
pub struct Measured {
    /// The number.
    pub value: f64,
    /// Its standard error; `None` where the run is too short to tell.
    pub std_error: Option<f64>,
}

/// Digits of a number whose error is not known or is zero.
const DIGITS: usize = 6;

/// Digits after the point, at most: more would be noise of the arithmetic.
const MOST: usize = 12;

impl fmt::Display for Measured {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let error = self
            .std_error
            .filter(|error| error.is_finite() && *error > 0.0);
        let (digits, error) = error.map_or((DIGITS, None), |error| {
            let (digits, error) = rounded(error);
            (digits, Some(error))
        });
        // Rounded first, so that no zero has a sign.
        let unit = 10_f64.powi(-i32::try_from(digits).unwrap_or(0));
        let value = (self.value / unit).round() * unit + 0.0;
        let value = if value.is_finite() { value } else { self.value };
        if f.sign_plus() {
            write!(f, "{value:+.digits$}")?;
        } else {
            write!(f, "{value:.digits$}")?;
        }
        match error {
            None => Ok(()),
            // Below one the bracket counts units of the last digit.
            Some(error) if error < 1.0 => write!(f, "({:.0})", error / unit),
            Some(error) => write!(f, "({error:.digits$})"),
        }
    }
}

/// Digits after the point, and the error rounded to them: two digits where it begins with 1 or 2, else
/// one.
fn rounded(error: f64) -> (usize, f64) {
    let exponent = error.log10().floor();
    let leading = error / 10_f64.powf(exponent);
    let significant = if leading < 2.95 { 2.0 } else { 1.0 };
    let after = (significant - 1.0 - exponent).clamp(0.0, MOST as f64);
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "between 0 and 12"
    )]
    let digits = after as usize;
    let unit = 10_f64.powf(-after);
    (digits, ((error / unit).round() * unit).max(unit))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn shows(value: f64, std_error: impl Into<Option<f64>>, text: &str) {
        let measured = Measured {
            value,
            std_error: std_error.into(),
        };
        assert_eq!(format!("{measured:+}"), text);
        assert_eq!(measured.to_string(), text.trim_start_matches('+'));
    }

    #[test]
    fn digits_that_mean_something() {
        shows(0.905_612, 0.001_3, "+0.9056(13)");
        shows(0.905_612, 0.000_72, "+0.9056(7)");
        shows(-14.572_31, 0.031, "-14.57(3)");
        shows(-14.572_31, 1.26, "-14.6(1.3)");
        shows(-178.3, 12.4, "-178(12)");
        shows(0.000_012, 0.000_02, "+0.000012(20)");
        shows(1.0, 0.029_6, "+1.00(3)");
        shows(1.0, 0.028_4, "+1.000(28)");
        shows(1.0, 0.96, "+1.0(1.0)");
    }

    #[test]
    fn errors_that_say_nothing() {
        shows(0.5, None, "+0.500000");
        shows(0.5, 0.0, "+0.500000");
        shows(0.5, f64::NAN, "+0.500000");
        shows(-1e-9, None, "+0.000000");
        shows(-0.000_3, 0.01, "+0.000(10)");
        shows(0.5, 1e-16, "+0.500000000000(1)");
    }
}
