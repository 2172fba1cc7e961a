//! Bad data, and what cannot be fitted.

use lyapax::fit::{Fit, FitError};
use lyapax::{Error, SimulateOptions, System, Variable};
use lyapax_workspace::models::Lorenz;

use super::Line;

fn line() -> Line {
    Line {
        x: vec![0.0, 1.0, 2.0].into(),
        ..Line::default()
    }
}

#[track_caller]
fn refused(fit: Fit<'_, Line>) -> FitError {
    match fit.run() {
        Err(Error::Fit(error)) => error,
        other => panic!("{other:?}"),
    }
}

#[test]
fn data() {
    assert_eq!(refused(Fit::conditions(line())), FitError::NoData);
    let with = |values: Vec<f64>| Fit::conditions(line()).data(Line::y, values);
    let error = refused(with(vec![1.0, 2.0]));
    assert_eq!(
        error.to_string(),
        "there are 2 values of `y` for 3 conditions\nhelp: give one for each"
    );
    let error = refused(with(vec![1.0, f64::NAN, 2.0]));
    assert!(
        matches!(error, FitError::NotANumber { row: 1, .. }),
        "{error}"
    );
    for sigma in [0.0, -1.0, f64::NAN, f64::INFINITY, 1e-320] {
        let sigma = vec![1.0, 1.0, sigma];
        let error = refused(Fit::conditions(line()).data_with(Line::y, [1.0; 3], sigma));
        assert!(matches!(error, FitError::Sigma { row: 2, .. }), "{error}");
    }
    let error = refused(Fit::conditions(line()).data_with(Line::y, [1.0; 3], vec![1.0]));
    assert!(error.to_string().contains("standard error of y"), "{error}");
    let error = refused(with(vec![1.0; 3]).data_with(Line::y, [1.0; 3], 0.1));
    assert!(matches!(error, FitError::SomeSigmas { .. }), "{error}");
}

#[test]
fn variables() {
    let fit = || Fit::conditions(line()).data(Line::y, [1.0, 2.0, 4.0]);
    let error = refused(fit().free::<Variable<Line>>([]));
    assert_eq!(error, FitError::NothingFree);
    let error = refused(fit().free([Line::slope, Line::slope]));
    assert!(matches!(error, FitError::Twice { .. }));
    let error = refused(fit().bounds(Line::slope, 0.0..).bounds(Line::slope, ..3.0));
    assert!(matches!(error, FitError::BoundsTwice { .. }), "{error}");
    let error = refused(fit().free([Line::x]));
    assert!(matches!(error, FitError::NotFree { .. }));
    let few = Line {
        x: vec![1.0].into(),
        ..Line::default()
    };
    let error = refused(Fit::conditions(few).data(Line::y, [1.0]));
    assert_eq!(error, FitError::TooFewData { data: 1, free: 2 });
    let error = refused(fit().free([Line::slope]).bounds(Line::offset, 0.0..));
    assert!(matches!(error, FitError::BoundsUnread { .. }));
    for range in [1.0..=5.0, 2.0..=0.0, f64::NAN..=5.0] {
        let error = refused(fit().bounds(Line::slope, range));
        assert!(matches!(error, FitError::Bounds { .. }), "{error}");
    }
    assert!(matches!(fit().threads(0).run(), Err(Error::Setup(_))));
    // A parameter with a value for each condition is given, and not fitted.
    let given = Line {
        offset: vec![0.0, 1.0, 0.0].into(),
        ..line()
    };
    let fit = Fit::conditions(given)
        .data(Line::y, [1.0, 2.0, 4.0])
        .run()
        .unwrap();
    assert_eq!(fit.variables().len(), 1);
}

#[test]
fn runs() {
    let system = || System::new(Lorenz::default());
    let options = SimulateOptions::new(10).dt(0.01);
    let fit = |values: usize| {
        Fit::trajectory(system(), options.clone()).data(Lorenz::x, vec![1.0; values])
    };
    let Err(Error::Fit(error)) = fit(10).run() else {
        panic!()
    };
    assert!(
        error
            .to_string()
            .contains("10 values of `x` for 11 samples"),
        "{error}"
    );
    assert!(matches!(
        fit(11).free([Variable::Coupling]).run(),
        Err(Error::Fit(_))
    ));
    let far = Variable::from(Lorenz::x).at_node(1);
    assert!(matches!(fit(11).free([far]).run(), Err(Error::Setup(_))));
    // A begin from which the run leads nowhere.
    let wild = System::new(Lorenz::default()).initial(Lorenz::x, 1e300);
    let fit = Fit::trajectory(wild, options).data(Lorenz::x, vec![1.0; 11]);
    assert!(matches!(fit.run(), Err(Error::Run(_))));
}

/// A parameter at all nodes and at one are not two variables.
#[test]
fn parts_of_each_other() {
    let fit = |free: [Variable<Lorenz>; 2]| {
        let options = SimulateOptions::new(10).dt(0.01);
        let fit = Fit::trajectory(System::new(Lorenz::default()), options);
        let error = fit.data(Lorenz::x, vec![1.0; 11]).free(free).run();
        match error {
            Err(Error::Fit(error)) => error,
            other => panic!("{other:?}"),
        }
    };
    for whole in [Variable::from(Lorenz::rho), Lorenz::x.into()] {
        for free in [[whole, whole.at_node(0)], [whole.at_node(0), whole]] {
            let error = fit(free);
            assert!(matches!(error, FitError::Overlap { .. }), "{error}");
        }
    }
}
