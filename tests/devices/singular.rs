//! Maps that lose a direction, and orbits that end in a cycle.

use lyapax::{Device, Ensemble, SpectrumOptions, System, Warning};

use crate::devices;
use crate::models::{Cat, Doubling, Forgetful, Henon, Logistic};

const BEYOND: f64 = f64::NEG_INFINITY;

/// As they are on the CPU, with those that are −∞.
fn same(there: &[f64], here: &[f64]) {
    assert_eq!(there.len(), here.len());
    for (there, here) in there.iter().zip(here) {
        let apart = (there - here).abs();
        assert!(there == here || apart < 1e-9, "{there} {here}");
    }
}

/// One member in a sweep has no second direction.
#[test]
fn a_member_without_a_determinant() {
    let b = vec![0.3, 0.2, 0.0, 0.1];
    let henon = Henon {
        a: 1.2.into(),
        b: b.clone().into(),
    };
    let ensemble = Ensemble::new(henon, b.len());
    let options = SpectrumOptions::new(25).t_transient(5.0);
    for device in devices() {
        let here = ensemble.spectrum(&options).unwrap();
        let there = ensemble.spectrum(&options.clone().device(device)).unwrap();
        println!("{there}");
        for (there, here) in there.iter().zip(here.iter()) {
            same(there.unwrap().exponents(), here.unwrap().exponents());
        }
        assert_eq!(there.member(2).unwrap().exponents()[1], BEYOND);
        assert_eq!(there.member(2).unwrap().sum_rule(), None);
        assert_eq!((there.redone_on_cpu(), here.redone_on_cpu()), (1, 0));
        assert_eq!(there.mean(1).unwrap().std_error, None);
    }
}

/// A state that nothing reads has no direction from the start, and one that is constant leaves none at all.
#[test]
fn what_is_forgotten() {
    let ensemble = Ensemble::new(Forgetful::default(), 20)
        .initial_with(Forgetful::x, |member| 0.11 + 0.017 * member as f64);
    let options = SpectrumOptions::new(25).t_transient(5.0);
    for device in devices() {
        let here = ensemble.spectrum(&options).unwrap();
        let there = ensemble.spectrum(&options.clone().device(device)).unwrap();
        for (there, here) in there.iter().zip(here.iter()) {
            let (there, here) = (there.unwrap(), here.unwrap());
            assert_eq!(there.exponents()[1..], [BEYOND]);
            same(there.exponents(), here.exponents());
        }
        assert_eq!(there.redone_on_cpu(), 0);
        let system = System::new(Forgetful::default());
        let here = system.spectrum(&options).unwrap();
        let there = system.spectrum(&options.clone().device(device)).unwrap();
        same(there.exponents(), here.exponents());
    }
}

/// The orbit from ½ passes the top of the parabola, where the last tangent ends.
#[test]
fn the_last_tangent_vanishes() {
    let logistic = Logistic {
        r: 2.0.into(),
        e: 0.0.into(),
    };
    let system = System::new(logistic.clone()).initial(Logistic::x, 0.5);
    let options = SpectrumOptions::new(20).t_transient(3.0);
    for device in devices() {
        let there = system.spectrum(&options.clone().device(device)).unwrap();
        assert_eq!(there.exponents(), [BEYOND]);
        assert_eq!(there.final_state(), [0.5]);
        let ensemble = Ensemble::new(logistic.clone(), 3).initial(Logistic::x, 0.5);
        let there = ensemble.spectrum(&options.clone().device(device)).unwrap();
        assert_eq!(there.member(1).unwrap().exponents(), [BEYOND]);
    }
}

/// Doubling takes a binary digit away each time: the device's own orbit ends at 0.
#[test]
fn an_exact_cycle() {
    let options = SpectrumOptions::new(400).t_transient(0.0);
    let system = System::new(Doubling::default()).initial(Doubling::x, 0.2);
    for device in devices().into_iter().chain([Device::CPU]) {
        let found = system.spectrum(&options.clone().device(device)).unwrap();
        let warnings = found.warnings();
        let Some(Warning::ExactCycle(cycle)) = warnings.first() else {
            panic!("{device}: {warnings:?}");
        };
        assert_eq!(cycle.period, 1);
        assert!((40..70).contains(&cycle.reached), "{device}: {cycle:?}");
    }
}

/// Maps whose determinant is a number and no formula.
#[test]
fn constant_determinants() {
    let options = SpectrumOptions::new(40).t_transient(4.0);
    let cat = (1.5 + 1.25_f64.sqrt()).ln();
    for device in devices() {
        let options = options.clone().device(device);
        let doubling = Ensemble::new(Doubling::default(), 3).spectrum(&options);
        let doubling = doubling.unwrap();
        same(doubling.member(1).unwrap().exponents(), &[2.0_f64.ln()]);
        assert!(doubling.member(1).unwrap().sum_rule().unwrap().abs() < 1e-12);
        let torus = Ensemble::new(Cat::default(), 3).spectrum(&options).unwrap();
        let torus = torus.member(2).unwrap();
        // The first column has turned into its direction within some steps.
        same(&[torus.sum()], &[0.0]);
        assert!((torus.exponents()[0] - cat).abs() < 1e-4, "{torus:?}");
        assert!(torus.sum_rule().unwrap().abs() < 1e-12);
    }
}
