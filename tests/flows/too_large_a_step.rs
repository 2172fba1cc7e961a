//! What happens where a step is too large for an explicit method: an error where the state or the
//! tangents leave the numbers. Where they do not, the exponents are those of the discrete map, and
//! only a run with half the step shows that the flow's are others.

use lyapax::{Error, RunError, System, Warning};
use lyapax_workspace::models::*;

use super::{close, spectrum, steps};

/// ln |R₄(z)| / dt at z = λ dt, for an eigenvalue λ = re + i·im.
fn growth_of_rk4(re: f64, im: f64, dt: f64) -> f64 {
    let (a, b) = (re * dt, im * dt);
    // Horner: 1 + z (1 + z/2 (1 + z/3 (1 + z/4))).
    let (mut p, mut q) = (1.0, 0.0);
    for n in [4.0, 3.0, 2.0, 1.0] {
        (p, q) = (1.0 + (a * p - b * q) / n, (a * q + b * p) / n);
    }
    f64::hypot(p, q).ln() / dt
}

/// RK4 at dt = .15 blows up at step 7, before t = 1.1.
#[test]
fn a_lorenz_orbit_that_leaves_is_an_error() {
    let error = System::new(Lorenz::default())
        .spectrum(&steps(100.0, 0.15).t_transient(0.0))
        .unwrap_err();
    let Error::Run(RunError::NonFinite {
        step, time, column, ..
    }) = error
    else {
        panic!("{error}")
    };
    assert_eq!((step, column), (7, 0));
    assert!((time - 1.05).abs() < 1e-12);
    let text = error.to_string();
    assert!(
        text.contains("step 7") && text.contains("time 1.05"),
        "{text}"
    );
}

/// At dt = .12 the orbit ends on a fixed point of the flow that is unstable there, and stable for RK4.
/// Nothing is said today: the exponents are right for the discrete map. Half the step shows it.
#[test]
fn a_step_that_is_too_large_settles_on_a_point() {
    let settled = spectrum(Lorenz::default(), &steps(1000.0, 0.12).t_transient(500.0));
    let side = 72.0_f64.sqrt();
    let [x, y, z] = *settled.final_state() else {
        panic!("three states")
    };
    close(&[x.abs(), y.abs(), z], &[side, side, 27.0], 1e-9);
    // The run cannot know, but a step misses too much of the growth of volumes.
    assert!(
        settled
            .warnings()
            .iter()
            .any(|warning| matches!(warning, Warning::StepTooCoarse { .. })),
        "{settled}"
    );

    // The eigenvalues there are the roots of λ³ + (σ+β+1)λ² + β(r+σ)λ + 2σβ(r−1): a pair that grows
    // in the flow and decays under the method.
    let (a, b, c) = (41.0 / 3.0, 8.0 / 3.0 * 38.0, 1440.0);
    let mut real = -14.0_f64;
    for _ in 0..20 {
        real -= (((real + a) * real + b) * real + c) / ((3.0 * real + 2.0 * a) * real + b);
    }
    let re = -(a + real) / 2.0;
    let im = (-c / real - re * re).sqrt();
    assert!(re > 0.09);
    let pair = growth_of_rk4(re, im, 0.12);
    let found = settled.exponents();
    close(found, &[pair, pair, growth_of_rk4(real, 0.0, 0.12)], 1e-3);
    assert!(found[0] < -0.06, "{settled}");

    // Still coarse: what matters is that it is nowhere near.
    let halved = spectrum(Lorenz::default(), &steps(1000.0, 0.06).t_transient(500.0));
    assert!((halved.exponents()[0] - 0.9056).abs() < 0.05, "{halved}");
}

/// Rates −1 and −10⁶.
fn stiff(initial: [f64; 2]) -> System<Diagonal> {
    let model = Diagonal {
        a: (-1.0).into(),
        b: (-1e6).into(),
    };
    System::new(model).initial_state(&initial)
}

/// With a step for the slow rate the fast one grows by R₄(−10⁴) = 4·10¹⁴ in one step: the state leaves the
/// numbers, and at rest the slow tangent cannot be told from rounding. Either says that the step is too large
/// for a rate.
#[test]
fn a_stiff_system_at_a_step_for_its_slow_rate_is_an_error() {
    let error = |initial| stiff(initial).spectrum(&steps(10.0, 0.01)).unwrap_err();
    let (moving, resting) = (error([1.0, 1.0]), error([0.0, 0.0]));
    let (
        Error::Run(RunError::NonFinite {
            component: "y",
            too_fast: Some(state),
            ..
        }),
        Error::Run(RunError::BelowResolution {
            step: 1,
            column: 2,
            too_fast: Some(tangent),
            ..
        }),
    ) = (&moving, &resting)
    else {
        panic!("{moving}\n{resting}")
    };
    for too_fast in [state, tangent] {
        assert!((too_fast.rate - 1e4).abs() < 1.0);
        assert!((too_fast.limit - 2.785).abs() < 1e-9);
    }
    assert!(moving.to_string().contains("stiff"), "{moving}");
}

#[test]
fn a_stiff_system_at_a_somewhat_smaller_step_blows_up() {
    for dt in [1e-3, 1e-4, 1e-5] {
        let error = stiff([1.0, 1.0])
            .spectrum(&steps(1e4 * dt, dt))
            .unwrap_err();
        assert!(
            matches!(
                error,
                Error::Run(RunError::NonFinite {
                    component: "y",
                    column: 0,
                    ..
                })
            ),
            "{error}"
        );
    }
}

/// On the slow manifold, y = 0, the state stays finite, and at dt = 10⁻³ the stiff rate −10⁶ is +24 449
/// for the discrete map. The rate is found.
#[test]
fn a_stiff_system_on_its_slow_manifold() {
    let found = stiff([1.0, 0.0]).spectrum(&steps(10.0, 1e-3)).unwrap();
    let exact = [growth_of_rk4(-1e6, 0.0, 1e-3), -1.0];
    assert!(exact[0] > 24_000.0);
    close(found.exponents(), &exact, 1e-6);
    assert!(
        matches!(found.warnings()[..], [.., Warning::StepTooLarge(_)]),
        "{found}"
    );
}

/// Where the step is small enough for the fast rate, |z| < 2.785, both are the method's own.
#[test]
fn a_stiff_system_at_a_stable_step() {
    let dt = 2e-6;
    let spectrum = stiff([1.0, 1.0]).spectrum(&steps(0.2, dt)).unwrap();
    close(&spectrum.exponents()[..1], &[-1.0], 1e-8);
    let fast = growth_of_rk4(-1e6, 0.0, dt);
    assert!((spectrum.exponents()[1] / fast - 1.0).abs() < 1e-9);
}
