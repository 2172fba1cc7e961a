//! Exponents that are 0 by law, and pairs.

use lyapax::{Check, Dense, Law, Spectrum, SpectrumOptions, System, Warning};
use lyapax_workspace::models::*;

use super::{check, run};

lyapax::model! {
    #[hamiltonian]
    pub Galaxy {
        state x = 0.0, y = -0.1, px = 0.5, py = 0.0;
        "x' = px
         y' = py
         px' = -x - 2 * x * y
         py' = -y - x^2 + y^2"
    }
}

lyapax::model! {
    /// It keeps volumes and is no Hamiltonian system.
    #[hamiltonian]
    pub Saddle {
        state a = 0.0, b = 0.0, c = 0.0, d = 0.0;
        "a' = 0.3 * a
         b' = -0.1 * b
         c' = -0.1 * c + a^2
         d' = -0.1 * d + a * b"
    }
}

fn long(steps: u64) -> SpectrumOptions {
    SpectrumOptions::new(steps).dt(0.01).t_transient(100.0)
}

fn zero(spectrum: &Spectrum) -> Option<Check> {
    check(spectrum, Law::ZeroExponents)
}

#[test]
fn a_flow_that_moves_has_one() {
    for spectrum in [
        run(&System::new(Lorenz::default()), &long(60_000)),
        run(&System::new(StuartLandau::default()), &long(20_000)),
        run(&System::new(VanDerPol::default()), &long(20_000)),
    ] {
        assert!(zero(&spectrum).unwrap().passed(), "{spectrum}");
    }
    // The largest one alone says nothing, where it is not 0.
    assert!(zero(&run(&System::new(Lorenz::default()), &long(20_000).k(1))).is_none());
    assert!(zero(&run(&System::new(VanDerPol::default()), &long(20_000).k(1))).is_some());
}

/// At rest, on the way there, and in both cases for long: none.
#[test]
fn a_flow_at_rest_has_none() {
    let resting = System::new(Lorenz {
        rho: 20.0.into(),
        ..Lorenz::default()
    });
    for transient in [0.0, 50.0, 200.0, 500.0] {
        let spectrum = run(&resting, &long(20_000).t_transient(transient));
        assert!(zero(&spectrum).is_none(), "{transient}: {spectrum}");
    }
    for start in [0.0, 1.0] {
        let linear = System::new(Diagonal::default()).initial_state(&[start, start]);
        assert!(zero(&run(&linear, &long(10_000))).is_none());
    }
}

#[test]
fn a_forced_flow_has_none() {
    assert!(zero(&run(&System::new(Duffing::default()), &long(20_000))).is_none());
}

fn phases(gain: f64) -> System<Kuramoto> {
    let omega: Vec<f64> = (0..5)
        .map(|i| -1.0 + 2.0 * (f64::from(i) + 0.5) / 5.0)
        .collect();
    let model = Kuramoto {
        omega: omega.into(),
        G: gain.into(),
    };
    System::network(model, Dense::all_to_all(5, 1.0)).initial_with(Kuramoto::theta, |i| i as f64)
}

/// The shift of all phases is one, the flow another; locked phases move with the shift alone.
#[test]
fn phases_have_two_and_locked_ones_one() {
    let drifting = run(&phases(0.4), &long(100_000));
    assert!(zero(&drifting).unwrap().passed(), "{drifting}");
    let locked = run(&phases(3.0), &long(20_000));
    assert!(zero(&locked).unwrap().passed(), "{locked}");
    assert!(locked.exponents()[1] < -1.0);
    assert_eq!(locked.warnings(), [], "{locked}");
}

#[test]
fn pairs() {
    let galaxy = run(&System::new(Galaxy::default()), &long(100_000));
    let pairs = check(&galaxy, Law::Pairs).unwrap();
    assert!(pairs.passed(), "{galaxy}");
    // The declaration leaves the equations as they are.
    let plain = System::new(HenonHeiles::default()).initial(HenonHeiles::px, 0.5);
    assert_eq!(run(&plain, &long(100_000)).exponents(), galaxy.exponents());
    assert!(zero(&galaxy).unwrap().passed(), "{galaxy}");

    let saddle = run(&System::new(Saddle::default()), &long(10_000));
    let warnings = saddle.warnings();
    assert!(
        warnings
            .iter()
            .any(|warning| matches!(warning, Warning::Unpaired { .. })),
        "{saddle}"
    );
}
