//! Building nodes without waste, and rebuilding a model that way.
//!
//! Only what is free is removed: in an arithmetic where a zero has no sign, no value changes by a
//! bit, whatever the operands are. So 0·x and x − x stay (x may be infinite), and nothing is
//! reassociated, distributed or contracted.

use crate::functions::{self, FunctionId};
use crate::ir::{Arena, Compare, Id, Model, Node};

/// Pushes nodes into an arena, each in its simplest equal form.
pub struct Builder<'a> {
    arena: &'a mut Arena,
}

impl<'a> Builder<'a> {
    pub fn new(arena: &'a mut Arena) -> Self {
        Self { arena }
    }

    pub fn number(&mut self, value: f64) -> Id {
        self.arena.number(value)
    }

    #[cfg(test)]
    pub fn var(&mut self, var: crate::ir::Var) -> Id {
        self.arena.var(var)
    }

    /// Whether the node is a literal number.
    pub fn is_number(&self, id: Id) -> bool {
        self.literal(id).is_some()
    }

    /// Whether the node is a literal zero.
    pub fn is_zero(&self, id: Id) -> bool {
        self.literal(id) == Some(0.0)
    }

    /// The node as it stands.
    pub fn get(&self, id: Id) -> Node {
        self.arena.get(id)
    }

    fn literal(&self, id: Id) -> Option<f64> {
        match self.arena.get(id) {
            Node::Number(bits) => Some(f64::from_bits(bits)),
            _ => None,
        }
    }

    fn literals(&self, a: Id, b: Id) -> Option<(f64, f64)> {
        Some((self.literal(a)?, self.literal(b)?))
    }

    pub fn neg(&mut self, a: Id) -> Id {
        match self.arena.get(a) {
            Node::Neg(inner) => inner,
            Node::Number(bits) => self.number(-f64::from_bits(bits)),
            _ => self.arena.push(Node::Neg(a)),
        }
    }

    pub fn add(&mut self, a: Id, b: Id) -> Id {
        if let Some(sum) = self.literals(a, b).and_then(|(a, b)| exact_sum(a, b)) {
            return self.number(sum);
        }
        if self.is_zero(a) {
            return b;
        }
        if self.is_zero(b) {
            return a;
        }
        match (self.arena.get(a), self.arena.get(b)) {
            (_, Node::Neg(b)) => self.sub(a, b),
            (Node::Neg(a), _) => self.sub(b, a),
            _ => self.arena.push(Node::Add(a, b)),
        }
    }

    pub fn sub(&mut self, a: Id, b: Id) -> Id {
        if let Some(difference) = self.literals(a, b).and_then(|(a, b)| exact_sum(a, -b)) {
            return self.number(difference);
        }
        if self.is_zero(a) {
            return self.neg(b);
        }
        if self.is_zero(b) {
            return a;
        }
        match self.arena.get(b) {
            Node::Neg(b) => self.add(a, b),
            _ => self.arena.push(Node::Sub(a, b)),
        }
    }

    pub fn mul(&mut self, a: Id, b: Id) -> Id {
        if let Some(product) = self.literals(a, b).and_then(|(a, b)| exact_product(a, b)) {
            return self.number(product);
        }
        match (self.literal(a), self.literal(b)) {
            (Some(1.0), _) => b,
            (_, Some(1.0)) => a,
            (Some(-1.0), _) => self.neg(b),
            (_, Some(-1.0)) => self.neg(a),
            _ => match (self.arena.get(a), self.arena.get(b)) {
                (Node::Neg(a), Node::Neg(b)) => self.mul(a, b),
                (Node::Neg(a), _) => self.minus(Node::Mul(a, b)),
                (_, Node::Neg(b)) => self.minus(Node::Mul(a, b)),
                _ => self.arena.push(Node::Mul(a, b)),
            },
        }
    }

    pub fn div(&mut self, a: Id, b: Id) -> Id {
        if let Some(quotient) = self.literals(a, b).and_then(|(a, b)| exact_quotient(a, b)) {
            return self.number(quotient);
        }
        match (self.literal(b), self.arena.get(a)) {
            (Some(1.0), _) => a,
            (Some(-1.0), _) => self.neg(a),
            // Not the divisor's sign: 1/(−x) and −(1/x) are two infinities where a zero x has no sign.
            (_, Node::Neg(a)) => self.minus(Node::Div(a, b)),
            _ => self.arena.push(Node::Div(a, b)),
        }
    }

    /// A product or quotient with its sign in front, where it may cancel or make a sum a
    /// difference. Rounding is the same for both signs.
    fn minus(&mut self, node: Node) -> Id {
        let positive = self.arena.push(node);
        self.neg(positive)
    }

    pub fn powi(&mut self, a: Id, exponent: i32) -> Id {
        match exponent {
            // A product of no factors is 1, whatever the factor would be.
            0 => self.number(1.0),
            1 => a,
            _ => match self.literal(a).and_then(|a| exact_power(a, exponent)) {
                Some(power) => self.number(power),
                None => self.arena.push(Node::Powi(a, exponent)),
            },
        }
    }

    /// An elementary function by its name.
    pub fn call(&mut self, name: &str, args: &[Id]) -> Id {
        let function = functions::find(name).expect("derivatives use the language's own functions");
        match *args {
            [a] => self.call1(function, a),
            [a, b] => self.call2(function, a, b),
            _ => unreachable!("functions have one or two arguments"),
        }
    }

    pub fn call1(&mut self, function: FunctionId, a: Id) -> Id {
        self.arena.push(Node::Call1(function, a))
    }

    pub fn call2(&mut self, function: FunctionId, a: Id, b: Id) -> Id {
        self.arena.push(Node::Call2(function, a, b))
    }

    pub fn compare(&mut self, op: Compare, a: Id, b: Id) -> Id {
        self.arena.push(Node::Compare(op, a, b))
    }

    pub fn and(&mut self, a: Id, b: Id) -> Id {
        if a == b {
            a
        } else {
            self.arena.push(Node::And(a, b))
        }
    }

    pub fn or(&mut self, a: Id, b: Id) -> Id {
        if a == b {
            a
        } else {
            self.arena.push(Node::Or(a, b))
        }
    }

    pub fn not(&mut self, a: Id) -> Id {
        match self.arena.get(a) {
            Node::Not(inner) => inner,
            _ => self.arena.push(Node::Not(a)),
        }
    }

    pub fn select(&mut self, mask: Id, then: Id, otherwise: Id) -> Id {
        if then == otherwise {
            then
        } else {
            self.arena.push(Node::Select {
                mask,
                then,
                otherwise,
            })
        }
    }

    /// A node whose children are already in this arena.
    pub fn node(&mut self, node: Node) -> Id {
        match node {
            Node::Number(_) | Node::Pi | Node::Var(_) => self.arena.push(node),
            Node::Neg(a) => self.neg(a),
            Node::Add(a, b) => self.add(a, b),
            Node::Sub(a, b) => self.sub(a, b),
            Node::Mul(a, b) => self.mul(a, b),
            Node::Div(a, b) => self.div(a, b),
            Node::Powi(a, n) => self.powi(a, n),
            Node::Call1(f, a) => self.call1(f, a),
            Node::Call2(f, a, b) => self.call2(f, a, b),
            Node::Compare(op, a, b) => self.compare(op, a, b),
            Node::And(a, b) => self.and(a, b),
            Node::Or(a, b) => self.or(a, b),
            Node::Not(a) => self.not(a),
            Node::Select {
                mask,
                then,
                otherwise,
            } => self.select(mask, then, otherwise),
        }
    }
}

/// The model with its equations in their simplest equal form, and nothing else in its arena.
pub fn simplify(model: &Model) -> Model {
    let mut arena = Arena::default();
    let mut builder = Builder::new(&mut arena);
    let mut new = vec![None; model.arena.len()];
    let moved = |new: &[Option<Id>], id: Id| {
        new[id.0 as usize].expect("children stand before their parents")
    };
    for id in model.arena.cone(&model.roots()) {
        let node = model.arena.get(id).map_children(|child| moved(&new, child));
        new[id.0 as usize] = Some(builder.node(node));
    }
    let move_all = |ids: &[Id]| ids.iter().map(|&id| moved(&new, id)).collect();
    Model {
        rhs: move_all(&model.rhs),
        sums: move_all(&model.sums),
        output_values: move_all(&model.output_values),
        arena,
        name: model.name.clone(),
        docs: model.docs.clone(),
        visibility: model.visibility.clone(),
        root: model.root.clone(),
        hamiltonian: model.hamiltonian.clone(),
        kind: model.kind,
        states: model.states.clone(),
        params: model.params.clone(),
        inputs: model.inputs.clone(),
        outputs: model.outputs.clone(),
        neighbours: model.neighbours.clone(),
        jumps: model.jumps.clone(),
    }
}

/// Zero, or a number that f32 holds with all its digits. Numbers below its normal range do not
/// count: some processors take them for zero.
fn is_single(value: f64) -> bool {
    #[expect(
        clippy::cast_possible_truncation,
        reason = "whether digits are lost is the question"
    )]
    let single = value as f32;
    f64::from(single) == value && (single == 0.0 || single.is_normal())
}

// An operation on constants is done here only where f64 and f32 would both do it without rounding,
// so that it cannot matter who does it. A product of two f32 numbers is exact in f64.

fn exact_sum(a: f64, b: f64) -> Option<f64> {
    let sum = a + b;
    // Knuth's two-sum: the exact error of the rounded sum.
    let b_rounded = sum - a;
    let error = (a - (sum - b_rounded)) + (b - b_rounded);
    (is_single(a) && is_single(b) && is_single(sum) && error == 0.0).then_some(sum)
}

fn exact_product(a: f64, b: f64) -> Option<f64> {
    let product = a * b;
    // A product that rounds to zero is not exact.
    let underflow = product == 0.0 && a != 0.0 && b != 0.0;
    (is_single(a) && is_single(b) && is_single(product) && !underflow).then_some(product)
}

fn exact_quotient(a: f64, b: f64) -> Option<f64> {
    let quotient = a / b;
    let exact = b != 0.0 && quotient * b == a;
    (is_single(a) && is_single(b) && is_single(quotient) && exact).then_some(quotient)
}

fn exact_power(a: f64, exponent: i32) -> Option<f64> {
    let n = exponent.unsigned_abs();
    let mut r = is_single(a).then_some(a)?;
    for bit in (0..n.checked_ilog2()?).rev() {
        r = exact_product(r, r)?;
        if n >> bit & 1 == 1 {
            r = exact_product(r, a)?;
        }
    }
    if exponent < 0 {
        exact_quotient(1.0, r)
    } else {
        Some(r)
    }
}

#[cfg(test)]
mod tests;
