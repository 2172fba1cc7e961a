//! The squares of what observations miss, over all conditions: they leave nothing behind but their sums.

use lyapax_devices::{Given, Observation};
use pulp::{Arch, NullaryFnOnce};
use rayon::prelude::*;

use super::conditions::{Conditions, Row, nowhere};
use super::evaluate::{Bad, Found, MANY, find_bad, repaired};
use crate::model::{Block, Column, Model};
use crate::scalar::Lanes;

/// Conditions whose squares are added up at once; the sums of these are added in their order, so that the bits are
/// the same for any number of threads.
const TILE: usize = 64 * MANY;

/// Tiles whose sums are kept until they are added.
const TOGETHER: usize = 1024;

/// What is left of an algebraic model's outputs at conditions where they are taken from what was measured.
pub(crate) struct Residuals<M: Model> {
    pub(crate) conditions: Conditions<M>,
    pub(crate) observed: Vec<Observation>,
    /// How many variables are sought.
    pub(crate) sought: usize,
}

/// The partial derivatives of an output by parameters that are sought.
pub(crate) fn entries<M: Model>(output: usize, sought: &[usize]) -> Vec<(usize, usize)> {
    let all = M::OUTPUT_PARTIALS.iter().enumerate();
    let own = all.filter(|(_, entry)| entry.row == output);
    own.filter_map(|(i, entry)| match entry.column {
        Column::Param(param) => {
            let place = sought.iter().position(|sought| *sought == param)?;
            Some((i, place))
        }
        _ => None,
    })
    .collect()
}

/// Σ r², Σ r·∂r/∂p and Σ ∂r/∂p·∂r/∂q with r = (output − measured)/σ, over all variables that are sought.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Squares {
    pub(crate) misfit: f64,
    pub(crate) slopes: Vec<f64>,
    /// Row by row; of the rows only what is not above the diagonal.
    pub(crate) products: Vec<Vec<f64>>,
}

impl Squares {
    fn zero(sought: usize, with_products: bool) -> Self {
        let rows = if with_products { sought } else { 0 };
        Self {
            misfit: 0.0,
            slopes: vec![0.0; sought],
            products: (1..=rows).map(|row| vec![0.0; row]).collect(),
        }
    }

    pub(crate) fn is_finite(&self) -> bool {
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

impl<M: Model> Residuals<M> {
    /// Their squares, shared among threads if that is said; without the products where they are not asked for.
    pub(crate) fn squares(&self, with_products: bool, shared: bool) -> Result<Squares, Bad> {
        let arch = Arch::new();
        let tile = |tile: usize| {
            arch.dispatch(Tile {
                of: self,
                first: tile * TILE,
                with_products,
            })
        };
        let tiles = self.conditions.len().div_ceil(TILE);
        let mut sum = Squares::zero(self.sought, with_products);
        if !shared || tiles < 2 {
            for i in 0..tiles {
                sum.add(&tile(i)?);
            }
            return Ok(sum);
        }
        // Added in their order, and not all kept until then.
        for first in (0..tiles).step_by(TOGETHER) {
            let some = first..tiles.min(first + TOGETHER);
            let found: Vec<Result<Squares, Bad>> = some.into_par_iter().map(tile).collect();
            for tile in found {
                sum.add(&tile?);
            }
        }
        Ok(sum)
    }

    /// As [`Residuals::squares`], of some of the conditions.
    pub(crate) fn squares_of(
        &self,
        which: &[usize],
        with_products: bool,
        shared: bool,
    ) -> Result<Squares, Bad> {
        let some = Self {
            conditions: self.conditions.only(which),
            observed: self.observed.iter().map(|it| it.only(which)).collect(),
            sought: self.sought,
        };
        let found = some.squares(with_products, shared);
        found.map_err(|bad| bad.among(which))
    }
}

/// A tile as an object, since a closure could not be told to be inlined.
struct Tile<'a, M: Model> {
    of: &'a Residuals<M>,
    first: usize,
    with_products: bool,
}

/// Sums in lanes. They lie on the heap: of a hundred variables there are more than a stack has room for.
struct Sums {
    misfit: Lanes<MANY>,
    slopes: Vec<Lanes<MANY>>,
    /// Row after row, each as far as the diagonal.
    products: Vec<Lanes<MANY>>,
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

impl Sums {
    fn none(sought: usize, with_products: bool) -> Self {
        let products = if with_products {
            triangle(sought, 0)
        } else {
            0
        };
        Self {
            misfit: Lanes::default(),
            slopes: vec![Lanes::default(); sought],
            products: vec![Lanes::default(); products],
        }
    }

    fn total(&self) -> Squares {
        let total = |lanes: &Lanes<MANY>| lanes.0.iter().sum::<f64>();
        let mut products = self.products.iter().map(total);
        let mut squares = Squares::zero(self.slopes.len(), !self.products.is_empty());
        squares.misfit = total(&self.misfit);
        squares.slopes = self.slopes.iter().map(total).collect();
        for entry in squares.products.iter_mut().flatten() {
            *entry = products.next().unwrap_or_default();
        }
        squares
    }
}

/// The place of an entry of a triangle that is kept row after row.
#[inline(always)]
fn triangle(row: usize, column: usize) -> usize {
    row * (row + 1) / 2 + column
}

impl<M: Model> Tile<'_, M> {
    fn end(&self) -> usize {
        self.of.conditions.len().min(self.first + TILE)
    }

    #[inline(always)]
    fn sum<const PRODUCTS: bool>(&self) -> Sums {
        let conditions = &self.of.conditions;
        let mut sums = Sums::none(self.of.sought, PRODUCTS);
        let mut row: Row<M, Lanes<MANY>> = conditions.one(self.first);
        let mut at = self.first;
        while at < self.end() {
            conditions.load(at, &mut row);
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
        let Residuals {
            conditions,
            observed,
            sought,
        } = self.of;
        let mut sums = Sums::none(*sought, self.with_products);
        let mut row: Row<M, Lanes<MANY>> = conditions.one(self.first);
        for at in (self.first..self.end()).step_by(MANY) {
            conditions.load(at, &mut row);
            let none = M::State::splat(Lanes::default());
            let found = M::output_partials(nowhere(), &none, &row.u, &row.p);
            let count = MANY.min(self.end() - at);
            let found = repaired(conditions, at, found);
            // What is not observed does not matter.
            let is_read = |entry: usize| match entry.checked_sub(M::INFO.outputs.len()) {
                None => observed.iter().any(|it| it.output == entry),
                Some(partial) => observed
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
    fn add<const PRODUCTS: bool>(&self, at: usize, (values, partials): &Found<M>, sums: &mut Sums) {
        let (values, partials) = (values.as_ref(), partials.as_ref());
        for observed in &self.of.observed {
            let left = observed.values.len() - at;
            let measured = lanes(&observed.values[at..]);
            let weight = match &observed.weight {
                Given::Same(weight) if left >= MANY => Lanes::splat(*weight),
                Given::Same(weight) => {
                    Lanes(core::array::from_fn(
                        |l| if l < left { *weight } else { 0.0 },
                    ))
                }
                Given::Each(weights) => lanes(&weights[at..]),
            };
            let missed = (values[observed.output] - measured) * weight;
            sums.misfit = sums.misfit + missed * missed;
            let weighted = missed * weight;
            let square = weight * weight;
            for (i, &(entry, variable)) in observed.entries.iter().enumerate() {
                let slope = partials[entry];
                let sum = &mut sums.slopes[variable];
                *sum = *sum + weighted * slope;
                if PRODUCTS {
                    let slope = slope * square;
                    for &(other, by) in &observed.entries[..=i] {
                        let place = triangle(variable.max(by), variable.min(by));
                        sums.products[place] = sums.products[place] + slope * partials[other];
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
