//! Numbers to try a function with, and how far a value is from the exact one.

use astro_float_num::{BigFloat, RoundingMode, Sign};

/// A stream of numbers. Marsaglia (2003), J. Stat. Softw. 8(14): xorshift.
pub struct Numbers(pub u64);

impl Numbers {
    pub fn bits(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0
    }

    pub fn within(&mut self, bound: f64) -> f64 {
        ((self.bits() >> 11) as f64 / (1_u64 << 52) as f64 - 1.0) * bound
    }

    /// One of the numbers next to this one.
    pub fn beside(&mut self, x: f64) -> f64 {
        f64::from_bits((x.to_bits() + self.bits() % 7).saturating_sub(3))
    }
}

/// The number as one of many digits; `from_f64` alone takes none that are not normal.
pub fn exactly(x: f64, digits: usize) -> BigFloat {
    if x.is_normal() {
        return BigFloat::from_f64(x, digits);
    }
    let [up, down] = [600, -600].map(|n| 2f64.powi(n));
    let down = BigFloat::from_f64(down, digits);
    BigFloat::from_f64(x * up, digits).mul(&down, digits, RoundingMode::ToEven)
}

/// By how many units in the last place of the exact value another one misses it.
pub fn error(value: f64, exact: &BigFloat, digits: usize) -> f64 {
    let error = exactly(value, digits).sub(exact, digits, RoundingMode::ToEven);
    let unit = exactly(last_place(double(exact)), digits);
    double(&error.div(&unit, digits, RoundingMode::ToEven)).abs()
}

/// To some sixty digits of two, which is plenty for an error.
pub fn double(x: &BigFloat) -> f64 {
    if x.is_zero() {
        return 0.0;
    }
    let (words, _, sign, exponent, _) = x.as_raw_parts().expect("it is a number");
    let top = words[words.len() - 1] as f64 / 2f64.powi(64);
    let sign = if sign == Sign::Neg { -1.0 } else { 1.0 };
    // In two steps, since a power of two may underflow where the product does not.
    sign * top * 2f64.powi(exponent / 2) * 2f64.powi(exponent - exponent / 2)
}

fn last_place(x: f64) -> f64 {
    f64::from_bits(x.abs().to_bits() + 1) - x.abs()
}
