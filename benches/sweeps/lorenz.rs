//! Lorenz's system over rho, RK4, all three exponents, QR every ten steps.

use lyapax::{SpectrumOptions, Sweep, System};
use lyapax_workspace::models::Lorenz;

use crate::Case;

const DT: f64 = 0.01;
const EVERY: u64 = 10;

type State = [f64; 3];

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
    let mut all = vec![0.0; 3];
    for &rho in rho {
        let mut exponents = member(rho, steps);
        exponents.sort_by(|a, b| b.total_cmp(a));
        for (all, exponent) in all.iter_mut().zip(exponents) {
            *all += exponent;
        }
    }
    all
}

fn member(rho: f64, steps: u64) -> State {
    let mut x = [1.0; 3];
    let mut v = [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]];
    let mut sums = [0.0; 3];
    for step in 1..=steps {
        let f = |[x, y, z]: State| [10.0 * (y - x), x * (rho - z) - y, x * y - 8.0 / 3.0 * z];
        let k1 = f(x);
        let x2 = ahead(x, k1, DT / 2.0);
        let k2 = f(x2);
        let x3 = ahead(x, k2, DT / 2.0);
        let k3 = f(x3);
        let x4 = ahead(x, k3, DT);
        let k4 = f(x4);
        for v in &mut v {
            let j = |[x, y, z]: State, [a, b, c]: State| {
                [
                    10.0 * (b - a),
                    (rho - z) * a - b - x * c,
                    y * a + x * b - 8.0 / 3.0 * c,
                ]
            };
            let d1 = j(x, *v);
            let d2 = j(x2, ahead(*v, d1, DT / 2.0));
            let d3 = j(x3, ahead(*v, d2, DT / 2.0));
            let d4 = j(x4, ahead(*v, d3, DT));
            *v = combined(*v, [d1, d2, d3, d4]);
        }
        x = combined(x, [k1, k2, k3, k4]);
        if step % EVERY == 0 {
            orthonormalise(&mut v, &mut sums);
        }
    }
    sums.map(|sum| sum / (steps as f64 * DT))
}

fn ahead(x: State, k: State, h: f64) -> State {
    [x[0] + k[0] * h, x[1] + k[1] * h, x[2] + k[2] * h]
}

fn combined(x: State, [a, b, c, d]: [State; 4]) -> State {
    core::array::from_fn(|i| x[i] + DT / 6.0 * (a[i] + 2.0 * (b[i] + c[i]) + d[i]))
}

fn dot(a: State, b: State) -> f64 {
    a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}

/// Modified Gram–Schmidt, adding the logarithms of the norms.
fn orthonormalise(v: &mut [State; 3], sums: &mut State) {
    for j in 0..3 {
        for i in 0..j {
            v[j] = ahead(v[j], v[i], -dot(v[i], v[j]));
        }
        let norm = dot(v[j], v[j]).sqrt();
        sums[j] += norm.ln();
        v[j] = v[j].map(|y| y / norm);
    }
}
