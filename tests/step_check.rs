//! Is the step small enough? Found without knowing the answer.

use lyapax::{Error, Integrator, SetupError, SpectrumOptions, StepCheck, System};
use lyapax_workspace::models::*;

fn lorenz(dt: f64, time: f64, integrator: Integrator, halvings: u32) -> StepCheck {
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "a number of steps"
    )]
    let steps = (time / dt).round() as u64;
    let options = SpectrumOptions::new(steps)
        .dt(dt)
        .integrator(integrator)
        .t_transient(50.0);
    System::new(Lorenz::default())
        .check_step(&options, halvings)
        .unwrap()
}

/// RK4 at dt = .12 settles on a point that is unstable in the flow, and no run with that step can know.
#[test]
fn a_false_fixed_point_is_found() {
    let check = lorenz(0.12, 2400.0, Integrator::Rk4, 1);
    assert!(!check.passed(), "{check}");
    let [coarse, fine] = check.runs() else {
        panic!("two runs")
    };
    assert!(
        coarse.exponents()[0] < 0.0 && fine.exponents()[0] > 0.8,
        "{check}"
    );
    let text = check.to_string();
    assert!(
        text.contains("TOO FAR") && text.contains("FAILED"),
        "{text}"
    );
}

/// The sum of the exponents has no noise, and shows the order; single steps show it too.
#[test]
fn orders_are_seen() {
    for (integrator, dt) in [
        (Integrator::Euler, 0.000_5),
        (Integrator::Heun, 0.005),
        (Integrator::Rk4, 0.01),
        (Integrator::Rk6, 0.02),
    ] {
        let check = lorenz(dt, 200.0, integrator, 2);
        let order = integrator.order() as f64;
        let seen = check.step_order().unwrap();
        assert!((seen - order).abs() < 0.3, "{integrator}: {seen}\n{check}");
        let sum = check.sum_order().unwrap();
        assert!((sum - order).abs() < 0.7, "{integrator}: {sum}\n{check}");
    }
}

#[test]
fn a_step_that_is_small_enough_passes() {
    let check = lorenz(0.01, 1000.0, Integrator::Rk4, 1);
    assert!(check.passed(), "{check}");
    assert_eq!(check.orders(), [None; 3]);
    assert_eq!(check.runs()[1].dt(), 0.005);
    assert_eq!(check.runs()[1].time_span(), check.runs()[0].time_span());
}

/// Where nothing is chaotic the differences are the step's alone: the real parts of the eigenvalues, by
/// RK4 to fourth order.
#[test]
fn a_linear_system() {
    let model = Diagonal {
        a: (-1.0).into(),
        b: (-5.0).into(),
    };
    let options = SpectrumOptions::new(4_000).dt(0.05);
    let check = System::new(model).check_step(&options, 2).unwrap();
    assert!(check.passed(), "{check}");
    let order = check.orders()[1].unwrap();
    assert!((order - 4.0).abs() < 0.3, "{check}");
}

#[test]
fn what_has_no_answer_is_refused() {
    let map = System::new(Henon::default());
    let error = map.check_step(&SpectrumOptions::new(100), 1).unwrap_err();
    assert!(matches!(
        error,
        Error::Setup(SetupError::StepCheckOfMap { .. })
    ));
    let flow = System::new(Lorenz::default());
    for halvings in [0, 11] {
        let options = SpectrumOptions::new(100).dt(0.01);
        let error = flow.check_step(&options, halvings).unwrap_err();
        assert!(
            matches!(error, Error::Setup(SetupError::Halvings { .. })),
            "{error}"
        );
    }
}
