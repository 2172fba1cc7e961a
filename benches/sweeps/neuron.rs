//! A driven pair with a sine, an exponential and a hyperbolic tangent, RK4, both exponents, QR every ten steps.

use lyapax::{SpectrumOptions, Sweep, System, model};

use crate::Case;
use crate::by_hand::{member, total};

const DT: f64 = 0.02;
const EVERY: u64 = 10;

model! {
    pub Pair {
        state u = 0.3, v = -0.2;
        param gain = 1.0;

        "u' = -u + tanh(gain * v) + 0.3 * sin(u)
         v' = -v - tanh(gain * u) + 0.5 * exp(-v^2)"
    }
}

pub fn case() -> Case {
    Case {
        name: "pair of functions/4096x2/cpu",
        members: 4096,
        steps: 2000,
        ours,
        by_hand,
        from: 0.5,
        to: 6.0,
        tolerance: 1e-9,
    }
}

fn ours(gain: &[f64], steps: u64) -> Vec<f64> {
    let options = SpectrumOptions::new(steps)
        .dt(DT)
        .t_transient(0.0)
        .renorm_every(EVERY)
        .start_basis(vec![vec![1.0, 0.0], vec![0.0, 1.0]])
        .threads(1);
    let sweep = Sweep::new(System::new(Pair::default())).over(Pair::gain, gain);
    let spectra = sweep.spectrum(&options).expect("the pairs run");
    let sum = |i: usize| {
        spectra
            .iter()
            .flatten()
            .map(|point| point.exponents()[i])
            .sum()
    };
    (0..2).map(sum).collect()
}

/// Every function is taken once, from the standard library.
fn by_hand(gain: &[f64], steps: u64) -> Vec<f64> {
    total(gain.iter().map(|&gain| {
        let field = |[u, v]: [f64; 2]| {
            let (of_v, of_u) = ((gain * v).tanh(), (gain * u).tanh());
            let (sin, cos) = u.sin_cos();
            let bump = 0.5 * (-v * v).exp();
            (
                [-u + of_v + 0.3 * sin, -v - of_u + bump],
                [
                    [-1.0 + 0.3 * cos, gain * (1.0 - of_v * of_v)],
                    [-gain * (1.0 - of_u * of_u), -1.0 - 2.0 * v * bump],
                ],
            )
        };
        member(field, [0.3, -0.2], (steps, DT, EVERY))
    }))
}
