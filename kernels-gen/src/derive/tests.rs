// expect-test writes its snapshots in this form.
#![allow(clippy::needless_raw_string_hashes)]

use std::time::{Duration, Instant};

use expect_test::{Expect, expect};

use super::*;
use crate::ir::testing::{self, declared, empty};
use crate::ir::{Node, interpret};
use crate::{dump, emit};

fn check(model: &Model, expected: &Expect) {
    expected.assert_eq(&dump::partials(&derive_model(model)));
}

#[test]
fn lorenz() {
    check(
        &testing::lorenz(),
        &expect![[r#"
        ∂x'/∂x = -sigma
        ∂x'/∂y = sigma
        ∂y'/∂x = rho - z
        ∂y'/∂y = (-1)
        ∂y'/∂z = -x
        ∂z'/∂x = y
        ∂z'/∂y = x
        ∂z'/∂z = -beta
        ∂x'/∂sigma = y - x
        ∂y'/∂rho = x
        ∂z'/∂beta = -z
        trace over x', y', z'
    "#]],
    );
}

#[test]
fn henon() {
    check(
        &testing::henon(),
        &expect![[r#"
        ∂x[n+1]/∂x = -(a * (2 * x))
        ∂x[n+1]/∂y = 1
        ∂y[n+1]/∂x = b
        ∂x[n+1]/∂a = -x^2
        ∂y[n+1]/∂b = x
        det = -b
        trace over x[n+1]
    "#]],
    );
}

#[test]
fn kuramoto() {
    check(
        &testing::kuramoto(),
        &expect![[r#"
            $1 = src.theta - theta
            $2 = w * cos($1)
            ∂theta'/∂sum[0] = G / N
            ∂theta'/∂omega = 1
            ∂theta'/∂G = 1 / N * sum[0]
            ∂sum[0]/∂src.theta = $2
            ∂sum[0]/∂theta = -$2
            ∂sum[0]/∂w = sin($1)
        "#]],
    );
}

#[test]
fn lattice() {
    check(
        &testing::lattice(),
        &expect![[r#"
        ∂x'/∂x = (-1)
        ∂x'/∂x[+1] = x[-1]
        ∂x'/∂x[-2] = -x[-1]
        ∂x'/∂x[-1] = x[+1] - x[-2]
        ∂x'/∂u = if x > 0 { cos(t) } else { 0 }
        trace over x'
    "#]],
    );
}

/// A linear map with the given matrix; an entry of 0 is left out.
fn linear(matrix: &[&[f64]]) -> Model {
    let mut model = empty("Linear", ModelKind::Map);
    let a = &mut model.arena;
    for (i, row) in matrix.iter().enumerate() {
        model.states.push(declared(&format!("x{i}"), 0.0));
        let mut sum = a.number(0.0);
        for (j, &entry) in (0u32..).zip(*row) {
            if entry != 0.0 {
                let (x, factor) = (a.var(Var::State(j)), a.number(entry));
                let product = a.push(Node::Mul(factor, x));
                sum = a.push(Node::Add(sum, product));
            }
        }
        model.rhs.push(sum);
    }
    model
}

fn det(matrix: &[&[f64]]) -> Option<f64> {
    let derived = derive_model(&linear(matrix));
    let values = interpret::values(&derived.model.arena, |_| f64::NAN);
    derived.det.map(|det| values[det.0 as usize].real())
}

#[test]
fn determinants() {
    assert_eq!(det(&[&[3.0]]), Some(3.0));
    assert_eq!(det(&[&[1.0, 2.0], &[3.0, 4.0]]), Some(-2.0));
    assert_eq!(
        det(&[&[2.0, 3.0, 1.0], &[4.0, 1.0, 5.0], &[0.0, 2.0, 7.0]]),
        Some(-82.0)
    );
    assert_eq!(
        det(&[&[0.0, 0.0, 2.0], &[3.0, 0.0, 0.0], &[0.0, 5.0, 0.0]]),
        Some(30.0)
    );
    let four: [&[f64]; 4] = [
        &[1.0, 2.0, 0.0, 3.0],
        &[0.0, 4.0, 5.0, 6.0],
        &[7.0, 0.0, 8.0, 9.0],
        &[2.0, 3.0, 1.0, 0.0],
    ];
    assert_eq!(det(&four), Some(-540.0));
    let five: [&[f64]; 5] = [&[1.0; 5], &[1.0; 5], &[1.0; 5], &[1.0; 5], &[1.0; 5]];
    assert_eq!(det(&five), None);
}

/// (x, y) → (4x(1 − x), x) has a column of zeros: its determinant is no rounded number.
#[test]
fn a_determinant_that_is_zero_by_structure_is_zero() {
    let mut model = empty("Shift", ModelKind::Map);
    model.states = ["x", "y"].map(|name| declared(name, 0.0)).to_vec();
    let a = &mut model.arena;
    let x = a.var(Var::State(0));
    let (one, four) = (a.number(1.0), a.number(4.0));
    let product = a.push(Node::Mul(four, x));
    let rest = a.push(Node::Sub(one, x));
    let next = a.push(Node::Mul(product, rest));
    model.rhs = vec![next, x];
    let derived = derive_model(&model);
    let det = derived.det.expect("two states are cheap");
    assert_eq!(derived.model.arena.get(det), Node::Number(0f64.to_bits()));
}

/// 60 states with 5 terms of 6 factors and a parameter each.
#[test]
fn large_models_are_quick() {
    let mut model = empty("Large", ModelKind::Flow);
    let a = &mut model.arena;
    for i in 0..60u32 {
        model.states.push(declared(&format!("x{i}"), 0.0));
        let mut sum = a.number(0.0);
        for term in 0..5u32 {
            let parameter = i * 5 + term;
            model.params.push(declared(&format!("p{parameter}"), 1.0));
            let mut product = a.var(Var::Param(parameter));
            for factor in 0..6 {
                let x = a.var(Var::State((i + term * 7 + factor * 11) % 60));
                let x = if factor == 3 { a.call("tanh", &[x]) } else { x };
                product = a.push(Node::Mul(product, x));
            }
            sum = a.push(Node::Add(sum, product));
        }
        model.rhs.push(sum);
    }
    let start = Instant::now();
    let derived = derive_model(&model);
    let tokens = emit::emit(&derived);
    let elapsed = start.elapsed();
    assert!(derived.partials.len() > 1000);
    assert!(!tokens.is_empty());
    assert!(elapsed < Duration::from_millis(500), "{elapsed:?}");
}
