//! What is no sweep is told before anything is run.

use lyapax::{
    Error, Integrator, Part, Quantity, SetupError, Signal, SpectrumOptions, Sweep, SweepError,
    System, model,
};

use lyapax_workspace::models::{Henon, Lorenz};

model! {
    pub Driven {
        state x = 0.0;
        param rate = 1.0;
        input u;
        "x' = u - rate * x"
    }
}

fn lorenz() -> Sweep<Lorenz> {
    Sweep::new(System::new(Lorenz::default()))
}

fn options() -> SpectrumOptions {
    SpectrumOptions::new(10).dt(0.01)
}

#[track_caller]
fn refused(sweep: &Sweep<Lorenz>, options: &SpectrumOptions, text: &str) {
    let error = sweep.spectrum(options).unwrap_err().to_string();
    assert!(
        error.contains(text) && error.contains("\nhelp: "),
        "{error}"
    );
}

#[test]
fn axes() {
    refused(&lorenz(), &options(), "the sweep varies nothing");
    let none = lorenz().over(Lorenz::rho, []);
    refused(&none, &options(), "`rho` has no values");
    let nan = lorenz().over(Lorenz::rho, [1.0, f64::NAN]);
    refused(&nan, &options(), "value 1 of `rho` is NaN");
    let lengths = lorenz()
        .over(Lorenz::rho, [1.0, 2.0])
        .with(Lorenz::x, [1.0]);
    refused(
        &lengths,
        &options(),
        "`initial_x` has 1 values, and what it varies along with has 2",
    );
    let lone = lorenz().with(Lorenz::rho, [1.0]).over(Lorenz::sigma, [1.0]);
    refused(&lone, &options(), "`rho` varies along with no axis");
    let twice = lorenz().over(Lorenz::rho, [1.0]).over(Lorenz::rho, [2.0]);
    refused(&twice, &options(), "`rho` is varied twice");
    let dt = lorenz().over(Quantity::Step, [0.01, 0.0]);
    refused(&dt, &options(), "value 1 of `dt` is 0");
    let seed = lorenz().over(Quantity::Seed, [0.5]);
    refused(&seed, &options(), "value 0 of `seed` is 0.5");
    let seeds = lorenz().seeds(0..2);
    let basis = vec![vec![1.0, 0.0, 0.0]];
    refused(
        &seeds,
        &options().start_basis(basis),
        "there are seeds of the start tangents",
    );
    let coupling = lorenz().over(Quantity::Coupling, [1.0]);
    refused(&coupling, &options(), "the system is no network");
    let along = lorenz()
        .over(Lorenz::rho, [1.0])
        .continue_along(Lorenz::sigma);
    refused(&along, &options(), "along `sigma`, which is not varied");
    let map = Sweep::new(System::new(Henon::default())).over(Quantity::Step, [0.1]);
    let error = map.spectrum(&SpectrumOptions::new(10)).unwrap_err();
    assert!(error.to_string().contains("`Henon` is a map"), "{error}");
}

#[test]
fn options_that_are_for_one_run() {
    let sweep = lorenz().over(Lorenz::rho, [1.0]);
    refused(&sweep, &options().until(0.1), "`until` is for single runs");
    refused(
        &sweep,
        &options().history_every(1),
        "`history_every` is for single runs",
    );
    refused(&sweep, &options().threads(0), "without a thread");
    refused(&sweep, &SpectrumOptions::new(10), "step");
    refused(&sweep, &options().k(4), "k = 4");
    refused(
        &sweep.clone().part(Part::new(1, 2).unwrap()),
        &options(),
        "kept nowhere",
    );
    let map = Sweep::new(System::new(Henon::default())).over(Henon::a, [1.0]);
    let error = map
        .spectrum(&SpectrumOptions::new(10).integrator(Integrator::Rk4))
        .unwrap_err();
    assert!(
        matches!(error, Error::Setup(SetupError::IntegratorForMap { .. })),
        "{error}"
    );
}

#[test]
fn systems_of_points() {
    let sweep = lorenz()
        .over(Lorenz::rho, [1.0, 2.0, 3.0])
        .each(|point, system| {
            let value = if point.index() == 2 {
                f64::INFINITY
            } else {
                1.0
            };
            system.initial(Lorenz::y, value)
        });
    let error = sweep.spectrum(&options()).unwrap_err();
    let Error::Sweep(SweepError::Point { point: 2, error }) = error else {
        panic!("{error}");
    };
    assert!(matches!(
        *error,
        SetupError::InitialNotFinite { state: "y", .. }
    ));
    for nodes in [1, 2] {
        let other = lorenz()
            .over(Lorenz::rho, [1.0])
            .each(move |_, system| System::uncoupled(system.model().clone(), nodes));
        refused(&other, &options(), "another kind of system");
    }
    // Rows would say what was not run.
    let changed = lorenz()
        .over(Lorenz::rho, [1.0, 2.0])
        .each(|_, mut system| {
            system.model_mut().rho = 1.0.into();
            system
        });
    refused(&changed, &options(), "changed `rho` of point 1");
    let start = lorenz()
        .over(Lorenz::x, [1.0, 2.0])
        .each(|_, system| system.initial(Lorenz::x, 2.0));
    refused(&start, &options(), "changed `initial_x` of point 0");
    let along = lorenz()
        .over(Lorenz::rho, [1.0, 2.0])
        .with(Lorenz::x, [1.0, 2.0]);
    refused(
        &along.continue_along(Lorenz::rho),
        &options(),
        "`initial_x` varies along the axis",
    );
    // Samples that end before the run.
    let short = Sweep::new(System::new(Driven::default()))
        .over(Driven::rate, [1.0, 2.0, 3.0])
        .each(|point, mut system| {
            let samples = vec![0.0; if point.index() == 1 { 3 } else { 40 }];
            system.model_mut().u = Signal::sampled(0.0, 0.01, samples);
            system
        });
    let error = short
        .spectrum(&SpectrumOptions::new(20).dt(0.01))
        .unwrap_err()
        .to_string();
    assert!(
        error.contains("point 1 of the sweep") && error.contains("`u` is sampled"),
        "{error}"
    );
    let vector = lorenz().over(Lorenz::rho, [1.0]).each(|_, mut system| {
        system.model_mut().beta = vec![1.0, 2.0].into();
        system
    });
    let error = vector.spectrum(&options()).unwrap_err();
    assert!(
        matches!(error, Error::Setup(_) | Error::Sweep(_)),
        "{error}"
    );
}

#[test]
fn parts() {
    assert_eq!("3/16".parse::<Part>().unwrap().to_string(), "3/16");
    for text in ["0/3", "4/3", "1/0", "3", "a/b", "-1/3", ""] {
        let error = text.parse::<Part>().unwrap_err().to_string();
        assert!(error.contains("\nhelp: "), "{text}: {error}");
    }
}
