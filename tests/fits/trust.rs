//! How far a fit is to be trusted: units, bounds, starts, and what it says of itself.

use lyapax::fit::{Fit, FitError, FitWarning, Optimiser, Stop};
use lyapax::{Error, SimulateOptions, System, Variable, model};

use super::Line;

const ALL: [Optimiser; 3] = [
    Optimiser::LevenbergMarquardt,
    Optimiser::Lbfgs,
    Optimiser::SteepestDescent,
];

fn ten() -> Vec<f64> {
    (2..22).map(|i| 0.5 * f64::from(i)).collect()
}

/// y = 2x + 1 and something like noise.
fn line() -> (Line, Vec<f64>) {
    let x = ten();
    let y = x.iter().map(|x| 2.0 * x + 1.0 + 0.1 * (7.0 * x).sin());
    let y = y.collect();
    let line = Line {
        x: x.into(),
        ..Line::default()
    };
    (line, y)
}

/// However far away they are.
#[test]
fn far_bounds_change_nothing() {
    let (line, y) = line();
    let fit = || Fit::conditions(line.clone()).data_with(Line::y, y.clone(), 0.1);
    let free = fit().run().unwrap();
    for far in [1e10, 1e13, 1e16, 1e20, 1e200, 1.7e308] {
        for bounded in [
            fit().bounds(Line::slope, -far..=far),
            fit().bounds(Line::slope, -far..),
            fit().bounds(Line::slope, ..far),
        ] {
            let found = bounded.run().unwrap();
            for name in [Line::slope, Line::offset] {
                let (a, b) = (found.value(name), free.value(name));
                assert!((a - b).abs() < 1e-9, "{far:e}: {a} {b}");
                let (a, b) = (found.std_error(name), free.std_error(name));
                assert!((a.unwrap() / b.unwrap() - 1.0).abs() < 1e-9);
            }
            assert!(found.warnings().is_empty(), "{found}");
        }
    }
}

model! {
    pub Proportional {
        param D = 1.0;
        input x;
        output y = D * x;
    }
}

/// A diffusion coefficient is of 10⁻⁹ m²/s, and not at its bound for that.
#[test]
fn any_unit() {
    let x = ten();
    for unit in [1e-20, 1e-9, 1.0, 1e12] {
        let y: Vec<f64> = x.iter().map(|x| unit * (3.0 * x + 0.1 * x.sin())).collect();
        let start = Proportional {
            D: unit.into(),
            x: x.clone().into(),
        };
        for optimiser in ALL {
            let fit = Fit::conditions(start.clone())
                .data_with(Proportional::y, y.clone(), 0.1 * unit)
                .bounds(Proportional::D, 0.0..)
                .optimiser(optimiser)
                .run()
                .unwrap();
            assert_eq!(fit.stop(), Stop::Converged, "{unit:e} {optimiser:?}: {fit}");
            let value = fit.value(Proportional::D) / unit;
            assert!((value - 3.0).abs() < 0.02, "{unit:e}: {fit}");
            let sum: f64 = x.iter().map(|x| x * x).sum();
            let error = fit.std_error(Proportional::D).unwrap() / unit;
            assert!((error / (0.1 / sum.sqrt()) - 1.0).abs() < 1e-9);
        }
        // Without errors of the data, whatever their size.
        let fit = Fit::conditions(start)
            .data(Proportional::y, y.clone())
            .optimiser(Optimiser::Lbfgs)
            .run()
            .unwrap();
        assert!(fit.iterations() > 0, "{unit:e}: {fit}");
        assert!((fit.value(Proportional::D) / unit - 3.0).abs() < 0.02);
    }
}

/// What stands at its bound is held there for the others.
#[test]
fn errors_beside_a_bound() {
    let (line, y) = line();
    // With errors of the data, and without.
    let fit = |line: Line, sigma: Option<f64>| {
        let fit = Fit::conditions(line);
        match sigma {
            Some(sigma) => fit.data_with(Line::y, y.clone(), sigma),
            None => fit.data(Line::y, y.clone()),
        }
    };
    for sigma in [Some(0.1), None] {
        let at_bound = fit(line.clone(), sigma)
            .bounds(Line::slope, 0.0..=1.5)
            .run()
            .unwrap();
        assert_eq!(at_bound.stop(), Stop::Converged, "{at_bound}");
        let held = Line {
            slope: 1.5.into(),
            ..line.clone()
        };
        let held = fit(held, sigma).free([Line::offset]).run().unwrap();
        let [a, b] = [&at_bound, &held].map(|fit| fit.std_error(Line::offset).unwrap());
        assert!((a / b - 1.0).abs() < 1e-6, "{a} {b}");
        assert_eq!(at_bound.degrees_of_freedom(), held.degrees_of_freedom());
        assert!(at_bound.std_error(Line::slope).is_err());
        assert!(at_bound.correlation(Line::slope, Line::offset).is_none());
        let error = held.std_error(Line::slope).unwrap_err();
        assert!(matches!(error, FitError::WasNotFree { .. }), "{error}");
    }
}

model! {
    pub Decaying {
        param a = 1.0, k = 1.0;
        input x;
        output y = a * exp(-k * x);
    }
}

/// All optimisers, from several starts.
#[test]
fn the_same_minimum() {
    let x: Vec<f64> = (1..21).map(|i| 0.5 * f64::from(i)).collect();
    let noisy = |x: &f64| 2.0 * (-0.3 * x).exp() + 0.01 * (9.0 * x).sin();
    let y: Vec<f64> = x.iter().map(noisy).collect();
    let begin = |a: f64, k: f64, optimiser| {
        let start = Decaying {
            a: a.into(),
            k: k.into(),
            x: x.clone().into(),
        };
        Fit::conditions(start)
            .data_with(Decaying::y, y.clone(), 0.01)
            .optimiser(optimiser)
            .iterations(100_000)
    };
    let fit = |a, k, optimiser| begin(a, k, optimiser).run().unwrap();
    let best = fit(1.9, 0.31, Optimiser::LevenbergMarquardt);
    assert_eq!(best.stop(), Stop::Converged);
    for (a, k) in [(1.9, 0.31), (1.0, 1.0), (0.5, 0.05)] {
        for optimiser in [Optimiser::LevenbergMarquardt, Optimiser::Lbfgs] {
            let found = fit(a, k, optimiser);
            assert_eq!(found.stop(), Stop::Converged, "{optimiser:?}: {found}");
            let ratio = found.chi_squared() / best.chi_squared();
            assert!((ratio - 1.0).abs() < 1e-8, "{a} {k} {optimiser:?}: {ratio}");
        }
    }
    // Also from beside bounds, which a first step goes through.
    for (a, k) in [(1.9, 0.01), (0.01, 0.31), (0.01, 0.01), (5.0, 0.001)] {
        let found = begin(a, k, Optimiser::LevenbergMarquardt)
            .bounds(Decaying::a, 0.0..)
            .bounds(Decaying::k, 0.0..=10.0)
            .run()
            .unwrap();
        assert_eq!(found.stop(), Stop::Converged, "{a} {k}: {found}");
        let ratio = found.chi_squared() / best.chi_squared();
        assert!((ratio - 1.0).abs() < 1e-8, "{a} {k}: {ratio}");
    }
    let slow = fit(1.9, 0.31, Optimiser::SteepestDescent);
    assert!(slow.chi_squared() < 1.01 * best.chi_squared(), "{slow}");
}

model! {
    pub Relaxing {
        state x = 0.0;
        param rate = 0.8, c = 0.0;
        "x' = c - rate * x"
    }
}

/// Zero is where many begin.
#[test]
fn a_start_at_zero() {
    let options = || SimulateOptions::new(200).dt(0.05).stride(10);
    let truth = Relaxing {
        rate: 0.5.into(),
        c: 2.0.into(),
    };
    let run = System::new(truth)
        .initial(Relaxing::x, 1.0)
        .simulate(&options())
        .unwrap();
    for optimiser in [Optimiser::LevenbergMarquardt, Optimiser::Lbfgs] {
        let free: [Variable<Relaxing>; 3] = [
            Relaxing::rate.into(),
            Relaxing::c.into(),
            Relaxing::x.into(),
        ];
        let fit = Fit::trajectory(System::new(Relaxing::default()), options())
            .data_with(Relaxing::x, run.state(Relaxing::x), 0.02)
            .free(free)
            .optimiser(optimiser)
            .run()
            .unwrap();
        for (value, expected) in fit.values().iter().zip([0.5, 2.0, 1.0]) {
            assert!((value - expected).abs() < 1e-5, "{optimiser:?}: {fit}");
        }
    }
}

model! {
    /// A slope with respect to n that is none where x is negative.
    pub Power {
        param a = 1.0, n = 2.0, idle = 3.0;
        input x;
        output y = a * x^n + 0 * idle;
    }
}

model! {
    pub Idle {
        param a = 1.0, idle = 3.0, shift = 0.0;
        input x;
        output y = a * x + shift * max(x - 100, 0) + min(idle, 0);
    }
}

#[test]
fn what_has_no_effect() {
    let x = ten();
    let y: Vec<f64> = x.iter().map(|x| 2.0 * x + 0.1 * x.sin()).collect();
    let start = Idle {
        x: x.into(),
        ..Idle::default()
    };
    let fit = Fit::conditions(start).data(Idle::y, y).run().unwrap();
    let told = FitWarning::NoEffect {
        variables: vec!["idle".into(), "shift".into()],
    };
    assert!(fit.warnings().contains(&told), "{fit}");
    assert!(fit.std_error(Idle::a).is_err());
    assert_eq!(fit.value(Idle::idle), 3.0);
}

/// Derivatives that nobody asked for may be none.
#[test]
fn what_is_fixed_does_not_matter() {
    let x = vec![-2.0, -1.0, 1.0, 3.0];
    let y: Vec<f64> = x.iter().map(|x| 1.5 * x * x).collect();
    let start = Power {
        x: x.into(),
        ..Power::default()
    };
    let fit = Fit::conditions(start.clone())
        .data_with(Power::y, y.clone(), 0.1)
        .free([Power::a])
        .run()
        .unwrap();
    assert!((fit.value(Power::a) - 1.5).abs() < 1e-12);
    let error = Fit::conditions(start)
        .data_with(Power::y, y, 0.1)
        .free([Power::n])
        .run()
        .unwrap_err();
    assert!(
        error.to_string().contains("by `n` is NaN in row 0"),
        "{error}"
    );
}

/// No standard errors, and why.
#[test]
fn nothing_to_tell_errors_by() {
    let line = |x: Vec<f64>| Line {
        x: x.into(),
        ..Line::default()
    };
    let as_many = Fit::conditions(line(vec![1.0, 2.0]))
        .data(Line::y, [1.0, 4.0])
        .run()
        .unwrap();
    let exact = Fit::conditions(line(ten()))
        .data(Line::y, ten())
        .run()
        .unwrap();
    for fit in [as_many, exact] {
        let why = |warning: &FitWarning| matches!(warning, FitWarning::NoStandardErrors { .. });
        assert!(fit.warnings().iter().any(why), "{fit}");
        assert!(fit.std_error(Line::slope).is_err());
    }
}

#[test]
fn squares_beyond_all_numbers() {
    for optimiser in ALL {
        for (y, sigma) in [(1e200, 1.0), (1.0, 1e-200)] {
            let (line, _) = line();
            let fit = Fit::conditions(line).data_with(Line::y, vec![y; 20], sigma);
            let error = fit.optimiser(optimiser).run().unwrap_err();
            assert!(
                matches!(error, Error::Fit(FitError::StartNotFinite { .. })),
                "{error}"
            );
        }
        let (line, _) = line();
        let fit = Fit::conditions(line).data(Line::y, vec![1e-200; 20]);
        let error = fit.optimiser(optimiser).run().unwrap_err();
        assert_eq!(error.to_string(), FitError::DataTooSmall.to_string());
    }
}

model! {
    pub Pulse {
        state x = 0.0;
        param rate = 1.0, onset = 1.0, height = 2.0;
        dx/dt = -rate * x + if t > onset { height } else { 0 };
    }
}

/// That a jump moves is missing in the derivatives, and said.
#[test]
fn a_jump_that_moves() {
    let options = SimulateOptions::new(100).dt(0.05).stride(10);
    let fit = |free| {
        Fit::trajectory(System::new(Pulse::default()), options.clone())
            .data_with(Pulse::x, vec![0.5; 11], 0.1)
            .free([free])
            .run()
            .unwrap()
    };
    let is_told = |warning: &FitWarning| matches!(warning, FitWarning::Derivatives(_));
    let moved = fit(Pulse::onset);
    assert!(moved.warnings().iter().any(is_told), "{moved}");
    let other = fit(Pulse::height);
    assert!(!other.warnings().iter().any(is_told), "{other}");
}
