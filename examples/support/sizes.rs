//! Lists of sizes, as in `20,50,1e3`.

use std::ops::{Deref, RangeInclusive};

/// Sizes in ascending order, each once.
#[derive(Clone, Debug, PartialEq)]
pub struct Sizes(Vec<usize>);

impl Sizes {
    /// Those of a list, all of which are in a range.
    pub fn parse(list: &str, allowed: RangeInclusive<usize>) -> Result<Self, String> {
        let mut sizes = Vec::new();
        for item in list.split(',').map(str::trim) {
            let size = whole(item).ok_or_else(|| format!("`{item}` is not a whole number"))?;
            if !allowed.contains(&size) {
                let (least, most) = (allowed.start(), allowed.end());
                return Err(format!("{item} is not in the range from {least} to {most}"));
            }
            sizes.push(size);
        }
        sizes.sort_unstable();
        sizes.dedup();
        Ok(Self(sizes))
    }
}

impl Deref for Sizes {
    type Target = Vec<usize>;

    fn deref(&self) -> &Vec<usize> {
        &self.0
    }
}

/// `300` or `3e2`.
fn whole(text: &str) -> Option<usize> {
    let (digits, zeros) = match text.split_once(['e', 'E']) {
        None => (text, 0),
        Some((digits, zeros)) => (digits, zeros.parse().ok()?),
    };
    digits
        .parse::<usize>()
        .ok()?
        .checked_mul(10_usize.checked_pow(zeros)?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_are_sorted_and_each_size_is_once() {
        let sizes = Sizes::parse("1e3, 10,1,10", 1..=1000).unwrap();
        assert_eq!(sizes.as_slice(), [1, 10, 1000]);
    }

    #[test]
    fn what_is_no_list_is_refused() {
        let most = "100000000000000000000";
        for list in [
            "", "1,", ",1", "1.5", "-1", "1e", "e3", "1e-3", "1e99", most,
        ] {
            let error = Sizes::parse(list, 1..=1000).unwrap_err();
            assert!(error.contains("is not a whole number"), "{list}: {error}");
        }
        let error = Sizes::parse("20,4", 5..=100_000).unwrap_err();
        assert_eq!(error, "4 is not in the range from 5 to 100000");
    }
}
