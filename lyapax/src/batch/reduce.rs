//! The squares of what observations miss, over all conditions: they leave nothing behind but their sums.

use pulp::{Arch, NullaryFnOnce};
use rayon::prelude::*;

use super::conditions::{Column as Values, Conditions, Row, nowhere};
use super::evaluate::{Bad, MANY, bad_of, repaired};
use crate::model::{Block, Column, Model};
use crate::scalar::Lanes;

/// Conditions whose squares are added up at once; the sums of these are added in their order, so that the bits are
/// the same for any number of threads.
const TILE: usize = 64 * MANY;

/// What was measured of an output.
#[derive(Clone, Debug)]
pub(crate) struct Observed {
    pub(crate) output: usize,
    pub(crate) values: Vec<f64>,
    /// 1/σ.
    pub(crate) weight: Values,
}

/// Σ r², Σ r·∂r/∂p and Σ ∂r/∂p·∂r/∂q with r = (output − measured)/σ, over all parameters of the model.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Squares {
    pub(crate) misfit: f64,
    pub(crate) slopes: Vec<f64>,
    /// Row by row; of the rows only what is not above the diagonal.
    pub(crate) products: Vec<Vec<f64>>,
}

impl Squares {
    pub(crate) fn zero(params: usize) -> Self {
        Self {
            misfit: 0.0,
            slopes: vec![0.0; params],
            products: (1..=params).map(|row| vec![0.0; row]).collect(),
        }
    }

    fn add(&mut self, other: &Self) {
        self.misfit += other.misfit;
        for (sum, term) in self.slopes.iter_mut().zip(&other.slopes) {
            *sum += term;
        }
        for (row, other) in self.products.iter_mut().zip(&other.products) {
            for (sum, term) in row.iter_mut().zip(other) {
                *sum += term;
            }
        }
    }
}

/// The squares, shared among threads if that is said; without the products where they are not asked for.
pub(crate) fn squares<M: Model>(
    conditions: &Conditions<M>,
    observed: &[Observed],
    with_products: bool,
    shared: bool,
) -> Result<Squares, Bad> {
    let arch = Arch::new();
    let tile = |tile: usize| {
        arch.dispatch(Tile {
            conditions,
            observed,
            first: tile * TILE,
            with_products,
        })
    };
    let tiles = conditions.len().div_ceil(TILE);
    let found: Vec<Result<Squares, Bad>> = if shared && tiles > 1 {
        (0..tiles).into_par_iter().map(tile).collect()
    } else {
        (0..tiles).map(tile).collect()
    };
    let mut sum = Squares::zero(M::INFO.params.len());
    for tile in found {
        sum.add(&tile?);
    }
    Ok(sum)
}

/// A tile as an object, since a closure could not be told to be inlined.
struct Tile<'a, M: Model> {
    conditions: &'a Conditions<M>,
    observed: &'a [Observed],
    first: usize,
    with_products: bool,
}

/// Sums in lanes.
struct Sums<M: Model> {
    misfit: Lanes<MANY>,
    slopes: M::Params<Lanes<MANY>>,
    products: M::Params<M::Params<Lanes<MANY>>>,
}

impl<M: Model> NullaryFnOnce for Tile<'_, M> {
    type Output = Result<Squares, Bad>;

    #[inline(always)]
    fn call(self) -> Result<Squares, Bad> {
        if self.with_products {
            self.sum::<true>()
        } else {
            self.sum::<false>()
        }
    }
}

impl<M: Model> Tile<'_, M> {
    #[inline(always)]
    fn sum<const PRODUCTS: bool>(self) -> Result<Squares, Bad> {
        let Self {
            conditions,
            observed,
            first,
            ..
        } = self;
        let zero = M::Params::splat(Lanes::default());
        let mut sums = Sums::<M> {
            misfit: Lanes::default(),
            slopes: zero,
            products: M::Params::splat(zero),
        };
        let mut row: Row<M, Lanes<MANY>> = conditions.one(first);
        let end = conditions.len().min(first + TILE);
        let mut at = first;
        while at < end {
            conditions.load(at, &mut row);
            let none = M::State::splat(Lanes::default());
            let found = M::output_partials(nowhere(), &none, &row.u, &row.p);
            let missed = add::<M, PRODUCTS>(observed, at, &found, &mut sums);
            if !missed {
                let found = repaired(conditions, at, MANY.min(end - at), found);
                // What is not observed does not matter.
                if !add::<M, PRODUCTS>(observed, at, &found, &mut sums) {
                    return Err(bad_of::<M>(at, MANY.min(end - at), &found));
                }
            }
            at += MANY;
        }
        let total = |lanes: &Lanes<MANY>| lanes.0.iter().sum::<f64>();
        let mut squares = Squares::zero(M::INFO.params.len());
        squares.misfit = total(&sums.misfit);
        for (slope, lanes) in squares.slopes.iter_mut().zip(sums.slopes.as_ref()) {
            *slope = total(lanes);
        }
        if PRODUCTS {
            for (row, lanes) in squares.products.iter_mut().zip(sums.products.as_ref()) {
                for (product, lanes) in row.iter_mut().zip(lanes.as_ref()) {
                    *product = total(lanes);
                }
            }
        }
        Ok(squares)
    }
}

/// Adds the squares of a few conditions, if all of them are numbers; else nothing.
#[inline(always)]
fn add<M: Model, const PRODUCTS: bool>(
    observed: &[Observed],
    at: usize,
    (values, partials): &(M::Outputs<Lanes<MANY>>, M::OutputPartials<Lanes<MANY>>),
    sums: &mut Sums<M>,
) -> bool {
    let mut by = M::Outputs::splat(M::Params::splat(Lanes::<MANY>::default()));
    for (entry, value) in M::OUTPUT_PARTIALS.iter().zip(partials.as_ref()) {
        if let Column::Param(i) = entry.column {
            by.as_mut()[entry.row].as_mut()[i] = *value;
        }
    }
    let mut nothing = Lanes::<MANY>::default();
    for observed in observed {
        let (value, by) = (
            values.as_ref()[observed.output],
            &by.as_ref()[observed.output],
        );
        nothing = nothing + (value - value);
        for by in by.as_ref() {
            nothing = nothing + (*by - *by);
        }
    }
    if !nothing
        .0
        .iter()
        .fold(true, |all, rest| all & (*rest == 0.0))
    {
        return false;
    }
    for observed in observed {
        let left = observed.values.len() - at;
        let measured = lanes(&observed.values[at..], 0.0);
        let weight = match &observed.weight {
            Values::Same(weight) if left >= MANY => Lanes::splat(*weight),
            Values::Same(weight) => {
                Lanes(core::array::from_fn(
                    |l| if l < left { *weight } else { 0.0 },
                ))
            }
            Values::Each(weights) => lanes(&weights[at..], 0.0),
        };
        let missed = (values.as_ref()[observed.output] - measured) * weight;
        sums.misfit = sums.misfit + missed * missed;
        let mut slopes = by.as_ref()[observed.output];
        for slope in slopes.as_mut() {
            *slope = *slope * weight;
        }
        let slopes = slopes.as_ref();
        for (sum, slope) in sums.slopes.as_mut().iter_mut().zip(slopes) {
            *sum = *sum + missed * *slope;
        }
        if PRODUCTS {
            for (a, row) in sums.products.as_mut().iter_mut().enumerate() {
                for (b, sum) in row.as_mut().iter_mut().enumerate() {
                    if b <= a {
                        *sum = *sum + slopes[a] * slopes[b];
                    }
                }
            }
        }
    }
    true
}

/// The first numbers of a run, and the same number beyond its end.
#[inline(always)]
fn lanes(run: &[f64], beyond: f64) -> Lanes<MANY> {
    if run.len() >= MANY {
        Lanes::load(run)
    } else {
        Lanes(core::array::from_fn(|l| {
            run.get(l).copied().unwrap_or(beyond)
        }))
    }
}
