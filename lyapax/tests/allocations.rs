//! A step allocates nothing: a run of twice the length takes no more blocks of memory, up to lists that grow by
//! doubling.

use lyapax::{Dense, Edge, Model, Sparse, SpectrumOptions, System, Uniform};

#[global_allocator]
static ALLOCATOR: dhat::Alloc = dhat::Alloc;

lyapax::model! {
    Phases {
        state theta = 0.0;
        param omega = 0.1;
        coupling c = sum(w * sin(src.theta - theta)) / N;
        "theta' = omega + c"
    }
}

lyapax::model! {
    Lorenz {
        state x = 1.0, y = 1.0, z = 1.0;
        "x' = 10 * (y - x)
         y' = x * (28 - z) - y
         z' = x * y - 8 / 3 * z"
    }
}

/// Blocks of memory that a run takes.
fn blocks<M: Model>(system: &System<M>, steps: u64, k: usize, threads: usize) -> u64 {
    let options = SpectrumOptions::new(steps)
        .dt(0.01)
        .k(k)
        .t_transient(0.0)
        .history_every(steps)
        .threads(threads);
    let before = dhat::HeapStats::get().total_blocks;
    system.spectrum(&options).unwrap();
    dhat::HeapStats::get().total_blocks - before
}

/// Lists of results that have doubled once more, and what threads take where they wait for each other. Beside
/// these a longer run is looked at in more of its states when it is over: far less than one block a step.
fn few(steps: u64) -> u64 {
    60 + steps / 10
}

fn check<M: Model>(what: &str, system: &System<M>, k: usize, steps: u64) {
    for threads in [1, 2] {
        // What is set up once is.
        blocks(system, steps, k, threads);
        let short = blocks(system, steps, k, threads);
        let long = blocks(system, 2 * steps, k, threads);
        println!("{what}, {threads} threads: {short} and {long} blocks");
        assert!(
            long <= short + few(steps),
            "{what}, {threads} threads: {short} blocks in {steps} steps, {long} in twice as many"
        );
    }
}

// One test, since the blocks of all threads of the program are counted.
#[test]
fn nothing_is_allocated_in_a_step() {
    let _profiler = dhat::Profiler::builder().testing().build();
    let start = |node: usize| (1.3 * node as f64).sin();
    let phases = |graph: lyapax::Graph| {
        System::network(Phases::default(), graph).initial_with(Phases::theta, start)
    };
    check("one system", &System::new(Lorenz::default()), 3, 4000);
    check(
        "lattice-like",
        &System::uncoupled(Lorenz::default(), 40),
        5,
        400,
    );
    let dense = Dense::from_fn(500, |i, j| start(3 * i + 5 * j));
    check("dense", &phases(dense.into()), 5, 400);
    let small = Dense::from_fn(60, |i, j| start(3 * i + 5 * j));
    check(
        "pairwise",
        &phases(small.clone().into()).pairwise(),
        12,
        200,
    );
    check("all tangents", &phases(small.into()), 60, 200);
    let ring = Sparse::from_edges(
        9000,
        (0..9000).map(|target| Edge {
            source: (target + 1) % 9000,
            target,
            weight: 1.0,
        }),
    );
    check("sparse", &phases(ring.into()), 4, 200);
    check("uniform", &phases(Uniform::new(20_000, 1.0).into()), 3, 200);
}
