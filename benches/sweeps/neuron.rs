//! A driven pair with a sine, an exponential and a hyperbolic tangent, RK4, both exponents, QR every ten steps.

use lyapax::{SpectrumOptions, Sweep, System, model};

use crate::Case;

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

type State = [f64; 2];

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

fn by_hand(gain: &[f64], steps: u64) -> Vec<f64> {
    let mut all = vec![0.0; 2];
    for &gain in gain {
        let mut exponents = member(gain, steps);
        exponents.sort_by(|a, b| b.total_cmp(a));
        for (all, exponent) in all.iter_mut().zip(exponents) {
            *all += exponent;
        }
    }
    all
}

/// f and its Jacobian, with every function taken once from the standard library.
fn field([u, v]: State, gain: f64) -> (State, [State; 2]) {
    let (of_v, of_u) = ((gain * v).tanh(), (gain * u).tanh());
    let (sin, cos) = u.sin_cos();
    let bump = 0.5 * (-v * v).exp();
    let f = [-u + of_v + 0.3 * sin, -v - of_u + bump];
    let j = [
        [-1.0 + 0.3 * cos, gain * (1.0 - of_v * of_v)],
        [-gain * (1.0 - of_u * of_u), -1.0 - 2.0 * v * bump],
    ];
    (f, j)
}

fn member(gain: f64, steps: u64) -> State {
    let mut x = [0.3, -0.2];
    let mut tangents = [[1.0, 0.0], [0.0, 1.0]];
    let mut sums = [0.0; 2];
    for step in 1..=steps {
        let (k1, j1) = field(x, gain);
        let (k2, j2) = field(ahead(x, k1, DT / 2.0), gain);
        let (k3, j3) = field(ahead(x, k2, DT / 2.0), gain);
        let (k4, j4) = field(ahead(x, k3, DT), gain);
        for v in &mut tangents {
            let d1 = times(j1, *v);
            let d2 = times(j2, ahead(*v, d1, DT / 2.0));
            let d3 = times(j3, ahead(*v, d2, DT / 2.0));
            let d4 = times(j4, ahead(*v, d3, DT));
            *v = combined(*v, [d1, d2, d3, d4]);
        }
        x = combined(x, [k1, k2, k3, k4]);
        if step % EVERY == 0 {
            orthonormalise(&mut tangents, &mut sums);
        }
    }
    sums.map(|sum| sum / (steps as f64 * DT))
}

fn times([a, b]: [State; 2], [x, y]: State) -> State {
    [a[0] * x + a[1] * y, b[0] * x + b[1] * y]
}

fn ahead(x: State, k: State, h: f64) -> State {
    [x[0] + k[0] * h, x[1] + k[1] * h]
}

fn combined(x: State, [a, b, c, d]: [State; 4]) -> State {
    core::array::from_fn(|i| x[i] + DT / 6.0 * (a[i] + 2.0 * (b[i] + c[i]) + d[i]))
}

fn orthonormalise([a, b]: &mut [State; 2], sums: &mut State) {
    let norm = (a[0] * a[0] + a[1] * a[1]).sqrt();
    sums[0] += norm.ln();
    *a = a.map(|y| y / norm);
    let along = a[0] * b[0] + a[1] * b[1];
    *b = ahead(*b, *a, -along);
    let norm = (b[0] * b[0] + b[1] * b[1]).sqrt();
    sums[1] += norm.ln();
    *b = b.map(|y| y / norm);
}
