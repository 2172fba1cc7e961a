//! What would keep the compiler busy for hours is refused in a moment.

use std::fmt::Write as _;

use kernels_gen::{Report, diagnose, expand};

use crate::harness::errors;

#[test]
fn functions_that_double_at_each_step() {
    let mut functions = String::from("    fn f0(v) = v * v + 1;\n");
    for i in 1..=16 {
        let inner = i - 1;
        writeln!(
            functions,
            "    fn f{i}(v) = f{inner}(v * {i}) + f{inner}(v + {i});"
        )
        .expect("memory");
        if i == 15 {
            functions.push_str(
                "                              ^^^^^^^^^^^ `f14` expands to more than 100000 operations | `let`\n",
            );
        }
    }
    errors(&format!(
        "M {{
    state x;
{functions}    dx/dt = f16(x);
}}"
    ));
}

#[test]
fn models_of_absurd_size() {
    let mut text = String::from("M { state x; dx/dt = -x");
    for i in 0..60_000 {
        write!(text, " + sin({i} * x)").expect("memory");
    }
    text.push_str("; }");
    assert_eq!(
        messages(&text),
        ["model `M` has more than 100000 operations"]
    );
}

#[test]
fn more_derivatives_than_anyone_wants() {
    let names: Vec<String> = (0..600).map(|i| format!("x{i}")).collect();
    let mut text = format!(
        "M {{ state {}; let s = {};",
        names.join(", "),
        names.join(" + ")
    );
    for name in &names {
        write!(text, "d{name}/dt = s * {name};").expect("memory");
    }
    text.push('}');
    assert_eq!(
        messages(&text),
        ["model `M` has more than 300000 operations with its derivatives"]
    );
}

#[test]
fn thousands_of_mistakes_are_counted() {
    let names: Vec<String> = (0..2000).map(|i| format!("p{i}")).collect();
    for equation in [
        format!("\"x' = {}\"", names.join(" + ")),
        format!("\"x' = {}\"", "(".repeat(2000)),
    ] {
        let text = format!("M {{ state x; {equation} }}");
        let shown = expand(text.parse().expect("tokens")).to_string();
        assert!(shown.len() < 20_000, "{} bytes", shown.len());
        assert!(shown.contains(" more mistakes"), "{shown}");
        assert!(diagnose(&text).len() >= 2000);
    }
}

fn messages(text: &str) -> Vec<String> {
    let message = |report: Report| report.message;
    diagnose(text).into_iter().map(message).collect()
}
