//! Sweeps of lyapax beside loops in scalars that compute the same, on one thread.
//!
//! `cargo bench --bench sweeps` prints a table: both sides take turns for three seconds, and the least time of each counts.
//! Every exponent of every member is read: their sums are printed and compared.

mod by_hand;
mod lorenz;
mod neuron;

use std::time::{Duration, Instant};

/// A sweep that two sides compute.
pub struct Case {
    /// system/members x tangents/device
    pub name: &'static str,
    /// How many.
    pub members: usize,
    /// Of each.
    pub steps: u64,
    /// lyapax, and the loop. Each gives the sums over all members of each exponent.
    pub ours: fn(&[f64], u64) -> Vec<f64>,
    /// In scalars.
    pub by_hand: fn(&[f64], u64) -> Vec<f64>,
    /// The parameter that varies.
    pub from: f64,
    /// Its last value.
    pub to: f64,
    /// How far the sums may be apart, in units of the largest.
    pub tolerance: f64,
}

const TURNS: Duration = Duration::from_secs(3);

fn main() {
    // Without `--bench` it runs as a test, for fewer steps.
    let is_bench = std::env::args().any(|argument| argument == "--bench");
    println!(
        "| case | lyapax | by hand, in scalars | ratio | sums |\n| --- | --- | --- | --- | --- |"
    );
    for mut case in [lorenz::case(), neuron::case()] {
        if !is_bench {
            (case.members, case.steps) = (64, 200);
        }
        let values = lyapax::linspace(case.from, case.to, case.members);
        let turns = if is_bench { TURNS } else { Duration::ZERO };
        let (mut least, mut sums) = ([f64::INFINITY; 2], [Vec::new(), Vec::new()]);
        let begin = Instant::now();
        while least[1].is_infinite() || begin.elapsed() < turns {
            for (side, run) in [case.ours, case.by_hand].into_iter().enumerate() {
                let start = Instant::now();
                sums[side] = run(&values, case.steps);
                least[side] = least[side].min(start.elapsed().as_secs_f64());
            }
        }
        let work = case.members as f64 * case.steps as f64;
        let [ours, by_hand] = least.map(|seconds| seconds / work * 1e9);
        println!(
            "| {} | {ours:.1} ns a member and step | {by_hand:.1} ns | {:.2} | {:.6?}, {:.6?} |",
            case.name,
            by_hand / ours,
            sums[0],
            sums[1]
        );
        let largest = sums[0]
            .iter()
            .fold(0.0_f64, |most, sum| most.max(sum.abs()));
        for (a, b) in sums[0].iter().zip(&sums[1]) {
            assert!(
                (a - b).abs() <= case.tolerance * largest,
                "{}: {a} and {b}",
                case.name
            );
        }
    }
}
