//! Derivatives of exponents.

use lyapax::{
    Dense, DerivativeWarning, Error, GradientError, Model, SpectrumOptions, System, Variable, model,
};
use lyapax_workspace::models::{Decay, Kuramoto, LinearNetwork, Lorenz, VanDerPol};

model! {
    pub Logistic {
        state x = 0.4;
        param r = 3.2;
        next(x) = r * x * (1 - x);
    }
}

model! {
    /// A cycle of radius √μ, with exponents 0 and −2μ, whose period depends on μ and on its shear.
    pub Hopf {
        state x = 0.8, y = 0.0;
        param mu = 0.5, shear = 0.7;
        let r2 = x^2 + y^2;
        dx/dt = mu * x - y - r2 * (x - shear * y);
        dy/dt = x + mu * y - r2 * (y + shear * x);
    }
}

/// A slope against differences of spectra.
#[track_caller]
fn close<M: Model>(
    system: &System<M>,
    options: &SpectrumOptions,
    variable: Variable<M>,
    tolerance: f64,
    changed: impl Fn(f64) -> System<M>,
) {
    const H: f64 = 1e-4;
    let gradients = system.exponent_gradients(options, &[variable]).unwrap();
    // Of weighted averages as well: those of a plain one oscillate with the end of the run.
    let of = |h: f64| changed(h).exponent_gradients(options, &[variable]).unwrap();
    let (more, less) = (of(H), of(-H));
    for i in 0..gradients.exponents().len() {
        let difference = (more.exponents()[i] - less.exponents()[i]) / (2.0 * H);
        let slope = gradients.of(i, variable);
        assert!(
            (slope - difference).abs() < tolerance * (1.0 + slope.abs()),
            "{i}: {slope}, by differences {difference}"
        );
    }
}

/// λ = ½·ln |4 + 2r − r²| on the cycle of two, ln |2 − r| at the fixed point.
#[test]
fn a_map_on_a_fixed_point_and_on_a_cycle() {
    let options = SpectrumOptions::new(20_000).t_transient(2000.0);
    let slope = |r: f64| {
        let system = System::new(Logistic { r: r.into() });
        let gradients = system
            .exponent_gradients(&options, &[Logistic::r.into()])
            .unwrap();
        assert!(gradients.error(0, Logistic::r) < 1e-8, "{gradients}");
        assert!(gradients.warnings().is_empty(), "{gradients}");
        gradients.of(0, Logistic::r)
    };
    assert!((slope(2.8) - 1.0 / (2.8 - 2.0)).abs() < 1e-10);
    let r = 3.2;
    assert!((slope(r) - (1.0 - r) / (4.0 + 2.0 * r - r * r)).abs() < 1e-10);
    // Three points, of which only differences are known.
    let system = System::new(Logistic { r: 3.835.into() });
    close(&system, &options, Logistic::r.into(), 1e-3, |h| {
        System::new(Logistic {
            r: (3.835 + h).into(),
        })
    });
}

#[test]
fn linear_systems() {
    let options = SpectrumOptions::new(2000).dt(0.01).t_transient(20.0);
    let gradients = System::new(Decay::default())
        .exponent_gradients(&options, &[Decay::rate.into()])
        .unwrap();
    // That of the step: ln R(−dt·rate)/dt.
    assert!((gradients.of(0, Decay::rate) + 1.0).abs() < 1e-8);
    // γ + G·w for each eigenvalue w of the weights: 1 and −1.
    let network = System::network(LinearNetwork::default(), [[0.0, 1.0], [1.0, 0.0]]);
    let variables = [LinearNetwork::gamma.into(), LinearNetwork::G.into()];
    let gradients = network.exponent_gradients(&options, &variables).unwrap();
    for (i, w) in [1.0, -1.0].into_iter().enumerate() {
        assert!(
            (gradients.of(i, LinearNetwork::gamma) - 1.0).abs() < 1e-6,
            "{gradients}"
        );
        assert!(
            (gradients.of(i, LinearNetwork::G) - w).abs() < 1e-6,
            "{gradients}"
        );
    }
}

#[test]
fn cycles() {
    let options = SpectrumOptions::new(100_000).dt(0.01).t_transient(100.0);
    let system = System::new(Hopf::default());
    let variables = [Hopf::mu.into(), Hopf::shear.into()];
    let gradients = system.exponent_gradients(&options, &variables).unwrap();
    assert!(gradients.warnings().is_empty(), "{gradients}");
    for (i, (by_mu, by_shear)) in [(0.0, 0.0), (-2.0, 0.0)].into_iter().enumerate() {
        for (variable, expected) in variables.iter().zip([by_mu, by_shear]) {
            let (slope, error) = (gradients.of(i, *variable), gradients.error(i, *variable));
            assert!(
                (slope - expected).abs() < 1e-6 && error < 1e-5,
                "{gradients}"
            );
        }
    }
    // Of the zero exponent alone nothing is left but rounding, and that is nothing.
    let first = system.exponent_gradients(&options.clone().k(1), &variables);
    let first = first.unwrap();
    assert!(first.warnings().is_empty(), "{first}");
    let system = System::new(VanDerPol::default());
    close(&system, &options, VanDerPol::mu.into(), 2e-3, |h| {
        System::new(VanDerPol {
            mu: (1.0 + h).into(),
        })
    });
}

/// Three oscillators that are locked: a fixed point but for the common phase.
#[test]
fn a_network() {
    let model = |g: f64| Kuramoto {
        omega: vec![-0.3, 0.1, 0.2].into(),
        G: g.into(),
    };
    let system = |g: f64| System::network(model(g), Dense::all_to_all(3, 1.0));
    let options = SpectrumOptions::new(20_000).dt(0.02).t_transient(200.0);
    for pairwise in [false, true] {
        let of = |g: f64| {
            if pairwise {
                system(g).pairwise()
            } else {
                system(g)
            }
        };
        close(
            &of(2.0),
            &options,
            Kuramoto::G.into(),
            1e-6,
            |h| of(2.0 + h),
        );
    }
    let node = Variable::from(Kuramoto::omega).at_node(0);
    let gradients = system(2.0).exponent_gradients(&options, &[node]).unwrap();
    assert!(gradients.warnings().is_empty(), "{gradients}");
    assert!(
        gradients.of(0, node).abs() < 1e-9 && gradients.of(2, node).abs() > 1e-3,
        "{gradients}"
    );
}

#[test]
fn chaos_is_refused() {
    let options = SpectrumOptions::new(20_000).dt(0.01);
    let system = System::new(Lorenz::default());
    let refused = |result: Result<lyapax::ExponentGradients<Lorenz>, Error>| match result {
        Err(Error::Gradient(error)) => error,
        other => panic!("{other:?}"),
    };
    let error = refused(system.exponent_gradients(&options, &[Lorenz::rho.into()]));
    let GradientError::Chaotic { exponent, .. } = error else {
        panic!("{error}")
    };
    assert!((exponent - 0.9).abs() < 0.05);
    assert!(error.to_string().contains("exponent_differences"));
    for variable in [Lorenz::x.into(), Variable::Coupling] {
        let error = refused(system.exponent_gradients(&options, &[variable]));
        assert!(matches!(error, GradientError::NotVaried { .. }));
    }
    assert!(matches!(
        system.exponent_gradients(&options, &[]),
        Err(Error::Setup(_))
    ));
    let short = SpectrumOptions::new(99).dt(0.01);
    let error = refused(system.exponent_gradients(&short, &[Lorenz::rho.into()]));
    assert!(
        matches!(error, GradientError::TooShort { steps: 99, .. }),
        "{error}"
    );
}

/// Volumes shrink at the rate σ + 1 + β, whatever rho is; and λ₁ rises with rho by about .018 about 28.
#[test]
fn differences_over_an_ensemble() {
    let system = System::new(Lorenz::default());
    let options = SpectrumOptions::new(20_000).dt(0.01);
    let by_sigma = system
        .exponent_differences(&options, Lorenz::sigma, 0.5, 24)
        .unwrap();
    let sum: f64 = by_sigma.slopes.iter().sum();
    assert!((sum + 1.0).abs() < 1e-3, "{by_sigma}");
    let by_rho = system
        .exponent_differences(&options, Lorenz::rho, 2.0, 24)
        .unwrap();
    let (slope, error) = (by_rho.slopes[0], by_rho.std_errors[0]);
    assert!(
        (slope - 0.018).abs() < 4.0 * error + 0.004 && error < 0.006,
        "{by_rho}"
    );
    // The same for any number of threads.
    let again = system
        .exponent_differences(&options.clone().threads(1), Lorenz::rho, 2.0, 24)
        .unwrap();
    assert_eq!(again, by_rho);
    let refused = |variable: Variable<Lorenz>, change: f64, members: usize| {
        let result = system.exponent_differences(&options, variable, change, members);
        assert!(matches!(result, Err(Error::Gradient(_))), "{result:?}");
    };
    refused(Lorenz::rho.into(), 0.0, 10);
    refused(Lorenz::rho.into(), -1.0, 10);
    refused(Lorenz::rho.into(), f64::NAN, 10);
    refused(Lorenz::rho.into(), 1e-30, 10);
    refused(Lorenz::rho.into(), 1.0, 1);
    refused(Lorenz::x.into(), 1.0, 10);
}

model! {
    /// Rates a ± d, which are equal where d = 0: there neither has a derivative by d.
    pub Apart {
        state x = 1.0, y = 0.5;
        param a = -0.3, d = 0.0;
        "x' = (a + d) * x
         y' = (a - d) * y"
    }
}

/// Whatever the basis is, equal exponents have the mean of their derivatives.
#[test]
fn equal_exponents() {
    for seed in 0..3 {
        let options = SpectrumOptions::new(4000).dt(0.01).seed(seed);
        let gradients = System::new(Apart::default())
            .exponent_gradients(&options, &[Apart::a.into(), Apart::d.into()])
            .unwrap();
        for i in 0..2 {
            assert!(
                (gradients.of(i, Apart::a) - 1.0).abs() < 1e-9,
                "{gradients}"
            );
            assert!(gradients.of(i, Apart::d).abs() < 1e-9, "{gradients}");
        }
        let equal = DerivativeWarning::EqualExponents { first: 0, last: 1 };
        assert!(gradients.warnings().contains(&equal), "{gradients}");
    }
}

/// What comes to nothing is told: so short a run that chaos does not show, and a bifurcation.
#[test]
fn what_does_not_converge() {
    let warned = |gradients: &[DerivativeWarning]| {
        let is_it = |warning: &DerivativeWarning| matches!(warning, DerivativeWarning::NotConverged { by, .. } if by == "rho" || by == "r");
        gradients.iter().any(is_it)
    };
    let options = SpectrumOptions::new(300).dt(0.01);
    let gradients = System::new(Lorenz::default())
        .exponent_gradients(&options, &[Lorenz::rho.into()])
        .unwrap();
    assert!(warned(gradients.warnings()), "{gradients}");
    // Where the two fixed points meet, and where a cycle of three is born.
    let at = |r: f64| {
        let system = System::new(Logistic { r: r.into() });
        let options = SpectrumOptions::new(20_000);
        system.exponent_gradients(&options, &[Logistic::r.into()])
    };
    for r in [1.0, 1.0 + 8.0_f64.sqrt()] {
        let gradients = at(r).unwrap();
        assert!(warned(gradients.warnings()), "{gradients}");
    }
    // Where periods double, the mean of the slopes on both sides comes out.
    let zero = DerivativeWarning::NotToldFromZero {
        exponents: 1,
        expected: 0,
    };
    for r in [1.0, 3.0, 1.0 + 6.0_f64.sqrt()] {
        let gradients = at(r).unwrap();
        assert!(gradients.warnings().contains(&zero), "{gradients}");
    }
    assert!(at(3.1).unwrap().warnings().is_empty());
    // A pair of exponents turns positive.
    let hopf = System::new(Hopf {
        mu: 0.0.into(),
        ..Hopf::default()
    });
    let options = SpectrumOptions::new(20_000).dt(0.02);
    let gradients = hopf.exponent_gradients(&options, &[Hopf::mu.into()]);
    let gradients = gradients.unwrap();
    let two = DerivativeWarning::NotToldFromZero {
        exponents: 2,
        expected: 1,
    };
    assert!(gradients.warnings().contains(&two), "{gradients}");
}
