//! Runs on a device beside those on the CPU. Without a device of wgpu's they say so and pass over; `.ci/run` has one.
#![cfg(feature = "wgpu")]

use lyapax::{Device, Ensemble, Float, Integrator, SpectrumOptions, System, model};

model! {
    pub Lorenz {
        state x = 1.0, y = 1.0, z = 20.0;
        param sigma = 10.0, rho = 28.0, beta = 8.0 / 3.0;
        "x' = sigma * (y - x)
         y' = x * (rho - z) - y
         z' = x * y - beta * z"
    }
}

/// The device, if there is one.
fn device() -> Option<Device> {
    let device = "wgpu:0".parse().unwrap();
    match Device::list().get(device) {
        Ok(_) => Some(device),
        Err(error) => {
            println!("passed over: {error}");
            None
        }
    }
}

#[test]
fn members_are_those_of_the_cpu() {
    let Some(device) = device() else { return };
    let members = 256;
    let ensemble = Ensemble::new(Lorenz::default(), members)
        .initial_with(Lorenz::x, |member| 1.0 + 0.01 * member as f64);
    for integrator in Integrator::ALL {
        let options = SpectrumOptions::new(200)
            .dt(0.005)
            .t_transient(0.0)
            .integrator(integrator);
        let there = ensemble.spectrum(&options.clone().device(device)).unwrap();
        let here = ensemble.spectrum(&options.device(Device::CPU)).unwrap();
        println!("{integrator}: {there}");
        for (there, here) in there.iter().zip(here.iter()) {
            let (there, here) = (there.unwrap(), here.unwrap());
            for (a, b) in there.exponents().iter().zip(here.exponents()) {
                assert!((a - b).abs() < 1e-9, "{a} {b}");
            }
            for (a, b) in there.final_state().iter().zip(here.final_state()) {
                assert!((a - b).abs() < 1e-9, "{a} {b}");
            }
            assert!((there.sum_rule().unwrap() - here.sum_rule().unwrap()).abs() < 1e-9);
        }
    }
}
