//! Algebraic models at many conditions, and fits of them.

use lyapax::fit::{Fit, FitError};
use lyapax::{
    Batch, Derivatives, Device, DeviceChoice, Error, Float, Model, OutputName, SetupError,
    SimulateOptions, System, Variable,
};

use crate::devices;
use crate::models::{Lorenz, Occupation, Reactor, Tank};

/// More than a workgroup takes, and not a multiple.
const MANY: usize = 3001;

fn along(from: f64, to: f64, turns: usize) -> Vec<f64> {
    let place = |i: usize| (i * turns % MANY) as f64 / MANY as f64;
    (0..MANY).map(|i| from + (to - from) * place(i)).collect()
}

fn reactor() -> Reactor {
    Reactor {
        T: along(300.0, 450.0, 1).into(),
        C_in: along(0.1, 3.0, 7).into(),
        tau: along(1.0, 60.0, 31).into(),
        ..Reactor::default()
    }
}

fn same(a: &[f64], b: &[f64], tolerance: f64) {
    assert_eq!(a.len(), b.len());
    for (a, b) in a.iter().zip(b) {
        assert!((a - b).abs() <= tolerance * b.abs().max(1e-3), "{a} {b}");
    }
}

fn all<M: Model>(
    there: &Derivatives<M>,
    here: &Derivatives<M>,
    outputs: &[OutputName<M>],
    by: &[Variable<M>],
    tolerance: f64,
) {
    for &output in outputs {
        same(there.values(output), here.values(output), tolerance);
        for &by in by {
            same(there.of(output, by), here.of(output, by), tolerance);
        }
    }
}

#[test]
fn a_batch_there_and_here() {
    let here = Batch::new(reactor()).unwrap();
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
        let batch = Batch::new(reactor()).unwrap().device(device);
        let there = batch.derivatives().unwrap();
        // A difference of two concentrations has lost digits where little reacts.
        all(
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

        let single = Batch::new(reactor())
            .unwrap()
            .device(device)
            .float(Float::F32);
        let there = single.derivatives().unwrap();
        assert_eq!(there.placement().unwrap().float, Float::F32);
        all(
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
        T: along(300.0, 400.0, 3).into(),
        tau: 2.5.into(),
        E_R_1: along(3000.0, 4000.0, 5).into(),
        ..Tank::default()
    };
    let here = Batch::new(model.clone()).unwrap().derivatives().unwrap();
    for device in devices() {
        let there = Batch::new(model.clone()).unwrap().device(device);
        all(
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
        energy: along(-2000.0, 2000.0, 1).into(),
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
            all(
                &there.derivatives().unwrap(),
                &here,
                &[Occupation::filled, Occupation::level],
                &[Occupation::scale.into(), Occupation::energy.into()],
                tolerance,
            );
        }
        let mut energies = along(-1.0, 1.0, 1);
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

/// Three concentrations with something like noise.
fn tank_fit() -> Fit<'static, Tank> {
    let tank = Tank {
        T: along(300.0, 400.0, 1).into(),
        tau: along(1.0, 10.0, 7).into(),
        ..Tank::default()
    };
    let truth = Tank {
        ln_k0_1: 10.0.into(),
        E_R_1: 5000.0.into(),
        ln_k0_2: 12.0.into(),
        E_R_2: 6000.0.into(),
        ..tank.clone()
    };
    let exact = Batch::new(truth).unwrap().values().unwrap();
    let noisy = |output, turns| -> Vec<f64> {
        let noise = along(-0.017, 0.017, turns);
        exact
            .of(output)
            .iter()
            .zip(noise)
            .map(|(a, b)| a + b)
            .collect()
    };
    Fit::conditions(tank)
        .data_with(Tank::C_A, noisy(Tank::C_A, 101), 0.01)
        .data_with(Tank::C_B, noisy(Tank::C_B, 211), along(0.009, 0.011, 13))
        .data_with(Tank::C_C, noisy(Tank::C_C, 307), 0.01)
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
        for name in [Tank::ln_k0_1, Tank::E_R_1, Tank::ln_k0_2, Tank::E_R_2] {
            let (there, here) = (
                there.std_error(name).unwrap(),
                here.std_error(name).unwrap(),
            );
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
        assert!(placement.bytes_to_device < columns + 4 * MANY as u64 + 1000 * evaluations);
        // One launch adds up within workgroups, and one what these found.
        assert_eq!(placement.launches, 2 * evaluations + 2, "{placement}");
    }
}

/// Conditions that a device cannot do are a part of the sums all the same.
#[test]
fn a_fit_with_conditions_that_overflow_on_the_way() {
    let model = Occupation {
        energy: along(-900.0, 900.0, 1).into(),
        scale: 1.5.into(),
    };
    let exact = Batch::new(model.clone()).unwrap().values().unwrap();
    let data: Vec<f64> = exact
        .of(Occupation::filled)
        .iter()
        .zip(along(-0.1, 0.1, 77))
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
    let (misfit, slopes) = fit().ready().unwrap().evaluate(&[1.25]).unwrap();
    for device in devices() {
        let mut there = fit().device(device).ready().unwrap();
        let (misfit_there, slopes_there) = there.evaluate(&[1.25]).unwrap();
        same(&[misfit_there], &[misfit], 1e-12);
        same(&slopes_there, &slopes, 1e-9);
    }
}

#[test]
fn the_fastest_is_found() {
    if devices().is_empty() {
        return;
    }
    let batch = Batch::new(reactor()).unwrap().device(DeviceChoice::Auto);
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
    let batch = Batch::new(reactor())
        .unwrap()
        .device(Device::CPU)
        .float(Float::F32);
    assert!(matches!(
        batch.values(),
        Err(Error::Setup(SetupError::SinglePrecisionOnCpu))
    ));
    let far: Device = "cuda:77".parse().unwrap();
    let batch = Batch::new(reactor()).unwrap().device(far);
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
