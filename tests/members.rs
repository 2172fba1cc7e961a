//! Members of an ensemble side by side on the CPU: the bits of each alone.

use lyapax::{
    Ensemble, Integrator, Model, Param, RunError, Signal, SpectrumOptions, System, model,
};
use lyapax_workspace::models::{Henon, Logistic, Lorenz};

model! {
    /// Functions, time, signals of both kinds, and five states.
    pub Driven {
        state a = 0.1, b = 0.2, c = -0.1, d = 0.3, e = 0.05;
        param k = 0.4;
        input drive, bias;
        "a' = b
         b' = -sin(a) - 0.1 * b + drive + 0.2 * cos(0.7 * t)
         c' = d + tanh(a - c)
         d' = -k * c^3 - exp(-d^2) * d + bias
         e' = sigmoid(b) - abs(e) + hypot(a, c)"
    }
}

/// More than a pack has lanes, and not all of its last one.
const MEMBERS: usize = 11;

/// Every member beside itself as a system.
fn alone<M: Model>(
    ensemble: &Ensemble<M>,
    options: &SpectrumOptions,
    system: impl Fn(usize) -> System<M>,
) {
    for threads in [1, 2] {
        let spectra = ensemble
            .spectrum(&options.clone().threads(threads))
            .unwrap();
        for (member, found) in spectra.iter().enumerate() {
            match (found, system(member).spectrum(options)) {
                (Ok(found), Ok(alone)) => {
                    assert_eq!(found.exponents(), alone.exponents());
                    assert_eq!(found.final_state(), alone.final_state());
                }
                (Err(found), Err(alone)) => assert_eq!(found.to_string(), alone.to_string()),
                other => panic!("{other:?}"),
            }
        }
    }
}

fn rho(member: usize) -> f64 {
    20.0 + 2.0 * member as f64
}

fn each(of: impl Fn(usize) -> f64) -> Param {
    (0..MEMBERS).map(of).collect::<Vec<_>>().into()
}

#[test]
fn flows_by_all_methods() {
    let lorenz = Lorenz {
        rho: each(rho),
        ..Lorenz::default()
    };
    let ensemble =
        Ensemble::new(lorenz, MEMBERS).initial_with(Lorenz::x, |member| 1.0 + 0.1 * member as f64);
    for integrator in Integrator::ALL {
        for (k, every) in [(3, 10), (2, 7), (1, 1)] {
            let options = SpectrumOptions::new(1234)
                .dt(0.005)
                .t_transient(0.317)
                .k(k)
                .renorm_every(every)
                .integrator(integrator);
            alone(&ensemble, &options, |member| {
                let lorenz = Lorenz {
                    rho: rho(member).into(),
                    ..Lorenz::default()
                };
                System::new(lorenz).initial(Lorenz::x, 1.0 + 0.1 * member as f64)
            });
        }
    }
}

/// With one that has no second direction, and some that leave.
#[test]
fn maps() {
    let a = |member: usize| 1.0 + 0.1 * member as f64;
    let b = |member: usize| 0.06 * member as f64;
    let henon = Henon {
        a: each(a),
        b: each(b),
    };
    let ensemble = Ensemble::new(henon, MEMBERS);
    for (k, every) in [(2, 1), (1, 3)] {
        let options = SpectrumOptions::new(500)
            .t_transient(30.0)
            .k(k)
            .renorm_every(every);
        alone(&ensemble, &options, |member| {
            System::new(Henon {
                a: a(member).into(),
                b: b(member).into(),
            })
        });
    }
    let failures = ensemble.spectrum(&SpectrumOptions::new(500)).unwrap();
    assert!(
        failures
            .failures()
            .any(|(_, error)| matches!(error, RunError::NonFinite { .. }))
    );
    let r = |member: usize| 2.0 + 0.19 * member as f64;
    let ensemble = Ensemble::new(Logistic { r: each(r) }, MEMBERS).initial(Logistic::x, 0.5);
    alone(
        &ensemble,
        &SpectrumOptions::new(700).t_transient(11.0),
        |member| {
            System::new(Logistic {
                r: r(member).into(),
            })
            .initial(Logistic::x, 0.5)
        },
    );
}

#[test]
fn signals_and_functions() {
    let samples: Vec<f64> = (0..60).map(|i| 0.4 * (f64::from(i) * 1.1).sin()).collect();
    let drive = Signal::sampled(0.0, 0.25, samples);
    let bias = |member: usize| 0.05 * member as f64;
    let driven = Driven {
        drive: drive.clone(),
        bias: Signal::PerNode((0..MEMBERS).map(bias).collect()),
        ..Driven::default()
    };
    let ensemble =
        Ensemble::new(driven, MEMBERS).initial_with(Driven::a, |member| 0.3 * member as f64 - 1.0);
    let options = SpectrumOptions::new(900)
        .dt(0.01)
        .t_transient(0.5)
        .start_time(0.1);
    alone(&ensemble, &options, |member| {
        let driven = Driven {
            drive: drive.clone(),
            bias: bias(member).into(),
            ..Driven::default()
        };
        System::new(driven).initial(Driven::a, 0.3 * member as f64 - 1.0)
    });
}

/// One that leaves takes nothing with it.
#[test]
fn one_leaves() {
    let start = |bad: bool| {
        move |member: usize| {
            if bad && member == 5 {
                1e200
            } else {
                1.0 + member as f64
            }
        }
    };
    let with = Ensemble::new(Lorenz::default(), MEMBERS).initial_with(Lorenz::x, start(true));
    let without = Ensemble::new(Lorenz::default(), MEMBERS).initial_with(Lorenz::x, start(false));
    let options = SpectrumOptions::new(400).dt(0.01);
    let (with, without) = (
        with.spectrum(&options).unwrap(),
        without.spectrum(&options).unwrap(),
    );
    assert!(with.member(5).is_err());
    for member in (0..MEMBERS).filter(|member| *member != 5) {
        let (a, b) = (
            with.member(member).unwrap(),
            without.member(member).unwrap(),
        );
        assert_eq!(a.exponents(), b.exponents());
        assert_eq!(a.std_errors(), b.std_errors());
        assert_eq!(a.final_state(), b.final_state());
    }
}

#[expect(
    deprecated,
    reason = "the compiler of equations warns that nothing reads `x`"
)]
mod forgetful {
    lyapax::model! {
        /// It forgets where it was: no exponent is finite.
        pub Forgetful {
            state x = 0.4, y = 0.2;
            param a = 0.5;
            next(x) = y;
            next(y) = a;
        }
    }
}
use forgetful::Forgetful;

/// Where there is no tangent to follow.
#[test]
fn nothing_is_remembered() {
    let ensemble = Ensemble::new(Forgetful::default(), MEMBERS)
        .initial_with(Forgetful::x, |member| member as f64);
    for k in [1, 2] {
        let options = SpectrumOptions::new(50).k(k);
        let spectra = ensemble.spectrum(&options).unwrap();
        let system = System::new(Forgetful::default()).initial(Forgetful::x, 3.0);
        match (spectra.member(3), system.spectrum(&options)) {
            (Ok(member), Ok(alone)) => assert_eq!(member.exponents(), alone.exponents()),
            (Err(member), Err(alone)) => assert_eq!(member.to_string(), alone.to_string()),
            other => panic!("{other:?}"),
        }
    }
}
