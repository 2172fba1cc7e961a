//! Sums taken apart, to see whether they come to a number whatever the variables are.

use std::collections::HashMap;

use crate::ir::interpret::{self, Value};
use crate::ir::{Arena, Id, Node};

/// Shared subexpressions can make a sum of n nodes one of 2ⁿ terms; longer ones are not looked at.
const MOST_TERMS: usize = 10_000;

/// More than a chain of rounded constants loses, and less than anyone writes.
const ROUNDING: f64 = 1e-12;

/// An arena whose constants are known.
pub struct Terms<'a> {
    arena: &'a Arena,
    constants: Vec<Option<Value<f64>>>,
}

/// What a sum comes to.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Total {
    pub value: f64,
    /// How far rounding may have taken the value from what was meant: .1 + .2 − .3 is not 0.
    pub rounding: f64,
}

impl<'a> Terms<'a> {
    pub fn new(arena: &'a Arena) -> Self {
        let mut constants = Vec::with_capacity(arena.len());
        for (_, node) in arena.iter() {
            let value = constant(node, &constants);
            constants.push(value);
        }
        Self { arena, constants }
    }

    /// The sum of these values, where all that is no number cancels as it stands.
    pub fn total(&self, values: impl IntoIterator<Item = Id>) -> Option<Total> {
        let (mut value, mut magnitude, mut seen) = (0.0, 0.0, 0);
        let mut rest: HashMap<Id, i32> = HashMap::new();
        for id in values {
            // The terms of a sum, each with its sign.
            let mut terms = vec![(id, 1)];
            while let Some((id, sign)) = terms.pop() {
                seen += 1;
                if seen > MOST_TERMS {
                    return None;
                }
                if let Some(Value::Real(number)) = self.constants[id.0 as usize] {
                    value += f64::from(sign) * number;
                    magnitude += number.abs();
                    continue;
                }
                match self.arena.get(id) {
                    Node::Neg(a) => terms.push((a, -sign)),
                    Node::Add(a, b) => terms.extend([(a, sign), (b, sign)]),
                    Node::Sub(a, b) => terms.extend([(a, sign), (b, -sign)]),
                    _ => *rest.entry(id).or_default() += sign,
                }
            }
        }
        let rounding = magnitude * ROUNDING;
        let cancels = rest.values().all(|count| *count == 0);
        (cancels && value.is_finite()).then_some(Total { value, rounding })
    }
}

/// The value of a node without any variable in it; its operands stand before it.
fn constant(node: Node, before: &[Option<Value<f64>>]) -> Option<Value<f64>> {
    let known = |id: Id| before[id.0 as usize];
    if matches!(node, Node::Var(_)) || node.children().any(|child| known(child).is_none()) {
        return None;
    }
    let child = |id| known(id).expect("every operand is a constant");
    Some(interpret::value(node, child, |_| {
        unreachable!("a variable is no constant")
    }))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ir::Var;

    #[test]
    fn what_cancels_leaves_a_number() {
        let mut arena = Arena::default();
        let x = arena.var(Var::State(0));
        let [tenth, fifth, three_tenths] = [0.1, 0.2, 0.3].map(|value| arena.number(value));
        let square = arena.push(Node::Powi(x, 2));
        let above = arena.push(Node::Add(square, fifth));
        let below = arena.push(Node::Sub(tenth, square));
        let both = arena.push(Node::Add(above, below));
        let twice = arena.push(Node::Mul(tenth, fifth));
        let terms = Terms::new(&arena);
        let value = |ids: &[Id]| terms.total(ids.iter().copied()).map(|total| total.value);
        assert_eq!(value(&[both]), Some(0.1 + 0.2));
        assert_eq!(value(&[twice]), Some(0.1 * 0.2));
        assert_eq!(value(&[above]), None);
        assert_eq!(value(&[]), Some(0.0));
        let sub = arena.push(Node::Sub(both, three_tenths));
        let total = Terms::new(&arena).total([sub]).expect("a number");
        assert!(total.value != 0.0 && total.value.abs() <= total.rounding);
    }
}
