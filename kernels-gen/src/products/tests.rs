// expect-test writes its snapshots in this form.
#![allow(clippy::needless_raw_string_hashes)]

use expect_test::{Expect, expect};
use proptest::prelude::*;

use super::*;
use crate::derive::{Derived, derive_model};
use crate::dump;
use crate::ir;
use crate::ir::interpret;
use crate::ir::testing::compiled;

fn check(derived: &Derived, expected: &Expect) {
    expected.assert_eq(&dump::products(derived));
}

#[test]
fn kuramoto() {
    check(
        &derive_model(&ir::testing::kuramoto()),
        &expect![[r#"
        $1 = sin(src.theta)
        $2 = cos(src.theta)
        weight[0] = w
        product[0] of weight[0] = $1
        product[1] of weight[0] = $2
        ∂product[0]/∂src.theta = $2
        ∂product[1]/∂src.theta = -$1
        sum[0] = own[1] * product[0] - own[0] * product[1]
        ∂sum[0]/∂theta = -(own[0] * product[0]) - own[1] * product[1]
        ∂sum[0]/∂product[0] = own[1]
        ∂sum[0]/∂product[1] = -own[0]
    "#]],
    );
}

#[test]
fn no_sums() {
    check(&derive_model(&ir::testing::lorenz()), &expect![[""]]);
}

#[test]
fn a_diffusive_sum() {
    check(
        &compiled("M { state x; coupling c = sum(w * (src.x - x)^2) / N; dx/dt = c; }"),
        &expect![[r#"
            $1 = 2 * dev(x)
            weight[0] = w
            product[0] of weight[0] = 1
            product[1] of weight[0] = dev(src.x)
            product[2] of weight[0] = dev(src.x)^2
            ∂product[1]/∂src.x = 1
            ∂product[2]/∂src.x = 2 * dev(src.x)
            sum[0] = own[2] * product[0] - $1 * product[1] + product[2]
            ∂sum[0]/∂x = $1 * product[0] - 2 * product[1]
            ∂sum[0]/∂product[0] = own[2]
            ∂sum[0]/∂product[1] = -$1
            ∂sum[0]/∂product[2] = 1
        "#]],
    );
}

/// Equal products are made once; what a node gives as a source it reads again.
#[test]
fn two_sums() {
    check(
        &compiled(
            "M { state x, y; param a = 1; input s; \
             coupling c = sum(w * tanh(src.x) * (a - x)) + a * sum(w * tanh(src.x) * tanh(x) * y + src.y * s); \
             dx/dt = c; dy/dt = y + c; }",
        ),
        &expect![[r#"
            $1 = a - x
            $2 = own[0] * y
            weight[0] = w
            weight[1] = 1
            product[0] of weight[0] = tanh(src.x)
            product[1] of weight[1] = src.y
            ∂product[0]/∂src.x = 1 / cosh(src.x)^2
            ∂product[1]/∂src.y = 1
            sum[0] = $1 * product[0]
            sum[1] = s * product[1] + $2 * product[0]
            ∂sum[0]/∂x = -product[0]
            ∂sum[0]/∂a = product[0]
            ∂sum[0]/∂product[0] = $1
            ∂sum[1]/∂x = 1 / cosh(x)^2 * y * product[0]
            ∂sum[1]/∂y = own[0] * product[0]
            ∂sum[1]/∂s = product[1]
            ∂sum[1]/∂product[0] = $2
            ∂sum[1]/∂product[1] = s
        "#]],
    );
}

/// A function is made once for the node and for what it gives. A difference is not worth reading from there,
/// and a function of deviations is another one.
#[test]
fn own_dynamics() {
    check(
        &compiled("M { state x; coupling c = sum(w * tanh(src.x)); dx/dt = x^2 * tanh(x) + c; }"),
        &expect![[r#"
            $1 = x^2
            weight[0] = w
            product[0] of weight[0] = tanh(src.x)
            ∂product[0]/∂src.x = 1 / cosh(src.x)^2
            sum[0] = product[0]
            ∂sum[0]/∂product[0] = 1
            f[x] = $1 * own[0] + sum[0]
            ∂f[x]/∂x = 2 * x * own[0] + $1 * (1 / cosh(x)^2)
            ∂f[x]/∂sum[0] = 1
        "#]],
    );
    let without = [
        "M { state x; coupling c = sum(w * (1 - src.x^2)); dx/dt = 1 - x^2 + c; }",
        "M { state x; coupling c = sum(w * (src.x - x)^2); dx/dt = x^2 + c; }",
        "M { state x; coupling c = sum(w * tanh(src.x)); dx/dt = sin(x) + c; }",
    ];
    for text in without {
        assert!(
            compiled(text).products.unwrap().dynamics.is_none(),
            "{text}"
        );
    }
}

#[test]
fn all_or_none() {
    check(
        &compiled("M { state x; coupling c = sum(w * tanh(src.x - x)) + sum(src.x); dx/dt = c; }"),
        &expect![[r#"
            sum[0] is added up edge by edge: `tanh` reads `src.x` and `x` at once
            sum[1] is added up edge by edge because another sum is
        "#]],
    );
}

const NODES: usize = 5;
const MODELS: [&str; 6] = [
    "M { state x, y; param a = 1; coupling c = sum(w * sin(src.x - x + a * y)); dx/dt = c; dy/dt = y; }",
    "M { state x, y; param a = 1; coupling c = sum(w * (src.x - x)^3 * a) + sum(w * src.y * y); dx/dt = c; dy/dt = y; }",
    "M { state x, y; param a = 1; coupling c = sum(w * (src.x - x)^2 * (src.y - y) + sin(src.x - x)); dx/dt = c; dy/dt = y; }",
    "M { state x, y; param a = 1; coupling c = sum(w^2 * sigmoid(src.x * src.y) * sigmoid(x * y) * a); dx/dt = c; dy/dt = y; }",
    "M { state x, y; param a = 1; coupling c = sum((src.x - x) * x + tanh(src.y) / (1 + y^2)) + sum(w * tanh(src.y)); dx/dt = c; dy/dt = y; }",
    "M { state x, y; param a = 1; coupling c = sum((src.x + y * w)^2) * sum(w); dx/dt = c; dy/dt = y + a; }",
];

/// Values of the states of all nodes, their tangents, the weights.
type World = ([[f64; 2]; NODES], [[f64; 2]; NODES], [f64; NODES]);

fn value(model: &Model, id: Id, variable: impl Fn(Var) -> f64) -> f64 {
    interpret::values(&model.arena, variable)[id.0 as usize].real()
}

/// The variables of an edge from `source` to node 0, products of which are known apart.
fn variable(world: &World, source: usize, var: Var) -> f64 {
    let (states, _, weights) = world;
    let mean = |i: u32| states.iter().map(|x| x[i as usize]).sum::<f64>() / NODES as f64;
    match var {
        Var::State(i) => states[0][i as usize],
        Var::Source(i) => states[source][i as usize],
        Var::Deviation(i) => states[0][i as usize] - mean(i),
        Var::SourceDeviation(i) => states[source][i as usize] - mean(i),
        Var::Weight => weights[source],
        Var::Param(_) => 0.7,
        _ => 0.0,
    }
}

/// Values and tangents of the sums, edge by edge.
fn pairwise(derived: &Derived, world: &World) -> Vec<(f64, f64)> {
    let model = &derived.model;
    let mut sums = vec![(0.0, 0.0); model.sums.len()];
    for source in 0..NODES {
        let value = |id| value(model, id, |var| variable(world, source, var));
        for (sum, &id) in sums.iter_mut().zip(&model.sums) {
            sum.0 += value(id);
        }
        for partial in &derived.edge_partials {
            let tangent = match partial.wrt {
                Var::State(i) => world.1[0][i as usize],
                Var::Source(i) => world.1[source][i as usize],
                _ => continue,
            };
            sums[partial.row].1 += value(partial.value) * tangent;
        }
    }
    sums
}

/// The same by products.
fn by_products(derived: &Derived, world: &World) -> Vec<(f64, f64)> {
    let model = &derived.model;
    let products = derived.products.as_ref().expect("it separates");
    // Factors of a source and their tangents.
    let given = |source: usize| -> Vec<(f64, f64)> {
        let value = |id| value(model, id, |var| variable(world, source, var));
        let mut given: Vec<_> = products
            .list
            .iter()
            .map(|product| (value(product.source), 0.0))
            .collect();
        for partial in &products.partials {
            let Var::Source(i) = partial.wrt else {
                panic!("sources read sources")
            };
            given[partial.row].1 += value(partial.value) * world.1[source][i as usize];
        }
        given
    };
    let mut sums = vec![(0.0, 0.0); products.list.len()];
    for source in 0..NODES {
        for ((sum, product), (g, dg)) in sums.iter_mut().zip(&products.list).zip(given(source)) {
            let weight = value(model, products.weights[product.weight], |var| {
                variable(world, source, var)
            });
            *sum = (sum.0 + weight * g, sum.1 + weight * dg);
        }
    }
    let own = given(0);
    let value = |id| {
        value(model, id, |var| match var {
            Var::Product(k) => sums[k as usize].0,
            Var::OwnProduct(k) => own[k as usize].0,
            var => variable(world, 0, var),
        })
    };
    let mut finished: Vec<_> = products.finish.iter().map(|&id| (value(id), 0.0)).collect();
    for partial in &products.finish_partials {
        let tangent = match partial.wrt {
            Var::State(i) => world.1[0][i as usize],
            Var::Product(k) => sums[k as usize].1,
            _ => continue,
        };
        finished[partial.row].1 += value(partial.value) * tangent;
    }
    finished
}

fn numbers<const N: usize>() -> impl Strategy<Value = [f64; N]> {
    prop::array::uniform::<_, N>(-2.0..2.0f64)
}

proptest! {
    #[test]
    fn products_have_the_values_and_tangents_of_the_sums(
        which in 0..MODELS.len(),
        states in prop::array::uniform::<_, NODES>(numbers::<2>()),
        tangents in prop::array::uniform::<_, NODES>(numbers::<2>()),
        weights in numbers::<NODES>(),
    ) {
        let derived = compiled(MODELS[which]);
        let world = (states, tangents, weights);
        let (expected, found) = (pairwise(&derived, &world), by_products(&derived, &world));
        for (a, b) in expected.iter().zip(&found) {
            for (a, b) in [(a.0, b.0), (a.1, b.1)] {
                prop_assert!((a - b).abs() <= 1e-11 * (1.0 + a.abs()), "{expected:?} {found:?}");
            }
        }
    }
}
