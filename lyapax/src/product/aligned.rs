//! Numbers that begin with a line of the cache.

use core::ops::{Deref, DerefMut};

/// Numbers in a line of 64 bytes.
const LINE: usize = 8;

/// A fixed number of numbers of which the first begins a line: no vector lies across two of them, which would
/// take two reads.
#[derive(Default)]
pub(crate) struct Aligned {
    numbers: Vec<f64>,
    first: usize,
    length: usize,
}

impl Aligned {
    /// So many zeros.
    pub(crate) fn zeros(length: usize) -> Self {
        let numbers = vec![0.0; if length == 0 { 0 } else { length + LINE }];
        // Of an address that cannot be aligned nothing is lost but time.
        let first = numbers.as_ptr().align_offset(LINE * size_of::<f64>());
        Self {
            first: if first < LINE && length > 0 { first } else { 0 },
            numbers,
            length,
        }
    }
}

impl Deref for Aligned {
    type Target = [f64];
    #[inline(always)]
    fn deref(&self) -> &[f64] {
        &self.numbers[self.first..][..self.length]
    }
}

impl DerefMut for Aligned {
    #[inline(always)]
    fn deref_mut(&mut self) -> &mut [f64] {
        &mut self.numbers[self.first..][..self.length]
    }
}
