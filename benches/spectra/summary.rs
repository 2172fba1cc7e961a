//! Both sides in turns, the least time of each, and their check values.

use std::hint::black_box;
use std::time::{Duration, Instant};

use crate::case::Case;
use crate::outcome::Outcome;

/// How long the sides take turns. Other programs on the machine only add time, so the least is the
/// best estimate, and what passes over the machine meets all sides.
const TURNS: Duration = Duration::from_secs(3);

/// Turns that are taken however long they last.
const AT_LEAST: usize = 3;

pub fn print(cases: &[Case]) {
    for case in cases {
        measure(case);
    }
}

fn measure(case: &Case) {
    let mut best = vec![f64::INFINITY; case.sides.len()];
    let mut outcomes: Vec<Outcome> = Vec::new();
    let start = Instant::now();
    let mut turns = 0;
    while turns < AT_LEAST || start.elapsed() < TURNS {
        turns += 1;
        outcomes.clear();
        for (best, side) in best.iter_mut().zip(&case.sides) {
            let begin = Instant::now();
            let outcome = black_box((side.run)());
            *best = best.min(begin.elapsed().as_secs_f64());
            outcomes.push(outcome);
        }
    }
    case.compare(&outcomes);

    let fastest = best[1..].iter().copied().fold(f64::INFINITY, f64::min);
    println!("{}  ratio {:.2}", case.name, best[0] / fastest);
    for ((side, seconds), outcome) in case.sides.iter().zip(&best).zip(&outcomes) {
        let step = seconds * 1e9 / case.steps as f64;
        print!(
            "  {:<12} {:9.3} ms {step:11.1} ns a step",
            side.name,
            seconds * 1e3
        );
        if let Some(edges) = case.edges {
            // Heun and Runge–Kutta steps evaluate every edge once a stage.
            print!(" {:6.2} ns an edge and stage", step / edges as f64);
        }
        let distance = outcomes[0].distance(outcome);
        let state = if outcomes[0].same_state(outcome) {
            "same bits"
        } else {
            "other bits"
        };
        println!("   exponents within {distance:.0e}, state {state}");
        println!("    exponents {}", numbers(&outcome.exponents));
        println!("    state     {}", numbers(&outcome.state));
    }
    println!();
}

/// The first few, and how many more.
fn numbers(values: &[f64]) -> String {
    const SHOWN: usize = 5;
    let mut text: Vec<String> = values
        .iter()
        .take(SHOWN)
        .map(|v| format!("{v:.12}"))
        .collect();
    if values.len() > SHOWN {
        // Those not shown are checked too: their sum shows that they were computed.
        text.push(format!(
            "… {} in all, sum {:.9}",
            values.len(),
            values.iter().sum::<f64>()
        ));
    }
    text.join("  ")
}
