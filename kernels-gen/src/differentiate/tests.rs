use core::ops::{Add, Div, Mul, Neg, Sub};

use proptest::prelude::*;

use super::*;
use crate::functions::Function;
use crate::ir::Compare;
use crate::ir::interpret::{Number, Value, values};
use crate::ir::testing::{STATES, draws, point, random};

/// A number with a bound on its rounding error, to first order: how far two ways of computing it
/// may lie apart.
#[derive(Clone, Copy, Debug)]
struct Tracked {
    value: f64,
    error: f64,
}

impl Tracked {
    fn rounded(value: f64, error: f64) -> Self {
        Self {
            value,
            error: error + 1.2e-16 * value.abs() + 1e-300,
        }
    }
}

impl Neg for Tracked {
    type Output = Self;
    fn neg(self) -> Self {
        Self {
            value: -self.value,
            ..self
        }
    }
}

impl Add for Tracked {
    type Output = Self;
    fn add(self, other: Self) -> Self {
        Self::rounded(self.value + other.value, self.error + other.error)
    }
}

impl Sub for Tracked {
    type Output = Self;
    fn sub(self, other: Self) -> Self {
        Self::rounded(self.value - other.value, self.error + other.error)
    }
}

impl Mul for Tracked {
    type Output = Self;
    fn mul(self, other: Self) -> Self {
        let error = self.value.abs() * other.error
            + other.value.abs() * self.error
            + self.error * other.error;
        Self::rounded(self.value * other.value, error)
    }
}

impl Div for Tracked {
    type Output = Self;
    fn div(self, other: Self) -> Self {
        let value = self.value / other.value;
        let error =
            (self.error + value.abs() * other.error) / (other.value.abs() - other.error).max(0.0);
        Self::rounded(value, error)
    }
}

/// The partial derivatives of a function at constant arguments, from its own rule alone.
fn slopes<T: Number>(function: &Function, args: &[T]) -> Vec<Option<T>> {
    let mut arena = Arena::default();
    let vars: Vec<Id> = (0u32..)
        .take(args.len())
        .map(|i| arena.var(Var::State(i)))
        .collect();
    let call = arena.call(function.name, &vars);
    let slopes: Vec<Option<Id>> = (0..args.len())
        .map(|i| (function.derivative)(&mut Builder::new(&mut arena), &vars, call, i))
        .collect();
    let values = values(&arena, |var| match var {
        Var::State(i) => args[i as usize],
        _ => unreachable!("only arguments stand here"),
    });
    slopes
        .into_iter()
        .map(|slope| Some(values[slope?.0 as usize].real()))
        .collect()
}

impl Number for Tracked {
    fn lit(value: f64) -> Self {
        Self { value, error: 0.0 }
    }

    fn call(function: &Function, args: &[Self]) -> Self {
        let values: Vec<f64> = args.iter().map(|arg| arg.value).collect();
        let value = (function.eval)(&values);
        let spread = slopes(function, &values)
            .into_iter()
            .zip(args)
            .map(|(slope, arg)| {
                if arg.error == 0.0 {
                    0.0
                } else {
                    slope.unwrap_or(0.0).abs() * arg.error
                }
            })
            .sum::<f64>();
        Self::rounded(value, spread + 4e-16 * value.abs())
    }

    fn compare(op: Compare, a: Self, b: Self) -> bool {
        f64::compare(op, a.value, b.value)
    }
}

/// A value and its derivative along one direction, `None` where that is zero by structure: what
/// the symbolic derivative must equal.
#[derive(Clone, Copy, Debug)]
struct Dual {
    value: Tracked,
    tangent: Option<Tracked>,
}

impl Dual {
    fn new(value: Tracked, tangents: [Option<Tracked>; 2]) -> Self {
        let tangent = match tangents {
            [Some(a), Some(b)] => Some(a + b),
            [a, b] => a.or(b),
        };
        Self { value, tangent }
    }
}

impl Neg for Dual {
    type Output = Self;
    fn neg(self) -> Self {
        Self {
            value: -self.value,
            tangent: self.tangent.map(Neg::neg),
        }
    }
}

impl Add for Dual {
    type Output = Self;
    fn add(self, other: Self) -> Self {
        Self::new(self.value + other.value, [self.tangent, other.tangent])
    }
}

impl Sub for Dual {
    type Output = Self;
    fn sub(self, other: Self) -> Self {
        Self::new(
            self.value - other.value,
            [self.tangent, other.tangent.map(Neg::neg)],
        )
    }
}

impl Mul for Dual {
    type Output = Self;
    fn mul(self, other: Self) -> Self {
        let tangents = [
            self.tangent.map(|d| d * other.value),
            other.tangent.map(|d| self.value * d),
        ];
        Self::new(self.value * other.value, tangents)
    }
}

impl Div for Dual {
    type Output = Self;
    fn div(self, other: Self) -> Self {
        let square = other.value * other.value;
        let tangents = [
            self.tangent.map(|d| d / other.value),
            other.tangent.map(|d| -(self.value * d) / square),
        ];
        Self::new(self.value / other.value, tangents)
    }
}

impl Number for Dual {
    fn lit(value: f64) -> Self {
        Self {
            value: Tracked::lit(value),
            tangent: None,
        }
    }

    fn call(function: &Function, args: &[Self]) -> Self {
        let values: Vec<Tracked> = args.iter().map(|arg| arg.value).collect();
        let mut tangents = [None; 2];
        for ((tangent, slope), arg) in tangents.iter_mut().zip(slopes(function, &values)).zip(args)
        {
            *tangent = slope.zip(arg.tangent).map(|(slope, d)| slope * d);
        }
        Self::new(Tracked::call(function, &values), tangents)
    }

    fn compare(op: Compare, a: Self, b: Self) -> bool {
        f64::compare(op, a.value.value, b.value.value)
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 2000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn symbolic_derivatives_equal_dual_numbers(draws in draws(), point in point(), wrt in 0..STATES) {
        let (mut arena, root) = random(&draws);
        let dual = {
            let state = |var| match var {
                Var::State(i) => {
                    let value = Tracked::lit(point[i as usize]);
                    Dual { value, tangent: (i == wrt).then(|| Tracked::lit(1.0)) }
                }
                _ => unreachable!("random models have states only"),
            };
            values(&arena, state)[root.0 as usize].real()
        };
        let derivative = Differentiator::new(&mut arena, &[root]).derivatives(Var::State(wrt))[0];
        let symbolic = derivative.map_or(Tracked::lit(0.0), |id| {
            let values: Vec<Value<Tracked>> = values(&arena, |var| match var {
                Var::State(i) => Tracked::lit(point[i as usize]),
                _ => unreachable!("random models have states only"),
            });
            values[id.0 as usize].real()
        });
        let expected = dual.tangent.unwrap_or(Tracked::lit(0.0));
        prop_assume!(dual.value.value.is_finite() && expected.value.is_finite() && expected.error.is_finite());
        let bound = 4.0 * (expected.error + symbolic.error);
        prop_assume!(bound.is_finite());
        prop_assert!((symbolic.value - expected.value).abs() <= bound, "{symbolic:?} {expected:?}");
    }
}

#[test]
fn what_does_not_depend_is_no_operation() {
    let mut arena = Arena::default();
    let [x, y] = [0, 1].map(|i| arena.var(Var::State(i)));
    let root = arena.push(Node::Mul(y, y));
    let difference = arena.push(Node::Sub(x, x));
    let floor = arena.call("floor", &[x]);
    let roots = [root, difference, floor];
    let before = arena.len();
    assert_eq!(
        Differentiator::new(&mut arena, &roots).derivatives(Var::State(0)),
        [None; 3]
    );
    // The 1 and the 0 of x' − x' alone.
    assert_eq!(arena.len(), before + 2);
}

/// The branch that is not taken may have an infinite derivative.
#[test]
fn selects_do_not_multiply_by_zero() {
    let at_zero = |build: fn(&mut Arena, Id) -> Id| {
        let mut arena = Arena::default();
        let x = arena.var(Var::State(0));
        let root = build(&mut arena, x);
        let derivative = Differentiator::new(&mut arena, &[root]).derivatives(Var::State(0))[0]
            .expect("it depends on x");
        values(&arena, |_| 0.0)[derivative.0 as usize].real()
    };
    // max(√x, 1): √x has an infinite slope at 0, but 1 is taken.
    assert_eq!(
        at_zero(|a, x| {
            let one = a.number(1.0);
            let root = a.call("sqrt", &[x]);
            a.call("max", &[root, one])
        }),
        0.0
    );
    // min(x, max(√x, 1) + x)
    assert_eq!(
        at_zero(|a, x| {
            let root = a.call("sqrt", &[x]);
            let one = a.number(1.0);
            let sum = a.push(Node::Add(root, one));
            a.call("min", &[x, sum])
        }),
        1.0
    );
    assert_eq!(
        at_zero(|a, x| {
            let zero = a.number(0.0);
            let mask = a.push(Node::Compare(Compare::Greater, x, zero));
            let ln = a.call("ln", &[x]);
            a.push(Node::Select {
                mask,
                then: ln,
                otherwise: x,
            })
        }),
        1.0
    );
}
