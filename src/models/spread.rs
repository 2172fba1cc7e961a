//! Conditions without a random number.

/// Numbers between two others, spread evenly over a number of conditions in so many turns.
pub fn spread(from: f64, to: f64, turns: usize, conditions: usize) -> Vec<f64> {
    let place = |i: usize| (i * turns % conditions) as f64 / conditions as f64;
    (0..conditions)
        .map(|i| from + (to - from) * place(i))
        .collect()
}
