//! Sums of products of factors, in one form for equal ones.
//!
//! A factor is any value of one side that is not itself a product: a variable, a function, a sum.
//! Coefficients are whole numbers; other numbers are factors of the own side. So terms that cancel
//! do so exactly.

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;

use super::sides::Side;
use crate::ir::{Arena, Id, Node, Var};
use crate::simplify::Builder;

/// Factors with their exponents, in the order of the arena.
pub type Powers = BTreeMap<Id, u32>;

/// A product of factors of three sides.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Monomial {
    pub weight: Powers,
    pub source: Powers,
    pub own: Powers,
}

/// A sum of products, each with its coefficient, which is not 0.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Polynomial(pub BTreeMap<Monomial, f64>);

impl Monomial {
    pub fn side(&self, side: Side) -> &Powers {
        match side {
            Side::Weight => &self.weight,
            Side::Source => &self.source,
            Side::Own => &self.own,
        }
    }

    fn side_mut(&mut self, side: Side) -> &mut Powers {
        match side {
            Side::Weight => &mut self.weight,
            Side::Source => &mut self.source,
            Side::Own => &mut self.own,
        }
    }

    fn times(&self, other: &Self) -> Self {
        let mut product = self.clone();
        for side in [Side::Weight, Side::Source, Side::Own] {
            for (&factor, &n) in other.side(side) {
                let sum = product.side_mut(side).entry(factor).or_default();
                *sum = sum.saturating_add(n);
            }
        }
        product
    }

    /// The exponent of a factor, which has one side.
    pub fn exponent(&self, factor: Id) -> u32 {
        let of = |powers: &Powers| powers.get(&factor).copied().unwrap_or(0);
        of(&self.weight) + of(&self.source) + of(&self.own)
    }

    /// The largest exponent of a factor; 0 where there are none.
    pub fn largest_exponent(&self) -> u32 {
        let sides = [&self.weight, &self.source, &self.own];
        let all = sides.into_iter().flat_map(BTreeMap::values);
        all.copied().max().unwrap_or(0)
    }

    /// The size of the product, where factors have such values.
    pub fn size(&self, value: impl Fn(Id) -> f64) -> f64 {
        let sides = [&self.weight, &self.source, &self.own];
        let all = sides.into_iter().flatten();
        all.map(|(&factor, &n)| value(factor).abs().powf(f64::from(n)))
            .product()
    }

    /// Another factor in the place of one.
    pub fn with(&self, factor: Id, new: Id) -> Self {
        let mut changed = self.clone();
        for side in [Side::Weight, Side::Source, Side::Own] {
            let powers = changed.side_mut(side);
            if let Some(n) = powers.remove(&factor) {
                *powers.entry(new).or_default() += n;
            }
        }
        changed
    }

    /// The product with one factor less; `None` where there is none.
    fn without_one(&self, factor: Id) -> Option<Self> {
        let mut rest = self.clone();
        for side in [Side::Weight, Side::Source, Side::Own] {
            let powers = rest.side_mut(side);
            if let Some(n) = powers.get_mut(&factor) {
                *n -= 1;
                if *n == 0 {
                    powers.remove(&factor);
                }
                return Some(rest);
            }
        }
        None
    }
}

impl Polynomial {
    pub fn number(value: f64) -> Self {
        Self::single(Monomial::default(), value)
    }

    pub fn factor(side: Side, id: Id) -> Self {
        let mut monomial = Monomial::default();
        monomial.side_mut(side).insert(id, 1);
        Self::single(monomial, 1.0)
    }

    pub fn single(monomial: Monomial, coefficient: f64) -> Self {
        let mut polynomial = Self::default();
        polynomial.put(monomial, coefficient);
        polynomial
    }

    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// The one product that it is.
    pub fn only(&self) -> Option<(&Monomial, f64)> {
        let (monomial, &coefficient) = self.0.iter().next()?;
        (self.len() == 1).then_some((monomial, coefficient))
    }

    pub fn put(&mut self, monomial: Monomial, coefficient: f64) {
        match self.0.entry(monomial) {
            Entry::Vacant(entry) => {
                if coefficient != 0.0 {
                    entry.insert(coefficient);
                }
            }
            Entry::Occupied(mut entry) => {
                *entry.get_mut() += coefficient;
                if *entry.get() == 0.0 {
                    entry.remove();
                }
            }
        }
    }

    pub fn scaled(&self, by: f64) -> Self {
        let mut scaled = Self::default();
        for (monomial, coefficient) in &self.0 {
            scaled.put(monomial.clone(), coefficient * by);
        }
        scaled
    }

    pub fn plus(&self, other: &Self) -> Self {
        let mut sum = self.clone();
        for (monomial, &coefficient) in &other.0 {
            sum.put(monomial.clone(), coefficient);
        }
        sum
    }

    pub fn times(&self, other: &Self) -> Self {
        let mut product = Self::default();
        for (a, p) in &self.0 {
            for (b, q) in &other.0 {
                product.put(a.times(b), p * q);
            }
        }
        product
    }

    /// The derivative with respect to one factor, as if the others did not depend on it.
    pub fn slope(&self, factor: Id) -> Self {
        let mut slope = Self::default();
        for (monomial, coefficient) in &self.0 {
            if let Some(rest) = monomial.without_one(factor) {
                slope.put(rest, coefficient * f64::from(monomial.exponent(factor)));
            }
        }
        slope
    }
}

/// The product of factors, 1 where there are none.
pub fn product(arena: &mut Arena, powers: &Powers) -> Id {
    let mut b = Builder::new(arena);
    let mut product = None;
    for (&factor, &n) in powers {
        let power = b.powi(factor, i32::try_from(n).expect("exponents are small"));
        product = Some(match product {
            Some(product) => b.mul(product, power),
            None => power,
        });
    }
    product.unwrap_or_else(|| b.number(1.0))
}

/// A sum of values, each times a number; 0 where there are none. A value with a plus stands first,
/// if there is one.
pub fn combination(arena: &mut Arena, terms: &[(f64, Id)]) -> Id {
    let mut b = Builder::new(arena);
    let first = terms.iter().position(|(c, _)| *c > 0.0).unwrap_or(0);
    let order = (first..terms.len()).chain(0..first);
    let mut sum = None;
    for (coefficient, id) in order.map(|k| terms[k]) {
        let size = b.number(coefficient.abs());
        let value = b.mul(size, id);
        sum = Some(match (sum, coefficient < 0.0) {
            (None, false) => value,
            (None, true) => b.neg(value),
            (Some(sum), false) => b.add(sum, value),
            (Some(sum), true) => b.sub(sum, value),
        });
    }
    sum.unwrap_or_else(|| b.number(0.0))
}

/// A variable, as it stands in the arena.
pub fn variable(arena: &mut Arena, var: Var) -> Id {
    arena.push(Node::Var(var))
}
