//! Spectra of maps.

#[path = "support/agreement.rs"]
mod agreement;

use agreement::agrees;
use lyapax::{Dynamical, Spectrum, SpectrumOptions, System, Warning};
use lyapax_workspace::models::*;

fn spectrum<M: Dynamical>(model: M, iterations: u64, transient: f64) -> Spectrum {
    let options = SpectrumOptions::new(iterations).t_transient(transient);
    System::new(model)
        .spectrum(&options)
        .unwrap_or_else(|error| panic!("{error}"))
}

/// Exact, and early: x = sin²(πθ/2) makes it the tent map, so that the sum of ln |f'| differs from
/// n ln 2 by no more than ½ ln of x(1 − x), first over last.
#[test]
fn logistic_at_four() {
    let spectrum = spectrum(Logistic::default(), 1_000_000, 0.0);
    assert!(
        (spectrum.exponents()[0] - 2.0_f64.ln()).abs() < 2e-5,
        "{spectrum}"
    );
}

/// An orbit of finitely many numbers ends on a cycle. `r * x * (1 - x)` from .4 comes to ½, 1 and 0, of
/// which the last has slope 4: from there on the mean grows to ln 4. It says so.
#[test]
fn a_long_orbit_of_the_logistic_map_falls_onto_zero() {
    let last = 15_489_529;
    let one = spectrum(Logistic::default(), last, 0.0);
    assert_eq!(one.final_state(), [1.0]);
    let zero = spectrum(Logistic::default(), last + 1, 0.0);
    assert_eq!(zero.final_state(), [0.0]);

    let n = 20_000_000;
    let beyond = spectrum(Logistic::default(), n, 0.0);
    let share = last as f64 / n as f64;
    let expected = 2.0_f64.ln() * share + 4.0_f64.ln() * (1.0 - share);
    assert!((beyond.exponents()[0] - expected).abs() < 1e-5, "{beyond}");
    let [Warning::ExactCycle(cycle), ..] = beyond.warnings()[..] else {
        panic!("{beyond}")
    };
    assert_eq!((cycle.reached, cycle.period), (last + 1, 1));
}

/// Period four: the mean of ln |r(1 − 2x)| over the cycle.
#[test]
fn logistic_on_a_cycle() {
    let spectrum = spectrum(Logistic { r: 3.5.into() }, 100_000, 10_000.0);
    assert!(
        (spectrum.exponents()[0] + 0.872_507).abs() < 1e-6,
        "{spectrum}"
    );
}

/// det J = −b at every point, so the sum is ln b to the last digits. Sprott (2003), Chaos and
/// Time-Series Analysis: .41922, −1.62319.
#[test]
fn henon() {
    let spectrum = spectrum(Henon::default(), 1_000_000, 1000.0);
    assert!((spectrum.sum() - 0.3_f64.ln()).abs() < 1e-12, "{spectrum}");
    agrees(&spectrum, 0, 0.41922, 0.0);
    agrees(&spectrum, 1, -1.62319, 0.0);
}

/// Slopes are constant on either side of the kink; .4701 and −1.1632 by an independent program.
#[test]
fn lozi() {
    let spectrum = spectrum(Lozi::default(), 1_000_000, 1000.0);
    assert!((spectrum.sum() - 0.5_f64.ln()).abs() < 1e-12, "{spectrum}");
    agrees(&spectrum, 0, 0.4701, 5e-5);
    agrees(&spectrum, 1, -1.1632, 5e-5);
}

/// Area is conserved: the exponents are a pair ±λ. The orbit lingers at islands for long, so λ itself,
/// .105 to .11 by an independent program, is slow.
#[test]
fn standard_map() {
    let spectrum = spectrum(Standard::default(), 1_000_000, 0.0);
    assert!(spectrum.sum().abs() < 1e-12, "{spectrum}");
    agrees(&spectrum, 0, 0.1075, 0.0025);
}

/// The same until it has converged.
#[test]
#[ignore = "ten seconds: cargo test --test maps standard_map -- --ignored"]
fn standard_map_for_long() {
    let spectrum = spectrum(Standard::default(), 100_000_000, 0.0);
    assert!(spectrum.sum().abs() < 1e-12, "{spectrum}");
    assert!(
        (0.10..0.115).contains(&spectrum.exponents()[0]),
        "{spectrum}"
    );
}

/// λ₁ of a map whose second column is lost at once.
#[test]
fn leading_exponent_of_a_singular_map() {
    let options = SpectrumOptions::new(1_000_000).k(1).t_transient(0.0);
    let spectrum = System::new(DeadEnd::default()).spectrum(&options).unwrap();
    assert!(
        (spectrum.exponents()[0] - 2.0_f64.ln()).abs() < 2e-3,
        "{spectrum}"
    );
}

/// Its second exponent is −∞.
#[test]
fn both_exponents_of_a_singular_map() {
    let spectrum = spectrum(DeadEnd::default(), 100_000, 0.0);
    assert!(
        (spectrum.exponents()[0] - 2.0_f64.ln()).abs() < 1e-3,
        "{spectrum}"
    );
    assert_eq!(spectrum.exponents()[1], f64::NEG_INFINITY);
}

/// Every iteration shifts a bit out, so that after some 55 the orbit is exactly 0; the slope is ±2
/// there too.
#[test]
fn tent_and_doubling() {
    let both = |iterations| {
        [
            spectrum(Tent::default(), iterations, 0.0),
            spectrum(Doubling::default(), iterations, 0.0),
        ]
    };
    for alive in both(50) {
        assert!(alive.final_state()[0] > 0.0, "{alive}");
        assert!(
            (alive.exponents()[0] - 2.0_f64.ln()).abs() < 1e-12,
            "{alive}"
        );
    }
    for dead in both(1_000_000) {
        assert_eq!(dead.final_state(), [0.0]);
        assert!((dead.exponents()[0] - 2.0_f64.ln()).abs() < 1e-12, "{dead}");
        let [Warning::ExactCycle(cycle), ..] = dead.warnings()[..] else {
            panic!("{dead}")
        };
        assert!(
            (50..60).contains(&cycle.reached) && cycle.period == 1,
            "{dead}"
        );
    }
}
