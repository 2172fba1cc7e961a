//! Algebraic models at many conditions, each beside itself on the CPU.

use lyapax::fit::Fit;
use lyapax::{Batch, Device, Float};

use crate::models::{Occupation, Reactor};
use crate::partials::{same, same_partials};
use crate::spread::spread;
use crate::{devices, found, gxx};

/// So many that threads add up several of them, in several workgroups, and no multiple of these.
const MANY: usize = 1301;

fn reactor() -> Reactor {
    Reactor {
        T: spread(300.0, 450.0, 1, MANY).into(),
        C_in: spread(0.1, 3.0, 7, MANY).into(),
        tau: 20.0.into(),
        n: spread(1.2, 1.8, 31, MANY).into(),
        ..Reactor::default()
    }
}

fn occupation() -> Occupation {
    Occupation {
        energy: spread(-900.0, 900.0, 1, MANY).into(),
        ..Occupation::default()
    }
}

#[test]
fn values_and_derivatives() {
    if !gxx::is_there() {
        return;
    }
    let here = found(Batch::new(reactor()).and_then(|batch| batch.derivatives()));
    for device in devices() {
        for (float, tolerance) in [(Float::F64, 1e-12), (Float::F32, 1e-3)] {
            let batch = found(Batch::new(reactor())).device(device).float(float);
            let there = found(batch.derivatives());
            let by = [
                Reactor::k0.into(),
                Reactor::n.into(),
                Reactor::T.into(),
                Reactor::C_in.into(),
                Reactor::tau.into(),
            ];
            same_partials(&there, &here, &[Reactor::conversion], &by, tolerance);
            let placement = there.placement().expect("it was made there");
            assert_eq!(placement.bytes_from_device, 7 * float.bytes() * MANY as u64);
            let values = found(batch.values());
            same(
                values.of(Reactor::conversion),
                there.values(Reactor::conversion),
                1e-3 * tolerance,
            );
        }
    }
}

#[test]
fn what_overflows_on_the_way() {
    if !gxx::is_there() {
        return;
    }
    let here = found(Batch::new(occupation()).and_then(|batch| batch.derivatives()));
    let [device, _] = devices();
    let there = found(Batch::new(occupation())).device(device);
    same_partials(
        &found(there.derivatives()),
        &here,
        &[Occupation::filled, Occupation::level],
        &[
            Occupation::scale.into(),
            Occupation::offset.into(),
            Occupation::energy.into(),
        ],
        1e-12,
    );
}

#[test]
fn squares_and_a_fit() {
    if !gxx::is_there() {
        return;
    }
    let exact = found(Batch::new(occupation()).and_then(|batch| batch.values()));
    let noisy = |output, turns| -> Vec<f64> {
        let noise = spread(-0.1, 0.1, turns, MANY);
        exact
            .of(output)
            .iter()
            .zip(noise)
            .map(|(a, b)| a + b)
            .collect()
    };
    // One output twice, with errors of its own each time.
    let fit = || {
        let start = Occupation {
            scale: 1.3.into(),
            offset: 0.0.into(),
            ..occupation()
        };
        Fit::conditions(start)
            .data_with(Occupation::filled, noisy(Occupation::filled, 77), 0.1)
            .data_with(Occupation::level, noisy(Occupation::level, 5), 0.2)
            .data_with(
                Occupation::filled,
                noisy(Occupation::filled, 55),
                spread(0.1, 0.2, 3, MANY),
            )
    };
    let here = found(fit().run());
    let (misfit, slopes) = found(found(fit().ready()).evaluate(&[1.1, 0.3]));
    for device in devices() {
        let mut there = found(fit().device(device).ready());
        let (misfit_there, slopes_there) = found(there.evaluate(&[1.1, 0.3]));
        same(&[misfit_there], &[misfit], 1e-12);
        same(&slopes_there, &slopes, 1e-10);
        let there = found(fit().device(device).run());
        same(there.values(), here.values(), 1e-9);
        for name in [Occupation::scale, Occupation::offset] {
            let [there, here] = [&there, &here].map(|fit| fit.std_error(name).expect("it has one"));
            same(&[there], &[here], 1e-7);
        }
    }
}

/// Conditions that there is no room for go in parts; a fit, whose data stay there, is refused.
#[test]
fn in_parts() {
    if !gxx::is_there() {
        return;
    }
    let small: Device = found("cuda:2".parse().map_err(lyapax::Error::from));
    let here = found(Batch::new(reactor()).and_then(|batch| batch.derivatives()));
    let batch = found(Batch::new(reactor())).device(small);
    let by = [Reactor::k0.into(), Reactor::n.into(), Reactor::tau.into()];
    // They are not kept there, and go again.
    for _ in 0..2 {
        let there = found(batch.derivatives());
        same_partials(&there, &here, &[Reactor::conversion], &by, 1e-12);
        let placement = there.placement().expect("it was made there");
        // Seven numbers of eight bytes each.
        let parts = MANY.div_ceil(20_000 / (7 * 8)) as u64;
        assert_eq!(placement.launches, parts);
        assert!(placement.bytes_to_device > 3 * 8 * MANY as u64);
    }
    let error = batch
        .evaluate_there(true)
        .map_err(|error| error.to_string());
    assert!(error.is_err_and(|told| told.contains("1301 conditions")));
    let fit = Fit::conditions(occupation()).data_with(Occupation::filled, vec![0.5; MANY], 0.1);
    let fit = fit.data_with(
        Occupation::level,
        vec![0.5; MANY],
        spread(0.1, 0.2, 3, MANY),
    );
    let error = fit.device(small).run().map_err(|error| error.to_string());
    assert!(error.is_err_and(|told| told.contains("1301 conditions")));
}

/// In single precision, with what is beyond it: squares of slopes that are computed on the CPU.
#[test]
fn squares_in_single_precision() {
    if !gxx::is_there() {
        return;
    }
    let exact = found(Batch::new(occupation()).and_then(|batch| batch.values()));
    let fit = || {
        let start = Occupation {
            scale: 1.3.into(),
            ..occupation()
        };
        Fit::conditions(start)
            .data_with(Occupation::filled, exact.of(Occupation::filled), 0.1)
            .data_with(Occupation::level, exact.of(Occupation::level), 1e-36)
    };
    let (misfit, slopes) = found(found(fit().ready()).evaluate(&[1.1, 0.3]));
    assert!(misfit > 1e70);
    let mut there = found(fit().device(devices()[0]).float(Float::F32).ready());
    let (misfit_there, slopes_there) = found(there.evaluate(&[1.1, 0.3]));
    same(&[misfit_there], &[misfit], 1e-12);
    same(&slopes_there, &slopes, 1e-12);
}
