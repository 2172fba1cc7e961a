//! Sweeps, each beside itself on the CPU.

use lyapax::{
    Dense, Device, Model, Quantity, SpectrumOptions, Sweep, SweepSpectra, System, linspace,
};

use crate::models::{Henon, Kuramoto, Lorenz};
use crate::{devices, near};

/// All points there and here, to so many digits.
fn same<M: Model>(sweep: &Sweep<M>, options: &SpectrumOptions, tolerance: f64) {
    let here = sweep
        .spectrum(&options.clone().device(Device::CPU))
        .unwrap();
    for device in devices() {
        let there = sweep.spectrum(&options.clone().device(device)).unwrap();
        assert_eq!(there.metadata().device, device.to_string());
        assert!(there.placement().is_some());
        compare(&there, &here, tolerance);
    }
}

fn compare(there: &SweepSpectra, here: &SweepSpectra, tolerance: f64) {
    for (point, (there, here)) in there.iter().zip(here.iter()).enumerate() {
        match (there, here) {
            (Ok(there), Ok(here)) => {
                near(there.exponents(), here.exponents(), tolerance);
                near(there.final_state(), here.final_state(), tolerance);
            }
            (Err(_), Err(_)) => (),
            other => panic!("{point}: {other:?}"),
        }
    }
}

/// Seeds of their own, and groups of two steps.
#[test]
fn parameters_seeds_and_steps() {
    let sweep = Sweep::new(System::new(Lorenz::default()))
        .over(Lorenz::rho, linspace(10.0, 40.0, 5))
        .over(Quantity::Step, [0.005, 0.01])
        .seeds(0..3);
    let options = SpectrumOptions::new(200).dt(0.005).t_transient(0.1);
    same(&sweep, &options, 1e-9);
}

/// One point after the other, one of which leaves.
#[test]
fn continuation() {
    let sweep = Sweep::new(System::new(Henon::default()))
        .over(Henon::a, [1.0, 1.05, 3.0, 0.9])
        .over(Henon::b, linspace(0.1, 0.3, 5))
        .continue_along(Henon::a);
    same(&sweep, &SpectrumOptions::new(20).t_transient(5.0), 1e-9);
}

#[test]
fn networks() {
    let graph = Dense::from_fn(20, |i, j| f64::from(u8::from(i != j)));
    let system = System::network(Kuramoto::default(), graph)
        .initial_with(Kuramoto::theta, |node| 0.3 * node as f64);
    let sweep = Sweep::new(system).over(Quantity::Coupling, [0.0, 0.5, 2.0]);
    same(
        &sweep,
        &SpectrumOptions::new(60).dt(0.02).k(3).t_transient(0.2),
        1e-9,
    );
}

/// What was begun on one device is not gone on with on another.
#[test]
fn kept_in_a_folder() {
    let folder = tempfile::tempdir().unwrap();
    let sweep = Sweep::new(System::new(Lorenz::default()))
        .over(Lorenz::rho, linspace(10.0, 40.0, 5))
        .keep_in(folder.path());
    let options = SpectrumOptions::new(50).dt(0.005);
    let Some(device) = devices().into_iter().next() else {
        return;
    };
    let on_device = options.clone().device(device);
    let there = sweep.spectrum(&on_device).unwrap();
    let again = sweep.spectrum(&on_device).unwrap();
    assert!(again.placement().is_none(), "nothing is run again");
    // To the bit.
    compare(&again, &there, f64::MIN_POSITIVE);
    let error = sweep
        .spectrum(&options.device(Device::CPU))
        .unwrap_err()
        .to_string();
    assert!(error.contains("`device` was"), "{error}");
}
