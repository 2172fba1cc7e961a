//! Networks and lattices.

use super::{near, spectrum};
use crate::testing::{Driven, Kuramoto, Lorenz, Lorenz96, Relay};
use crate::{Boundary, Dense, Integrator, Param, Signal, SimulateOptions, SpectrumOptions, System};

/// Natural frequencies −1 + 2(i + ½)/n.
fn frequencies(n: usize) -> Vec<f64> {
    (0..n)
        .map(|i| -1.0 + 2.0 * (i as f64 + 0.5) / n as f64)
        .collect()
}

#[test]
fn linear_ring() {
    let ring = Dense::from_fn(4, |target, source| {
        if (target + 1) % 4 == source || (source + 1) % 4 == target {
            1.0
        } else {
            0.0
        }
    });
    let system = System::network(Relay::default(), ring);
    let options = SpectrumOptions::new(20_000)
        .dt(0.01)
        .integrator(Integrator::Rk6)
        .t_transient(100.0);
    near(
        spectrum(&system, &options).exponents(),
        &[-1.0, -2.0, -2.0, -3.0],
        1e-8,
    );
}

#[test]
fn locked_oscillators() {
    let n = 5;
    let system = System::network(
        Kuramoto::default().with(0, frequencies(n)).with(1, 3.0),
        Dense::all_to_all(n, 1.0),
    );
    let options = SpectrumOptions::new(50_000).dt(0.01).t_transient(200.0);
    let spectrum = spectrum(&system, &options);
    let expected = [0.0, -2.73217, -2.86828, -2.90636, -2.93553];
    near(spectrum.exponents(), &expected, 2e-4);
    assert!(spectrum.exponents()[0].abs() < 1e-12);
}

/// Coupling frozen over the stages would make both methods first order.
#[test]
fn coupling_is_read_at_each_stage() {
    let system = System::network(
        Relay::default().with(0, vec![-1.0, -2.0]).with(1, 0.5),
        [[0.0, 1.0], [1.0, 0.0]],
    );
    let root = 0.5_f64.sqrt();
    let eigenvalues = [-1.5 + root, -1.5 - root];
    // Eigenvectors of [[−1, ½], [½, −2]].
    let basis: Vec<Vec<f64>> = eigenvalues
        .iter()
        .map(|lambda| vec![0.5, lambda + 1.0])
        .collect();
    for integrator in [Integrator::Rk4, Integrator::Rk6] {
        let errors = [(100, 0.4), (200, 0.2), (400, 0.1)].map(|(steps, dt)| {
            let options = SpectrumOptions::new(steps)
                .dt(dt)
                .integrator(integrator)
                .t_transient(0.0)
                .start_basis(basis.clone());
            let spectrum = spectrum(&system, &options);
            (spectrum.exponents()[1] - eigenvalues[1]).abs()
        });
        // Over both halvings: RK6 has terms of two orders and opposite sign at these steps.
        let order = (errors[0] / errors[2]).log2() / 2.0;
        let expected = integrator.order() as f64;
        assert!((order - expected).abs() < 0.5, "{integrator}: {errors:?}");
    }
}

/// W[target][source]: node 0 is fed by node 1, and not the other way.
#[test]
fn weights_have_a_direction() {
    let system = System::network(
        Relay::default().with(0, vec![-1.0, -2.0]).with(1, 1.0),
        vec![vec![0.0, 1.0], vec![0.0, 0.0]],
    )
    .initial(Relay::x, vec![0.0, 1.0]);
    let options = SimulateOptions::new(100)
        .dt(0.01)
        .integrator(Integrator::Rk6);
    let run = system.simulate(&options).unwrap();
    let (e1, e2) = ((-1.0_f64).exp(), (-2.0_f64).exp());
    assert!((run.at(100, Relay::x, 0) - (e1 - e2)).abs() < 1e-12);
    assert!((run.at(100, Relay::x, 1) - e2).abs() < 1e-12);
    assert_eq!(run.nodes_at(0, Relay::x), [0.0, 1.0]);
}

#[test]
fn a_single_node_has_no_coupling() {
    let options = SpectrumOptions::new(1_000)
        .dt(0.01)
        .integrator(Integrator::Rk6);
    let alone = System::new(Relay::default());
    near(spectrum(&alone, &options).exponents(), &[-2.0], 1e-9);
    // A weight on the diagonal is an edge.
    let fed = System::network(Relay::default(), [[1.0]]);
    near(spectrum(&fed, &options).exponents(), &[-1.5], 1e-9);
}

#[test]
fn uncoupled_nodes_have_the_single_spectrum_each() {
    let system = System::uncoupled(Lorenz::default(), 2).initial(Lorenz::x, [1.0, 3.0]);
    let options = SpectrumOptions::new(40_000).dt(0.01).t_transient(50.0);
    let expected = [0.9056, 0.9056, 0.0, 0.0, -14.5723, -14.5723];
    near(spectrum(&system, &options).exponents(), &expected, 0.03);
}

#[test]
fn parameters_of_each_node() {
    let rates: Vec<f64> = (1..=11).map(|i| -0.3 * f64::from(i)).collect();
    let system = System::uncoupled(Relay::default().with(0, rates.clone()), 11);
    let options = SpectrumOptions::new(3_000)
        .dt(0.01)
        .integrator(Integrator::Rk6)
        .t_transient(100.0);
    near(spectrum(&system, &options).exponents(), &rates, 1e-6);
    // One number and a vector of equal numbers give the same bits.
    let run = |rho: Param| {
        let system = System::uncoupled(Lorenz::default().with(1, rho), 3)
            .initial_with(Lorenz::y, |node| 1.0 + node as f64);
        spectrum(&system, &SpectrumOptions::new(500).dt(0.01).k(2))
            .raw_exponents()
            .to_vec()
    };
    assert_eq!(run(28.0.into()), run(vec![28.0; 3].into()));
}

#[test]
fn lorenz_96() {
    let n = 40;
    let system = System::lattice(Lorenz96::default(), n)
        .initial_with(Lorenz96::x, |i| 8.0 + if i == 19 { 0.01 } else { 0.0 });
    let options = SpectrumOptions::new(8_000)
        .dt(0.02)
        .t_transient(50.0)
        .seed(3);
    let full = spectrum(&system, &options);
    assert!((full.sum() + n as f64).abs() < 1e-2, "{full}");
    assert!((full.exponents()[0] - 1.69).abs() < 0.15, "{full}");
    // Fewer tangents of the same seed are the first of more.
    let few = spectrum(&system, &options.clone().k(5));
    near(few.raw_exponents(), &full.raw_exponents()[..5], 1e-3);
    assert!(few.kaplan_yorke().is_err());
    assert_eq!(few.final_state(), full.final_state());
}

/// The sum over a lattice of its own divergence holds at any boundary.
#[test]
fn boundaries() {
    for boundary in [Boundary::Periodic, Boundary::Zero, Boundary::Clamp] {
        for n in [3, 8, 21] {
            let system = System::lattice(Lorenz96::default().with(0, 2.0), n)
                .boundary(boundary)
                .initial_with(Lorenz96::x, |i| (i as f64).sin());
            // By hand: one Euler step.
            let x: Vec<f64> = (0..n).map(|i| (i as f64).sin()).collect();
            let read = |i: usize, offset: isize| {
                let at = i.cast_signed() + offset;
                let last = n.cast_signed() - 1;
                match boundary {
                    Boundary::Periodic => x[at.rem_euclid(n.cast_signed()).cast_unsigned()],
                    Boundary::Clamp => x[at.clamp(0, last).cast_unsigned()],
                    Boundary::Zero if at < 0 || at > last => 0.0,
                    Boundary::Zero => x[at.cast_unsigned()],
                }
            };
            let options = SimulateOptions::new(1)
                .dt(0.5)
                .integrator(Integrator::Euler);
            let run = system.simulate(&options).unwrap();
            for i in 0..n {
                let f = (read(i, 1) - read(i, -2)) * read(i, -1) - x[i] + 2.0;
                assert_eq!(
                    run.at(1, Lorenz96::x, i),
                    x[i] + f * 0.5,
                    "{boundary:?} {i} of {n}"
                );
            }
        }
    }
}

/// The response to a ramp is exact for a method of order two and more.
#[test]
fn signals_are_read_at_each_stage() {
    let mut model = Driven::default();
    model.inputs[0] = Signal::sampled(0.0, 1.0, [0.0, 1.0, 2.0, 3.0]);
    let options = SimulateOptions::new(200)
        .dt(0.01)
        .integrator(Integrator::Rk6);
    let exact = 2.0 - 1.0 + (-2.0_f64).exp();
    for run in [
        System::new(model.clone()).simulate(&options).unwrap(),
        System::uncoupled(model, 3).simulate(&options).unwrap(),
    ] {
        for node in 0..run.nodes() {
            assert!((run.at(200, Driven::x, node) - exact).abs() < 1e-12);
        }
    }
    let mut per_node = Driven::default();
    per_node.inputs[0] = Signal::PerNode(vec![1.0, 2.0]);
    let run = System::uncoupled(per_node, 2)
        .simulate(&SimulateOptions::new(4_000).dt(0.01))
        .unwrap();
    assert!((run.at(4_000, Driven::x, 1) - 2.0).abs() < 1e-12);
}
