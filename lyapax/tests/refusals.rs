//! What a run refuses, or says, beyond the checks of single options.

use lyapax::{Dense, Error, RunError, SetupError, SimulateOptions, SpectrumOptions, System};

lyapax::model! {
    pub Pole {
        state x = 1.0, y = 0.0;
        param a = 1.0;
        dx/dt = -a * x;
        dy/dt = x - y;
        output e = 1 / (x - 1);
    }
}

lyapax::model! {
    pub Heard {
        state x = 1.0;
        coupling c = sum(w * src.x);
        dx/dt = -x + c;
    }
}

/// A `main` that returns a `Result` prints `Debug`.
#[test]
fn errors_are_shown_in_words() {
    let error = System::new(Pole::default())
        .spectrum(&SpectrumOptions::new(10))
        .unwrap_err();
    assert_eq!(format!("{error:?}"), error.to_string());
    assert!(error.to_string().contains("help: "), "{error}");
}

#[test]
fn outputs_that_are_no_numbers() {
    let options = SimulateOptions::new(2).dt(0.01);
    let error = System::new(Pole::default()).simulate(&options).unwrap_err();
    let Error::Run(RunError::OutputNotFinite {
        output, node, step, ..
    }) = error
    else {
        panic!("{error}");
    };
    assert_eq!((output, node, step), ("e", 0, 0));
    // The exponents do not need it.
    System::new(Pole::default())
        .spectrum(&SpectrumOptions::new(100).dt(0.01))
        .unwrap();
}

#[test]
fn later_initial_values_replace_earlier_ones() {
    let system = System::uncoupled(Pole::default(), 3);
    let options = SpectrumOptions::new(10).dt(0.01);
    let mended = system
        .clone()
        .initial_state(&[1.0; 5])
        .initial_state(&[1.0; 6]);
    mended.spectrum(&options).unwrap();
    let mended = system
        .clone()
        .initial(Pole::x, vec![1.0, 2.0])
        .initial(Pole::x, 1.0);
    mended.spectrum(&options).unwrap();
    let wrong = system
        .initial(Pole::x, vec![1.0, 2.0])
        .initial(Pole::y, 1.0);
    let error = wrong.spectrum(&options).unwrap_err();
    assert!(
        matches!(
            error,
            Error::Setup(SetupError::InitialNodes { state: "x", .. })
        ),
        "{error}"
    );
}

#[test]
fn sizes_beyond_all_memory() {
    let options = SpectrumOptions::new(10).dt(0.01);
    let huge = System::uncoupled(Pole::default(), usize::MAX).initial_with(Pole::x, |_| 0.0);
    assert_eq!(huge.dimension(), usize::MAX);
    for error in [
        huge.spectrum(&options).unwrap_err(),
        System::network(Heard::default(), Dense::all_to_all(usize::MAX, 1.0))
            .spectrum(&options)
            .unwrap_err(),
    ] {
        assert!(
            matches!(error, Error::Setup(SetupError::TooLarge { .. })),
            "{error}"
        );
    }
    let flat = System::network(Heard::default(), Dense::from((usize::MAX, vec![0.0; 8])));
    assert!(matches!(
        flat.spectrum(&options).unwrap_err(),
        Error::Setup(_)
    ));
}

#[test]
fn whole_numbers_are_parameters() {
    let pole = Pole { a: 2.into() };
    assert_eq!(pole.a, 2.0.into());
}

/// A sum of nothing is 0, not −0.
#[test]
fn zeros_are_printed_without_a_sign() {
    let text = System::new(Pole::default())
        .spectrum(&SpectrumOptions::new(100).dt(0.01))
        .unwrap()
        .to_string();
    assert!(!text.contains("-0.000000"), "{text}");
}
