//! Summands at random: the terms have the sum of the summands, up to rounding that is followed
//! through both.

use std::ops::{Add, Div, Mul, Neg, Sub};

use proptest::prelude::*;

use super::super::{Factored, factorise};
use super::around;
use crate::functions::Function;
use crate::ir::interpret::{self, Number};
use crate::ir::{Compare, Id, Model, Var};

/// A number and how far rounding may have taken it away.
#[derive(Clone, Copy, Debug)]
struct Rounded {
    value: f64,
    error: f64,
}

impl Rounded {
    fn new(value: f64, error: f64) -> Self {
        let error = error + f64::EPSILON * value.abs();
        Self { value, error }
    }

    fn exact(value: f64) -> Self {
        Self { value, error: 0.0 }
    }
}

impl Add for Rounded {
    type Output = Self;
    fn add(self, other: Self) -> Self {
        Self::new(self.value + other.value, self.error + other.error)
    }
}

impl Sub for Rounded {
    type Output = Self;
    fn sub(self, other: Self) -> Self {
        Self::new(self.value - other.value, self.error + other.error)
    }
}

impl Mul for Rounded {
    type Output = Self;
    fn mul(self, other: Self) -> Self {
        let error = self.value.abs() * other.error
            + other.value.abs() * self.error
            + self.error * other.error;
        Self::new(self.value * other.value, error)
    }
}

impl Div for Rounded {
    type Output = Self;
    fn div(self, other: Self) -> Self {
        let quotient = self.value / other.value;
        let below = other.value.abs() - other.error;
        Self::new(
            quotient,
            (self.error + quotient.abs() * other.error) / below.max(0.0),
        )
    }
}

impl Neg for Rounded {
    type Output = Self;
    fn neg(self) -> Self {
        Self {
            value: -self.value,
            error: self.error,
        }
    }
}

impl Number for Rounded {
    fn lit(value: f64) -> Self {
        Self::exact(value)
    }

    fn call(function: &Function, args: &[Self]) -> Self {
        let values: Vec<f64> = args.iter().map(|arg| arg.value).collect();
        let value = (function.eval)(&values);
        let mut error = 0.0;
        for (i, arg) in args.iter().enumerate() {
            // Functions here have slopes that change little over an error.
            let moved = [arg.error, -arg.error].map(|by| {
                let mut moved = values.clone();
                moved[i] += by;
                ((function.eval)(&moved) - value).abs()
            });
            error += 2.0 * moved[0].max(moved[1]) + arg.error * 1e-3;
        }
        Self::new(value, error)
    }

    fn compare(op: Compare, a: Self, b: Self) -> bool {
        f64::compare(op, a.value, b.value)
    }
}

struct Writer(u64);

impl Writer {
    fn below(&mut self, n: usize) -> usize {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        usize::try_from(self.0 >> 33).expect("31 bits") % n
    }

    fn number(&mut self) -> f64 {
        self.below(20_001) as f64 / 10_000.0 - 1.0
    }

    fn pick<'a>(&mut self, of: &[&'a str]) -> &'a str {
        of[self.below(of.len())]
    }

    /// Of one side.
    fn side(&mut self, leaves: &[&str], depth: usize) -> String {
        if depth == 0 {
            return self.pick(leaves).to_owned();
        }
        let (a, b) = (self.side(leaves, depth - 1), self.side(leaves, depth - 1));
        match self.below(8) {
            0 | 1 => format!("({a} + {b})"),
            2 => format!("({a} - {b})"),
            3 => format!("{a} * {b}"),
            4 => format!("tanh({a})"),
            5 => format!("sigmoid({a} - 0.3)"),
            6 => format!("({a} / (1.5 + tanh({b})))"),
            _ => format!("-{a}"),
        }
    }

    fn one_side(&mut self) -> String {
        let depth = self.below(3);
        if self.below(2) == 0 {
            self.side(&["src.x", "src.y", "src.x", "2", "t"], depth)
        } else {
            self.side(&["x", "y", "a", "s", "0.3", "x[+1]"], depth)
        }
    }

    fn mixed(&mut self, depth: usize) -> String {
        if depth == 0 {
            return match self.below(8) {
                0..3 => self.one_side(),
                3 => "w".to_owned(),
                4 => "(src.x - x)".to_owned(),
                5 => "(y - src.y)".to_owned(),
                6 => format!("({} + {})", self.one_side(), self.one_side()),
                _ => self.pick(&["2", "0.5", "3", "-1"]).to_owned(),
            };
        }
        let (a, b) = (self.mixed(depth - 1), self.mixed(depth - 1));
        match self.below(10) {
            0..3 => format!("({a} + {b})"),
            3 => format!("({a} - {b})"),
            4..7 => format!("{a} * {b}"),
            7 => format!("({a})^{}", 2 + self.below(2)),
            8 => format!(
                "{}({} - {} + {})",
                self.pick(&["sin", "cos"]),
                self.pick(&["src.x", "2 * src.y", "src.x * src.y"]),
                self.pick(&["x", "2 * y", "x / 2"]),
                self.pick(&["a", "w", "src.x", "t", "x * a"]),
            ),
            _ => format!("-{a} / (2 + x^2)"),
        }
    }
}

const NODES: usize = 50;

/// States of all nodes, and what else the nodes read.
struct World {
    states: Vec<[f64; 2]>,
    mean: [f64; 2],
    weights: Vec<f64>,
}

impl World {
    fn new(writer: &mut Writer, centre: f64, spread: f64) -> Self {
        let states: Vec<[f64; 2]> = (0..NODES)
            .map(|_| [0; 2].map(|_| centre + spread * writer.number()))
            .collect();
        let mean = [0, 1].map(|i| states.iter().map(|x| x[i]).sum::<f64>() / NODES as f64);
        let weights = (0..NODES).map(|_| writer.number()).collect();
        Self {
            states,
            mean,
            weights,
        }
    }

    /// At node 0, from a source.
    fn variable(&self, source: usize, var: Var) -> Rounded {
        let state =
            |node: usize, i: u32| self.states[node].get(i as usize).copied().unwrap_or(0.25);
        let mean = |i: u32| self.mean.get(i as usize).copied().unwrap_or(0.0);
        match var {
            Var::State(i) => Rounded::exact(state(0, i)),
            Var::Source(i) => Rounded::exact(state(source, i)),
            Var::Deviation(i) => Rounded::new(state(0, i) - mean(i), 0.0),
            Var::SourceDeviation(i) => Rounded::new(state(source, i) - mean(i), 0.0),
            Var::Neighbour(_) => Rounded::exact(state(1, 0)),
            Var::Weight => Rounded::exact(self.weights[source]),
            Var::Time => Rounded::exact(1.5),
            Var::Nodes => Rounded::exact(NODES as f64),
            Var::Param(i) => Rounded::exact(0.7 + f64::from(i)),
            Var::Input(_) => Rounded::exact(-0.4),
            // Not in a summand.
            Var::Sum(_) | Var::Product(_) | Var::OwnProduct(_) => Rounded::exact(0.0),
        }
    }

    fn sum(&self, model: &Model, roots: &[Id], of: impl Fn(&[Rounded]) -> Rounded) -> Rounded {
        (0..NODES)
            .map(|source| {
                let values = interpret::values(&model.arena, |var| self.variable(source, var));
                let values: Vec<Rounded> = roots
                    .iter()
                    .map(|root| values[root.0 as usize].real())
                    .collect();
                of(&values)
            })
            .fold(Rounded::exact(0.0), |a, b| a + b)
    }

    fn pairwise(&self, model: &Model) -> Rounded {
        self.sum(model, &model.sums, |values| values[0])
    }

    fn products(&self, model: &Model, factored: &Factored) -> Rounded {
        let own: Vec<Id> = factored.terms.iter().map(|term| term.own).collect();
        let values = interpret::values(&model.arena, |var| self.variable(0, var));
        let own = own.iter().map(|id| values[id.0 as usize].real());
        own.zip(&factored.terms)
            .map(|(own, term)| {
                own * self.sum(model, &[term.weight, term.source], |values| {
                    values[0] * values[1]
                })
            })
            .fold(Rounded::exact(0.0), |a, b| a + b)
    }
}

fn worlds(writer: &mut Writer) -> [World; 4] {
    [(0.0, 2.0), (1.0, 1e-6), (0.0, 1e3), (1e3, 1e-6)]
        .map(|(centre, spread)| World::new(writer, centre, spread))
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1000))]
    #[test]
    fn terms_have_the_sum_of_the_summands(seed in any::<u64>()) {
        let mut writer = Writer(seed);
        let depth = 1 + writer.below(3);
        let summand = writer.mixed(depth);
        let mut model = around(&summand);
        let Ok(factored) = factorise(&mut model, 0, &[]) else {
            return Ok(());
        };
        for world in worlds(&mut writer) {
            let (pairwise, products) = (world.pairwise(&model), world.products(&model, &factored));
            if !pairwise.value.is_finite() {
                continue;
            }
            prop_assert!(
                (pairwise.value - products.value).abs() <= pairwise.error + products.error,
                "{summand}: {pairwise:?}, {products:?}"
            );
        }
    }
}

/// The bound that is promised for differences: ε·spreadⁿ for each source, wherever the states are.
#[test]
fn differences_keep_their_digits_near_synchrony() {
    for (summand, power) in [
        ("w * (src.x - x)", 1),
        ("w * (src.x - x)^2", 2),
        ("w * (src.x - x)^3", 3),
        ("src.x^2 - 2 * src.x * x + x^2", 2),
        ("w * (src.x - x)^5", 5),
        ("w * (src.x - x) * (src.y - y)", 2),
        ("w * (src.x - x)^2 * sin(z)", 2),
    ] {
        let mut model = around(summand);
        let factored = factorise(&mut model, 0, &[]).expect("it separates");
        let mut writer = Writer(1);
        for (centre, spread) in [(0.0, 2.0), (1.0, 1e-6), (1e3, 1e-6), (-1e3, 1.0)] {
            let world = World::new(&mut writer, centre, spread);
            // Mean and deviations are of states that have no more digits than ε·|x|, but the
            // differences of deviations are those of the states.
            let exact: f64 = (0..NODES).map(|source| exact(&world, &model, source)).sum();
            let products = world.products(&model, &factored);
            let bound = 64.0 * f64::EPSILON * NODES as f64 * (2.0 * spread).powi(power);
            assert!(
                (exact - products.value).abs() <= bound,
                "{summand} at {centre} ± {spread}: {exact:e} {:e} {bound:e}",
                products.value
            );
        }
    }
}

/// The summand with differences of states taken exactly: from the first node's state on.
fn exact(world: &World, model: &Model, source: usize) -> f64 {
    let origin = world.states[0];
    let invariant = |i: u32| (i as usize) < 2;
    let values = interpret::values(&model.arena, |var| match var {
        Var::State(i) if invariant(i) => 0.0,
        Var::Source(i) if invariant(i) => world.states[source][i as usize] - origin[i as usize],
        var => world.variable(source, var).value,
    });
    values[model.sums[0].0 as usize].real()
}

/// The test above would prove little if hardly any summand were taken apart.
#[test]
fn many_summands_separate() {
    let separate = |seed: u64| {
        let mut writer = Writer(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15));
        let depth = 1 + writer.below(3);
        let mut model = around(&writer.mixed(depth));
        factorise(&mut model, 0, &[]).is_ok_and(|factored| factored.terms.len() > 1)
    };
    let count = (1..=300).filter(|&seed| separate(seed)).count();
    assert!(count > 60, "{count} of 300");
}
