//! Forward symbolic derivatives: one loop over the arena for each variable.
//!
//! A derivative that is zero by structure is `None` and never becomes an operation. So no zero is
//! multiplied with a value that may be infinite.

use crate::functions::FunctionId;
use crate::ir::{Arena, Id, Node, Type, Var};
use crate::simplify::Builder;

/// The derivatives of the roots with respect to one variable; `None` where they are zero by
/// structure. `cone` is what the roots are made of, as [`Arena::cone`] gives it.
pub fn derivatives(arena: &mut Arena, cone: &[Id], roots: &[Id], wrt: Var) -> Vec<Option<Id>> {
    let mut known = Known(vec![None; arena.len()]);
    for &id in cone {
        let node = arena.get(id);
        if node.ty() == Type::Bool {
            continue;
        }
        let mut rule = Rule {
            b: Builder::new(arena),
            known: &known,
            wrt,
        };
        let derivative = rule.derivative(id, node).filter(|&d| !rule.b.is_zero(d));
        known.0[id.0 as usize] = derivative;
    }
    roots.iter().map(|&root| known.of(root)).collect()
}

/// Derivatives of the nodes so far.
struct Known(Vec<Option<Id>>);

impl Known {
    fn of(&self, id: Id) -> Option<Id> {
        self.0[id.0 as usize]
    }
}

/// How one node is differentiated, once its operands are.
struct Rule<'a> {
    b: Builder<'a>,
    known: &'a Known,
    wrt: Var,
}

impl Rule<'_> {
    fn derivative(&mut self, id: Id, node: Node) -> Option<Id> {
        match node {
            Node::Var(var) => (var == self.wrt).then(|| self.b.number(1.0)),
            Node::Neg(a) => self.known.of(a).map(|da| self.b.neg(da)),
            Node::Add(a, b) => {
                let (da, db) = (self.known.of(a), self.known.of(b));
                self.sum(da, db)
            }
            Node::Sub(a, b) => match (self.known.of(a), self.known.of(b)) {
                (Some(da), Some(db)) => Some(self.b.sub(da, db)),
                (da, None) => da,
                (None, Some(db)) => Some(self.b.neg(db)),
            },
            Node::Mul(a, b) => {
                let left = self.known.of(a).map(|da| self.b.mul(da, b));
                let right = self.known.of(b).map(|db| self.b.mul(a, db));
                self.sum(left, right)
            }
            Node::Div(a, b) => self.quotient(id, a, b),
            Node::Powi(a, n) => self.power(id, a, n),
            Node::Call1(f, a) => self.chain(f, &[a], id, 0),
            Node::Call2(f, a, b) => {
                let first = self.chain(f, &[a, b], id, 0);
                let second = self.chain(f, &[a, b], id, 1);
                self.joined(first, second)
            }
            Node::Select {
                mask,
                then,
                otherwise,
            } => {
                let (then, otherwise) = (self.known.of(then), self.known.of(otherwise));
                if then.is_none() && otherwise.is_none() {
                    return None;
                }
                let zero = self.b.number(0.0);
                Some(
                    self.b
                        .select(mask, then.unwrap_or(zero), otherwise.unwrap_or(zero)),
                )
            }
            Node::Number(_)
            | Node::Pi
            | Node::Compare(..)
            | Node::And(..)
            | Node::Or(..)
            | Node::Not(_) => None,
        }
    }

    fn sum(&mut self, a: Option<Id>, b: Option<Id>) -> Option<Id> {
        match (a, b) {
            (Some(a), Some(b)) => Some(self.b.add(a, b)),
            (a, b) => a.or(b),
        }
    }

    /// (a/b)' = (a' − (a/b)·b')/b, which has no b² to overflow.
    fn quotient(&mut self, quotient: Id, a: Id, b: Id) -> Option<Id> {
        let above = self.known.of(a);
        let below = self.known.of(b).map(|db| self.b.mul(quotient, db));
        match (above, below) {
            (Some(da), Some(below)) => {
                let numerator = self.b.sub(da, below);
                Some(self.b.div(numerator, b))
            }
            (Some(da), None) => Some(self.b.div(da, b)),
            (None, Some(below)) => {
                let ratio = self.b.div(below, b);
                Some(self.b.neg(ratio))
            }
            (None, None) => None,
        }
    }

    /// (aⁿ)' = n·aⁿ⁻¹·a'
    fn power(&mut self, power: Id, a: Id, n: i32) -> Option<Id> {
        let da = self.known.of(a)?;
        if n == 0 {
            return None;
        }
        let lower = match n.checked_sub(1) {
            Some(lower) => self.b.powi(a, lower),
            None => self.b.div(power, a),
        };
        let n = self.b.number(f64::from(n));
        let slope = self.b.mul(n, lower);
        Some(self.b.mul(slope, da))
    }

    /// ∂f/∂(argument `i`) · (argument `i`)'
    fn chain(&mut self, f: FunctionId, args: &[Id], value: Id, i: usize) -> Option<Id> {
        let inner = self.known.of(args[i])?;
        let outer = (f.get().derivative)(&mut self.b, args, value, i)?;
        // Where one argument is selected, the derivative of the other may be infinite: it is
        // selected too, not multiplied by 0.
        if let Node::Select {
            mask,
            then,
            otherwise,
        } = self.b.get(outer)
        {
            let then = self.unless_zero(then, inner);
            let otherwise = self.unless_zero(otherwise, inner);
            return Some(self.b.select(mask, then, otherwise));
        }
        Some(self.b.mul(outer, inner))
    }

    fn unless_zero(&mut self, factor: Id, inner: Id) -> Id {
        if self.b.is_zero(factor) {
            factor
        } else {
            self.b.mul(factor, inner)
        }
    }

    /// The sum over both arguments; under one mask, it is one select of sums.
    fn joined(&mut self, first: Option<Id>, second: Option<Id>) -> Option<Id> {
        if let (Some(first), Some(second)) = (first, second)
            && let Node::Select {
                mask,
                then,
                otherwise,
            } = self.b.get(first)
            && let Node::Select {
                mask: other,
                then: then_too,
                otherwise: otherwise_too,
            } = self.b.get(second)
            && mask == other
        {
            let then = self.b.add(then, then_too);
            let otherwise = self.b.add(otherwise, otherwise_too);
            return Some(self.b.select(mask, then, otherwise));
        }
        self.sum(first, second)
    }
}

#[cfg(test)]
mod tests;
