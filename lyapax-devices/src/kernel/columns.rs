//! QR factors of a few tangents of one system: as the CPU does it, without branches between columns.

use cubecl::prelude::*;

use crate::ensemble::Fault;
use crate::functions::lit;

use super::steps::Alone;

/// A column that lost more than this factor of its norm is projected once more.
const LOSS: f64 = 4.0;

/// What is wrong with a system or one of its columns: nothing.
pub const FINE: u32 = 0;
/// A state is not finite.
pub const STATE: u32 = 1;
/// Its norm is too large, or no number.
pub const OVERFLOW: u32 = 2;
/// Its norm is as good as zero.
pub const VANISHED: u32 = 3;
/// It lies in the span of those before it.
pub const DEPENDENT: u32 = 4;

/// Replaces the tangents by orthonormal ones, and writes the diagonal of R. Gives what is wrong with the first bad
/// column, and its number times 8: then the tangents are of no use.
#[cube]
pub fn orthonormalise<F: Float>(
    y: &mut Array<F>,
    diagonal: &mut Array<F>,
    ratio: F,
    #[comptime] alone: Alone,
) -> u32 {
    let n = comptime!(alone.shape.states);
    let k = comptime!(alone.k);
    let mut before = Array::<F>::new(k);
    if comptime!(n == 1) {
        let value = y[1];
        before[0] = value * value;
        diagonal[0] = value.abs();
        y[1] = select(value < lit::<F>(0.0), lit::<F>(-1.0), lit::<F>(1.0));
    } else if comptime!(n == 2) {
        plane::<F>(y, diagonal, &mut before, k);
    } else {
        gram_schmidt::<F>(y, diagonal, &mut before, alone);
    }
    judged::<F>(diagonal, &before, ratio, alone)
}

/// Two rows: the second direction is the first one turned by a right angle, and R_11·R_22 the determinant but for
/// its sign. Q is orthogonal however much the second column loses.
#[cube]
fn plane<F: Float>(
    y: &mut Array<F>,
    diagonal: &mut Array<F>,
    before: &mut Array<F>,
    #[comptime] k: usize,
) {
    let (v0, v1) = (y[2], y[3]);
    let square = v0 * v0 + v1 * v1;
    let norm = square.sqrt();
    let inverse = norm * (lit::<F>(1.0) / square);
    let (q0, q1) = (v0 * inverse, v1 * inverse);
    y[2] = q0;
    y[3] = q1;
    before[0] = square;
    diagonal[0] = norm;
    if comptime!(k > 1) {
        let (w0, w1) = (y[4], y[5]);
        let det = v0 * w1 - v1 * w0;
        let side = select(det < lit::<F>(0.0), lit::<F>(-1.0), lit::<F>(1.0));
        y[4] = -q1 * side;
        y[5] = q0 * side;
        before[1] = w0 * w0 + w1 * w1;
        diagonal[1] = det.abs() * inverse;
    }
}

/// Modified Gram–Schmidt, with a second projection where the first took much.
#[cube]
fn gram_schmidt<F: Float>(
    y: &mut Array<F>,
    diagonal: &mut Array<F>,
    before: &mut Array<F>,
    #[comptime] alone: Alone,
) {
    let n = comptime!(alone.shape.states);
    let k = comptime!(alone.k);
    let mut inverse = Array::<F>::new(k);
    #[unroll(alone.unroll)]
    for j in 0..k {
        let at = (j + 1) * n;
        let first = square::<F>(y, at, n);
        project::<F>(y, &inverse, j, n, alone.unroll);
        let mut left = square::<F>(y, at, n);
        if left * lit::<F>(LOSS * LOSS) < first {
            project::<F>(y, &inverse, j, n, alone.unroll);
            left = square::<F>(y, at, n);
        }
        before[j] = first;
        inverse[j] = lit::<F>(1.0) / left;
        diagonal[j] = left.sqrt();
    }
    #[unroll(alone.unroll)]
    for j in 0..k {
        let scale = diagonal[j] * inverse[j];
        #[unroll]
        for i in 0..n {
            let at = (j + 1) * n + i;
            y[at] *= scale;
        }
    }
}

#[cube]
fn square<F: Float>(y: &Array<F>, at: usize, #[comptime] n: usize) -> F {
    let mut sum = lit::<F>(0.0);
    #[unroll]
    for i in 0..n {
        let value = y[at + i];
        sum += value * value;
    }
    sum
}

/// Takes the columns before out of column j.
#[cube]
fn project<F: Float>(
    y: &mut Array<F>,
    inverse: &Array<F>,
    j: usize,
    #[comptime] n: usize,
    #[comptime] unroll: bool,
) {
    let at = (j + 1) * n;
    #[unroll(unroll)]
    for l in 0..j {
        let other = (l + 1) * n;
        let mut dot = lit::<F>(0.0);
        #[unroll]
        for i in 0..n {
            dot += y[other + i] * y[at + i];
        }
        let r = dot * inverse[l];
        #[unroll]
        for i in 0..n {
            let taken = y[other + i] * r;
            y[at + i] -= taken;
        }
    }
}

/// The first column that cannot be trusted.
#[cube]
fn judged<F: Float>(
    diagonal: &Array<F>,
    before: &Array<F>,
    ratio: F,
    #[comptime] alone: Alone,
) -> u32 {
    let least = lit::<F>(comptime!(alone.limits.squares[0].get()));
    let most = lit::<F>(comptime!(alone.limits.squares[1].get()));
    let bad = RuntimeCell::<u32>::new(comptime!(FINE).runtime());
    #[unroll(alone.unroll)]
    for j in 0..comptime!(alone.k) {
        let fault = judge::<F>(before[j], diagonal[j] * ratio, least, most);
        if fault != FINE && bad.read() == FINE {
            bad.store(fault + u32::cast_from(j) * 8);
        }
    }
    bad.read()
}

/// What is wrong with a column, by the square of its norm before projection, which may be as large as `bound` at
/// most, and within some numbers.
#[cube]
pub fn judge<F: Float>(square: F, bound: F, least: F, most: F) -> u32 {
    let fine = comptime!(FINE).runtime();
    let within = select(
        square <= bound * bound,
        fine,
        comptime!(DEPENDENT).runtime(),
    );
    let overflow = comptime!(OVERFLOW).runtime();
    let small = select(square < least, comptime!(VANISHED).runtime(), overflow);
    // What is no number is neither.
    select(
        square >= least,
        select(square <= most, within, overflow),
        small,
    )
}

/// In the words of the runtime.
pub fn fault(code: u32) -> Option<Fault> {
    let index = (code / 8) as usize;
    match code % 8 {
        STATE => Some(Fault::State(index)),
        OVERFLOW => Some(Fault::Overflow(index)),
        VANISHED => Some(Fault::Vanished(index)),
        DEPENDENT => Some(Fault::Dependent(index)),
        _ => None,
    }
}
