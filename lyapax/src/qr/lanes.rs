//! Few columns of few rows of several systems side by side: each lane is what [`small`](super::small) makes of one
//! system, bit for bit.

use super::Limits;
use super::small::LOSS;
use crate::scalar::{Lanes, Scalar};

/// Rows and columns at most.
pub(crate) const SMALL: usize = 8;

/// What is known of the columns of each lane.
struct Judge<const L: usize> {
    limits: Limits,
    clear: [bool; L],
}

impl<const L: usize> Judge<L> {
    #[inline(always)]
    fn look(&mut self, before: Lanes<L>, diagonal: Lanes<L>) {
        for l in 0..L {
            self.clear[l] &= self.limits.clear(before.0[l], diagonal.0[l]);
        }
    }
}

/// Replaces tangents by orthonormal ones and writes the diagonal of R. Gives for each lane whether its columns can be
/// trusted; where they cannot, they are of no use.
#[inline(always)]
pub(crate) fn orthonormalise<B: AsRef<[Lanes<L>]> + AsMut<[Lanes<L>]>, const L: usize>(
    v: &mut [B],
    diagonal: &mut [Lanes<L>],
    limits: Limits,
    rows: usize,
) -> [bool; L] {
    let mut judge = Judge {
        limits,
        clear: [true; L],
    };
    match rows {
        1 => number(v, diagonal, &mut judge),
        2 => plane(v, diagonal, &mut judge),
        _ => gram_schmidt(v, diagonal, &mut judge),
    }
    judge.clear
}

#[inline(always)]
fn number<B: AsRef<[Lanes<L>]> + AsMut<[Lanes<L>]>, const L: usize>(
    v: &mut [B],
    diagonal: &mut [Lanes<L>],
    judge: &mut Judge<L>,
) {
    let y = &mut v[0].as_mut()[0];
    diagonal[0] = y.abs();
    judge.look(*y * *y, diagonal[0]);
    for y in &mut y.0 {
        *y = 1.0_f64.copysign(*y);
    }
}

#[inline(always)]
fn plane<B: AsRef<[Lanes<L>]> + AsMut<[Lanes<L>]>, const L: usize>(
    v: &mut [B],
    diagonal: &mut [Lanes<L>],
    judge: &mut Judge<L>,
) {
    let one = Lanes::splat(1.0);
    let a = [v[0].as_ref()[0], v[0].as_ref()[1]];
    let square = a[0] * a[0] + a[1] * a[1];
    let norm = square.sqrt();
    let inverse = norm * (one / square);
    let q = [a[0] * inverse, a[1] * inverse];
    v[0].as_mut().copy_from_slice(&q);
    diagonal[0] = norm;
    judge.look(square, norm);
    if v.len() > 1 {
        let w = [v[1].as_ref()[0], v[1].as_ref()[1]];
        let det = a[0] * w[1] - a[1] * w[0];
        let side = Lanes(det.0.map(|det| 1.0_f64.copysign(det)));
        v[1].as_mut().copy_from_slice(&[-q[1] * side, q[0] * side]);
        diagonal[1] = det.abs() * inverse;
        judge.look(w[0] * w[0] + w[1] * w[1], diagonal[1]);
    }
}

#[inline(always)]
fn gram_schmidt<B: AsRef<[Lanes<L>]> + AsMut<[Lanes<L>]>, const L: usize>(
    v: &mut [B],
    diagonal: &mut [Lanes<L>],
    judge: &mut Judge<L>,
) {
    let one = Lanes::splat(1.0);
    let mut inverse = [Lanes::default(); SMALL];
    for j in 0..v.len() {
        let (done, rest) = v.split_at_mut(j);
        let column = rest[0].as_mut();
        let before = dot(column, column);
        project(done, &inverse, column);
        let mut square = dot(column, column);
        let again = (square * Lanes::splat(LOSS * LOSS)).lt(before);
        if again.contains(&true) {
            second(done, &inverse, column, again);
            square = dot(column, column);
        }
        inverse[j] = one / square;
        diagonal[j] = square.sqrt();
        judge.look(before, diagonal[j]);
    }
    for (j, v) in v.iter_mut().enumerate() {
        let scale = diagonal[j] * inverse[j];
        for y in v.as_mut() {
            *y = *y * scale;
        }
    }
}

/// Once more, of the lanes that lost much.
#[cold]
fn second<B: AsRef<[Lanes<L>]>, const L: usize>(
    done: &[B],
    inverse: &[Lanes<L>],
    column: &mut [Lanes<L>],
    again: [bool; L],
) {
    let mut rows = [Lanes::default(); SMALL];
    let rows = &mut rows[..column.len()];
    rows.copy_from_slice(column);
    project(done, inverse, rows);
    for (y, row) in column.iter_mut().zip(rows) {
        *y = Lanes::select(again, *row, *y);
    }
}

/// Takes columns whose squares have these inverses out of another.
#[inline(always)]
fn project<B: AsRef<[Lanes<L>]>, const L: usize>(
    done: &[B],
    inverse: &[Lanes<L>],
    column: &mut [Lanes<L>],
) {
    for (q, inverse) in done.iter().zip(inverse) {
        let r = dot(q.as_ref(), column) * *inverse;
        for (y, q) in column.iter_mut().zip(q.as_ref()) {
            *y = *y - *q * r;
        }
    }
}

#[inline(always)]
fn dot<const L: usize>(a: &[Lanes<L>], b: &[Lanes<L>]) -> Lanes<L> {
    let mut sum = Lanes::splat(0.0);
    for (a, b) in a.iter().zip(b) {
        sum = sum + *a * *b;
    }
    sum
}
