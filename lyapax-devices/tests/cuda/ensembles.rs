//! Many systems, each beside itself on the CPU.

use lyapax::{Device, Ensemble, Integrator, Model, SpectrumOptions};

use crate::models::Lorenz;
use crate::{devices, found, gxx, near};

/// All members there and here.
fn same<M: Model>(ensemble: &Ensemble<M>, options: &SpectrumOptions, tolerance: f64) {
    if !gxx::is_there() {
        return;
    }
    let [device, _] = devices();
    let there = found(ensemble.spectrum(&options.clone().device(device)));
    let here = found(ensemble.spectrum(&options.clone().device(Device::CPU)));
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

#[test]
fn lorenz_by_all_methods() {
    let ensemble = Ensemble::new(Lorenz::default(), 70)
        .initial_with(Lorenz::x, |member| 1.0 + 0.01 * member as f64);
    for integrator in Integrator::ALL {
        let options = SpectrumOptions::new(60)
            .dt(0.005)
            .t_transient(0.05)
            .integrator(integrator);
        same(&ensemble, &options, 1e-12);
    }
}
