//! What cannot be run, and what breaks off.

use super::near;
use crate::testing::{
    Driven, Henon, Kuramoto, Linear, Logistic, Lorenz, Lorenz96, Rank1, Relay, Stateless,
};
use crate::{
    Dense, Error, Integrator, Model, RunError, SetupError, Signal, SimulateOptions,
    SpectrumOptions, System,
};

fn lorenz() -> System<Lorenz> {
    System::new(Lorenz::default())
}

fn flow() -> SpectrumOptions {
    SpectrumOptions::new(100).dt(0.01)
}

#[track_caller]
fn refused<M: Model>(system: &System<M>, options: &SpectrumOptions, expected: &SetupError) {
    let Err(Error::Setup(error)) = system.spectrum(options) else {
        panic!("not refused: {expected}");
    };
    // NaN differs from itself, so that the text is compared.
    assert_eq!(error.to_string(), expected.to_string());
    assert!(error.to_string().contains("\nhelp: "), "{error}");
}

#[test]
fn parameters() {
    refused(
        &System::new(Lorenz::default().with(1, [28.0, 29.0])),
        &flow(),
        &SetupError::ParamOnSingleNode {
            param: "rho",
            got: 2,
        },
    );
    refused(
        &System::uncoupled(Lorenz::default().with(1, [28.0, 29.0]), 3),
        &flow(),
        &SetupError::ParamLength {
            param: "rho",
            expected: 3,
            got: 2,
        },
    );
    refused(
        &System::uncoupled(Lorenz::default().with(1, [28.0, f64::NAN]), 2),
        &flow(),
        &SetupError::ParamNotFinite {
            param: "rho",
            node: 1,
            value: f64::NAN,
        },
    );
}

#[test]
fn nodes_and_weights() {
    refused(
        &System::new(Stateless::default()),
        &flow(),
        &SetupError::NoStates { model: "Stateless" },
    );
    refused(
        &System::uncoupled(Lorenz::default(), 0),
        &flow(),
        &SetupError::NoNodes,
    );
    refused(
        &System::network(Relay::default(), vec![vec![0.0, 1.0], vec![1.0]]),
        &flow(),
        &SetupError::WeightsRow {
            row: 1,
            nodes: 2,
            got: 1,
        },
    );
    refused(
        &System::network(Relay::default(), (2, vec![0.0; 3])),
        &flow(),
        &SetupError::WeightsLength {
            nodes: 2,
            expected: 4,
            got: 3,
        },
    );
    refused(
        &System::network(Relay::default(), [[0.0, f64::INFINITY], [0.0, 0.0]]),
        &flow(),
        &SetupError::WeightNotFinite {
            target: 0,
            source_node: 1,
            value: f64::INFINITY,
        },
    );
    refused(
        &System::new(Lorenz96::default()),
        &flow(),
        &SetupError::NoLattice { model: "Lorenz96" },
    );
    refused(
        &System::network(Lorenz::default(), Dense::all_to_all(2, 1.0)),
        &flow(),
        &SetupError::WeightsUnread { model: "Lorenz" },
    );
    refused(
        &System::lattice(Kuramoto::default(), 3),
        &flow(),
        &SetupError::NoWeights {
            model: "Kuramoto",
            nodes: 3,
        },
    );
}

#[test]
fn initial_states() {
    refused(
        &lorenz().initial_state(&[1.0, 2.0]),
        &flow(),
        &SetupError::InitialLength {
            states: 3,
            nodes: 1,
            expected: 3,
            got: 2,
        },
    );
    refused(
        &System::network(Relay::default(), Dense::all_to_all(3, 1.0)).initial(Relay::x, [1.0, 2.0]),
        &flow(),
        &SetupError::InitialNodes {
            state: "x",
            expected: 3,
            got: 2,
        },
    );
    refused(
        &System::uncoupled(Lorenz::default(), 2).initial(Lorenz::y, [1.0, f64::NAN]),
        &flow(),
        &SetupError::InitialNotFinite {
            state: "y",
            node: 1,
            value: f64::NAN,
        },
    );
}

#[test]
fn steps_and_tangents() {
    let henon = System::new(Henon::default());
    refused(&lorenz(), &SpectrumOptions::new(10), &SetupError::NoStep);
    for dt in [0.0, -0.1, f64::NAN, f64::INFINITY] {
        refused(&lorenz(), &flow().dt(dt), &SetupError::InvalidStep { dt });
    }
    refused(
        &henon,
        &flow(),
        &SetupError::StepForMap {
            model: "Henon",
            dt: 0.01,
        },
    );
    refused(
        &henon,
        &SpectrumOptions::new(10).integrator(Integrator::Heun),
        &SetupError::IntegratorForMap {
            model: "Henon",
            integrator: Integrator::Heun,
        },
    );
    refused(
        &lorenz(),
        &SpectrumOptions::new(0).dt(0.1),
        &SetupError::NoSteps,
    );
    refused(
        &lorenz(),
        &flow().k(0),
        &SetupError::NoTangents { dimension: 3 },
    );
    refused(
        &lorenz(),
        &flow().k(4),
        &SetupError::TooManyTangents { k: 4, dimension: 3 },
    );
    refused(
        &lorenz(),
        &flow().renorm_every(0),
        &SetupError::ZeroInterval {
            option: "renorm_every",
        },
    );
    refused(
        &lorenz(),
        &flow().save_states_every(0),
        &SetupError::ZeroInterval {
            option: "save_states_every",
        },
    );
    refused(
        &lorenz(),
        &flow().history_every(0),
        &SetupError::ZeroInterval {
            option: "history_every",
        },
    );
    refused(
        &lorenz(),
        &flow().t_transient(-1.0),
        &SetupError::InvalidTransient { t_transient: -1.0 },
    );
    refused(
        &lorenz(),
        &flow().start_time(f64::INFINITY),
        &SetupError::InvalidStartTime {
            start_time: f64::INFINITY,
        },
    );
    assert_eq!(
        lorenz()
            .simulate(&SimulateOptions::new(1).dt(0.1).stride(0))
            .unwrap_err(),
        SetupError::ZeroInterval { option: "stride" }.into()
    );
}

#[test]
fn start_bases() {
    let with = |columns: Vec<Vec<f64>>| flow().start_basis(columns);
    refused(
        &lorenz(),
        &with(vec![vec![1.0, 0.0, 0.0]]).k(2),
        &SetupError::StartBasisColumns { k: 2, got: 1 },
    );
    refused(
        &lorenz(),
        &with(vec![vec![1.0, 0.0, 0.0], vec![1.0]]),
        &SetupError::StartBasisLength {
            column: 1,
            expected: 3,
            got: 1,
        },
    );
    refused(
        &lorenz(),
        &with(vec![vec![1.0, f64::NAN, 0.0]]),
        &SetupError::StartBasisNotFinite {
            column: 0,
            row: 1,
            value: f64::NAN,
        },
    );
    refused(
        &lorenz(),
        &with(vec![vec![1.0, 2.0, 3.0], vec![2.0, 4.0, 6.0]]),
        &SetupError::StartBasisDependent { column: 1 },
    );
    // A length is no direction, however small or large.
    let lengths = with(vec![vec![1e-300, 0.0, 0.0], vec![0.0, 1e300, 1e299]]);
    let units = with(vec![vec![1.0, 0.0, 0.0], vec![0.0, 1.0, 0.1]]);
    let [lengths, units] = [lengths, units].map(|options| lorenz().spectrum(&options).unwrap());
    near(lengths.exponents(), units.exponents(), 1e-9);
    refused(
        &lorenz(),
        &with(vec![]),
        &SetupError::NoTangents { dimension: 3 },
    );
}

#[test]
fn signals() {
    let with = |signal| {
        let mut model = Driven::default();
        model.inputs[0] = signal;
        System::uncoupled(model, 2)
    };
    let input = "u";
    refused(
        &with(Signal::PerNode(vec![1.0; 3])),
        &flow(),
        &SetupError::SignalNodes {
            input,
            expected: 2,
            got: 3,
        },
    );
    refused(
        &with(Signal::sampled(0.0, 1.0, [1.0])),
        &flow(),
        &SetupError::SignalSamples { input, got: 1 },
    );
    refused(
        &with(Signal::sampled(0.0, 0.0, [1.0, 2.0])),
        &flow(),
        &SetupError::SignalTimes {
            input,
            start: 0.0,
            interval: 0.0,
        },
    );
    refused(
        &with(Signal::sampled(0.0, 1.0, [1.0, f64::INFINITY])),
        &flow(),
        &SetupError::SignalNotFinite {
            input,
            index: 1,
            value: f64::INFINITY,
        },
    );
    refused(
        &with(Signal::sampled(0.0, 0.5, [1.0, 2.0, 3.0])),
        &flow().t_transient(0.5),
        &SetupError::SignalTooShort {
            input,
            sampled_from: 0.0,
            sampled_to: 1.0,
            run_from: 0.0,
            run_to: 1.5,
        },
    );
    // Exactly as long as the run is long enough.
    assert!(
        with(Signal::sampled(0.0, 0.5, [1.0, 2.0, 3.0]))
            .spectrum(&flow().t_transient(0.0))
            .is_ok()
    );
}

#[test]
fn a_blow_up_is_told_with_its_step() {
    let spectrum = lorenz()
        .spectrum(&SpectrumOptions::new(1_000).dt(0.15))
        .unwrap_err();
    // Sampled so seldom that the observable, which overflows a step earlier, is not looked at.
    let simulation = lorenz()
        .simulate(&SimulateOptions::new(1_000).dt(0.15).stride(1_000))
        .unwrap_err();
    for error in [spectrum, simulation] {
        let Error::Run(RunError::NonFinite {
            step,
            time,
            column,
            component,
            node,
            ..
        }) = error
        else {
            panic!("{error}");
        };
        assert_eq!((step, column, node), (7, 0, 0));
        assert!(time < 1.1, "{time}");
        assert!(["x", "y", "z"].contains(&component));
    }
    // The same in a network, at the node where it happens.
    let nodes = System::uncoupled(Relay::default().with(0, [-1.0, 1e40]), 2);
    let Err(Error::Run(RunError::NonFinite {
        column: 0, node: 1, ..
    })) = nodes.spectrum(&SpectrumOptions::new(1_000).dt(1.0))
    else {
        panic!("node 1 overflows");
    };
}

/// A point where det J is zero, without a closed form of it, is no number; by structure it is −∞.
#[test]
fn a_singular_jacobian() {
    // The derivative of the logistic map is zero at one half.
    let half = System::new(Logistic::default()).initial_state(&[0.5]);
    assert_eq!(
        half.spectrum(&SpectrumOptions::new(10)).unwrap_err(),
        RunError::DegenerateTangent {
            step: 1,
            time: 1.0,
            column: 1
        }
        .into()
    );
    let both = System::new(Rank1::default())
        .spectrum(&SpectrumOptions::new(100_000))
        .unwrap();
    assert!((both.exponents()[0] - core::f64::consts::LN_2).abs() < 0.01);
    assert_eq!(both.exponents()[1], f64::NEG_INFINITY);
}

/// A tangent that overflows within a block, while the state stays at zero.
#[test]
fn a_tangent_may_grow_beyond_numbers_in_a_long_block() {
    let system = System::new(Linear::of([[10.0, 0.0], [0.0, 9.0]])).initial_state(&[0.0, 0.0]);
    let options = SpectrumOptions::new(20_000)
        .dt(0.01)
        .renorm_every(20_000)
        .integrator(Integrator::Rk6)
        .t_transient(1.0);
    let spectrum = system.spectrum(&options).unwrap();
    assert!((spectrum.sum() - 19.0).abs() < 1e-6, "{spectrum}");
    assert!(spectrum.counts().renormalisations > 20);
}
