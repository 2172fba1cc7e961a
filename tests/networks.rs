//! Spectra of networks and lattices.

use lyapax::{
    CouplingForm, Dense, Graph, GraphForm, Integrator, Model, SimulateOptions, Sparse, Spectrum,
    SpectrumOptions, System,
};
use lyapax_workspace::models::*;

#[track_caller]
fn close(spectrum: &Spectrum, expected: &[f64], tolerance: f64) {
    assert_eq!(spectrum.exponents().len(), expected.len());
    for (found, expected) in spectrum.exponents().iter().zip(expected) {
        assert!(
            (found - expected).abs() <= tolerance,
            "{expected} to {tolerance}: {spectrum}"
        );
    }
}

fn run<M: Model>(system: &System<M>, options: &SpectrumOptions) -> Spectrum {
    system
        .spectrum(options)
        .unwrap_or_else(|error| panic!("{error}"))
}

/// The network of a dense graph by every form of it, with sums taken as products and edge by edge.
fn forms<M: Model>(dense: &Dense, system: impl Fn(Graph) -> System<M>) -> Vec<System<M>> {
    let given = Graph::from(dense.clone());
    let sparse = Graph::from(Sparse::from_dense(dense));
    let uniform = given.cheaper().filter(|it| it.form() == GraphForm::Uniform);
    let graphs = [given, sparse].into_iter().chain(uniform);
    graphs
        .flat_map(|graph| {
            let network = system(graph);
            assert_eq!(network.coupling_form(), Some(CouplingForm::Products));
            [network.clone(), network.pairwise()]
        })
        .collect()
}

/// The weights of a ring have eigenvalues 2, 0, 0, −2, so the exponents are γ + G times these.
#[test]
fn linear_ring() {
    let ring = Dense::from_fn(4, |i, j| f64::from((i + 1) % 4 == j || (j + 1) % 4 == i));
    let options = SpectrumOptions::new(20_000).dt(0.01).t_transient(50.0);
    for system in forms(&ring, |graph| {
        System::network(LinearNetwork::default(), graph)
    }) {
        close(&run(&system, &options), &[-1.0, -2.0, -2.0, -3.0], 1e-4);
    }
}

/// All read all, themselves too: the weights have eigenvalues 4, 0, 0, 0.
#[test]
fn linear_with_itself() {
    let ones = Dense::from_fn(4, |_, _| 1.0);
    let options = SpectrumOptions::new(20_000).dt(0.01).t_transient(50.0);
    let systems = forms(&ones, |graph| {
        System::network(LinearNetwork::default(), graph)
    });
    assert_eq!(systems.len(), 6);
    for system in systems {
        close(&run(&system, &options), &[0.0, -2.0, -2.0, -2.0], 1e-4);
    }
}

/// All oscillators lock; the exponents are the eigenvalues of the linearised flow there.
#[test]
fn locked_kuramoto() {
    let omega: Vec<f64> = (0..5)
        .map(|i| -1.0 + 2.0 * (f64::from(i) + 0.5) / 5.0)
        .collect();
    let model = Kuramoto {
        omega: omega.into(),
        G: 3.0.into(),
    };
    let all = Dense::all_to_all(5, 1.0);
    let systems = forms(&all, |graph| System::network(model.clone(), graph));
    assert_eq!(systems.len(), 6);
    for system in systems {
        let spectrum = run(
            &system,
            &SpectrumOptions::new(20_000).dt(0.01).t_transient(100.0),
        );
        close(
            &spectrum,
            &[0.0, -2.73217, -2.86828, -2.90636, -2.93553],
            1e-4,
        );
    }
}

/// The state's coupling is evaluated at each stage: the error against the eigenvalues of
/// [[−1, .5], [.5, −2]] falls with the order of the method. Frozen over the stages, all methods
/// would have order one.
#[test]
fn order_of_a_coupled_system() {
    let mean = -1.5;
    let half = 0.5_f64.hypot(0.5);
    let exact = [mean + half, mean - half];
    // Its eigenvectors, so that no start has to die out.
    let v = [0.5, exact[0] + 1.0];
    let basis = vec![vec![v[0], v[1]], vec![-v[1], v[0]]];
    let both = Dense::from([[0.0, 0.5], [0.5, 0.0]]);
    let systems = forms(&both, |graph| {
        let model = Coupled {
            rate: vec![1.0, 2.0].into(),
        };
        System::network(model, graph)
    });
    for system in systems {
        check_orders(&system, exact, &basis);
    }
}

fn check_orders(system: &System<Coupled>, exact: [f64; 2], basis: &[Vec<f64>]) {
    for (integrator, order, largest) in [
        (Integrator::Euler, 1, 0.05),
        (Integrator::Heun, 2, 0.1),
        (Integrator::Rk4, 4, 0.4),
        (Integrator::Rk6, 6, 0.4),
    ] {
        let error = |dt: f64| {
            #[expect(
                clippy::cast_possible_truncation,
                clippy::cast_sign_loss,
                reason = "a small positive count"
            )]
            let n = (20.0 / dt).round() as u64;
            let options = SpectrumOptions::new(n)
                .dt(dt)
                .integrator(integrator)
                .t_transient(0.0);
            let options = options.renorm_every(1).start_basis(basis.to_vec());
            let spectrum = run(system, &options);
            let errors = spectrum
                .exponents()
                .iter()
                .zip(exact)
                .map(|(found, exact)| (found - exact).abs());
            errors.fold(0.0, f64::max)
        };
        let errors = [error(largest), error(largest / 2.0), error(largest / 4.0)];
        // Over both halvings: the error of one of them may pass through a zero on its way.
        let found = (errors[0] / errors[2]).log2() / 2.0;
        assert!(
            (found - f64::from(order)).abs() < 0.5,
            "{integrator}: order {found}, errors {errors:?}"
        );
    }
}

/// λ₁ = .0810(11) by an independent program; the phase shift is an exact zero.
#[test]
fn chaotic_kuramoto() {
    let omega: Vec<f64> = (0..20)
        .map(|i| -1.0 + 2.0 * (f64::from(i) + 0.5) / 20.0)
        .collect();
    let model = Kuramoto {
        omega: omega.into(),
        G: 1.0.into(),
    };
    let all = Dense::all_to_all(20, 1.0);
    let systems = forms(&all, |graph| {
        System::network(model.clone(), graph).initial_with(Kuramoto::theta, |i| {
            std::f64::consts::TAU * (0.618_034 * i as f64).fract()
        })
    });
    for system in systems {
        // Edge by edge it takes ten times as long.
        let (steps, k, tolerance) = match system.coupling_form() {
            Some(CouplingForm::Products) => (250_000, 9, 0.008),
            _ => (60_000, 2, 0.015),
        };
        let options = SpectrumOptions::new(steps).dt(0.02).k(k);
        let spectrum = run(&system, &options.t_transient(1000.0));
        let exponents = spectrum.exponents();
        assert!((exponents[0] - 0.081).abs() < tolerance, "{spectrum}");
        if k == 9 {
            let zero = exponents.iter().any(|exponent| exponent.abs() < 1e-3);
            assert!(zero, "{spectrum}");
        }
    }
}

/// W[target][source]: node 1 hears node 2, and not the other way round. The spectrum is the same
/// either way, the trajectory is not.
#[test]
fn weights_have_a_direction() {
    let one_way = Dense::from([[0.0, 1.0], [0.0, 0.0]]);
    let systems = forms(&one_way, |graph| {
        let model = Coupled {
            rate: vec![1.0, 2.0].into(),
        };
        System::network(model, graph).initial_state(&[0.0, 1.0])
    });
    for system in systems {
        let trajectory = system
            .simulate(&SimulateOptions::new(1000).dt(0.001).stride(1000))
            .unwrap();
        // x₂ = exp(−2t), x₁ = exp(−t) − exp(−2t).
        let last = trajectory.len() - 1;
        let (a, b) = ((-1.0_f64).exp(), (-2.0_f64).exp());
        assert!((trajectory.at(last, Coupled::x, 0) - (a - b)).abs() < 1e-10);
        assert!((trajectory.at(last, Coupled::x, 1) - b).abs() < 1e-10);
        let spectrum = run(
            &system,
            &SpectrumOptions::new(20_000).dt(0.01).t_transient(20.0),
        );
        close(&spectrum, &[-1.0, -2.0], 1e-4);
    }
}

/// Lorenz & Emanuel (1998), J. Atmos. Sci. 55, 399: Kaplan–Yorke dimension 27.1 at N = 40, F = 8.
/// λ₁ = 1.69(1) and λ₄₀ = −4.90(1) by an independent program; the sum is −N.
#[test]
fn lorenz96() {
    let system = System::lattice(Lorenz96::default(), 40)
        .initial_with(Lorenz96::x, |node| if node == 0 { 8.008 } else { 8.0 });
    let spectrum = run(
        &system,
        &SpectrumOptions::new(600_000).dt(0.01).t_transient(50.0),
    );
    let exponents = spectrum.exponents();
    assert!((exponents[0] - 1.69).abs() < 0.03, "{spectrum}");
    assert!(
        exponents[12] > 0.02 && exponents[13].abs() < 0.003,
        "{spectrum}"
    );
    assert!((exponents[39] + 4.90).abs() < 0.02, "{spectrum}");
    assert!((spectrum.sum() + 40.0).abs() < 1e-3, "{spectrum}");
    assert!(
        (spectrum.kaplan_yorke().unwrap() - 27.1).abs() < 0.1,
        "{spectrum}"
    );
}

/// One binary, two sizes: the number of nodes is a run-time number.
#[test]
fn five_nodes_or_a_thousand() {
    for n in [5, 1000] {
        let network = System::network(Kuramoto::default(), Dense::all_to_all(n, 1.0))
            .initial_with(Kuramoto::theta, |i| 0.001 * i as f64);
        let spectrum = run(
            &network,
            &SpectrumOptions::new(10).dt(0.01).k(2).t_transient(0.0),
        );
        assert_eq!(spectrum.exponents().len(), 2);

        let lattice =
            System::lattice(Lorenz96::default(), n).initial_with(Lorenz96::x, |i| (i as f64).sin());
        let spectrum = run(
            &lattice,
            &SpectrumOptions::new(10).dt(0.01).k(2).t_transient(0.0),
        );
        assert_eq!(spectrum.final_state().len(), n);
    }
}

/// How the sums were taken, for programs; null where there are none.
#[test]
fn couplings_are_serialised() {
    let json = |system: System<Kuramoto>| {
        let spectrum = system.spectrum(&SpectrumOptions::new(100).dt(0.01).k(1));
        serde_json::to_value(spectrum.unwrap()).unwrap()
    };
    let sparse = Sparse::from_dense(&Dense::all_to_all(4, 1.0));
    let network = System::network(Kuramoto::default(), sparse);
    let value = json(network.clone());
    assert_eq!(value["coupling_form"], "products");
    assert_eq!(value["graph"], "sparse");
    assert_eq!(json(network.pairwise())["coupling_form"], "pairwise");
    let value = json(System::uncoupled(Kuramoto::default(), 4));
    assert!(value["coupling_form"].is_null() && value["graph"].is_null());
}
