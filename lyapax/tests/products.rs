//! Sums as matrix products beside the same sums edge by edge.

use lyapax::{
    Dense, Graph, Integrator, Law, Model, SimulateOptions, Sparse, SpectrumOptions, System, Uniform,
};

lyapax::model! {
    /// Angle addition: two products.
    pub Phases {
        state theta = 0.0;
        param omega = 0.1, lag = 0.3;
        coupling c = sum(w * sin(src.theta - theta + lag)) / N;
        "theta' = omega + c"
    }
}

lyapax::model! {
    /// A difference: deviations from the mean.
    pub Diffusive {
        state v = 0.1, n = 0.0;
        param eps = 0.2;
        coupling gap = sum(w * (src.v - v));
        coupling inside = sum(w^2 * src.n) / N;
        "v' = v - v^3 / 3 - n + eps * gap
         n' = 0.08 * (v + 0.7 - 0.8 * n) + 0.01 * inside"
    }
}

lyapax::model! {
    /// Powers of a difference, and a sum without weights.
    pub Cubic {
        state x = 0.1;
        coupling c = sum(w * (src.x - x)^3);
        coupling count = sum(src.x * x);
        "x' = -x + c / N + 0.1 * count / N"
    }
}

lyapax::model! {
    /// A function of the source and one of the target.
    pub Rates {
        state x = 0.1;
        input drive;
        coupling c = sum(w * tanh(src.x) * (1 - x) * drive);
        next(x) = 0.5 * x + c / N;
    }
}

/// Different everywhere, with zeros and weights to itself, and a node that reads nobody.
fn weights(n: usize) -> Dense {
    Dense::from_fn(n, |target, source| {
        if target == 3 || (target + 2 * source).is_multiple_of(5) {
            0.0
        } else {
            1.0 + 0.3 * ((3 * target + 7 * source) as f64).sin()
        }
    })
}

/// State and exponents by both forms, from the same start.
fn both<M: Model>(system: &System<M>, options: &SpectrumOptions) -> [(Vec<f64>, Vec<f64>); 2] {
    [system.clone(), system.clone().pairwise()].map(|system| {
        let spectrum = system.spectrum(options).unwrap();
        if let Some(rule) = spectrum
            .checks()
            .iter()
            .find(|check| check.law == Law::SumRule)
        {
            assert!(rule.passed(), "{spectrum}");
        }
        let checks = spectrum.checks();
        let tangents = checks.iter().find(|check| check.law == Law::Tangents);
        // A node without edges may have no derivative to look at.
        assert!(
            tangents.map_or(system.nodes() == 1, lyapax::Check::passed),
            "{spectrum}"
        );
        (
            spectrum.final_state().to_vec(),
            spectrum.exponents().to_vec(),
        )
    })
}

#[track_caller]
fn agree(forms: &[(Vec<f64>, Vec<f64>); 2], tolerance: f64) {
    let [products, pairs] = forms;
    for (a, b) in products.0.iter().zip(&pairs.0) {
        assert!((a - b).abs() <= tolerance * b.abs().max(1.0), "{a} {b}");
    }
    for (a, b) in products.1.iter().zip(&pairs.1) {
        assert!((a - b).abs() <= tolerance * b.abs().max(1.0), "{a} {b}");
    }
}

fn flow(steps: u64) -> SpectrumOptions {
    SpectrumOptions::new(steps).dt(0.01).t_transient(0.0)
}

#[test]
fn every_form_agrees() {
    for n in [1, 2, 5, 13, 24] {
        let w = weights(n);
        let sparse = Sparse::from_dense(&w);
        all_agree(&[w.into(), sparse.into()]);
        for (matrix, weight) in [
            (Dense::all_to_all(n, 0.7), Uniform::new(n, 0.7)),
            (
                Dense::from_fn(n, |_, _| 0.7),
                Uniform::new(n, 0.7).with_self(),
            ),
        ] {
            all_agree(&[matrix.into(), weight.into()]);
        }
    }
}

/// Every model by both forms of sums over each of two graphs that are one.
fn all_agree(graphs: &[Graph; 2]) {
    fn check<M: Model>(
        graphs: &[Graph; 2],
        options: &SpectrumOptions,
        tolerance: f64,
        system: impl Fn(Graph) -> System<M>,
    ) {
        let [one, other] = graphs.clone().map(|graph| both(&system(graph), options));
        agree(&one, tolerance);
        agree(&other, tolerance);
        agree(&[one[0].clone(), other[0].clone()], tolerance);
    }
    for spread in [1.0, 1e-6] {
        let start = |node: usize| 0.4 + spread * (node as f64).sin();
        check(graphs, &flow(200), 1e-10, |graph| {
            System::network(Phases::default(), graph).initial_with(Phases::theta, start)
        });
        check(graphs, &flow(200), 1e-9, |graph| {
            System::network(Diffusive::default(), graph).initial_with(Diffusive::v, start)
        });
        check(graphs, &flow(200), 1e-9, |graph| {
            System::network(Cubic::default(), graph).initial_with(Cubic::x, start)
        });
    }
    let map = SpectrumOptions::new(20).t_transient(0.0).k(1);
    check(graphs, &map, 1e-9, |graph| {
        System::network(Rates { drive: 0.7.into() }, graph)
            .initial_with(Rates::x, |node| 0.1 + 0.01 * node as f64)
    });
}

/// Far from zero the deviations keep the digits that differences have.
#[test]
fn far_from_zero() {
    let n = 9;
    let start = |node: usize| 1e3 + 1e-3 * (node as f64).sin();
    let system = System::network(Cubic::default(), weights(n)).initial_with(Cubic::x, start);
    let step = |system: &System<Cubic>| {
        let run = system.simulate(&SimulateOptions::new(1).dt(0.01)).unwrap();
        run.states().at(1).to_vec()
    };
    for (a, b) in step(&system).iter().zip(step(&system.clone().pairwise())) {
        assert!((a - b).abs() < 1e-12 * b.abs(), "{a} {b}");
    }
}

/// States do not depend on the number of tangents, nor on whether there are any.
#[test]
fn states_are_those_of_a_simulation() {
    let system = System::network(Phases::default(), weights(11))
        .initial_with(Phases::theta, |node| node as f64);
    let run = system
        .simulate(
            &SimulateOptions::new(50)
                .dt(0.05)
                .integrator(Integrator::Heun)
                .stride(50),
        )
        .unwrap();
    for k in [1, 4, 11] {
        let options = SpectrumOptions::new(50)
            .dt(0.05)
            .integrator(Integrator::Heun)
            .t_transient(0.0)
            .k(k);
        let spectrum = system.spectrum(&options).unwrap();
        assert_eq!(spectrum.final_state(), run.states().at(1), "{k}");
    }
}

lyapax::model! {
    /// A function that has no value at some nodes, from which no edge leads.
    pub Logarithms {
        state x = 1.0;
        coupling c = sum(w * ln(src.x));
        "x' = -0.1 * x + 0.01 * c"
    }
}

/// A node without edges does no harm to the others.
#[test]
fn what_no_edge_reads_is_not_read() {
    let w = Dense::from_fn(4, |_, source| if source == 3 { 0.0 } else { 0.5 });
    let system = System::network(Logarithms::default(), w)
        .initial_with(Logarithms::x, |node| if node == 3 { -1.0 } else { 2.0 });
    agree(&both(&system, &flow(50)), 0.0);
}

lyapax::model! {
    /// Its derivative is infinite at 0.
    pub Roots {
        state x = 1.0;
        coupling c = sum(w * sqrt(src.x)) / N;
        "x' = c - x"
    }
}

/// Nor a tangent that is infinite where the value is not. Each of the four stages is counted.
#[test]
fn what_no_tangent_reads_is_not_read() {
    let w = Dense::from_fn(
        4,
        |target, source| if target == 3 || source == 3 { 0.0 } else { 0.5 },
    );
    let system = System::network(Roots::default(), w)
        .initial_with(Roots::x, |node| if node == 3 { 0.0 } else { 2.0 });
    agree(&both(&system, &flow(50)), 0.0);
    let counts = |system: &System<Roots>| system.spectrum(&flow(50)).unwrap().counts();
    assert_eq!(counts(&system).edge_by_edge, 4 * counts(&system).steps);
    assert_eq!(counts(&system.pairwise()).edge_by_edge, 0);
}

lyapax::model! {
    /// Grows, but for the weight from each node to itself.
    pub Held {
        state x = 1.0;
        coupling c = sum(w * src.x);
        "x' = 10 * x - c"
    }
}

/// Nodes are evaluated several at a time. What follows the last one shares its sums, and does not run away.
#[test]
fn nothing_follows_the_last_node() {
    for n in [9, 33, 70] {
        let w = Dense::from_fn(
            n,
            |target, source| if target == source { 11.0 } else { 0.0 },
        );
        let sparse = Sparse::from_dense(&w);
        for graph in [Graph::from(w), sparse.into()] {
            let system = System::network(Held::default(), graph);
            let options = SpectrumOptions::new(8000).dt(0.01).k(1).t_transient(0.0);
            let spectrum = system.spectrum(&options).unwrap();
            assert_eq!(spectrum.counts().edge_by_edge, 0);
            let rate = spectrum.exponents()[0];
            assert!((rate + 1.0).abs() < 1e-6, "{rate}");
        }
    }
}
