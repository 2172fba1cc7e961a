// expect-test writes its snapshots in this form.
#![allow(clippy::needless_raw_string_hashes)]

use expect_test::{Expect, expect};

use std::fmt::Write as _;

use super::*;
use crate::ir::testing::compiled;
use crate::ir::text;

mod random;

/// A model around a sum.
fn around(summand: &str) -> Model {
    compiled(&format!(
        "M {{ state x, y, z; param a = 1, alpha = 0.5; input s; #[jump] coupling c = sum({summand}); \
         #[jump] dx/dt = c + a + alpha + s + y + z + x[+1]; dy/dt = y; dz/dt = z; }}"
    ))
    .model
}

/// One line for each term, its three factors apart.
fn written(model: &Model, factored: &Factored) -> Vec<String> {
    let one = |id: Id| text::expression(model, id).unwrap_or_else(|| "…".to_owned());
    factored
        .terms
        .iter()
        .map(|term| {
            let [weight, source, own] = [term.weight, term.source, term.own].map(one);
            format!("{weight} | {source} | {own}")
        })
        .collect()
}

/// The terms of a summand, after the states that are in deviations.
fn told(summand: &str) -> String {
    let mut model = around(summand);
    let factored = match factorise(&mut model, 0, &[]) {
        Ok(factored) => factored,
        Err(reason) => return format!("{summand}\n  {reason}\n"),
    };
    let mut text = format!("{summand}\n");
    for &state in &factored.centred {
        let _ = writeln!(text, "  {} centred", model.states[state].name.text);
    }
    for term in written(&model, &factored) {
        let _ = writeln!(text, "  {term}");
    }
    text
}

fn check(summands: &[&str], expected: &Expect) {
    let all: String = summands.iter().map(|summand| told(summand)).collect();
    expected.assert_eq(&all);
}

#[test]
fn angles() {
    check(
        &[
            "w * sin(src.x - x)",
            "w * sin(x - src.x)",
            "w * sin(src.x - x + alpha)",
            "w * sin(src.x - x - alpha)",
            "cos(a * x + 0.5 * src.x - t)",
            "sin(2 * (src.x - x))",
            "sin(w + src.x + x)",
            "w * sin(src.x - x) * cos(src.y - y)",
            "sin(src.x - t)",
        ],
        &expect![[r#"
            w * sin(src.x - x)
              w | sin(src.x) | cos(x)
              w | cos(src.x) | -sin(x)
            w * sin(x - src.x)
              w | sin(src.x) | -cos(x)
              w | cos(src.x) | sin(x)
            w * sin(src.x - x + alpha)
              w | sin(src.x) | cos(x - alpha)
              w | cos(src.x) | -sin(x - alpha)
            w * sin(src.x - x - alpha)
              w | sin(src.x) | cos(x + alpha)
              w | cos(src.x) | -sin(x + alpha)
            cos(a * x + 0.5 * src.x - t)
              1 | sin(0.5 * src.x) | -sin(a * x - t)
              1 | cos(0.5 * src.x) | cos(a * x - t)
            sin(2 * (src.x - x))
              1 | sin(2 * src.x) | cos(2 * x)
              1 | cos(2 * src.x) | -sin(2 * x)
            sin(w + src.x + x)
              sin(w) | sin(src.x) | -sin(x)
              sin(w) | cos(src.x) | cos(x)
              cos(w) | sin(src.x) | cos(x)
              cos(w) | cos(src.x) | sin(x)
            w * sin(src.x - x) * cos(src.y - y)
              w | sin(src.x) * sin(src.y) | cos(x) * sin(y)
              w | sin(src.x) * cos(src.y) | cos(x) * cos(y)
              w | cos(src.x) * sin(src.y) | -(sin(x) * sin(y))
              w | cos(src.x) * cos(src.y) | -(sin(x) * cos(y))
            sin(src.x - t)
              1 | sin(src.x - t) | 1
        "#]],
    );
}

#[test]
fn differences() {
    check(
        &[
            "w * (src.x - x)",
            "w * a * (x - src.x) / 2",
            "w * src.x - w * x",
            "w * (src.x - x)^2",
            "w * (src.x - x)^3",
            "src.x^2 - 2 * src.x * x + x^2",
            "(src.x + src.y) - (x + y)",
            "(src.x - x) * (src.y - y)",
            "(src.x - x) * y",
            "(src.x - x) * x",
            "(src.x - y)",
            "(src.x - x) + sin(src.x - x)",
        ],
        &expect![[r#"
            w * (src.x - x)
              x centred
              w | 1 | -dev(x)
              w | dev(src.x) | 1
            w * a * (x - src.x) / 2
              x centred
              w | 1 | a * 0.5 * dev(x)
              w | dev(src.x) | -(a * 0.5)
            w * src.x - w * x
              x centred
              w | 1 | -dev(x)
              w | dev(src.x) | 1
            w * (src.x - x)^2
              x centred
              w | 1 | dev(x)^2
              w | dev(src.x) | -(2 * dev(x))
              w | dev(src.x)^2 | 1
            w * (src.x - x)^3
              x centred
              w | 1 | -dev(x)^3
              w | dev(src.x) | 3 * dev(x)^2
              w | dev(src.x)^2 | -(3 * dev(x))
              w | dev(src.x)^3 | 1
            src.x^2 - 2 * src.x * x + x^2
              x centred
              1 | 1 | dev(x)^2
              1 | dev(src.x) | -(2 * dev(x))
              1 | dev(src.x)^2 | 1
            (src.x + src.y) - (x + y)
              x centred
              y centred
              1 | 1 | -dev(x) - dev(y)
              1 | dev(src.x) + dev(src.y) | 1
            (src.x - x) * (src.y - y)
              x centred
              y centred
              1 | 1 | dev(x) * dev(y)
              1 | dev(src.x) | -dev(y)
              1 | dev(src.x) * dev(src.y) | 1
              1 | dev(src.y) | -dev(x)
            (src.x - x) * y
              x centred
              1 | 1 | -(y * dev(x))
              1 | dev(src.x) | y
            (src.x - x) * x
              x centred
              1 | 1 | -(x * dev(x))
              1 | dev(src.x) | x
            (src.x - y)
              1 | 1 | -y
              1 | src.x | 1
            (src.x - x) + sin(src.x - x)
              x centred
              1 | 1 | -dev(x)
              1 | dev(src.x) | 1
              1 | sin(src.x) | cos(x)
              1 | cos(src.x) | -sin(x)
        "#]],
    );
}

#[test]
fn one_side_is_one_factor() {
    check(
        &[
            "src.x",
            "w * src.x",
            "w",
            "1",
            "x * w^2",
            "w * sigmoid(src.x)",
            "w * (if src.x > 0 { src.y } else { min(src.x, src.z) })",
            "w * sigmoid(4 * (src.x - 0.5)) * (a - x)",
            "w * tanh(src.x + src.y) * exp(x - y) / (1 + x^2)",
            "w * src.x / (src.y * x)",
            "w * src.x / (1 + src.y)^2",
            "w * tanh(src.x * t) * s",
            "tanh(w) * src.x + w * w * src.x",
            "w * (src.x + src.y) * (x + y)",
            "src.x * x + x^2",
            "w * (src.x - 1)^8 * x",
            "w * x[+1] * src.x",
        ],
        &expect![[r#"
            src.x
              1 | src.x | 1
            w * src.x
              w | src.x | 1
            w
              w | 1 | 1
            1
              1 | 1 | 1
            x * w^2
              w^2 | 1 | x
            w * sigmoid(src.x)
              w | sigmoid(src.x) | 1
            w * (if src.x > 0 { src.y } else { min(src.x, src.z) })
              w | if src.x > 0 { src.y } else { min(src.x, src.z) } | 1
            w * sigmoid(4 * (src.x - 0.5)) * (a - x)
              w | sigmoid(4 * (src.x - 0.5)) | a - x
            w * tanh(src.x + src.y) * exp(x - y) / (1 + x^2)
              w | tanh(src.x + src.y) | exp(x - y) * (1 / (1 + x^2))
            w * src.x / (src.y * x)
              w | src.x * (1 / src.y) | 1 / x
            w * src.x / (1 + src.y)^2
              w | src.x * (1 / (1 + src.y)^2) | 1
            w * tanh(src.x * t) * s
              w | tanh(src.x * t) | s
            tanh(w) * src.x + w * w * src.x
              w^2 | src.x | 1
              tanh(w) | src.x | 1
            w * (src.x + src.y) * (x + y)
              w | src.x + src.y | x + y
            src.x * x + x^2
              1 | 1 | x^2
              1 | src.x | x
            w * (src.x - 1)^8 * x
              w | (src.x - 1)^8 | x
            w * x[+1] * src.x
              w | src.x | x[+1]
        "#]],
    );
}

#[test]
fn polynomials() {
    check(
        &[
            "w * (src.x * x + src.y * y + src.z * z)",
            "w * (src.x + x)^3",
            "(1 + src.x * x)^2",
            "w * (src.x * x - x * src.x + src.y)",
            "(src.x * y)^-2",
            "(src.x + y + src.z + w * x)^2",
        ],
        &expect![[r#"
            w * (src.x * x + src.y * y + src.z * z)
              w | src.x | x
              w | src.y | y
              w | src.z | z
            w * (src.x + x)^3
              w | 1 | x^3
              w | src.x | 3 * x^2
              w | src.x^2 | 3 * x
              w | src.x^3 | 1
            (1 + src.x * x)^2
              1 | 1 | 1
              1 | src.x | 2 * x
              1 | src.x^2 | x^2
            w * (src.x * x - x * src.x + src.y)
              w | src.y | 1
            (src.x * y)^-2
              1 | 1 / src.x^2 | 1 / y^2
            (src.x + y + src.z + w * x)^2
              1 | 1 | y^2
              1 | src.x + src.z | 2 * y
              1 | 2 * (src.x * src.z) + src.x^2 + src.z^2 | 1
              w | 1 | 2 * (y * x)
              w | src.x + src.z | 2 * x
              w^2 | 1 | x^2
        "#]],
    );
}

#[test]
fn what_does_not_separate() {
    check(
        &[
            "w * tanh(src.x - x)",
            "w * abs(src.x - x)",
            "w * sqrt(src.x + x)",
            "w * exp(src.x - x)",
            "w * max(src.x, x)",
            "w * sigmoid(a * (src.x - alpha))",
            "sin(src.x * x)",
            "sin(w * x)",
            "w / (src.x + x)",
            "(src.x + x)^-2",
            "(src.x + x)^9",
            "(src.x * x)^65",
            "(((src.x * x)^64)^64)^64",
            "((1024 * src.x + x)^4)^2",
            "if src.x > x { w } else { 0 }",
            "tanh(w * src.x)",
            "(src.x - x)^2 * src.x",
            "(src.x + y + src.y + x + w)^3",
            "(src.x + w * y + src.y * x + z + w * w + src.z)^4",
            "((src.x + src.y) / 2 - (x + y) / 2)^3",
            "src.x - x[+1]",
        ],
        &expect![[r#"
            w * tanh(src.x - x)
              `tanh` reads `src.x` and `x` at once
            w * abs(src.x - x)
              `abs` reads `src.x` and `x` at once
            w * sqrt(src.x + x)
              `sqrt` reads `src.x` and `x` at once
            w * exp(src.x - x)
              `exp` reads `src.x` and `x` at once, and its two factors would overflow where the value does not
            w * max(src.x, x)
              `max` reads `src.x` and `x` at once
            w * sigmoid(a * (src.x - alpha))
              `sigmoid` reads `src.x`, `a` and `alpha` at once, and parameters may differ between nodes
            sin(src.x * x)
              `sin` reads `src.x` and `x` at once
            sin(w * x)
              `sin` reads `x` and `w` at once
            w / (src.x + x)
              the sum by which it is divided reads `src.x` and `x` at once
            (src.x + x)^-2
              the power -2 of a sum reads `src.x` and `x` at once
            (src.x + x)^9
              the power 9 of a sum reads `src.x` and `x` at once
            (src.x * x)^65
              the power 65 of a product reads `src.x` and `x` at once
            (((src.x * x)^64)^64)^64
              multiplied out it has powers beyond the 1024th
            ((1024 * src.x + x)^4)^2
              multiplied out it has coefficients that a number does not hold exactly
            if src.x > x { w } else { 0 }
              `if` reads `src.x`, `x` and `w` at once
            tanh(w * src.x)
              `tanh` reads `src.x` and `w` at once
            (src.x - x)^2 * src.x
              x centred
              1 | src.x | dev(x)^2
              1 | src.x * dev(src.x) | -(2 * dev(x))
              1 | src.x * dev(src.x)^2 | 1
            (src.x + y + src.y + x + w)^3
              1 | 1 | 3 * (y * x^2) + 3 * (y^2 * x) + y^3 + x^3
              1 | src.x + src.y | 6 * (y * x) + 3 * y^2 + 3 * x^2
              1 | 2 * (src.x * src.y) + src.x^2 + src.y^2 | 3 * y + 3 * x
              1 | 3 * (src.x * src.y^2) + 3 * (src.x^2 * src.y) + src.x^3 + src.y^3 | 1
              w | 1 | 6 * (y * x) + 3 * y^2 + 3 * x^2
              w | src.x + src.y | 6 * y + 6 * x
              w | 2 * (src.x * src.y) + src.x^2 + src.y^2 | 3
              w^2 | 1 | 3 * y + 3 * x
              w^2 | src.x + src.y | 3
              w^3 | 1 | 1
            (src.x + w * y + src.y * x + z + w * w + src.z)^4
              multiplied out it has more than 100 products
            ((src.x + src.y) / 2 - (x + y) / 2)^3
              terms with `src.x` would cancel where nodes are close to each other
            src.x - x[+1]
              terms with `src.x` would cancel where nodes are close to each other
        "#]],
    );
}

/// States x0 … x5, the coupling as given.
#[test]
fn six_states() {
    let mut model = compiled(
        "M { state p, q, r, u, v, z; \
         coupling c = sum(w * ((src.p - p) * src.u + q * src.r * r^2 + (src.v + src.z) * (v - z) + 0.5)); \
         dp/dt = c; dq/dt = q; dr/dt = r; du/dt = u; dv/dt = v; dz/dt = z; }",
    )
    .model;
    let factored = factorise(&mut model, 0, &[]).expect("a polynomial");
    expect![[r#"
        w | 1 | 0.5
        w | src.u | -dev(p)
        w | src.u * dev(src.p) | 1
        w | src.r | q * r^2
        w | src.v + src.z | v - z"#]]
    .assert_eq(&written(&model, &factored).join("\n"));
}

fn all(couplings: &str) -> String {
    let mut model = compiled(&format!(
        "M {{ state x, y; coupling c = {couplings}; dx/dt = c; dy/dt = y + x; }}"
    ))
    .model;
    match factorise_all(&mut model) {
        Ok(found) => found
            .iter()
            .flat_map(|factored| written(&model, factored))
            .collect::<Vec<_>>()
            .join("\n"),
        Err(reasons) => reasons
            .iter()
            .map(|reason| {
                reason
                    .as_ref()
                    .map_or("separates".to_owned(), ToString::to_string)
            })
            .collect::<Vec<_>>()
            .join("\n"),
    }
}

/// An angle is in deviations only if another sum needs them.
#[test]
fn sums_share_what_sources_give() {
    expect![[r#"
        w | sin(dev(src.x)) | cos(dev(x))
        w | cos(dev(src.x)) | -sin(dev(x))
        1 | 1 | -dev(x)
        1 | dev(src.x) | 1"#]]
    .assert_eq(&all("sum(w * sin(src.x - x)) + sum(src.x - x)"));
}

#[test]
fn a_source_gives_a_state_or_its_deviation() {
    expect![[r#"
        differences of `x` are taken of its deviation from the mean, but `src.x` is read as it is too
        separates"#]].assert_eq(&all("sum(w * tanh(src.x)) + sum(src.x - x)"));
    expect![[r#"
        differences of `x` are taken of its deviation from the mean, but `src.x` is read as it is too
        separates"#]].assert_eq(&all("sum(w * sin(src.x + x)) + sum(src.x - x)"));
}

#[test]
fn each_sum_has_its_reason() {
    expect![[r#"
        `tanh` reads `src.x` and `x` at once
        separates"#]]
    .assert_eq(&all("sum(w * tanh(src.x - x)) + sum(src.x)"));
}
