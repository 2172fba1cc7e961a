//! Conditions side by side in lanes, and stretches of them on threads.

use pulp::{Arch, NullaryFnOnce};
use rayon::prelude::*;

use super::conditions::{Conditions, Row, nowhere};
use crate::error::BatchError;
use crate::model::{Block, Column, Model};
use crate::scalar::{Lanes, Wide, opaque};

/// Numbers in the widest vectors that there are.
const LANES: usize = 8;

/// Two vectors of numbers at once where each waits for the operation before it: in functions, and in divisions.
pub(super) const MANY: usize = 2 * LANES;

/// Rows for outputs, or for their partials, with the places of these; a number in it for each condition.
pub(super) type Rows<'a> = Vec<(usize, &'a mut [f64])>;

/// A result that is no number.
pub(crate) struct Bad {
    condition: usize,
    /// Which output, or which entry of its partials after the outputs.
    entry: usize,
    value: f64,
}

impl Bad {
    /// Found at one of some conditions, of which these are all.
    pub(super) fn among(self, which: &[usize]) -> Self {
        Self {
            condition: which[self.condition],
            ..self
        }
    }

    pub(crate) fn told<M: Model>(&self, conditions: &Conditions<M>) -> BatchError {
        let outputs = M::INFO.outputs;
        let what = match self.entry.checked_sub(outputs.len()) {
            None => format!("output `{}`", outputs[self.entry]),
            Some(partial) => {
                let entry = M::OUTPUT_PARTIALS[partial];
                let by = match entry.column {
                    Column::Param(i) => M::INFO.params[i],
                    Column::Gathered(i) => M::INFO.inputs[i],
                    _ => "",
                };
                format!(
                    "the derivative of output `{}` by `{by}`",
                    outputs[entry.row]
                )
            }
        };
        BatchError::NotFinite {
            what,
            condition: self.condition,
            value: self.value,
            values: conditions.told(self.condition),
        }
    }
}

/// Outputs, and partials where there are rows for them, shared among threads. Gives the first condition at which one is
/// no number.
pub(super) fn on_threads<M: Model>(
    conditions: &Conditions<M>,
    values: Rows<'_>,
    partials: Rows<'_>,
    threads: usize,
) -> Option<Bad> {
    let arch = Arch::new();
    let run = |piece: Piece<'_>| arch.dispatch(Run { conditions, piece });
    if threads == 1 {
        return run(Piece {
            first: 0,
            len: conditions.len(),
            values,
            partials,
        });
    }
    let pieces = pieces(conditions.len(), values, partials, threads);
    let found: Vec<Option<Bad>> = pieces.into_par_iter().map(run).collect();
    // Pieces are in the order of their conditions.
    found.into_iter().flatten().next()
}

/// A stretch of conditions, with what is to be written of them.
struct Piece<'a> {
    first: usize,
    len: usize,
    values: Rows<'a>,
    partials: Rows<'a>,
}

/// Several for each thread, so that none waits long for another.
fn pieces<'a>(len: usize, values: Rows<'a>, partials: Rows<'a>, threads: usize) -> Vec<Piece<'a>> {
    let size = len.div_ceil(4 * threads).next_multiple_of(8 * MANY);
    let chunks = |rows: Rows<'a>| -> Vec<_> {
        let chunks = |(entry, row): (usize, &'a mut [f64])| {
            row.chunks_mut(size).map(move |chunk| (entry, chunk))
        };
        rows.into_iter().map(chunks).collect()
    };
    let (mut values, mut partials) = (chunks(values), chunks(partials));
    let starts = (0..len).step_by(size);
    let pieces = starts.map(|first| Piece {
        first,
        len: size.min(len - first),
        values: values.iter_mut().filter_map(Iterator::next).collect(),
        partials: partials.iter_mut().filter_map(Iterator::next).collect(),
    });
    pieces.collect()
}

/// A piece as an object, since a closure could not be told to be inlined.
struct Run<'a, M: Model> {
    conditions: &'a Conditions<M>,
    piece: Piece<'a>,
}

impl<M: Model> NullaryFnOnce for Run<'_, M> {
    type Output = Option<Bad>;

    #[inline(always)]
    fn call(self) -> Option<Bad> {
        let Self {
            conditions,
            mut piece,
        } = self;
        let with_partials = !piece.partials.is_empty();
        let mut row: Row<M, Lanes<MANY>> = conditions.one(piece.first);
        let mut bad = None;
        let mut at = 0;
        while at < piece.len {
            let first = piece.first + at;
            conditions.load(first, &mut row);
            let count = MANY.min(piece.len - at);
            let none = M::State::splat(Lanes::default());
            let sound = if with_partials {
                let (values, partials) = M::output_partials(nowhere(), &none, &row.u, &row.p);
                let sound = put(values.as_ref(), &mut piece.values, at, count);
                sound & put(partials.as_ref(), &mut piece.partials, at, count)
            } else {
                let values = M::outputs(nowhere(), &none, &row.u, &row.p);
                put(values.as_ref(), &mut piece.values, at, count)
            };
            if !sound {
                let found = M::output_partials(nowhere(), &none, &row.u, &row.p);
                let found = repaired(conditions, first, found);
                let mut sound = put(found.0.as_ref(), &mut piece.values, at, count);
                if with_partials {
                    sound &= put(found.1.as_ref(), &mut piece.partials, at, count);
                }
                if !sound && bad.is_none() {
                    let outputs = M::INFO.outputs.len();
                    bad = find_bad::<M>(first, count, &found, |entry| {
                        match entry.checked_sub(outputs) {
                            None => true,
                            Some(partial) => {
                                piece.partials.iter().any(|(entry, _)| *entry == partial)
                            }
                        }
                    });
                }
            }
            at += MANY;
        }
        bad
    }
}

/// Writes what was found, and tells whether all are numbers.
#[inline(always)]
fn put<const L: usize>(found: &[Lanes<L>], rows: &mut Rows<'_>, at: usize, count: usize) -> bool {
    let mut rest = [0.0; L];
    for (entry, row) in rows {
        let lanes = &found[opaque(*entry)];
        if count == L {
            lanes.store(&mut row[at..]);
        } else {
            row[at..][..count].copy_from_slice(&lanes.0[..count]);
        }
        for (rest, value) in rest.iter_mut().zip(lanes.0) {
            // 0, or else none.
            *rest += 0.0 * value;
        }
    }
    // Of all digits but the sign.
    rest.iter().fold(0, |all, rest| all | rest.to_bits() << 1) == 0
}

/// Outputs and partials of a few conditions.
pub(super) type Found<M> = (
    <M as Model>::Outputs<Lanes<MANY>>,
    <M as Model>::OutputPartials<Lanes<MANY>>,
);

/// Computes those conditions again whose values are not all numbers, with room for larger exponents. What is a number
/// stays as it is.
#[cold]
#[inline(never)]
pub(super) fn repaired<M: Model>(
    conditions: &Conditions<M>,
    first: usize,
    mut found: Found<M>,
) -> Found<M> {
    let none = M::State::splat(Wide::default());
    for lane in 0..MANY {
        let all = found.0.as_ref().iter().chain(found.1.as_ref());
        if all.fold(true, |sound, value| sound & value.0[lane].is_finite()) {
            continue;
        }
        // Beyond the end the last one stands again.
        let row: Row<M, Wide> = conditions.one((first + lane).min(conditions.len() - 1));
        let (values, partials) = M::output_partials(nowhere(), &none, &row.u, &row.p);
        let again = values.as_ref().iter().chain(partials.as_ref());
        let all = found.0.as_mut().iter_mut().chain(found.1.as_mut());
        for (value, again) in all.zip(again) {
            if !value.0[lane].is_finite() {
                value.0[lane] = again.value();
            }
        }
    }
    found
}

/// The first condition at which something is no number that is read.
pub(super) fn find_bad<M: Model>(
    first: usize,
    count: usize,
    (values, partials): &Found<M>,
    is_read: impl Fn(usize) -> bool,
) -> Option<Bad> {
    let bad = |lane: usize| {
        let all = values.as_ref().iter().chain(partials.as_ref()).enumerate();
        let mut read = all.filter(|(entry, _)| is_read(*entry));
        let (entry, value) = read.find(|(_, value)| !value.0[lane].is_finite())?;
        Some(Bad {
            condition: first + lane,
            entry,
            value: value.0[lane],
        })
    };
    (0..count).find_map(bad)
}
