// expect-test writes its snapshots in this form.
#![allow(clippy::needless_raw_string_hashes)]

use expect_test::{Expect, expect};

use super::*;
use crate::ir::Compare;
use crate::ir::testing::{self, declared, empty};

fn check(whole: &Model, expected: &Expect) {
    expected.assert_eq(&model(whole));
}

#[test]
fn lorenz() {
    check(
        &testing::lorenz(),
        &expect![[r#"
        flow
        state x, y, z
        param sigma, rho, beta
        x' = sigma * (y - x)
        y' = x * (rho - z) - y
        z' = x * y - beta * z
        e = x^2 + y^2
    "#]],
    );
}

#[test]
fn henon() {
    check(
        &testing::henon(),
        &expect![[r#"
        map
        state x, y
        param a, b
        x[n+1] = 1 - a * x^2 + y
        y[n+1] = b * x
    "#]],
    );
}

#[test]
fn kuramoto() {
    check(
        &testing::kuramoto(),
        &expect![[r#"
        flow
        state theta
        param omega, G
        sum[0] = sum(w * sin(src.theta - theta))
        theta' = omega + G / N * sum[0]
    "#]],
    );
}

#[test]
fn lattice() {
    check(
        &testing::lattice(),
        &expect![[r#"
        flow
        state x
        input u
        x' = (x[+1] - x[-2]) * x[-1] - x + (if x > 0 { u * cos(t) } else { 0 })
    "#]],
    );
}

/// The right-hand side of x' as text.
fn text(build: impl FnOnce(&mut Arena, [Id; 3]) -> Id) -> String {
    let mut model = empty("Test", ModelKind::Flow);
    model.states = ["a", "b", "c"].map(|name| declared(name, 0.0)).to_vec();
    let variables = [0, 1, 2].map(|i| model.arena.var(Var::State(i)));
    let root = build(&mut model.arena, variables);
    lines(
        &model,
        &[Line {
            left: "v".to_owned(),
            sum: false,
            id: root,
        }],
    )
}

#[test]
fn parentheses_tell_the_order_of_evaluation() {
    let left = text(|m, [a, b, c]| {
        let first = m.push(Node::Sub(a, b));
        m.push(Node::Sub(first, c))
    });
    assert_eq!(left, "v = a - b - c\n");
    let right = text(|m, [a, b, c]| {
        let second = m.push(Node::Add(b, c));
        m.push(Node::Add(a, second))
    });
    assert_eq!(right, "v = a + (b + c)\n");
    let power = text(|m, [a, b, c]| {
        let negative = m.push(Node::Neg(a));
        let power = m.push(Node::Powi(negative, -2));
        let product = m.push(Node::Mul(b, c));
        m.push(Node::Div(power, product))
    });
    assert_eq!(power, "v = (-a)^(-2) / (b * c)\n");
    let negative = text(|m, [a, _, _]| {
        let power = m.push(Node::Powi(a, 2));
        let half = m.number(-0.5);
        let product = m.push(Node::Mul(half, power));
        m.push(Node::Neg(product))
    });
    assert_eq!(negative, "v = -((-0.5) * a^2)\n");
    let logic = text(|m, [a, b, c]| {
        let less = m.push(Node::Compare(Compare::Less, a, b));
        let equal = m.push(Node::Compare(Compare::Eq, b, c));
        let not = m.push(Node::Not(equal));
        let mask = m.push(Node::Or(less, not));
        let select = m.push(Node::Select {
            mask,
            then: a,
            otherwise: b,
        });
        m.push(Node::Mul(select, c))
    });
    assert_eq!(logic, "v = (if a < b || !(b == c) { a } else { b }) * c\n");
}

#[test]
fn what_is_shared_is_told_once() {
    let mut length = 0;
    let mut model = empty("Test", ModelKind::Flow);
    model.states = vec![declared("x", 0.0)];
    let mut id = model.arena.var(Var::State(0));
    // Doubling without sharing in the text would need 2^64 characters.
    for _ in 0..64 {
        id = model.arena.push(Node::Add(id, id));
    }
    length += lines(
        &model,
        &[Line {
            left: "v".to_owned(),
            sum: false,
            id,
        }],
    )
    .len();
    assert!(length < 2000);
}

#[test]
fn the_fingerprint_knows_equations_alone() {
    let lorenz = testing::lorenz();
    let mut other = lorenz.clone();
    other.states[0].default = 5.0;
    other.docs.clear();
    other.arena.number(7.0);
    assert_eq!(fingerprint(&lorenz), fingerprint(&other));
    other.rhs.swap(0, 1);
    assert_ne!(fingerprint(&lorenz), fingerprint(&other));
    // FNV-1a is pinned: a checkpoint of today must be known tomorrow.
    expect!["9337c7a3d4e730a2"].assert_eq(&format!("{:016x}", fingerprint(&lorenz)));
}
