//! What has no derivative.

use lyapax::{
    Checkpoints, DerivativeWarning, Error, GradientError, RunError, SetupError, SimulateOptions,
    SpectrumOptions, System, Uniform, Variable, Warning, model,
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

/// Terms that are numbers, and a sum that is none.
#[test]
fn a_misfit_that_overflows() {
    let system = System::new(Lorenz::default());
    let options = SimulateOptions::new(100).dt(0.01);
    let result = system.gradient(&options, Checkpoints::Sqrt, |_| 1e308);
    assert!(
        matches!(result, Err(Error::Run(RunError::MisfitNotFinite { .. }))),
        "{result:?}"
    );
}

/// The first sample is all that there is.
#[test]
fn no_step_is_sampled() {
    let system = System::new(Lorenz::default());
    let options = SimulateOptions::new(100).dt(0.01).stride(1000);
    for checkpoints in [Checkpoints::All, Checkpoints::Sqrt, Checkpoints::Bytes(24)] {
        let gradient = system
            .gradient(&options, checkpoints, |sample| {
                sample.by_state(Lorenz::x, 3.0);
                3.0 * sample.state(Lorenz::x)
            })
            .unwrap();
        assert_eq!(gradient.of(Lorenz::x).unwrap(), 3.0);
        assert_eq!(gradient.of(Lorenz::rho).unwrap(), 0.0);
    }
}

model! {
    /// An infinite slope with respect to an input that is 0.
    pub Root {
        state x = 1.0;
        input I;
        "x' = sqrt(I) - x"
    }
}

#[test]
fn an_infinite_slope_by_an_input() {
    let system = System::new(Root { I: 0.0.into() });
    let options = SimulateOptions::new(10).dt(0.01);
    let result = system.gradient(&options, Checkpoints::Sqrt, |sample| {
        sample.by_state(Root::x, 1.0);
        sample.state(Root::x)
    });
    let error = result.unwrap_err().to_string();
    assert!(error.contains("`I` of node 0"), "{error}");
}

model! {
    /// A threshold, a rest after a time, and a slope that is continuous.
    pub Neuron {
        state x = 0.1;
        param th = 0.5, rest = 1.0, gain = 2.0;
        input I;
        #[jump] let spike = heaviside(x - th);
        #[continuous] let ramp = if x > gain { x - gain } else { 0 };
        dx/dt = I * (if t < rest { 1 } else { 0 }) - x - spike - ramp;
    }
}

#[test]
fn what_jumps_pass_over() {
    let system = System::new(Neuron {
        I: 1.5.into(),
        ..Neuron::default()
    });
    let options = SimulateOptions::new(200).dt(0.01).stride(20);
    let passed = |warning: &DerivativeWarning| {
        matches!(
            warning,
            DerivativeWarning::JumpPassedOver {
                what: "heaviside",
                ..
            }
        )
    };
    let moved = |name: &'static str| move |warning: &DerivativeWarning| matches!(warning, DerivativeWarning::JumpMoved { by, .. } if *by == name);
    let run = system
        .sensitivities(&options, &[Neuron::rest.into(), Neuron::I.into()])
        .unwrap();
    let warnings = run.warnings();
    assert_eq!(warnings.iter().filter(|it| passed(it)).count(), 1);
    assert!(warnings.iter().any(moved("rest")) && !warnings.iter().any(moved("th")));
    let gradient = system
        .gradient(&options, Checkpoints::Sqrt, |_| 0.0)
        .unwrap();
    let warnings = gradient.warnings();
    for name in ["th", "rest"] {
        assert!(warnings.iter().any(moved(name)), "{warnings:?}");
    }
    assert!(!warnings.iter().any(moved("gain")), "{warnings:?}");
    // A spectrum is told of the state's jump alone.
    let spectrum = system
        .spectrum(&SpectrumOptions::new(200).dt(0.01))
        .unwrap();
    let jumps = |it: &&Warning| matches!(it, Warning::JumpPassedOver { .. });
    assert_eq!(spectrum.warnings().iter().filter(jumps).count(), 1);
}

#[test]
fn too_few_steps_for_differences() {
    let system = System::new(Lorenz::default());
    let options = SpectrumOptions::new(50).dt(0.01);
    let result = system.exponent_differences(&options, Lorenz::rho, 0.1, 4);
    assert!(
        matches!(
            result,
            Err(Error::Gradient(GradientError::TooShort { steps: 50, .. }))
        ),
        "{result:?}"
    );
}

/// Runs of which more would be kept than there is memory for: none is begun.
#[test]
fn runs_that_are_too_long_to_be_kept() {
    let system = System::new(Lorenz::default());
    let options = SimulateOptions::new(1 << 50).dt(0.01);
    let too_large = |result: Result<(), Error>, states: u64| {
        let Err(Error::Setup(SetupError::SamplesTooLarge { samples, numbers })) = result else {
            panic!("{result:?}")
        };
        assert_eq!(samples, (1 << 50) + 1);
        assert_eq!(numbers as u64, samples * states);
    };
    too_large(system.simulate(&options).map(drop), 5);
    let variables = [Lorenz::rho.into(), Lorenz::x.into()];
    too_large(system.sensitivities(&options, &variables).map(drop), 15);
    let result = system.gradient(&options.stride(1 << 49), Checkpoints::All, |_| 0.0);
    let Err(error) = result else {
        panic!("a result")
    };
    assert_eq!(
        error,
        Error::Setup(SetupError::CheckpointsTooLarge {
            states: 1 << 50,
            numbers: 3 << 50
        })
    );
    assert!(error.to_string().contains("Checkpoints::Sqrt"), "{error}");
}
