//! Writes models at random, for the test that emitted code equals the interpreter
//! (`lyapax/tests/emitted`). The file is kept, so that a person can read what is tested;
//! `UPDATE_EXPECT=1 cargo test -p kernels-gen --test random_models` writes it anew.

use std::fmt::Write as _;

use expect_test::expect_file;
use kernels_gen::{Severity, diagnose};

const MODELS: usize = 24;

/// Numerical Recipes' linear congruential generator (Press et al. 2007, section 7.1).
struct Random(u64);

impl Random {
    fn below(&mut self, n: usize) -> usize {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        usize::try_from(self.0 >> 33).expect("31 bits") % n
    }

    fn pick<'a>(&mut self, of: &[&'a str]) -> &'a str {
        of[self.below(of.len())]
    }
}

const UNARY: [&str; 20] = [
    "exp",
    "ln",
    "log10",
    "sqrt",
    "cbrt",
    "abs",
    "sign",
    "sin",
    "cos",
    "tan",
    "asin",
    "acos",
    "atan",
    "sinh",
    "cosh",
    "tanh",
    "sigmoid",
    "heaviside",
    "floor",
    "ceil",
];
const BINARY: [&str; 6] = ["min", "max", "pow", "atan2", "mod", "hypot"];
const OWN: [&str; 8] = ["x", "y", "a", "b", "t", "u", "r", "x[+1]"];
const EDGE: [&str; 7] = ["src.x", "src.y", "w", "x", "a", "r", "y[-1]"];

fn expression(random: &mut Random, leaves: &[&str], depth: usize) -> String {
    if depth == 0 || random.below(8) == 0 {
        return match random.below(4) {
            0 => random
                .pick(&["2", "0.5", "1", "3", "pi", "0.1", "8.0 / 3.0", "1e-3"])
                .to_string(),
            _ => random.pick(leaves).to_string(),
        };
    }
    let mut next = |random: &mut Random| expression(random, leaves, depth - 1);
    match random.below(12) {
        0..=5 => {
            let (a, op, b) = (
                next(random),
                random.pick(&["+", "-", "*", "/", "-", "*"]),
                next(random),
            );
            format!("({a} {op} {b})")
        }
        6 => format!(
            "({})^{}",
            next(random),
            random.pick(&["2", "3", "5", "-1", "-2", "7", "0.5"])
        ),
        7 | 8 => format!("{}({})", random.pick(&UNARY), next(random)),
        9 => format!(
            "{}({}, {})",
            random.pick(&BINARY),
            next(random),
            next(random)
        ),
        10 => format!("-{}", next(random)),
        _ => {
            let (a, op, b) = (
                next(random),
                random.pick(&["<", "<=", ">", ">=", "==", "!="]),
                next(random),
            );
            let (c, d) = (next(random), next(random));
            let both = random.pick(&["", " && x < 1", " || y > 0"]);
            format!("(if {a} {op} {b}{both} {{ {c} }} else {{ {d} }})")
        }
    }
}

fn model(random: &mut Random, number: usize) -> String {
    let mut text = String::new();
    let mut line =
        |part: std::fmt::Arguments<'_>| writeln!(text, "    {part}").expect("a string grows");
    let definition = expression(random, &["x", "y", "a"], 2);
    let (first, second) = (expression(random, &OWN, 5), expression(random, &OWN, 5));
    let (edge, other) = (expression(random, &EDGE, 3), expression(random, &EDGE, 3));
    let (dx, dy) = if number % 3 == 0 {
        ("next(x)", "next(y)")
    } else {
        ("dx/dt", "dy/dt")
    };
    line(format_args!("state x = 0.5, y = 0.25;"));
    line(format_args!("param a = 1.5, b = -0.5;"));
    line(format_args!("input u;"));
    line(format_args!("#[jump] let r = {definition};"));
    line(format_args!(
        "#[jump] coupling c = a * sum({edge}) + sum({other});"
    ));
    line(format_args!("#[jump] {dx} = {first} + c;"));
    line(format_args!("#[jump] {dy} = {second} - c * x + r * u * b;"));
    line(format_args!("output e = {};", expression(random, &OWN, 3)));
    format!("twin! {{ Random{number} {{\n{text}}} }}\n")
}

#[test]
fn models_for_the_comparison_of_emitted_code() {
    let mut random = Random(1);
    let mut file =
        String::from("//! Models written at random by `kernels-gen/tests/random_models.rs`.\n");
    let mut kept = 0;
    while kept < MODELS {
        let text = model(&mut random, kept);
        let inner = text.trim_start_matches("twin! { ").trim_end_matches(" }\n");
        // Some have a constant that is no number; the compiler says so, and they are left out.
        if diagnose(inner)
            .iter()
            .all(|report| report.severity != Severity::Error)
        {
            write!(file, "\n{text}").expect("a string grows");
            kept += 1;
        }
    }
    expect_file!["../../lyapax/tests/emitted/random.rs"].assert_eq(&file);
}
