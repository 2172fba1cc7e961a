//! Vectors along time.

use serde::{Deserialize, Serialize};

use crate::SetupError;

/// Whether there is memory for so many samples, each of so many numbers, times included.
pub(crate) fn check_room(samples: u64, each: usize) -> Result<(), SetupError> {
    let numbers = usize::try_from(samples).map_or(usize::MAX, |n| n.saturating_mul(each));
    match Vec::<f64>::new().try_reserve_exact(numbers) {
        Ok(()) => Ok(()),
        Err(_) => Err(SetupError::SamplesTooLarge { samples, numbers }),
    }
}

/// Vectors of one length, each with its time.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Series {
    width: usize,
    times: Vec<f64>,
    values: Vec<f64>,
}

impl Series {
    pub(crate) fn new(width: usize) -> Self {
        Self {
            width,
            times: Vec::new(),
            values: Vec::new(),
        }
    }

    /// Adds a vector of zeros, to be filled.
    pub(crate) fn push(&mut self, time: f64) -> &mut [f64] {
        let from = self.values.len();
        self.times.push(time);
        self.values.resize(from + self.width, 0.0);
        &mut self.values[from..]
    }

    /// Forgets every second vector, the first one first.
    pub(crate) fn halve(&mut self) {
        let kept = self.len() / 2;
        for i in 0..kept {
            self.times[i] = self.times[2 * i + 1];
            let from = (2 * i + 1) * self.width;
            self.values
                .copy_within(from..from + self.width, i * self.width);
        }
        self.times.truncate(kept);
        self.values.truncate(kept * self.width);
    }

    /// Whether it has this width, and as many numbers as go with it.
    pub(crate) fn fits(&self, width: usize) -> bool {
        self.width == width && self.values.len() == self.times.len() * width
    }

    /// How many vectors there are.
    pub fn len(&self) -> usize {
        self.times.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.times.is_empty()
    }

    /// Length of each vector.
    pub fn width(&self) -> usize {
        self.width
    }

    /// The times; iteration numbers for a map.
    pub fn times(&self) -> &[f64] {
        &self.times
    }

    /// Vector number `i`.
    ///
    /// # Panics
    /// Where there are not that many.
    pub fn at(&self, i: usize) -> &[f64] {
        &self.values[i * self.width..][..self.width]
    }

    /// The vectors with their times.
    pub fn iter(&self) -> impl Iterator<Item = (f64, &[f64])> {
        (0..self.len()).map(|i| (self.times[i], self.at(i)))
    }

    /// One component of all vectors.
    ///
    /// # Panics
    /// Where there is a vector and it is not that long.
    pub fn component(&self, component: usize) -> Vec<f64> {
        (0..self.len()).map(|i| self.at(i)[component]).collect()
    }
}
