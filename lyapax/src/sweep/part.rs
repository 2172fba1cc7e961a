//! Parts of a sweep, for processes that know nothing of each other.

use core::fmt;
use core::str::FromStr;

use crate::SweepError;

/// One part of a sweep of so many: every so many-th pack of its lines. Displays and parses as `3/16`.
///
/// ```
/// use lyapax::Part;
/// assert_eq!("3/16".parse::<Part>()?, Part::new(3, 16)?);
/// assert!("0/16".parse::<Part>().is_err());
/// # Ok::<(), lyapax::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Part {
    part: usize,
    of: usize,
}

impl Part {
    /// Part number `part`, from 1, of `of`.
    ///
    /// # Errors
    /// Where there is no such part.
    pub fn new(part: usize, of: usize) -> Result<Self, SweepError> {
        if (1..=of).contains(&part) {
            Ok(Self { part, of })
        } else {
            Err(SweepError::NoSuchPart { part, of })
        }
    }

    /// Whether pack number `pack` is one of its own.
    pub(super) fn has(self, pack: usize) -> bool {
        pack % self.of == self.part - 1
    }

    /// Of its file.
    pub(super) fn file(self) -> String {
        format!("part-{:04}-of-{:04}", self.part, self.of)
    }
}

impl fmt::Display for Part {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.part, self.of)
    }
}

impl FromStr for Part {
    type Err = SweepError;

    fn from_str(text: &str) -> Result<Self, SweepError> {
        let number = |text: &str| text.trim().parse::<usize>().ok();
        let numbers = text
            .split_once('/')
            .and_then(|(part, of)| Some((number(part)?, number(of)?)));
        match numbers {
            Some((part, of)) => Self::new(part, of),
            None => Err(SweepError::NotAPart {
                text: text.to_owned(),
            }),
        }
    }
}
