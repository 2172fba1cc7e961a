//! Algebraic models at many conditions, and fits of them.

use lyapax::fit::{Fit, FitError, FitResult, Stop};
use lyapax::{
    Batch, Device, DeviceChoice, Error, Float, SetupError, SimulateOptions, System, Variable,
};
use lyapax_workspace::models::{Reactor, spread};

use crate::devices;
use crate::experiments::{Experiments, Tank, experiments};
use crate::models::{Lorenz, Occupation, Scaled};
use crate::partials::{same, same_partials};

/// More than a workgroup takes, and not a multiple.
const MANY: usize = 3001;

#[test]
fn a_batch_there_and_here() {
    let here = Batch::new(Reactor::at_many(MANY)).unwrap();
    assert!(here.derivatives().unwrap().placement().is_none());
    let by: [Variable<Reactor>; 6] = [
        Reactor::k0.into(),
        Reactor::E_R.into(),
        Reactor::n.into(),
        Reactor::T.into(),
        Reactor::C_in.into(),
        Reactor::tau.into(),
    ];
    for device in devices() {
        let batch = Batch::new(Reactor::at_many(MANY)).unwrap().device(device);
        let there = batch.derivatives().unwrap();
        // A difference of two concentrations has lost digits where little reacts.
        same_partials(
            &there,
            &here.derivatives().unwrap(),
            &[Reactor::conversion],
            &by,
            1e-12,
        );
        let placement = there.placement().unwrap();
        assert_eq!((placement.device, placement.float), (device, Float::F64));
        assert_eq!(placement.bytes_from_device, 7 * 8 * MANY as u64);
        // They stand there from now on.
        let again = batch.derivatives().unwrap();
        assert_eq!(again.placement().unwrap().bytes_to_device, 0);
        assert_eq!(
            again.values(Reactor::conversion),
            there.values(Reactor::conversion)
        );
        let values = batch.values().unwrap();
        same(
            values.of(Reactor::conversion),
            there.values(Reactor::conversion),
            1e-14,
        );
        assert_eq!(
            values.placement().unwrap().bytes_from_device,
            8 * MANY as u64
        );
        batch.evaluate_there(true).unwrap();

        let single = Batch::new(Reactor::at_many(MANY))
            .unwrap()
            .device(device)
            .float(Float::F32);
        let there = single.derivatives().unwrap();
        assert_eq!(there.placement().unwrap().float, Float::F32);
        same_partials(
            &there,
            &here.derivatives().unwrap(),
            &[Reactor::conversion],
            &by,
            1e-3,
        );
    }
}

#[test]
fn a_parameter_at_each_condition() {
    let model = Tank {
        T: spread(300.0, 400.0, 3, MANY).into(),
        tau: 2.5.into(),
        E_R_1: spread(3000.0, 4000.0, 5, MANY).into(),
        ..Tank::default()
    };
    let here = Batch::new(model.clone()).unwrap().derivatives().unwrap();
    for device in devices() {
        let there = Batch::new(model.clone()).unwrap().device(device);
        same_partials(
            &there.derivatives().unwrap(),
            &here,
            &[Tank::C_A, Tank::C_B, Tank::C_C],
            &[
                Tank::E_R_1.into(),
                Tank::ln_k0_2.into(),
                Tank::tau.into(),
                Tank::T.into(),
            ],
            1e-12,
        );
    }
}

#[test]
fn what_overflows_on_the_way_is_computed_again() {
    let model = Occupation {
        energy: spread(-2000.0, 2000.0, 1, MANY).into(),
        ..Occupation::default()
    };
    let here = Batch::new(model.clone()).unwrap().derivatives().unwrap();
    for device in devices() {
        for float in [Float::F64, Float::F32] {
            let there = Batch::new(model.clone())
                .unwrap()
                .device(device)
                .float(float);
            let tolerance = if float == Float::F64 { 1e-12 } else { 1e-3 };
            same_partials(
                &there.derivatives().unwrap(),
                &here,
                &[Occupation::filled, Occupation::level],
                &[Occupation::scale.into(), Occupation::energy.into()],
                tolerance,
            );
        }
        let mut energies = spread(-1.0, 1.0, 1, MANY);
        energies[17] = 1e308;
        let model = Occupation {
            energy: energies.into(),
            ..Occupation::default()
        };
        let here = Batch::new(model.clone())
            .unwrap()
            .derivatives()
            .unwrap_err();
        let there = Batch::new(model)
            .unwrap()
            .device(device)
            .derivatives()
            .unwrap_err();
        assert_eq!(there.to_string(), here.to_string());
        assert!(
            here.to_string().contains("row 17 has energy = 1e308"),
            "{here}"
        );
    }
}

/// Three concentrations, of one of which each measurement has an error of its own.
fn tank_fit() -> Fit<'static, Tank> {
    let Experiments {
        tank,
        c_a,
        c_b,
        c_c,
    } = experiments(MANY, 0.01, 0);
    Fit::conditions(tank)
        .data_with(Tank::C_A, c_a, 0.01)
        .data_with(Tank::C_B, c_b, spread(0.009, 0.011, 13, MANY))
        .data_with(Tank::C_C, c_c, 0.01)
}

#[test]
fn a_fit_there_and_here() {
    let here = tank_fit().run().unwrap();
    assert!(here.placement().is_none());
    let at = [9.0, 4800.0, 11.0, 5900.0];
    let (misfit, slopes) = tank_fit().ready().unwrap().evaluate(&at).unwrap();
    for device in devices() {
        let mut ready = tank_fit().device(device).ready().unwrap();
        let (there, slopes_there) = ready.evaluate(&at).unwrap();
        same(&[there], &[misfit], 1e-12);
        same(&slopes_there, &slopes, 1e-10);

        let there = tank_fit().device(device).run().unwrap();
        same(there.values(), here.values(), 1e-9);
        same(&[there.chi_squared()], &[here.chi_squared()], 1e-10);
        for (there, here) in std_errors(&there).into_iter().zip(std_errors(&here)) {
            same(&[there], &[here], 1e-7);
        }
        // χ², four slopes, ten products, and how many conditions were none.
        let placement = there.placement().unwrap();
        let each = 16 * 8;
        assert_eq!(placement.bytes_from_device % each, 0);
        let evaluations = placement.bytes_from_device / each;
        assert!((3..100).contains(&evaluations), "{placement}");
        // All of it is there once: two inputs, three observations, one column of errors.
        let columns = 6 * 8 * MANY as u64;
        assert!(placement.bytes_to_device < columns + 1000 * evaluations);
        // One launch adds up within workgroups, and one what these found.
        assert_eq!(placement.launches, 2 * evaluations, "{placement}");
    }
}

/// In single precision the same minimum to a part of its errors, and these to all digits.
#[test]
fn a_fit_in_single_precision() {
    let here = tank_fit().run().unwrap();
    let at = [9.0, 4800.0, 11.0, 5900.0];
    let (misfit, slopes) = tank_fit().ready().unwrap().evaluate(&at).unwrap();
    for device in devices() {
        let fit = || tank_fit().device(device).float(Float::F32);
        let (there, slopes_there) = fit().ready().unwrap().evaluate(&at).unwrap();
        same(&[there], &[misfit], 1e-4);
        for (there, here) in slopes_there.iter().zip(&slopes) {
            same(&[*there], &[*here], 1e-3);
        }
        let there = fit().run().unwrap();
        assert_eq!(there.stop(), Stop::Converged, "{there}");
        assert_eq!(there.placement().unwrap().float, Float::F32);
        let errors = std_errors(&there).into_iter().zip(std_errors(&here));
        let values = there.values().iter().zip(here.values());
        for ((there, here), (error, error_here)) in values.zip(errors) {
            same(&[error], &[error_here], 1e-2);
            assert!(
                (there - here).abs() < 0.2 * error,
                "{there} {here} ± {error}"
            );
        }
        // What ends at a bound has come to its minimum too.
        let bounded = || tank_fit().bounds(Tank::E_R_1, ..4900.0);
        let there = bounded().device(device).float(Float::F32).run().unwrap();
        let here = bounded().run().unwrap();
        for fit in [&there, &here] {
            assert_eq!(fit.stop(), Stop::Converged, "{fit}");
            assert!(fit.std_error(Tank::E_R_1).is_err());
        }
        let error = here.std_error(Tank::E_R_2).unwrap();
        let off = there.value(Tank::E_R_2) - here.value(Tank::E_R_2);
        assert!(off.abs() < 0.2 * error, "{off} of {error}");
    }
}

fn std_errors(fit: &FitResult<Tank>) -> [f64; 4] {
    let names = [Tank::ln_k0_1, Tank::E_R_1, Tank::ln_k0_2, Tank::E_R_2];
    names.map(|name| fit.std_error(name).unwrap())
}

/// χ² and its gradient at a place are those of the CPU.
fn same_squares(fit: impl Fn() -> Fit<'static, Occupation>, device: Device, tolerance: f64) {
    let at = |fit: Fit<'static, Occupation>| fit.ready().unwrap().evaluate(&[1.25]).unwrap();
    let (misfit, slopes) = at(fit());
    let (misfit_there, slopes_there) = at(fit().device(device));
    same(&[misfit_there], &[misfit], 1e-12);
    same(&slopes_there, &slopes, tolerance);
}

/// Parameters of any size: squares of slopes by them would be beyond single precision.
#[test]
fn large_and_small_parameters() {
    for unit in [1e-25, 1e25] {
        let start = Scaled {
            k: (2.0 * unit).into(),
            unit: unit.into(),
            x: spread(0.5, 2.0, 7, MANY).into(),
            idle: 0.0.into(),
        };
        let data: Vec<f64> = spread(0.5, 2.0, 7, MANY)
            .iter()
            .zip(spread(-0.01, 0.01, 31, MANY))
            .map(|(x, noise)| 3.0 * x + noise)
            .collect();
        let fit = || {
            Fit::conditions(start.clone())
                .data_with(Scaled::y, data.clone(), 0.01)
                .free([Scaled::k])
        };
        let here = fit().run().unwrap();
        for device in devices() {
            let there = fit().device(device).float(Float::F32).run().unwrap();
            let (a, b) = (there.value(Scaled::k) / unit, here.value(Scaled::k) / unit);
            let error = here.std_error(Scaled::k).unwrap() / unit;
            assert!((a - b).abs() < 0.2 * error, "{a} {b} ± {error}");
        }
    }
}

/// More conditions than one pass of all workgroups has threads for.
#[test]
fn many_conditions() {
    const MANY: usize = 150_000;
    let start = Occupation {
        energy: spread(-5.0, 5.0, 1, MANY).into(),
        scale: 1.5.into(),
    };
    let exact = Batch::new(start.clone()).unwrap().values().unwrap();
    let fit = || {
        Fit::conditions(start.clone())
            .data_with(Occupation::filled, exact.of(Occupation::filled), 0.1)
            .free([Occupation::scale])
    };
    for device in devices() {
        same_squares(fit, device, 1e-11);
    }
}

/// Conditions that a device cannot do are a part of the sums all the same.
#[test]
fn a_fit_with_conditions_that_overflow_on_the_way() {
    let model = Occupation {
        energy: spread(-900.0, 900.0, 1, MANY).into(),
        scale: 1.5.into(),
    };
    let exact = Batch::new(model.clone()).unwrap().values().unwrap();
    let data: Vec<f64> = exact
        .of(Occupation::filled)
        .iter()
        .zip(spread(-0.1, 0.1, 77, MANY))
        .map(|(a, b)| a + b)
        .collect();
    let start = Occupation {
        scale: 1.0.into(),
        ..model
    };
    let fit = || {
        Fit::conditions(start.clone())
            .data_with(Occupation::filled, data.clone(), 0.1)
            .free([Occupation::scale])
    };
    for device in devices() {
        same_squares(fit, device, 1e-9);
    }
}

#[test]
fn the_fastest_is_found() {
    if devices().is_empty() {
        return;
    }
    let batch = Batch::new(Reactor::at_many(MANY))
        .unwrap()
        .device(DeviceChoice::Auto);
    assert!(batch.calibration().is_none());
    let found = batch.derivatives().unwrap();
    let calibration = batch.calibration().unwrap();
    assert!(calibration.figures.len() > 1, "{calibration}");
    let device = found
        .placement()
        .map_or(Device::CPU, |placement| placement.device);
    assert_eq!(device, calibration.chosen);
    let fit = tank_fit().device(DeviceChoice::Auto).run().unwrap();
    assert!(fit.calibration().unwrap().figures.len() > 1);
}

#[test]
fn what_no_device_does() {
    let batch = Batch::new(Reactor::at_many(MANY))
        .unwrap()
        .device(Device::CPU)
        .float(Float::F32);
    assert!(matches!(
        batch.values(),
        Err(Error::Setup(SetupError::SinglePrecisionOnCpu))
    ));
    let far: Device = "cuda:77".parse().unwrap();
    let batch = Batch::new(Reactor::at_many(MANY)).unwrap().device(far);
    assert!(matches!(batch.values(), Err(Error::Device(_))));
    let error = tank_fit().device(far).run().unwrap_err();
    assert!(matches!(error, Error::Device(_)), "{error}");
    let run = Fit::trajectory(
        System::new(Lorenz::default()),
        SimulateOptions::new(10).dt(0.01),
    )
    .data(Lorenz::x, vec![1.0; 11])
    .device(far);
    let error = run.run().unwrap_err();
    assert!(
        matches!(error, Error::Fit(FitError::RunOnDevice { .. })),
        "{error}"
    );
}
