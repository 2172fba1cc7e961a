//! Forward symbolic derivatives: one loop over what depends on it for each variable.
//!
//! A derivative that is zero by structure is `None` and never becomes an operation. So no zero is
//! multiplied with a value that may be infinite.

use std::collections::HashMap;

use crate::functions::FunctionId;
use crate::ir::{Arena, Id, Node, Type, Var};
use crate::simplify::Builder;

/// Differentiates the same roots with respect to one variable after another.
pub struct Differentiator<'a> {
    arena: &'a mut Arena,
    roots: &'a [Id],
    /// The operations that read each node, as far as the roots are made of them.
    readers: Vec<Vec<Id>>,
    known: Known,
    /// What [`Self::dependents`] has met; all false between two of its calls.
    met: Vec<bool>,
    variables: HashMap<Var, Id>,
}

impl<'a> Differentiator<'a> {
    pub fn new(arena: &'a mut Arena, roots: &'a [Id]) -> Self {
        let mut readers = vec![Vec::new(); arena.len()];
        let mut variables = HashMap::new();
        for id in arena.cone(roots) {
            let node = arena.get(id);
            for child in node.children() {
                readers[child.0 as usize].push(id);
            }
            if let Node::Var(var) = node {
                variables.insert(var, id);
            }
        }
        Self {
            known: Known(vec![None; arena.len()]),
            met: vec![false; arena.len()],
            arena,
            roots,
            readers,
            variables,
        }
    }

    /// The derivatives of the roots; `None` where they are zero by structure. Only what depends on
    /// the variable is looked at: a model may have thousands, each in a few terms.
    pub fn derivatives(&mut self, wrt: Var) -> Vec<Option<Id>> {
        let dependents = self.dependents(wrt);
        for &id in &dependents {
            let node = self.arena.get(id);
            if node.ty() == Type::Bool {
                continue;
            }
            let mut rule = Rule {
                b: Builder::new(self.arena),
                known: &self.known,
                wrt,
            };
            let derivative = rule.derivative(id, node).filter(|&d| !rule.b.is_zero(d));
            self.known.0[id.0 as usize] = derivative;
        }
        let found = self.roots.iter().map(|&root| self.known.of(root)).collect();
        for id in dependents {
            self.known.0[id.0 as usize] = None;
        }
        found
    }

    /// How many there are by now, the derivatives among them.
    pub fn operations(&self) -> usize {
        self.arena.len()
    }

    /// What the variable is read by, be it through other operations; children before parents.
    fn dependents(&mut self, wrt: Var) -> Vec<Id> {
        let mut found: Vec<Id> = self.variables.get(&wrt).copied().into_iter().collect();
        let mut next = 0;
        while let Some(id) = found.get(next) {
            for &reader in &self.readers[id.0 as usize] {
                if !std::mem::replace(&mut self.met[reader.0 as usize], true) {
                    found.push(reader);
                }
            }
            next += 1;
        }
        for id in &found {
            self.met[id.0 as usize] = false;
        }
        found.sort_unstable();
        found
    }
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

    /// (a/b)' = (a' − (a/b)·b')·(1/b), which has no b² to overflow, and one division for all variables: it takes longer
    /// than a dozen multiplications.
    fn quotient(&mut self, quotient: Id, a: Id, b: Id) -> Option<Id> {
        let above = self.known.of(a);
        let below = self.known.of(b).map(|db| self.b.mul(quotient, db));
        let numerator = match (above, below) {
            (Some(da), Some(below)) => self.b.sub(da, below),
            (Some(da), None) => da,
            (None, Some(below)) => self.b.neg(below),
            (None, None) => return None,
        };
        let one = self.b.number(1.0);
        let inverse = self.b.div(one, b);
        Some(self.b.mul(numerator, inverse))
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
