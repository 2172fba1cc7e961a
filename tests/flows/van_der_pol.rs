//! A limit cycle, from round to angular. λ₂ by quadrature of the divergence along it.

use lyapax::{Integrator, SpectrumOptions};
use lyapax_workspace::models::*;

use super::{close, spectrum};

/// Over whole periods the tangents' own turning cancels, and what is left is the error of the method.
#[test]
fn floquet_exponents() {
    for (mu, period, steps, exact, tolerance) in [
        (1.0, 6.663_286_859_32, 1000, -1.059_377_0, 5e-8),
        (10.0, 19.078_369_566_94, 10_000, -16.345_433, 1e-6),
    ] {
        for integrator in [Integrator::Rk4, Integrator::Rk6] {
            let options = SpectrumOptions::new(50 * steps)
                .dt(period / steps as f64)
                .integrator(integrator)
                .t_transient(20.0 * period);
            let spectrum = spectrum(VanDerPol { mu: mu.into() }, &options);
            close(spectrum.exponents(), &[0.0, exact], tolerance);
        }
    }
}
