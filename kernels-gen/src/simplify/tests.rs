use core::ops::{Add, Div, Mul, Neg, Sub};

use proptest::prelude::*;

use super::*;
use crate::functions::Function;
use crate::ir::Var;
use crate::ir::interpret::{Number, values};
use crate::ir::testing::{draws, point, random_model};

/// A number whose zero has no sign: every −0 becomes 0. What a simplification may change, the sign
/// of a zero, cannot reach further here (1/−0, atan2), and all else must agree to the bit.
#[derive(Clone, Copy, Debug)]
struct Unsigned<T>(T);

/// The two precisions.
trait Precision:
    Copy
    + Add<Output = Self>
    + Sub<Output = Self>
    + Mul<Output = Self>
    + Div<Output = Self>
    + Neg<Output = Self>
{
    fn of(value: f64) -> Self;
    fn wide(self) -> f64;
}

impl Precision for f64 {
    fn of(value: f64) -> Self {
        value
    }
    fn wide(self) -> f64 {
        self
    }
}

impl Precision for f32 {
    #[expect(
        clippy::cast_possible_truncation,
        reason = "rounding to f32 is what it is for"
    )]
    fn of(value: f64) -> Self {
        value as f32
    }
    fn wide(self) -> f64 {
        f64::from(self)
    }
}

impl<T: Precision> Unsigned<T> {
    fn new(value: T) -> Self {
        Self(if value.wide() == 0.0 {
            T::of(0.0)
        } else {
            value
        })
    }
}

macro_rules! operators {
    ($($operator:ident $method:ident),*) => {
        $(impl<T: Precision> $operator for Unsigned<T> {
            type Output = Self;
            fn $method(self, other: Self) -> Self {
                Self::new($operator::$method(self.0, other.0))
            }
        })*
    };
}
operators!(Add add, Sub sub, Mul mul, Div div);

impl<T: Precision> Neg for Unsigned<T> {
    type Output = Self;
    fn neg(self) -> Self {
        Self::new(-self.0)
    }
}

impl<T: Precision> Number for Unsigned<T> {
    fn lit(value: f64) -> Self {
        Self::new(T::of(value))
    }

    fn call(function: &Function, args: &[Self]) -> Self {
        let args: Vec<f64> = args.iter().map(|arg| arg.0.wide()).collect();
        Self::lit((function.eval)(&args))
    }

    fn compare(op: Compare, a: Self, b: Self) -> bool {
        f64::compare(op, a.0.wide(), b.0.wide())
    }
}

fn value<T: Precision>(model: &Model, point: &[f64]) -> f64 {
    let state = |var| match var {
        Var::State(i) => Unsigned::<T>::lit(point[i as usize]),
        _ => unreachable!("random models have states only"),
    };
    values(&model.arena, state)[model.rhs[0].0 as usize]
        .real()
        .0
        .wide()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 2000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn no_value_changes(draws in draws(), point in point()) {
        let raw = random_model(&draws);
        let simple = simplify(&raw);
        prop_assert!(simple.arena.len() <= raw.arena.len());
        for [before, after] in [
            [value::<f64>(&raw, &point), value::<f64>(&simple, &point)],
            [value::<f32>(&raw, &point), value::<f32>(&simple, &point)],
        ] {
            // The bits of a NaN say nothing.
            prop_assert!(before.to_bits() == after.to_bits() || before.is_nan() && after.is_nan(), "{before} {after}");
        }
    }
}

fn with_x(test: impl FnOnce(&mut Builder<'_>, Id)) {
    let mut arena = Arena::default();
    let mut b = Builder::new(&mut arena);
    let x = b.var(Var::State(0));
    test(&mut b, x);
}

#[test]
fn what_is_free_goes() {
    with_x(|b, x| {
        let [zero, one, minus] = [0.0, 1.0, -1.0].map(|value| b.number(value));
        let negative = b.neg(x);
        assert_eq!(b.add(zero, x), x);
        assert_eq!(b.sub(x, zero), x);
        assert_eq!(b.sub(zero, x), negative);
        assert_eq!(b.mul(one, x), x);
        assert_eq!(b.mul(x, minus), negative);
        assert_eq!(b.div(x, one), x);
        assert_eq!(b.neg(negative), x);
        assert_eq!(b.powi(x, 1), x);
        assert_eq!(b.powi(x, 0), one);
        let mask = b.compare(Compare::Less, x, one);
        assert_eq!(b.select(mask, x, x), x);
        let y = b.var(Var::State(1));
        let (sum, difference) = (b.add(y, negative), b.sub(y, x));
        assert_eq!(sum, difference);
    });
}

#[test]
fn what_may_not_be_a_number_stays() {
    with_x(|b, x| {
        let zero = b.number(0.0);
        let (product, difference, quotient) = (b.mul(zero, x), b.sub(x, x), b.div(x, x));
        assert_eq!(b.get(product), Node::Mul(zero, x));
        assert_eq!(b.get(difference), Node::Sub(x, x));
        assert_eq!(b.get(quotient), Node::Div(x, x));
    });
}

#[test]
fn constants_fold_where_both_precisions_are_exact() {
    with_x(|b, _| {
        let [two, three, eight, tenth] = [2.0, 3.0, 8.0, 0.1].map(|value| b.number(value));
        let six = b.number(6.0);
        assert_eq!(b.mul(two, three), six);
        let quarter = b.number(0.25);
        assert_eq!(b.div(two, eight), quarter);
        assert_eq!(b.powi(two, -2), quarter);
        let third = b.div(eight, three);
        assert_eq!(b.get(third), Node::Div(eight, three));
        // 0.1 is not the same number in f32.
        let sum = b.add(tenth, tenth);
        assert_eq!(b.get(sum), Node::Add(tenth, tenth));
        // 2^24 + 1 is exact in f64 only.
        let large = b.number(16_777_216.0);
        let one = b.number(1.0);
        let sum = b.add(large, one);
        assert_eq!(b.get(sum), Node::Add(large, one));
        let zero = b.number(0.0);
        let infinite = b.div(one, zero);
        assert_eq!(b.get(infinite), Node::Div(one, zero));
    });
}
