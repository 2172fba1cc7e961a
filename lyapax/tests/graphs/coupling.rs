//! What a result says of its sums.

use lyapax::{CouplingForm, Dense, Graph, GraphForm, Sparse, SpectrumOptions, System, Uniform};

use crate::Relay;

lyapax::model! {
    /// A summand that is no sum of products.
    pub Apart {
        state x = 1.0;
        coupling c = sum(tanh(src.x - w * x));
        dx/dt = -x + 0.1 * c;
    }
}

lyapax::model! {
    pub Alone {
        state x = 1.0;
        dx/dt = -x;
    }
}

fn options() -> SpectrumOptions {
    SpectrumOptions::new(100).dt(0.01).k(1)
}

#[test]
fn forms_of_graph_and_sums() {
    let dense = Dense::all_to_all(5, 0.1);
    let graphs: [(Graph, &str); 4] = [
        (
            dense.clone().into(),
            "dense graph of 20 edges; a uniform graph holds the same edges and costs less",
        ),
        (
            Dense::from_fn(5, |i, j| f64::from(j == 2 && i != j)).into(),
            "dense graph of 4 edges; a sparse graph holds the same edges and costs less",
        ),
        (
            Sparse::from_edges(
                5,
                [lyapax::Edge {
                    source: 0,
                    target: 1,
                    weight: 1.0,
                }],
            )
            .into(),
            "sparse graph of 1 edge",
        ),
        (
            Uniform::new(5, 0.1).with_self().into(),
            "uniform graph of 25 edges",
        ),
    ];
    for (graph, words) in graphs {
        let system = System::network(Relay::default(), graph.clone());
        let apart = System::network(Apart::default(), graph.clone());
        for (form, spectrum, asked) in [
            (
                "products",
                system.spectrum(&options()),
                system.coupling_form(),
            ),
            (
                "pairwise",
                system.clone().pairwise().spectrum(&options()),
                system.clone().pairwise().coupling_form(),
            ),
            (
                "pairwise",
                apart.spectrum(&options()),
                apart.coupling_form(),
            ),
        ] {
            let spectrum = spectrum.unwrap();
            let [coupling] = *spectrum.couplings() else {
                panic!("{spectrum}")
            };
            assert_eq!(coupling.to_string(), format!("{form}, {words}"));
            assert_eq!(coupling.form.to_string(), form);
            assert_eq!(Some(coupling.form), asked);
            assert_eq!(
                (coupling.graph, coupling.edges),
                (graph.form(), graph.edges())
            );
            assert_eq!(coupling.cheaper, graph.cheaper().map(|graph| graph.form()));
            let line = format!("\n  coupling: {coupling}\n");
            assert!(spectrum.to_string().contains(&line), "{spectrum}");
        }
    }
}

#[test]
fn without_sums() {
    let connected = System::network(Relay::default(), Uniform::new(2, 0.0));
    let spectrum = connected.spectrum(&options()).unwrap();
    assert_eq!(spectrum.couplings()[0].edges, 0);
    assert_eq!(connected.connections()[0].graph.form(), GraphForm::Uniform);
    for spectrum in [
        System::new(Relay::default()).spectrum(&options()),
        System::uncoupled(Relay::default(), 3).spectrum(&options()),
        System::uncoupled(Alone::default(), 3).spectrum(&options()),
    ] {
        let spectrum = spectrum.unwrap();
        assert!(spectrum.couplings().is_empty());
        assert!(!spectrum.to_string().contains("coupling"), "{spectrum}");
    }
    assert_eq!(System::new(Relay::default()).coupling_form(), None);
    assert_eq!(connected.coupling_form(), Some(CouplingForm::Products));
}

/// The exponents of a linear system are those of its matrix, whatever the form of the graph.
#[test]
fn the_same_exponents_in_each_form() {
    let n = 6;
    let dense = Dense::all_to_all(n, 0.25);
    let sparse = Sparse::from_dense(&dense);
    let graphs: [Graph; 3] = [dense.into(), sparse.into(), Uniform::new(n, 0.25).into()];
    for graph in graphs {
        for system in [
            System::network(Relay::default(), graph.clone()),
            System::network(Relay::default(), graph).pairwise(),
        ] {
            let options = SpectrumOptions::new(4000).dt(0.01).k(2);
            let spectrum = system.spectrum(&options).unwrap();
            // Eigenvalues of the weights: 1.25, and −0.25 five times.
            for (exponent, expected) in spectrum.exponents().iter().zip([-0.75, -2.25]) {
                assert!((exponent - expected).abs() < 1e-5, "{spectrum}");
            }
        }
    }
}
