//! How long a large model takes from its text to Rust.

use std::fmt::Write as _;
use std::str::FromStr;
use std::time::{Duration, Instant};

use kernels_gen::expand;
use proc_macro2::TokenStream;

const STATES: usize = 60;
const TERMS: usize = 5;

/// Each term has a parameter and six factors, one of which is a function.
fn large() -> String {
    let mut text = String::from("pub Large {\n");
    for i in 0..STATES {
        writeln!(text, "state x{i} = 0.1;").expect("memory");
    }
    for p in 0..STATES * TERMS {
        writeln!(text, "param p{p} = 1.0;").expect("memory");
    }
    for i in 0..STATES {
        write!(text, "dx{i}/dt = -x{i}").expect("memory");
        for term in 0..TERMS {
            write!(text, " + p{}", i * TERMS + term).expect("memory");
            for factor in 0..6 {
                let j = (i + term * 7 + factor * 11) % STATES;
                let name = if factor == 3 { "tanh" } else { "" };
                write!(text, " * {name}(x{j})").expect("memory");
            }
        }
        text.push_str(";\n");
    }
    text.push('}');
    text
}

/// The bound is generous: it is meant for a cost that grows with the square of the model, not for
/// a slow machine.
#[test]
fn sixty_states_and_three_hundred_terms_within_a_second() {
    let input = TokenStream::from_str(&large()).expect("tokens");
    let start = Instant::now();
    let output = expand(input).to_string();
    let elapsed = start.elapsed();
    println!(
        "{STATES} states, {} terms: {elapsed:?}, {} bytes of Rust",
        STATES * TERMS,
        output.len()
    );
    assert!(!output.contains("compile_error"), "the model is right");
    assert!(output.contains("Model for Large"));
    assert!(elapsed < Duration::from_secs(1), "{elapsed:?}");
}
