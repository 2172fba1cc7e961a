//! What fails is told, and takes nothing with it.

use std::time::{Duration, Instant};

use lyapax::{
    Device, DeviceChoice, DeviceError, DeviceKind, Ensemble, Error, Model, RunError,
    SpectrumOptions, System, Uniform,
};

use crate::devices;
use crate::models::{Blow, Kuramoto, Lorenz};

#[test]
fn one_member_leaves() {
    let start = |member: usize| {
        if member == 77 {
            3.0
        } else {
            0.005 * member as f64
        }
    };
    let with = Ensemble::new(Blow::default(), 128).initial_with(Blow::x, start);
    let without = Ensemble::new(Blow::default(), 128).initial_with(Blow::x, |member| {
        if member == 77 { 0.1 } else { start(member) }
    });
    for device in devices() {
        let options = SpectrumOptions::new(500)
            .dt(0.01)
            .t_transient(0.0)
            .device(device);
        let (with, without) = (
            with.spectrum(&options).unwrap(),
            without.spectrum(&options).unwrap(),
        );
        let failures: Vec<_> = with.failures().collect();
        assert_eq!(failures.len(), 1);
        let (member, error) = failures[0];
        assert_eq!(member, 77);
        let here = System::new(Blow::default())
            .initial(Blow::x, 3.0)
            .spectrum(&options.clone().device(Device::CPU))
            .unwrap_err();
        let (Error::Run(here), there) = (here, error) else {
            panic!()
        };
        match (there, here) {
            (
                RunError::NonFinite {
                    step,
                    time,
                    component,
                    ..
                },
                RunError::NonFinite {
                    step: step_here,
                    component: component_here,
                    ..
                },
            ) => {
                // Devices may overflow in another stage of the same step.
                assert!(step.abs_diff(step_here) <= 1, "{step} {step_here}");
                assert!((time - *step as f64 * 0.01).abs() < 1e-12);
                assert_eq!(*component, component_here);
            }
            other => panic!("{other:?}"),
        }
        for member in (0..128).filter(|member| *member != 77) {
            let (a, b) = (
                with.member(member).unwrap(),
                without.member(member).unwrap(),
            );
            assert_eq!(a.exponents(), b.exponents());
            assert_eq!(a.final_state(), b.final_state());
        }
    }
}

#[test]
fn a_network_that_leaves() {
    let system = System::uncoupled(Blow::default(), 10)
        .initial_with(Blow::x, |node| if node == 3 { 3.0 } else { 0.1 });
    for device in devices() {
        let options = SpectrumOptions::new(500).dt(0.01).t_transient(0.0).k(3);
        let there = system
            .spectrum(&options.clone().device(device))
            .unwrap_err();
        let here = system.spectrum(&options.device(Device::CPU)).unwrap_err();
        let told = |error: &Error| match error {
            Error::Run(RunError::NonFinite {
                step,
                node,
                component,
                ..
            }) => (*step, *node, *component),
            other => panic!("{other}"),
        };
        assert_eq!(told(&there), told(&here));
        println!("{there}");
    }
}

#[test]
fn devices_that_are_not_there() {
    let options = |name: &str| {
        SpectrumOptions::new(10)
            .dt(0.01)
            .device(name.parse::<Device>().unwrap())
    };
    for name in ["cuda:7", "wgpu:99"] {
        let error = System::new(Lorenz::default())
            .spectrum(&options(name))
            .unwrap_err();
        assert!(
            error
                .to_string()
                .starts_with(&format!("there is no device `{name}`: ")),
            "{error}"
        );
        let error = Ensemble::new(Lorenz::default(), 3)
            .spectrum(&options(name))
            .unwrap_err();
        assert!(
            matches!(error, Error::Device(DeviceError::Absent { .. })),
            "{error}"
        );
    }
}

/// A workgroup keeps what its targets get of their sources, for which software devices have 32 KiB at most; and they
/// end what takes long.
#[test]
fn too_many_exponents() {
    for device in devices() {
        let list = Device::list();
        if list.get(device).unwrap().kind != DeviceKind::Software {
            println!("{device} may have room");
            continue;
        }
        let refused = |k| {
            let options = SpectrumOptions::new(2).dt(0.01).k(k).device(device);
            let system = System::network(Kuramoto::default(), Uniform::new(4000, 1.0));
            let error = system.spectrum(&options).unwrap_err();
            println!("{error}");
            error
        };
        let error = refused(4000);
        let Error::Device(DeviceError::TooLarge { fits, .. }) = error else {
            panic!("{error}");
        };
        assert!((100..4000).contains(&fits), "{fits}");
        let error = refused(400);
        assert!(
            matches!(error, Error::Device(DeviceError::TooManyRounds { .. })),
            "{error}"
        );
    }
}

/// The fastest, on figures that are told.
#[test]
fn chosen_by_measuring() {
    let found = devices().len();
    // Many steps, of which a device makes a few.
    let options = SpectrumOptions::new(1_000_000)
        .dt(0.005)
        .device(DeviceChoice::Auto);
    let begin = Instant::now();
    let spectrum = System::new(Lorenz::default()).spectrum(&options).unwrap();
    let calibration = spectrum.calibration().unwrap();
    println!("{calibration}");
    assert_eq!(calibration.figures.len(), 1 + found);
    assert!(
        calibration
            .figures
            .iter()
            .all(|figure| figure.seconds.is_some())
    );
    // One small system is never faster on a card.
    assert_eq!(calibration.chosen, Device::CPU);
    assert!(spectrum.placement().is_none());
    assert!(begin.elapsed() < Duration::from_secs(20));
    let options = SpectrumOptions::new(2000)
        .dt(0.005)
        .device(DeviceChoice::Auto);
    let spectra = Ensemble::new(Lorenz::default(), 64)
        .spectrum(&options)
        .unwrap();
    let calibration = spectra.calibration().unwrap();
    assert_eq!(
        spectra.placement().map(|placement| placement.device),
        Some(calibration.chosen).filter(|device| *device != Device::CPU)
    );
}

#[test]
fn options_that_are_not_for_ensembles() {
    let options = SpectrumOptions::new(100).dt(0.01).local_every(2);
    let error = Ensemble::new(Lorenz::default(), 2)
        .spectrum(&options)
        .unwrap_err();
    assert!(
        error
            .to_string()
            .starts_with("`local_every` is for single systems")
    );
    assert_eq!(Lorenz::INFO.sums, 0);
}
