//! The reference interpreter: what an arena means, over any kind of number.
//!
//! One loop in index order. Over `f64` it is the oracle of numerical tests; over other numbers it
//! gives what they carry along.

use core::ops::{Add, Div, Mul, Neg, Sub};

use super::{Arena, Compare, Id, Node, Var};
use crate::functions::Function;

/// What the interpreter computes with.
pub trait Number:
    Copy
    + Add<Output = Self>
    + Sub<Output = Self>
    + Mul<Output = Self>
    + Div<Output = Self>
    + Neg<Output = Self>
{
    fn lit(value: f64) -> Self;
    fn call(function: &Function, args: &[Self]) -> Self;
    fn compare(op: Compare, a: Self, b: Self) -> bool;
}

impl Number for f64 {
    fn lit(value: f64) -> Self {
        value
    }

    fn call(function: &Function, args: &[Self]) -> Self {
        (function.eval)(args)
    }

    fn compare(op: Compare, a: Self, b: Self) -> bool {
        match op {
            Compare::Less => a < b,
            Compare::LessEq => a <= b,
            Compare::Greater => a > b,
            Compare::GreaterEq => a >= b,
            Compare::Eq => a == b,
            Compare::NotEq => a != b,
        }
    }
}

/// What a node is worth.
#[derive(Clone, Copy, Debug)]
pub enum Value<T> {
    Real(T),
    Bool(bool),
}

impl<T> Value<T> {
    /// The number. Lowering has made sure that no truth value stands where a number must.
    pub fn real(self) -> T {
        match self {
            Self::Real(value) => value,
            Self::Bool(_) => unreachable!("a truth value stands where a number must"),
        }
    }

    /// The truth value.
    pub fn bool(self) -> bool {
        match self {
            Self::Bool(value) => value,
            Self::Real(_) => unreachable!("a number stands where a truth value must"),
        }
    }
}

/// The value of every node.
pub fn values<T: Number>(arena: &Arena, variable: impl Fn(Var) -> T) -> Vec<Value<T>> {
    values_by(arena, variable, T::call)
}

/// The value of every node, with elementary functions of the caller's.
pub fn values_by<T: Number>(
    arena: &Arena,
    variable: impl Fn(Var) -> T,
    call: impl Fn(&Function, &[T]) -> T,
) -> Vec<Value<T>> {
    let mut values: Vec<Value<T>> = Vec::with_capacity(arena.len());
    for (_, node) in arena.iter() {
        let value = value_by(node, |child| values[child.0 as usize], &variable, &call);
        values.push(value);
    }
    values
}

/// The value of one node, whose children's are known.
pub fn value<T: Number>(
    node: Node,
    child: impl Fn(Id) -> Value<T>,
    variable: impl Fn(Var) -> T,
) -> Value<T> {
    value_by(node, child, variable, T::call)
}

fn value_by<T: Number>(
    node: Node,
    child: impl Fn(Id) -> Value<T>,
    variable: impl Fn(Var) -> T,
    call: impl Fn(&Function, &[T]) -> T,
) -> Value<T> {
    let real = |id: Id| child(id).real();
    let bool = |id: Id| child(id).bool();
    Value::Real(match node {
        Node::Number(bits) => T::lit(f64::from_bits(bits)),
        Node::Pi => T::lit(core::f64::consts::PI),
        Node::Var(var) => variable(var),
        Node::Neg(a) => -real(a),
        Node::Add(a, b) => real(a) + real(b),
        Node::Sub(a, b) => real(a) - real(b),
        Node::Mul(a, b) => real(a) * real(b),
        Node::Div(a, b) => real(a) / real(b),
        Node::Powi(a, n) => powi(real(a), n),
        Node::Call1(f, a) => call(f.get(), &[real(a)]),
        Node::Call2(f, a, b) => call(f.get(), &[real(a), real(b)]),
        Node::Select {
            mask,
            then,
            otherwise,
        } => real(if bool(mask) { then } else { otherwise }),
        Node::Compare(op, a, b) => return Value::Bool(T::compare(op, real(a), real(b))),
        Node::And(a, b) => return Value::Bool(bool(a) && bool(b)),
        Node::Or(a, b) => return Value::Bool(bool(a) || bool(b)),
        Node::Not(a) => return Value::Bool(!bool(a)),
    })
}

/// Left-to-right binary powering, the reciprocal where the exponent is negative.
fn powi<T: Number>(x: T, exponent: i32) -> T {
    let n = exponent.unsigned_abs();
    let Some(highest) = n.checked_ilog2() else {
        return T::lit(1.0);
    };
    let mut r = x;
    for bit in (0..highest).rev() {
        r = r * r;
        if n >> bit & 1 == 1 {
            r = r * x;
        }
    }
    if exponent < 0 { T::lit(1.0) / r } else { r }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_integer_power_is_repeated_multiplication() {
        let x = 1.1f64;
        assert_eq!(powi(x, 0), 1.0);
        assert_eq!(powi(x, 1), x);
        assert_eq!(powi(x, 5), (x * x) * (x * x) * x);
        assert_eq!(powi(x, 6), (x * x * x) * (x * x * x));
        assert_eq!(powi(x, -2), 1.0 / (x * x));
        assert_eq!(powi(f64::NAN, 0), 1.0);
        assert_eq!(powi(0.5, i32::MIN), f64::INFINITY);
    }

    #[test]
    fn a_select_does_not_look_at_the_other_value() {
        let mut arena = Arena::default();
        let zero = arena.number(0.0);
        let one = arena.number(1.0);
        let infinite = arena.push(Node::Div(one, zero));
        let mask = arena.push(Node::Compare(Compare::Less, zero, one));
        let select = arena.push(Node::Select {
            mask,
            then: one,
            otherwise: infinite,
        });
        assert_eq!(values(&arena, |_| 0.0)[select.0 as usize].real(), 1.0);
    }
}
