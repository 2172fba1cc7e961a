//! Exact spectra and laws, on every device and on the CPU.

use lyapax::{Dense, Device, Ensemble, Integrator, SpectrumOptions, System};

use crate::devices;
use crate::models::{Henon, Lorenz, Relay};

/// All devices, the CPU among them.
fn everywhere() -> Vec<Device> {
    let mut all = devices();
    all.push(Device::CPU);
    all
}

/// Volumes shrink at the rate σ + 1 + β; λ₁ by Sprott, Chaos and Time-Series Analysis (2003).
#[test]
fn lorenz_over_a_long_run() {
    let ensemble = Ensemble::new(Lorenz::default(), 256)
        .initial_with(Lorenz::x, |member| 1.0 + 0.01 * member as f64);
    for device in everywhere() {
        let options = SpectrumOptions::new(10_000).dt(0.005).t_transient(20.0);
        let spectra = ensemble.spectrum(&options.device(device)).unwrap();
        println!("{spectra}");
        let mut inside = 0;
        for member in spectra.iter() {
            let member = member.unwrap();
            assert!((member.sum() + 41.0 / 3.0).abs() < 1e-5, "{}", member.sum());
            assert!(member.sum_rule().unwrap().abs() < 1e-5);
            let first = member.exponent(0);
            let error = first.std_error.unwrap();
            inside += u32::from((first.value - 0.9056).abs() < 2.0 * error);
        }
        // Within two standard errors are 95 of 100, and more where these are rather too large.
        assert!(inside > 225, "{device}: {inside} of 256");
        let mean = spectra.mean(0).unwrap();
        assert!((mean.value - 0.9056).abs() < 4.0 * mean.std_error.unwrap());
    }
}

/// An interval longer than what is started at once.
#[test]
fn a_long_interval() {
    let ensemble = Ensemble::new(Lorenz::default(), 64)
        .initial_with(Lorenz::x, |member| 1.0 + 0.01 * member as f64);
    for device in devices() {
        let options = SpectrumOptions::new(60_000)
            .dt(0.005)
            .t_transient(20.0)
            .k(1)
            .renorm_every(30_000);
        let spectra = ensemble.spectrum(&options.device(device)).unwrap();
        let mean = spectra.mean(0).unwrap();
        assert!(
            (mean.value - 0.9056).abs() < 4.0 * mean.std_error.unwrap(),
            "{mean}"
        );
    }
}

/// ln |det J| = ln b at every iterate.
#[test]
fn henon() {
    let ensemble =
        Ensemble::new(Henon::default(), 100).initial_with(Henon::x, |member| 0.002 * member as f64);
    for device in everywhere() {
        let options = SpectrumOptions::new(20_000)
            .t_transient(100.0)
            .device(device);
        let spectra = ensemble.spectrum(&options).unwrap();
        for member in spectra.iter() {
            let member = member.unwrap();
            assert!((member.sum() - 0.3_f64.ln()).abs() < 1e-11);
            // Sprott (2003).
            assert!((member.exponents()[0] - 0.41922).abs() < 0.02);
        }
    }
}

/// A linear ring: the eigenvalues of its matrix.
#[test]
fn linear_ring() {
    let ring = Dense::from_fn(4, |target, source| {
        f64::from(u8::from(
            (target + 1) % 4 == source || (source + 1) % 4 == target,
        ))
    });
    let system = System::network(Relay::default(), ring);
    for device in everywhere() {
        let options = SpectrumOptions::new(500)
            .dt(0.02)
            .integrator(Integrator::Rk6)
            .t_transient(20.0)
            .device(device);
        let spectrum = system.spectrum(&options).unwrap();
        crate::near(spectrum.exponents(), &[-1.0, -2.0, -2.0, -3.0], 1e-6);
    }
}

/// Coupling frozen over the stages would make every method first order.
#[test]
fn orders_of_convergence() {
    let model = Relay {
        rate: [-1.0, -2.0].into(),
        ..Relay::default()
    };
    let system = System::network(model, [[0.0, 1.0], [1.0, 0.0]]);
    let root = 0.5_f64.sqrt();
    let eigenvalues = [-1.5 + root, -1.5 - root];
    // Eigenvectors of [[−1, ½], [½, −2]].
    let basis: Vec<Vec<f64>> = eigenvalues
        .iter()
        .map(|value| vec![0.5, value + 1.0])
        .collect();
    for device in everywhere() {
        for integrator in [Integrator::Rk4, Integrator::Rk6] {
            let errors = [(100, 0.4), (200, 0.2), (400, 0.1)].map(|(steps, dt)| {
                let options = SpectrumOptions::new(steps)
                    .dt(dt)
                    .integrator(integrator)
                    .t_transient(0.0)
                    .start_basis(basis.clone())
                    .device(device);
                let spectrum = system.spectrum(&options).unwrap();
                (spectrum.exponents()[1] - eigenvalues[1]).abs()
            });
            let order = (errors[0] / errors[2]).log2() / 2.0;
            let expected = integrator.order() as f64;
            assert!(
                (order - expected).abs() < 0.5,
                "{device}, {integrator}: {errors:?}"
            );
        }
    }
}
