//! Derivatives of algebraic models at many conditions, and of a run by the weights of a network, beside loops in scalars
//! that compute the same on one thread.
//!
//! `cargo bench --bench derivatives` prints a table: both sides take turns for three seconds, and the least time of each
//! counts. Every number that is computed is read: sums of all of them are printed and compared. With `--json` it prints a
//! line for each case instead, which `benches/peers/derivatives.py` reads.

mod kinetics;
mod network;
mod reactor;

use std::time::{Duration, Instant};

/// Something that two sides compute.
pub struct Case {
    /// system/size/what
    pub name: String,
    /// What times are told for: "a condition".
    pub part: &'static str,
    /// How many of them there are.
    pub parts: usize,
    /// How often in a row.
    pub evaluations: usize,
    /// lyapax on all threads, on one, and the loop. Each does it so often and gives sums of what it found.
    pub sides: [Box<dyn FnMut(usize) -> Vec<f64>>; 3],
}

const TURNS: Duration = Duration::from_secs(3);

/// How far the sums may be apart, relative to themselves.
const TOLERANCE: f64 = 1e-9;

fn main() {
    let has = |name: &str| std::env::args().any(|argument| argument == name);
    // Without `--bench` it runs as a test, for fewer conditions.
    let is_bench = has("--bench");
    let (sizes, networks): (&[usize], &[usize]) = if is_bench {
        (&[10_000, 100_000], &[50, 200])
    } else {
        (&[1003], &[20])
    };
    let mut cases: Vec<Case> = sizes.iter().map(|len| reactor::case(*len)).collect();
    cases.extend(sizes.iter().map(|len| kinetics::case(*len)));
    cases.extend(networks.iter().map(|nodes| network::case(*nodes)));
    if !has("--json") {
        println!(
            "| case | lyapax, all threads | one thread | by hand, in scalars | ratio of one thread | sums |"
        );
        println!("| --- | --- | --- | --- | --- | --- |");
    }
    for mut case in cases {
        let turns = if is_bench { TURNS } else { Duration::ZERO };
        let (mut least, mut sums) = ([f64::INFINITY; 3], [const { Vec::new() }; 3]);
        let begin = Instant::now();
        while least[2].is_infinite() || begin.elapsed() < turns {
            for (side, run) in case.sides.iter_mut().enumerate() {
                let start = Instant::now();
                sums[side] = run(case.evaluations);
                least[side] = least[side].min(start.elapsed().as_secs_f64());
            }
        }
        report(&case, least, &sums, has("--json"));
        for side in 0..2 {
            for (a, b) in sums[side].iter().zip(&sums[2]) {
                assert!(
                    (a - b).abs() <= TOLERANCE * b.abs(),
                    "{}: {a} and {b}",
                    case.name
                );
            }
        }
    }
}

fn report(case: &Case, least: [f64; 3], sums: &[Vec<f64>; 3], json: bool) {
    if json {
        let line = serde_json::json!({
            "case": case.name,
            "evaluations": case.evaluations,
            "seconds": least[0],
            "one_thread_s": least[1],
            "by_hand_s": least[2],
            "sums": sums[0],
        });
        println!("{line}");
        return;
    }
    let each = (case.parts * case.evaluations) as f64;
    let [all, one, by_hand] = least.map(|seconds| seconds / each * 1e9);
    println!(
        "| {} | {all:.2} ns {} | {one:.2} ns | {by_hand:.2} ns | {:.2} | {:.9e} |",
        case.name,
        case.part,
        by_hand / one,
        sums[0].iter().sum::<f64>(),
    );
}
