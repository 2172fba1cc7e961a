//! The squares of what observations miss, over all conditions: they leave nothing behind but their sums.

use pulp::{Arch, NullaryFnOnce};
use rayon::prelude::*;

use super::conditions::{Column as Values, Conditions, Row, nowhere};
use super::evaluate::{Bad, MANY, find_bad, repaired};
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
    /// Which of the outputs' partial derivatives are those of this one, by which parameter; in the order of these.
    pub(crate) entries: Vec<(usize, usize)>,
}

impl Observed {
    /// At some conditions.
    fn only(&self, which: &[usize]) -> Self {
        Self {
            output: self.output,
            values: which.iter().map(|i| self.values[*i]).collect(),
            weight: self.weight.only(which),
            entries: self.entries.clone(),
        }
    }
}

/// The partial derivatives of an output by parameters.
pub(crate) fn entries<M: Model>(output: usize) -> Vec<(usize, usize)> {
    let all = M::OUTPUT_PARTIALS.iter().enumerate();
    let own = all.filter(|(_, entry)| entry.row == output);
    own.filter_map(|(i, entry)| match entry.column {
        Column::Param(param) => Some((i, param)),
        _ => None,
    })
    .collect()
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

    fn is_finite(&self) -> bool {
        let all = self.products.iter().flatten().chain(&self.slopes);
        all.chain([&self.misfit]).all(|value| value.is_finite())
    }

    pub(crate) fn add(&mut self, other: &Self) {
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

/// As [`squares`], of some of the conditions.
pub(crate) fn squares_of<M: Model>(
    conditions: &Conditions<M>,
    observed: &[Observed],
    which: &[usize],
    with_products: bool,
) -> Result<Squares, Bad> {
    let observed: Vec<_> = observed.iter().map(|it| it.only(which)).collect();
    let found = squares(&conditions.only(which), &observed, with_products, false);
    found.map_err(|bad| bad.among(which))
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
        let sums = if self.with_products {
            self.sum::<true>()
        } else {
            self.sum::<false>()
        };
        let squares = sums.total();
        if squares.is_finite() {
            return Ok(squares);
        }
        // Something was none: it is seldom, and each condition is looked at then.
        self.again()
    }
}

impl<M: Model> Sums<M> {
    fn none() -> Self {
        let zero = M::Params::splat(Lanes::default());
        Self {
            misfit: Lanes::default(),
            slopes: zero,
            products: M::Params::splat(zero),
        }
    }

    fn total(&self) -> Squares {
        let total = |lanes: &Lanes<MANY>| lanes.0.iter().sum::<f64>();
        let mut squares = Squares::zero(M::INFO.params.len());
        squares.misfit = total(&self.misfit);
        for (slope, lanes) in squares.slopes.iter_mut().zip(self.slopes.as_ref()) {
            *slope = total(lanes);
        }
        for (row, lanes) in squares.products.iter_mut().zip(self.products.as_ref()) {
            for (product, lanes) in row.iter_mut().zip(lanes.as_ref()) {
                *product = total(lanes);
            }
        }
        squares
    }
}

/// Outputs and their partial derivatives at a few conditions.
type Found<M> = (
    <M as Model>::Outputs<Lanes<MANY>>,
    <M as Model>::OutputPartials<Lanes<MANY>>,
);

impl<M: Model> Tile<'_, M> {
    fn end(&self) -> usize {
        self.conditions.len().min(self.first + TILE)
    }

    #[inline(always)]
    fn sum<const PRODUCTS: bool>(&self) -> Sums<M> {
        let mut sums = Sums::none();
        let mut row: Row<M, Lanes<MANY>> = self.conditions.one(self.first);
        let mut at = self.first;
        while at < self.end() {
            self.conditions.load(at, &mut row);
            let none = M::State::splat(Lanes::default());
            let found = M::output_partials(nowhere(), &none, &row.u, &row.p);
            self.add::<PRODUCTS>(at, &found, &mut sums);
            at += MANY;
        }
        sums
    }

    /// As [`Tile::sum`], with what is no number computed again.
    #[cold]
    #[inline(never)]
    fn again(&self) -> Result<Squares, Bad> {
        let mut sums = Sums::none();
        let mut row: Row<M, Lanes<MANY>> = self.conditions.one(self.first);
        for at in (self.first..self.end()).step_by(MANY) {
            self.conditions.load(at, &mut row);
            let none = M::State::splat(Lanes::default());
            let found = M::output_partials(nowhere(), &none, &row.u, &row.p);
            let count = MANY.min(self.end() - at);
            let found = repaired(self.conditions, at, found);
            // What is not observed does not matter.
            let is_read = |entry: usize| match entry.checked_sub(M::INFO.outputs.len()) {
                None => self.observed.iter().any(|it| it.output == entry),
                Some(partial) => self
                    .observed
                    .iter()
                    .any(|it| it.entries.iter().any(|(entry, _)| *entry == partial)),
            };
            if let Some(bad) = find_bad::<M>(at, count, &found, is_read) {
                return Err(bad);
            }
            if self.with_products {
                self.add::<true>(at, &found, &mut sums);
            } else {
                self.add::<false>(at, &found, &mut sums);
            }
        }
        Ok(sums.total())
    }

    /// Adds the squares of a few conditions.
    #[inline(always)]
    fn add<const PRODUCTS: bool>(
        &self,
        at: usize,
        (values, partials): &Found<M>,
        sums: &mut Sums<M>,
    ) {
        let (values, partials) = (values.as_ref(), partials.as_ref());
        for observed in self.observed {
            let left = observed.values.len() - at;
            let measured = lanes(&observed.values[at..]);
            let weight = match &observed.weight {
                Values::Same(weight) if left >= MANY => Lanes::splat(*weight),
                Values::Same(weight) => {
                    Lanes(core::array::from_fn(
                        |l| if l < left { *weight } else { 0.0 },
                    ))
                }
                Values::Each(weights) => lanes(&weights[at..]),
            };
            let missed = (values[observed.output] - measured) * weight;
            sums.misfit = sums.misfit + missed * missed;
            let weighted = missed * weight;
            let square = weight * weight;
            for (i, &(entry, param)) in observed.entries.iter().enumerate() {
                let slope = partials[entry];
                let sum = &mut sums.slopes.as_mut()[param];
                *sum = *sum + weighted * slope;
                if PRODUCTS {
                    let slope = slope * square;
                    let row = sums.products.as_mut()[param].as_mut();
                    for &(other, by) in &observed.entries[..=i] {
                        row[by] = row[by] + slope * partials[other];
                    }
                }
            }
        }
    }
}

/// The first numbers of a run, and zeros beyond its end.
#[inline(always)]
fn lanes(run: &[f64]) -> Lanes<MANY> {
    if run.len() >= MANY {
        Lanes::load(run)
    } else {
        Lanes(core::array::from_fn(|l| run.get(l).copied().unwrap_or(0.0)))
    }
}
