//! Both steppers against each other and against exact solutions.

use super::{Scheme, Stepper};
use crate::integrate::Clock;
use crate::testing::{Duffing, Henon, Kuramoto, Lorenz, Tanh};
use crate::{Dense, Dynamical, Integrator, Model, SimulateOptions, System};

/// Both steppers of a single node, with the same start and unit tangents.
fn both<M: Dynamical + Default>(scheme: Scheme, clock: Clock) -> [Box<dyn Stepper>; 2] {
    let system = System::new(M::default());
    let problem = system.prepare().unwrap();
    let d = problem.dimension;
    let basis: Vec<Vec<f64>> = (0..d)
        .map(|j| (0..d).map(|i| if i == j { 1.0 } else { 0.0 }).collect())
        .collect();
    let mut both: [Box<dyn Stepper>; 2] = [
        super::new(&problem, scheme, clock, d),
        super::on_field(&problem, scheme, clock, d),
    ];
    for stepper in &mut both {
        stepper.place(0, problem.initial, &basis);
    }
    both
}

fn state<M: Model>(stepper: &dyn Stepper) -> Vec<f64> {
    let mut state = vec![0.0; super::dimension::<M>()];
    stepper.state(&mut state);
    state
}

fn check<M: Dynamical + Default>(scheme: Scheme, clock: Clock) {
    let [mut single, mut field] = both::<M>(scheme, clock);
    let d = super::dimension::<M>();
    for _ in 0..50 {
        let (mut a, mut b) = (vec![0.0; d], vec![0.0; d]);
        assert_eq!(single.blocks(1, 4, &mut a), 1);
        assert_eq!(field.blocks(1, 4, &mut b), 1);
        assert_eq!(single.step(), field.step());
        assert_eq!(state::<M>(&*single), state::<M>(&*field), "{scheme:?}");
        for (a, b) in a.iter().zip(&b) {
            assert!((a / b - 1.0).abs() < 1e-9, "{scheme:?}: {a} and {b}");
        }
    }
}

#[test]
fn both_give_the_same_state_bit_for_bit() {
    let clock = Clock {
        start: 0.3,
        dt: 0.013,
    };
    for integrator in Integrator::ALL {
        check::<Lorenz>(Scheme::Flow(integrator), clock);
        check::<Duffing>(Scheme::Flow(integrator), clock);
    }
    let count = Clock {
        start: 0.0,
        dt: 1.0,
    };
    check::<Henon>(Scheme::Map, count);
}

#[test]
fn a_snapshot_goes_on_bit_for_bit() {
    let clock = Clock {
        start: 0.0,
        dt: 0.01,
    };
    for mut stepper in both::<Lorenz>(Scheme::Flow(Integrator::Rk4), clock) {
        let mut first = [0.0; 9];
        let mut again = [0.0; 9];
        let mut snapshot = super::Snapshot::default();
        stepper.advance(10);
        stepper.save(&mut snapshot);
        stepper.blocks(3, 10, &mut first);
        let end = state::<Lorenz>(&*stepper);
        stepper.restore(&snapshot);
        stepper.blocks(3, 10, &mut again);
        assert_eq!(first, again);
        assert_eq!(end, state::<Lorenz>(&*stepper));
        assert_eq!(stepper.step(), 40);
    }
}

/// Nothing happens in the padding that does not happen in a node.
#[test]
fn padding_repeats_the_last_node() {
    let n = 9;
    let weights = Dense::from_fn(n, |target, source| ((target + 2 * source) % 5) as f64);
    let omega: Vec<f64> = (0..n).map(|i| 0.1 * i as f64).collect();
    let system = System::network(Kuramoto::default().with(0, omega), weights)
        .initial_with(Kuramoto::theta, |i| (i as f64).sin());
    let clock = Clock {
        start: 0.0,
        dt: 0.1,
    };
    let problem = system.prepare().unwrap();
    let mut stepper = super::new(&problem, Scheme::Flow(Integrator::Rk4), clock, 2);
    let basis: Vec<Vec<f64>> = (0..2)
        .map(|j| (0..n).map(|i| f64::from(i % 2 == j)).collect())
        .collect();
    stepper.place(0, problem.initial, &basis);
    for _ in 0..2 {
        assert_eq!(stepper.blocks(5, 3, &mut [0.0; 10]), 5);
        stepper.advance(1);
        let mut snapshot = super::Snapshot::default();
        stepper.save(&mut snapshot);
        for run in snapshot
            .values
            .chunks_exact(n.next_multiple_of(super::field::LANES))
        {
            assert!(run[n..].iter().all(|value| *value == run[n - 1]), "{run:?}");
        }
    }
}

/// The error at time 1 goes with the number of steps to the power of minus the order.
fn order(integrator: Integrator, error: impl Fn(u32) -> f64) {
    // Coarse enough that rounding does not show at order six.
    let ratio = error(10) / error(20);
    let order = ratio.log2();
    let expected = integrator.order() as f64;
    assert!(
        (order - expected).abs() < 0.35,
        "{integrator}: order {order}"
    );
}

#[test]
fn every_integrator_has_its_order_in_state_and_tangent() {
    for integrator in Integrator::ALL {
        let run = |steps: u32| {
            let clock = Clock {
                start: 0.0,
                dt: 1.0 / f64::from(steps),
            };
            both::<Tanh>(Scheme::Flow(integrator), clock).map(|mut stepper| {
                let mut growth = [0.0];
                assert_eq!(stepper.blocks(1, steps.into(), &mut growth), 1);
                (state::<Tanh>(&*stepper)[0], growth[0])
            })
        };
        for i in 0..2 {
            order(integrator, |steps| (run(steps)[i].0 - 1.0_f64.tanh()).abs());
            // The tangent of tanh from 0 is sech².
            let sech2 = 1.0_f64.cosh().powi(-2);
            order(integrator, |steps| (run(steps)[i].1 - sech2).abs());
        }
    }
}

/// A forced system: time is read at each stage.
#[test]
fn every_integrator_has_its_order_with_time() {
    for integrator in Integrator::ALL {
        let end = |steps: u32, integrator| {
            let options = SimulateOptions::new(steps.into())
                .dt(1.0 / f64::from(steps))
                .integrator(integrator)
                .start_time(0.7);
            let run = System::new(Duffing::default().with(1, 3.0)).simulate(&options);
            *run.unwrap().state(Duffing::v).last().unwrap()
        };
        let exact = end(2000, Integrator::Rk6);
        order(integrator, |steps| (end(steps, integrator) - exact).abs());
    }
}
