//! Lorenz's system over rho, RK4, all three exponents, QR every ten steps.

use lyapax::{SpectrumOptions, Sweep, System};
use lyapax_workspace::models::Lorenz;

use crate::Case;
use crate::by_hand::{member, total};

const DT: f64 = 0.01;
const EVERY: u64 = 10;

pub fn case() -> Case {
    Case {
        name: "lorenz/4096x3/cpu",
        members: 4096,
        steps: 2000,
        ours,
        by_hand,
        from: 0.0,
        to: 100.0,
        // Chaotic orbits that are rounded in another order part.
        tolerance: 1e-3,
    }
}

fn ours(rho: &[f64], steps: u64) -> Vec<f64> {
    let options = SpectrumOptions::new(steps)
        .dt(DT)
        .t_transient(0.0)
        .renorm_every(EVERY)
        .start_basis(vec![
            vec![1.0, 0.0, 0.0],
            vec![0.0, 1.0, 0.0],
            vec![0.0, 0.0, 1.0],
        ])
        .threads(1);
    let sweep = Sweep::new(System::new(Lorenz::default())).over(Lorenz::rho, rho);
    let spectra = sweep.spectrum(&options).expect("Lorenz's systems run");
    let sum = |i: usize| {
        spectra
            .iter()
            .flatten()
            .map(|point| point.exponents()[i])
            .sum()
    };
    (0..3).map(sum).collect()
}

fn by_hand(rho: &[f64], steps: u64) -> Vec<f64> {
    total(rho.iter().map(|&rho| {
        let field = |[x, y, z]: [f64; 3]| {
            (
                [10.0 * (y - x), x * (rho - z) - y, x * y - 8.0 / 3.0 * z],
                [[-10.0, 10.0, 0.0], [rho - z, -1.0, -x], [y, x, -8.0 / 3.0]],
            )
        };
        member(field, [1.0; 3], (steps, DT, EVERY))
    }))
}
