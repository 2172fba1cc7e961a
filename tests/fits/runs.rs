//! Fits of trajectories.

use lyapax::fit::{Fit, Observable, Optimiser};
use lyapax::{Dense, SimulateOptions, System, Variable, model};
use lyapax_workspace::models::Kuramoto;

model! {
    /// FitzHugh (1961), Nagumo (1962).
    pub FitzHughNagumo {
        state v = -1.0, r = 1.0;
        param a = 0.2, b = 0.2, c = 3.0;
        "v' = c * (v - v^3 / 3 + r)
         r' = -(v - a + b * r) / c"
        output seen = v + r;
    }
}

type Model = FitzHughNagumo;

fn options() -> SimulateOptions {
    SimulateOptions::new(1000).dt(0.02).stride(20)
}

/// Without noise the parameters and the initial state come back to the last digits.
#[test]
fn a_neuron_without_noise() {
    let truth = System::new(Model::default());
    let run = truth.simulate(&options()).unwrap();
    let begin = Model {
        a: 0.3.into(),
        b: 0.15.into(),
        c: 2.8.into(),
    };
    let free: [Variable<Model>; 5] = [
        Model::a.into(),
        Model::b.into(),
        Model::c.into(),
        Model::v.into(),
        Model::r.into(),
    ];
    let fit = |optimiser| {
        Fit::trajectory(
            System::new(begin.clone()).initial(Model::v, -0.8),
            options(),
        )
        .data_with(Model::v, run.state(Model::v), 0.1)
        .data_with(Model::seen, run.output(Model::seen), 0.2)
        .free(free)
        .optimiser(optimiser)
        .iterations(500)
        .run()
        .unwrap()
    };
    let found = fit(Optimiser::LevenbergMarquardt);
    for (value, expected) in found.values().iter().zip([0.2, 0.2, 3.0, -1.0, 1.0]) {
        assert!((value - expected).abs() < 1e-8, "{found}");
    }
    // By gradients that are carried backward.
    let other = fit(Optimiser::Lbfgs);
    for (value, expected) in other.values().iter().zip([0.2, 0.2, 3.0, -1.0, 1.0]) {
        assert!((value - expected).abs() < 1e-4, "{other}");
    }
    let again = found.system().unwrap().simulate(&options()).unwrap();
    let misses = again.state(Model::v);
    let misses = misses
        .iter()
        .zip(run.state(Model::v))
        .map(|(a, b)| (a - b).abs());
    assert!(misses.fold(0.0, f64::max) < 1e-8);
}

/// χ² and its gradient: backward as by plain runs.
#[test]
fn the_gradient() {
    let data = vec![0.5; 51];
    let ready = Fit::trajectory(System::new(Model::default()), options())
        .data_with(Model::v, data.clone(), 0.3)
        .free([Model::a, Model::c])
        .ready();
    let mut ready = ready.unwrap();
    let (value, slopes) = ready.evaluate(&[0.2, 3.0]).unwrap();
    let chi_squared = |a: f64, c: f64| -> f64 {
        let model = Model {
            a: a.into(),
            c: c.into(),
            ..Model::default()
        };
        let run = System::new(model).simulate(&options()).unwrap();
        let misses = run.state(Model::v);
        misses
            .iter()
            .zip(&data)
            .map(|(x, y)| ((x - y) / 0.3).powi(2))
            .sum()
    };
    assert!((value / chi_squared(0.2, 3.0) - 1.0).abs() < 1e-12);
    let h = 1e-5;
    let by_a = (chi_squared(0.2 + h, 3.0) - chi_squared(0.2 - h, 3.0)) / (2.0 * h);
    let by_c = (chi_squared(0.2, 3.0 + h) - chi_squared(0.2, 3.0 - h)) / (2.0 * h);
    assert!(
        (slopes[0] / by_a - 1.0).abs() < 1e-6,
        "{} {by_a}",
        slopes[0]
    );
    assert!(
        (slopes[1] / by_c - 1.0).abs() < 1e-6,
        "{} {by_c}",
        slopes[1]
    );
}

/// The weights of a network from what its nodes do.
#[test]
fn weights() {
    let nodes = 4;
    let weight = |target: usize, source: usize| {
        if target == source {
            0.0
        } else {
            0.5 + 0.1 * target as f64 + 0.2 * source as f64
        }
    };
    let omega: Vec<f64> = (0..nodes).map(|i| 0.5 * i as f64).collect();
    let model = Kuramoto {
        omega: omega.into(),
        G: 2.0.into(),
    };
    let system = |weights: Dense| {
        System::network(model.clone(), weights)
            .initial_with(Kuramoto::theta, |i| (1.3 * i as f64).sin())
    };
    let options = SimulateOptions::new(200).dt(0.02).stride(5);
    let run = system(Dense::from_fn(nodes, weight))
        .simulate(&options)
        .unwrap();
    let begin = Dense::from_fn(
        nodes,
        |target, source| if target == source { 0.0 } else { 1.0 },
    );
    let pairs = (0..nodes).flat_map(|target| (0..nodes).map(move |source| (target, source)));
    let free: Vec<Variable<Kuramoto>> = pairs
        .filter(|(target, source)| target != source)
        .map(|(target, source)| Variable::Weight { target, source })
        .collect();
    let mut fit = Fit::trajectory(system(begin), options).free(free.clone());
    for node in 0..nodes {
        let theta = Observable::from(Kuramoto::theta).at_node(node);
        fit = fit.data_with(theta, run.state_of(Kuramoto::theta, node), 0.01);
    }
    let fit = fit.run().unwrap();
    for (variable, value) in free.iter().zip(fit.values()) {
        let Variable::Weight { target, source } = *variable else {
            unreachable!()
        };
        assert!((value - weight(target, source)).abs() < 1e-6, "{fit}");
    }
}
