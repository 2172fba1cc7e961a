// expect-test writes its snapshots in this form.
#![allow(clippy::needless_raw_string_hashes)]

use expect_test::{Expect, expect};

use super::*;
use crate::derive::derive_model;
use crate::dump;
use crate::ir::Model;
use crate::ir::testing;

fn check(model: &Model, expected: &Expect) {
    expected.assert_eq(&dump::tape(&derive_model(model)));
}

#[test]
fn lorenz() {
    check(
        &testing::lorenz(),
        &expect![[r#"
        v0 = sub y x
        v1 = mul sigma v0
        v2 = sub rho z
        v3 = mul x v2
        v4 = sub v3 y
        v5 = mul x y
        v6 = mul beta z
        v7 = sub v5 v6
        v8 = neg sigma
        v9 = neg x
        v10 = neg beta
        -> v1 v4 v7 v8 sigma v2 -1 v9 y x v10
    "#]],
    );
}

#[test]
fn henon() {
    check(
        &testing::henon(),
        &expect![[r#"
        v0 = mul x x
        v1 = mul a v0
        v2 = sub 1 v1
        v3 = add v2 y
        v4 = mul b x
        v5 = mul 2 x
        v6 = mul a v5
        v7 = neg v6
        -> v3 v4 v7 1 b
    "#]],
    );
}

#[test]
fn kuramoto() {
    check(
        &testing::kuramoto(),
        &expect![[r#"
            v0 = div G N
            v1 = mul v0 sum[0]
            v2 = add omega v1
            -> v2 v0
            v0 = sub src.theta theta
            v1 = sin v0
            v2 = mul w v1
            v3 = cos v0
            v4 = mul w v3
            v5 = neg v4
            -> v2 v4 v5 v1
        "#]],
    );
}

#[test]
fn powers_share_their_squares() {
    let mut arena = Arena::default();
    let x = arena.var(Var::State(0));
    let powers = [-3, 2, 3, 5, 0].map(|n| arena.push(Node::Powi(x, n)));
    let product = arena.push(Node::Mul(x, x));
    let unused = arena.push(Node::Neg(x));
    let tape = Tape::new(&arena, &[&powers[..], &[product]].concat());
    assert!(unused.0 > 0);
    expect![[r#"
        v0 = mul x x
        v1 = mul v0 x
        v2 = div 1 v1
        v3 = mul v0 v0
        v4 = mul v3 x
        -> v2 v0 v1 v4 1 v0
    "#]]
    .assert_eq(&tape.text(|_| "x".to_owned()));
}

/// What no variable has a part in is known, and what a known truth decides.
#[test]
fn constants_are_folded() {
    let text = "Folded { state x; #[jump] dx/dt = 8 / 3 * x + pow(x, 2 - 0.5) + sqrt(2) * pi \
                + if 1 < 2 && x > 0 { x } else { 3 * x }; }";
    let mut sink = crate::diag::Sink::default();
    let compiled = crate::compile(text.parse().expect("Rust tokens"), &mut sink);
    drop(sink.finish());
    let crate::Compiled::Model(derived) = compiled else {
        panic!("a mistake in {text}")
    };
    let model = &derived.model;
    let tape = Tape::new(&model.arena, &model.rhs);
    let folded = tape.folded();
    assert!(folded.steps.len() < tape.steps.len());
    let constant = |operand: Operand| matches!(operand, Operand::Number(_) | Operand::Pi);
    for op in &folded.steps {
        assert!(!op.operands().all(constant), "{op:?}");
    }
    expect![[r#"
        v0 = mul 2.6666666666666665 x
        v1 = pow x 1.5
        v2 = add v0 v1
        v3 = add v2 4.442882938158366
        v4 = > x 0
        v5 = mul 3 x
        v6 = select v4 x v5
        v7 = add v3 v6
        -> v7
    "#]]
    .assert_eq(&folded.text(|_| "x".to_owned()));
}
