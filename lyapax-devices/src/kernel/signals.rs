//! Input signals at a time.

use cubecl::prelude::*;

use crate::functions::lit;

/// Numbers that a signal has in the table: where its samples begin, how many there are, their first time, the time
/// between two; for one that does not change, its value in their place.
pub const TABLE: usize = 4;

/// A sampled signal at a time: linear between samples, as on the CPU.
#[cube]
pub fn sampled<F: Float>(t: F, signal: usize, table: &Array<F>, samples: &Array<F>) -> F {
    let at = signal * TABLE;
    let first = usize::cast_from(table[at]);
    let place = (t - table[at + 2]) / table[at + 3];
    let last = table[at + 1] - lit::<F>(2.0);
    let piece = place.floor();
    let piece = select(piece > lit::<F>(0.0), piece, lit::<F>(0.0));
    let piece = select(piece < last, piece, last);
    let rest = place - piece;
    let index = first + usize::cast_from(piece);
    let (from, to) = (samples[index], samples[index + 1]);
    from + rest * (to - from)
}
