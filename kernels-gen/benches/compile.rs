//! What the equation compiler itself costs on large models: Rust tokens in, Rust tokens out. What
//! rustc then makes of them is not in it.

use std::fmt::Write as _;
use std::hint::black_box;
use std::time::Duration;

use criterion::{BenchmarkId, Criterion};
use kernels_gen::expand;
use proc_macro2::TokenStream;

/// n species, each of which eats or feeds every other one: x' = x·(1 − Σ a_ij·x_j), written out.
fn lotka_volterra(n: usize) -> String {
    let mut text = String::from("pub Species {");
    for i in 0..n {
        write!(text, "state x{i} = 0.5; dx{i}/dt = x{i} * (1").expect("memory");
        for j in 0..n {
            // Not round, and no two alike.
            let a = ((i * n + j) as f64).sin() + f64::from(u8::from(i == j));
            let sign = if a < 0.0 { '+' } else { '-' };
            write!(text, " {sign} {} * x{j}", a.abs()).expect("memory");
        }
        text.push_str(");");
    }
    text.push('}');
    text
}

/// One state in a long Fourier series: a sum that is one flat chain of n terms. More of them would be
/// refused.
fn series(n: usize) -> String {
    let mut text = String::from("pub Series { state x = 0.5; dx/dt = -x");
    for k in 1..=n {
        write!(text, " + sin({k} * x)").expect("memory");
    }
    text.push_str("; }");
    text
}

/// What was emitted, so that both an eye and the next run can see that it is the same.
fn shown(output: &TokenStream) -> String {
    let text = output.to_string();
    assert!(!text.contains("compile_error"), "the model is right");
    let entries = text.matches("Entry {").count();
    format!("{entries} partials, {} bytes of Rust", text.len())
}

fn main() {
    let mut criterion = Criterion::default().configure_from_args();
    let mut group = criterion.benchmark_group("compile");
    group
        .sample_size(10)
        .measurement_time(Duration::from_secs(4));
    let cases = [
        ("lotka-volterra", 10, lotka_volterra(10)),
        ("lotka-volterra", 60, lotka_volterra(60)),
        ("lotka-volterra", 120, lotka_volterra(120)),
        ("series", 20_000, series(20_000)),
    ];
    for (system, size, text) in cases {
        let input: TokenStream = text.parse().expect("the text is Rust tokens");
        println!("{system}/{size}: {}", shown(&expand(input.clone())));
        group.bench_with_input(BenchmarkId::new(system, size), &input, |bencher, input| {
            bencher.iter(|| black_box(expand(black_box(input.clone()))));
        });
    }
    group.finish();
    criterion.final_summary();
}
