//! Single precision where it is asked for by name, and nowhere else.

use lyapax::{
    Dense, Device, Ensemble, Error, Float, Integrator, Law, RunError, SetupError, SpectrumOptions,
    System, Warning,
};

use crate::devices;
use crate::models::{Doubling, Everything, Henon, Kuramoto, Lorenz, Pendulum, Slow};

#[test]
fn single_precision_by_name() {
    let ensemble = Ensemble::new(Lorenz::default(), 64);
    let everything = Ensemble::new(Everything::default(), 16)
        .initial_with(Everything::x, |member| 0.21 * member as f64 - 1.6);
    let system = System::network(Kuramoto::default(), Dense::all_to_all(50, 1.0))
        .initial_with(Kuramoto::theta, |i| i as f64);
    let options = SpectrumOptions::new(100).dt(0.005).t_transient(0.0);
    for device in devices() {
        let single = options.clone().float(Float::F32).device(device);
        let here = ensemble.spectrum(&options).unwrap();
        let there = ensemble.spectrum(&single).unwrap();
        assert_eq!(there.placement().unwrap().float, Float::F32);
        crate::near(
            there.member(0).unwrap().exponents(),
            here.member(0).unwrap().exponents(),
            2e-3,
        );
        let (here, there) = (
            everything.spectrum(&options).unwrap(),
            everything.spectrum(&single).unwrap(),
        );
        for (there, here) in there.iter().zip(here.iter()) {
            crate::near(there.unwrap().exponents(), here.unwrap().exponents(), 2e-3);
        }
        let here = system.spectrum(&options.clone().k(3)).unwrap();
        let there = system.spectrum(&single.k(3)).unwrap();
        assert_eq!(there.placement().unwrap().float, Float::F32);
        crate::near(there.exponents(), here.exponents(), 2e-3);
        // Double precision is what there is otherwise.
        let double = ensemble.spectrum(&options.clone().device(device)).unwrap();
        assert_eq!(double.placement().unwrap().float, Float::F64);
    }
}

#[test]
fn the_cpu_has_none() {
    let options = SpectrumOptions::new(100)
        .dt(0.005)
        .float(Float::F32)
        .device(Device::CPU);
    let error = System::new(Lorenz::default())
        .spectrum(&options)
        .unwrap_err();
    assert!(
        error
            .to_string()
            .starts_with("the CPU computes in double precision")
    );
    let error = Ensemble::new(Lorenz::default(), 2)
        .spectrum(&options)
        .unwrap_err();
    assert!(
        error
            .to_string()
            .starts_with("the CPU computes in double precision")
    );
}

/// Numbers of seven digits do not tell the steps of a long run apart where the equations read the time.
#[test]
fn times_that_single_precision_does_not_tell() {
    for device in devices() {
        let options = SpectrumOptions::new(1_000_000)
            .dt(0.01)
            .float(Float::F32)
            .device(device);
        let error = Ensemble::new(Pendulum::default(), 2)
            .spectrum(&options)
            .unwrap_err();
        assert!(
            matches!(error, Error::Setup(SetupError::TimeTooLarge { .. })),
            "{error}"
        );
    }
}

/// Sums over many steps keep their digits.
#[test]
fn long_sums() {
    for device in devices() {
        let options = SpectrumOptions::new(20_000)
            .dt(0.001)
            .integrator(Integrator::Euler)
            .renorm_every(50)
            .float(Float::F32)
            .device(device);
        let found = System::new(Slow::default()).spectrum(&options).unwrap();
        let mean = found.outputs()[0].mean.unwrap().value;
        assert!((mean - 0.1).abs() < 1e-6, "{mean}");
        println!("{found}");
        assert!(found.checks().iter().any(|check| check.law == Law::SumRule));
        assert!(found.warnings().is_empty(), "{:?}", found.warnings());
    }
}

/// What is left of a tangent beyond seven digits is no exponent.
#[test]
fn tangents_that_single_precision_does_not_tell() {
    let henon = Henon {
        a: 1.4.into(),
        b: 1e-9.into(),
    };
    for device in devices() {
        let options = SpectrumOptions::new(50)
            .t_transient(0.0)
            .float(Float::F32)
            .device(device);
        let error = System::new(henon.clone()).spectrum(&options).unwrap_err();
        println!("{error}");
        assert!(
            matches!(error, Error::Run(RunError::BelowResolution { .. })),
            "{error}"
        );
        let spectra = Ensemble::new(henon.clone(), 2).spectrum(&options).unwrap();
        assert_eq!(spectra.failures().count(), 2);
    }
}

/// The orbit is that of seven digits, and so is the cycle in which it ends.
#[test]
fn a_cycle_of_single_precision() {
    for device in devices() {
        let options = SpectrumOptions::new(200)
            .t_transient(0.0)
            .float(Float::F32)
            .device(device);
        let found = System::new(Doubling::default()).spectrum(&options).unwrap();
        let warnings = found.warnings();
        let Some(Warning::ExactCycle(cycle)) = warnings.first() else {
            panic!("{device}: {warnings:?}");
        };
        assert!((15..35).contains(&cycle.reached), "{cycle:?}");
    }
}
