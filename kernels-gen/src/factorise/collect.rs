//! From a polynomial to few terms: products with the same weight and source share one, and so do
//! those with the same weight whose own sides are multiples of each other.

use std::collections::BTreeMap;

use super::Term;
use super::polynomial::{Polynomial, Powers, combination, product};
use crate::ir::{Arena, Id};

/// Products whose own sides are multiples of each other.
struct Group {
    weight: Powers,
    sources: Vec<(Powers, Own)>,
}

/// The own side as a sum.
type Own = BTreeMap<Powers, f64>;

pub fn terms(arena: &mut Arena, polynomial: &Polynomial) -> Vec<Term> {
    let mut by_source: BTreeMap<(&Powers, &Powers), Own> = BTreeMap::new();
    for (monomial, &coefficient) in &polynomial.0 {
        by_source
            .entry((&monomial.weight, &monomial.source))
            .or_default()
            .insert(monomial.own.clone(), coefficient);
    }
    let mut groups: Vec<Group> = Vec::new();
    for ((weight, source), own) in by_source {
        let same = groups
            .iter_mut()
            .find(|group| group.weight == *weight && ratio(&own, &group.sources[0].1).is_some());
        let member = (source.clone(), own);
        if let Some(group) = same {
            group.sources.push(member);
        } else {
            groups.push(Group {
                weight: weight.clone(),
                sources: vec![member],
            });
        }
    }
    groups.iter().map(|group| term(arena, group)).collect()
}

fn term(arena: &mut Arena, group: &Group) -> Term {
    // Others are multiples of the smallest, mostly whole ones.
    let size = |own: &Own| own.values().next().map_or(0.0, |first| first.abs());
    let smallest = group
        .sources
        .iter()
        .map(|(_, own)| own)
        .reduce(|a, b| if size(b) < size(a) { b } else { a })
        .expect("a group has a member");
    let sources: Vec<(f64, Id)> = group
        .sources
        .iter()
        .map(|(powers, own)| {
            let ratio = ratio(own, smallest).expect("all are multiples of the first");
            (ratio, product(arena, powers))
        })
        .collect();
    let own: Vec<(f64, Id)> = smallest
        .iter()
        .map(|(powers, coefficient)| (*coefficient, product(arena, powers)))
        .collect();
    Term {
        weight: product(arena, &group.weight),
        source: combination(arena, &sources),
        own: combination(arena, &own),
    }
}

/// a/b, if it is a number.
fn ratio(a: &Own, b: &Own) -> Option<f64> {
    let (a_first, b_first) = (a.values().next()?, b.values().next()?);
    let same = a.len() == b.len()
        && a.iter()
            .zip(b)
            .all(|((p, x), (q, y))| p == q && x * b_first == y * a_first);
    same.then_some(a_first / b_first)
}
