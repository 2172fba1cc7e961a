//! Many systems, each beside itself on the CPU.

use lyapax::{Device, Ensemble, Integrator, Model, Signal, SpectrumOptions};

use crate::models::{Everything, Henon, Logistic, Lorenz, Pendulum};
use crate::{devices, near};

/// All members there and here.
fn same<M: Model>(ensemble: &Ensemble<M>, options: &SpectrumOptions, tolerance: f64) {
    for device in devices() {
        let there = ensemble.spectrum(&options.clone().device(device)).unwrap();
        let here = ensemble
            .spectrum(&options.clone().device(Device::CPU))
            .unwrap();
        println!("{there}");
        for (there, here) in there.iter().zip(here.iter()) {
            let (there, here) = (there.unwrap(), here.unwrap());
            near(there.exponents(), here.exponents(), tolerance);
            near(there.final_state(), here.final_state(), tolerance);
            match (there.sum_rule(), here.sum_rule()) {
                (Some(there), Some(here)) => near(&[there], &[here], tolerance),
                (there, here) => assert_eq!(there, here),
            }
        }
    }
}

#[test]
fn lorenz_by_all_methods() {
    let ensemble = Ensemble::new(Lorenz::default(), 256)
        .initial_with(Lorenz::x, |member| 1.0 + 0.01 * member as f64);
    for integrator in Integrator::ALL {
        let options = SpectrumOptions::new(200)
            .dt(0.005)
            .t_transient(0.0)
            .integrator(integrator);
        same(&ensemble, &options, 1e-9);
    }
}

#[test]
fn fewer_tangents_and_a_shorter_last_block() {
    let rho: Vec<f64> = (0..100)
        .map(|member| 20.0 + 0.1 * f64::from(member))
        .collect();
    let lorenz = Lorenz {
        rho: rho.into(),
        ..Lorenz::default()
    };
    for k in [1, 2] {
        let options = SpectrumOptions::new(123)
            .dt(0.005)
            .t_transient(0.117)
            .k(k)
            .renorm_every(7);
        same(&Ensemble::new(lorenz.clone(), 100), &options, 1e-9);
    }
}

#[test]
fn maps() {
    let a: Vec<f64> = (0..50)
        .map(|member| 1.2 + 0.004 * f64::from(member))
        .collect();
    let henon = Henon {
        a: a.into(),
        ..Henon::default()
    };
    let options = SpectrumOptions::new(25).t_transient(3.0);
    same(&Ensemble::new(henon.clone(), 50), &options, 1e-9);
    same(
        &Ensemble::new(henon, 50),
        &options.renorm_every(4).k(1),
        1e-9,
    );
}

#[test]
fn signals_and_time() {
    let samples: Vec<f64> = (0..40).map(|i| 0.5 * (f64::from(i) * 1.3).sin()).collect();
    let each: Vec<f64> = (0..20).map(|member| 0.1 * f64::from(member)).collect();
    let options = SpectrumOptions::new(400)
        .dt(0.01)
        .t_transient(0.5)
        .start_time(0.25);
    for drive in [
        Signal::sampled(0.0, 0.25, samples),
        Signal::PerNode(each),
        0.3.into(),
        Signal::Zero,
    ] {
        let model = Pendulum {
            drive,
            ..Pendulum::default()
        };
        let ensemble =
            Ensemble::new(model, 20).initial_with(Pendulum::q, |member| 0.1 * member as f64);
        same(&ensemble, &options, 1e-9);
    }
}

#[test]
fn every_function() {
    let ensemble = Ensemble::new(Everything::default(), 64)
        .initial_with(Everything::x, |member| 0.05 * member as f64 - 1.6)
        .initial_with(Everything::y, |member| 1.3 - 0.04 * member as f64);
    same(
        &ensemble,
        &SpectrumOptions::new(100).dt(0.01).t_transient(0.0),
        1e-9,
    );
}

/// More members than a buffer holds, in parts.
#[test]
fn more_than_a_buffer_holds() {
    for device in devices() {
        let list = Device::list();
        let Some(limits) = list.get(device).unwrap().limits else {
            continue;
        };
        // What a tangent of a member adds up is its largest part: four numbers.
        let members = limits.buffer / 32 + 1000;
        if members > 10_000_000 {
            println!("{device} holds {members}, too many for a test");
            continue;
        }
        let members = usize::try_from(members).unwrap();
        let ensemble = Ensemble::new(Logistic::default(), members)
            .initial_with(Logistic::x, |member| {
                0.1 + 0.3 * member as f64 / members as f64
            });
        let options = SpectrumOptions::new(3).t_transient(1.0);
        let here = ensemble.spectrum(&options).unwrap();
        let there = ensemble.spectrum(&options.device(device)).unwrap();
        println!("{there}");
        assert_eq!((here.members(), there.members()), (members, members));
        for (here, there) in here.iter().zip(there.iter()) {
            let (here, there) = (here.unwrap(), there.unwrap());
            near(there.exponents(), here.exponents(), 1e-12);
            near(there.final_state(), here.final_state(), 1e-12);
        }
        let placement = there.placement().unwrap();
        assert!(placement.bytes_from_device > limits.buffer, "{placement}");
    }
}
