//! Spectra of lyapax beside hand-written loops that compute the same.
//!
//! `cargo bench --bench spectra` prints one table in which both sides took turns, each with its
//! check values, and then criterion's statistics; `-- NAME` takes the cases whose name holds NAME,
//! `-- --table` leaves the statistics out. See README.md next door.

mod by_hand;
mod case;
mod cases;
mod outcome;
mod summary;

use std::time::Duration;

use case::Case;
use criterion::{Criterion, SamplingMode, Throughput};

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let filter = arguments.iter().find(|argument| !argument.starts_with('-'));
    let cases: Vec<Case> = cases::all()
        .into_iter()
        .filter(|case| filter.is_none_or(|filter| case.name.contains(filter.as_str())))
        .collect();
    // Without `--bench` it runs as a test: each side once, and the check values are compared.
    let given = |flag: &str| arguments.iter().any(|argument| argument == flag);
    if given("--bench") {
        summary::print(&cases);
        if !given("--table") {
            statistics(&cases);
        }
    } else {
        cases.iter().for_each(Case::check);
    }
}

/// Criterion's estimates of the same runs. It takes each side on its own, so that a change of load
/// falls on one side only: compare it with itself over time, and the sides by the table above.
fn statistics(cases: &[Case]) {
    let mut criterion = Criterion::default()
        .sample_size(10)
        .warm_up_time(Duration::from_millis(200))
        .measurement_time(Duration::from_secs(1))
        .configure_from_args();
    for case in cases {
        let mut group = criterion.benchmark_group(&case.name);
        group.sampling_mode(SamplingMode::Flat);
        group.throughput(Throughput::Elements(case.steps));
        for side in &case.sides {
            group.bench_function(side.name, |bencher| bencher.iter(|| (side.run)()));
        }
        group.finish();
    }
    criterion.final_summary();
}
