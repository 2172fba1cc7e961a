//! A run is not gone on with as another one.

use lyapax::{
    Boundary, Dense, Edge, Error, Graph, Integrator, Model, Signal, Sparse, SpectrumOptions,
    System, Uniform,
};

use crate::models::*;

/// Models of the same name.
mod other {
    lyapax::model! {
        pub Lorenz {
            state x = 1.0, y = 1.0, z = 1.0;
            param sigma = 10.0, rho = 28.0, beta = 8.0 / 3.0;
            dx/dt = sigma * (y - x);
            dy/dt = x * (rho - z) - y;
            dz/dt = x * y - beta * z + 1;
        }
    }
}

fn options() -> SpectrumOptions {
    SpectrumOptions::new(100).dt(0.01).t_transient(1.0)
}

/// The run of one system with options cannot be gone on with as that of another, in these words.
#[track_caller]
fn refused<A: Model, B: Model>(
    (begun, begun_options): (&System<A>, &SpectrumOptions),
    (resumed, resumed_options): (&System<B>, &SpectrumOptions),
    words: &str,
) {
    let spectrum = begun.spectrum(begun_options).unwrap();
    let error = resumed
        .resume(spectrum.checkpoint(), resumed_options)
        .unwrap_err();
    assert_eq!(error.to_string(), words);
    assert!(matches!(error, Error::Resume(_)));
}

/// With other options.
#[track_caller]
fn refused_options(begun: &SpectrumOptions, resumed: &SpectrumOptions, words: &str) {
    let system = System::new(Lorenz::default());
    refused((&system, begun), (&system, resumed), words);
}

#[test]
fn another_model() {
    // Nothing is said of the signal that is too short for the other's transient.
    let model = Duffing {
        u: Signal::sampled(0.0, 1.0, vec![0.0; 3]),
        ..Duffing::default()
    };
    let long = options().t_transient(100.0);
    refused(
        (&System::new(Lorenz::default()), &long),
        (&System::new(model), &SpectrumOptions::new(100).dt(0.01)),
        "the checkpoint is of model `Lorenz`, not of `Duffing`\nhelp: take the checkpoint of this run",
    );
}

#[test]
fn other_equations() {
    refused(
        (&System::new(Lorenz::default()), &options()),
        (&System::new(other::Lorenz::default()), &options()),
        "the equations of `Lorenz` have changed since the checkpoint was written\nhelp: begin a new run",
    );
}

#[test]
fn other_nodes() {
    let system = |nodes| System::lattice(Lorenz96::default(), nodes);
    refused(
        (&system(5), &options()),
        (&system(6), &options()),
        "the checkpoint has 5 nodes, the system 6\nhelp: resume with the system of before",
    );
}

#[test]
fn other_parameters() {
    let system = |rho: f64| {
        System::new(Lorenz {
            rho: rho.into(),
            ..Lorenz::default()
        })
    };
    refused(
        (&system(28.0), &options()),
        (&system(28.5), &options()),
        "parameter `rho` of node 0 was 28 in the checkpoint, and is 28.5\nhelp: resume with the parameters \
         of before, or begin a new run",
    );
    let lattice = |forces: [f64; 4]| {
        let model = Lorenz96 {
            F: forces.to_vec().into(),
        };
        System::lattice(model, 4)
    };
    refused(
        (&lattice([8.0; 4]), &options()),
        (&lattice([8.0, 8.0, 7.0, 8.0]), &options()),
        "parameter `F` of node 2 was 8 in the checkpoint, and is 7\nhelp: resume with the parameters of \
         before, or begin a new run",
    );
    // One number for all nodes is that number at each.
    let begun = lattice([8.0; 4]).spectrum(&options()).unwrap();
    let same = System::lattice(Lorenz96::default(), 4);
    same.resume(begun.checkpoint(), &options()).unwrap();
}

#[test]
fn another_signal() {
    let system = |u: Signal| {
        System::new(Duffing {
            u,
            ..Duffing::default()
        })
    };
    let words =
        "input `u` is another one than in the checkpoint\nhelp: resume with the signal of before";
    let signals = [
        Signal::default(),
        Signal::from(0.5),
        Signal::sampled(0.0, 1.0, vec![0.5; 9]),
        Signal::sampled(0.0, 1.0, vec![0.5; 10]),
        Signal::sampled(0.0, 2.0, vec![0.5; 9]),
        Signal::sampled(-1.0, 1.0, vec![0.5; 9]),
    ];
    for (i, a) in signals.iter().enumerate() {
        for b in &signals[..i] {
            refused(
                (&system(a.clone()), &options()),
                (&system(b.clone()), &options()),
                words,
            );
        }
    }
}

#[test]
fn other_weights() {
    let words = "the graph is not that of the checkpoint\nhelp: resume with the edges and weights of before";
    let network = |weight| System::network(Kuramoto::default(), Dense::all_to_all(3, weight));
    refused(
        (&network(1.0), &options()),
        (&network(2.0), &options()),
        words,
    );
    let uncoupled = System::uncoupled(Kuramoto::default(), 3);
    refused((&network(1.0), &options()), (&uncoupled, &options()), words);
    let edge = |source, target, weight| Edge {
        source,
        target,
        weight,
    };
    let sparse =
        |edges: [Edge; 2]| System::network(Kuramoto::default(), Sparse::from_edges(3, edges));
    let edges = sparse([edge(0, 1, 1.0), edge(1, 2, 1.0)]);
    for others in [
        [edge(0, 1, 1.0), edge(1, 2, 2.0)],
        [edge(0, 1, 1.0), edge(0, 2, 1.0)],
        [edge(0, 1, 1.0), edge(1, 0, 1.0)],
    ] {
        refused((&edges, &options()), (&sparse(others), &options()), words);
    }
    let uniform = |graph: Uniform| System::network(Kuramoto::default(), graph);
    let [plain, heavier, own] = [
        uniform(Uniform::new(3, 1.0)),
        uniform(Uniform::new(3, 2.0)),
        uniform(Uniform::new(3, 1.0).with_self()),
    ];
    refused((&plain, &options()), (&heavier, &options()), words);
    refused((&plain, &options()), (&own, &options()), words);
}

#[test]
fn another_form_of_graph() {
    let dense = Dense::all_to_all(3, 1.0);
    let graphs: [Graph; 3] = [
        Sparse::from_dense(&dense).into(),
        dense.into(),
        Uniform::new(3, 1.0).into(),
    ];
    for saved in &graphs {
        for now in &graphs {
            let [begun, resumed] =
                [saved, now].map(|graph| System::network(Kuramoto::default(), graph.clone()));
            if saved.form() == now.form() {
                let spectrum = begun.spectrum(&options()).unwrap();
                resumed.resume(spectrum.checkpoint(), &options()).unwrap();
                continue;
            }
            let words = format!(
                "the graph was {} in the checkpoint, and is {}\nhelp: resume with the form of before; another \
                 one adds sums in another order, and the run would not be the same bit for bit",
                saved.form(),
                now.form()
            );
            refused((&begun, &options()), (&resumed, &options()), &words);
        }
    }
}

#[test]
fn sums_taken_in_another_way() {
    let system = System::network(Kuramoto::default(), Dense::all_to_all(3, 1.0));
    let by_pairs = system.clone().pairwise();
    refused(
        (&system, &options()),
        (&by_pairs, &options()),
        "sums over source nodes were products in the checkpoint, and are pairwise\nhelp: \
         `System::pairwise` makes them pairwise; say it where the run of the checkpoint did, and only there",
    );
}

#[test]
fn another_boundary() {
    let system = |boundary| System::lattice(Lorenz96::default(), 5).boundary(boundary);
    refused(
        (&system(Boundary::Periodic), &options()),
        (&system(Boundary::Clamp), &options()),
        "the boundary was Periodic in the checkpoint, and is Clamp\nhelp: resume with that of before",
    );
    // It is nothing to a model that reads no neighbours.
    let lorenz = System::new(Lorenz::default());
    let begun = lorenz.spectrum(&options()).unwrap();
    lorenz
        .boundary(Boundary::Zero)
        .resume(begun.checkpoint(), &options())
        .unwrap();
}

#[test]
fn another_initial_state() {
    let system = System::new(Lorenz::default());
    refused(
        (&system, &options()),
        (&system.clone().initial(Lorenz::y, 2.0), &options()),
        "the initial state is not that of the checkpoint's run\nhelp: resume with the initial state of \
         before; the run goes on from where it stood",
    );
}

#[test]
fn another_integrator() {
    refused_options(
        &options(),
        &options().integrator(Integrator::Rk6),
        "the checkpoint was integrated by rk4, not rk6\nhelp: resume with `.integrator(…)` of before",
    );
}

#[test]
fn another_step() {
    refused_options(
        &options(),
        &options().dt(0.02),
        "the checkpoint has dt = 0.01, not 0.02\nhelp: resume with `.dt(0.01)`",
    );
}

#[test]
fn another_start_time() {
    refused_options(
        &options(),
        &options().start_time(-3.0),
        "the checkpoint's run starts at t = 0, not -3\nhelp: resume with `.start_time(0)`",
    );
}

#[test]
fn another_transient() {
    refused_options(
        &options(),
        &options().t_transient(2.0),
        "the checkpoint's run has a transient of 100 steps, not 200\nhelp: resume with `.t_transient(…)` of \
         before, or leave it out",
    );
}

#[test]
fn other_tangents() {
    refused_options(
        &options(),
        &options().k(2),
        "the checkpoint has k = 3 tangents, not 2\nhelp: resume with `.k(3)`",
    );
}

#[test]
fn other_intervals() {
    let begun = options().history_every(2).local_every(4);
    for (resumed, what) in [
        (
            begun.clone().renorm_every(7),
            "`renorm_every` was 10 in the checkpoint, and is 7",
        ),
        (
            begun.clone().history_every(3),
            "`history_every` was 2 in the checkpoint, and is 3",
        ),
        (
            begun.clone().local_every(5),
            "`local_every` was 4 in the checkpoint, and is 5",
        ),
        (
            begun.clone().save_states_every(6),
            "`save_states_every` was not set in the checkpoint, and is 6",
        ),
        (
            options().history_every(2),
            "`local_every` was 4 in the checkpoint, and is not set",
        ),
    ] {
        refused_options(
            &begun,
            &resumed,
            &format!("{what}\nhelp: resume with that of before"),
        );
    }
}

#[test]
fn fewer_steps() {
    let shorter = SpectrumOptions::new(99).dt(0.01).t_transient(1.0);
    refused_options(
        &options(),
        &shorter,
        "the checkpoint has 100 measured steps, and 99 are asked for\nhelp: ask for 100 at least",
    );
}
