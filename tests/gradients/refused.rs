//! What has no derivative.

use lyapax::{
    Checkpoints, Error, RunError, SetupError, SimulateOptions, System, Uniform, Variable, model,
};
use lyapax_workspace::models::{Kuramoto, Lorenz};

#[test]
fn what_is_not_there() {
    let system = System::network(Kuramoto::default(), [[0.0, 1.0], [0.0, 0.0]]);
    let options = SimulateOptions::new(10).dt(0.1);
    let refused = |system: &System<Kuramoto>, variables: &[Variable<Kuramoto>]| match system
        .sensitivities(&options, variables)
    {
        Err(Error::Setup(error)) => error,
        other => panic!("{other:?}"),
    };
    assert_eq!(refused(&system, &[]), SetupError::NoVariables);
    let error = refused(&system, &[Variable::from(Kuramoto::omega).at_node(2)]);
    assert_eq!(
        error.to_string(),
        "there is no omega of node 2: the system has 2 nodes\nhelp: nodes are numbered from 0"
    );
    let none = |target, source| SetupError::NoSuchEdge {
        target,
        source_node: source,
    };
    for (target, source) in [(1, 0), (0, 0), (2, 0), (0, 9)] {
        let weight = Variable::Weight { target, source };
        assert_eq!(refused(&system, &[weight]), none(target, source));
    }
    let uniform = System::network(Kuramoto::default(), Uniform::new(2, 1.0));
    let weight = Variable::Weight {
        target: 0,
        source: 1,
    };
    assert_eq!(refused(&uniform, &[weight]), none(0, 1));
    let lone = System::new(Kuramoto::default());
    let error = refused(&lone, &[Variable::Coupling]);
    assert!(matches!(
        error,
        SetupError::NoCoupling { model: "Kuramoto" }
    ));

    let gradient = |system: &System<Kuramoto>| {
        system
            .gradient(&options, Checkpoints::Sqrt, |_| 0.0)
            .unwrap()
    };
    assert_eq!(gradient(&system).of(weight), Ok(0.0));
    assert_eq!(gradient(&uniform).of(weight), Err(none(0, 1)));
    assert_eq!(gradient(&uniform).weights(), [0.0]);
    assert!(gradient(&lone).of(Variable::Coupling).is_err());
    let far = Variable::from(Kuramoto::theta).at_node(5);
    assert!(gradient(&system).of(far).is_err());
}

#[test]
fn runs_and_misfits_that_are_none() {
    let system = System::new(Lorenz::default());
    let options = SimulateOptions::new(2000).dt(0.01);
    let run = |checkpoints, slope: f64| {
        let result = system.gradient(&options, checkpoints, |sample| {
            sample.by_state(Lorenz::x, slope);
            1.0
        });
        match result {
            Err(error) => error,
            Ok(gradient) => panic!("{gradient:?}"),
        }
    };
    let error = run(Checkpoints::Bytes(23), 1.0);
    let Error::Setup(SetupError::CheckpointsTooFew {
        states: 0, bytes, ..
    }) = error
    else {
        panic!("{error}")
    };
    assert!((24..240).contains(&bytes), "{bytes}");
    let error = run(Checkpoints::Sqrt, f64::NAN);
    let Error::Run(RunError::MisfitNotFinite { step: 2000, .. }) = error else {
        panic!("{error}")
    };
    // Of a chaotic run gradients grow until they are none.
    let options = SimulateOptions::new(120_000).dt(0.01).stride(1000);
    let result = system.gradient(&options, Checkpoints::Sqrt, |sample| {
        sample.by_state(Lorenz::x, 1.0);
        0.0
    });
    assert!(matches!(
        result,
        Err(Error::Run(RunError::GradientNotFinite { .. }))
    ));
    let result = system.sensitivities(&options, &[Lorenz::rho.into()]);
    let error = result.unwrap_err();
    assert!(
        matches!(&error, Error::Run(RunError::SensitivityNotFinite { by, .. }) if by == "rho"),
        "{error}"
    );
    let unstable = System::new(Lorenz::default()).initial(Lorenz::x, 1e200);
    let result = unstable.gradient(&options, Checkpoints::All, |_| 0.0);
    assert!(matches!(
        result,
        Err(Error::Run(RunError::NonFinite {
            step: 1,
            column: 0,
            ..
        }))
    ));
}

model! {
    pub Logarithm {
        state x = 1.0;
        "x' = -1"
        output level = ln(x);
    }
}

#[test]
fn outputs_that_are_none() {
    let system = System::new(Logarithm::default());
    let options = SimulateOptions::new(12).dt(0.1);
    let result = system.gradient(&options, Checkpoints::Sqrt, |_| 0.0);
    let Err(Error::Run(RunError::OutputNotFinite { output, .. })) = result else {
        panic!("{result:?}")
    };
    assert_eq!(output, "level");
    assert!(
        system
            .sensitivities(&options, &[Logarithm::x.into()])
            .is_err()
    );
}
