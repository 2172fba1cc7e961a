//! A gradient along a run of a network, with respect to all of its weights. It is made on one thread, whatever there are.

use lyapax::{Checkpoints, Dense, SimulateOptions, System};
use lyapax_workspace::models::Kuramoto;

use super::Case;

const STEPS: usize = 100;
const STRIDE: usize = 10;
const STAGES: usize = 4;
const DT: f64 = 0.01;
const G: f64 = 4.0;

fn weight(nodes: usize, target: usize, source: usize) -> f64 {
    if target == source {
        return 0.0;
    }
    (1.7 * (target * nodes + source) as f64).sin()
}

fn omega(nodes: usize) -> Vec<f64> {
    (0..nodes).map(|i| (0.9 * i as f64).cos()).collect()
}

fn start(node: usize) -> f64 {
    0.1 * node as f64
}

pub fn case(nodes: usize) -> Case {
    let side = || {
        let model = Kuramoto {
            omega: omega(nodes).into(),
            G: G.into(),
        };
        let weights = Dense::from_fn(nodes, |target, source| weight(nodes, target, source));
        let system = System::network(model, weights.clone()).initial_with(Kuramoto::theta, start);
        let options = SimulateOptions::new(STEPS as u64)
            .dt(DT)
            .stride(STRIDE as u64);
        Box::new(move |evaluations: usize| {
            let mut sums = vec![0.0; 3];
            for _ in 0..evaluations {
                let gradient = system.gradient(&options, Checkpoints::All, |sample| {
                    let mut misfit = 0.0;
                    for node in 0..sample.nodes() {
                        let theta = sample.state_of(Kuramoto::theta, node);
                        sample.by_state_of(Kuramoto::theta, node, 2.0 * theta);
                        misfit += theta * theta;
                    }
                    misfit
                });
                let gradient = gradient.expect("all is finite there");
                add(
                    &mut sums,
                    gradient.misfit(),
                    gradient.weights(),
                    weights.values(),
                );
            }
            sums
        }) as Box<dyn FnMut(usize) -> Vec<f64>>
    };
    Case {
        name: format!("network/{nodes}/gradient by all weights, {STEPS} steps"),
        part: "an edge and stage",
        parts: nodes * nodes * STEPS * STAGES,
        evaluations: 1,
        sides: [side(), side(), by_hand(nodes)],
    }
}

fn add(sums: &mut [f64], misfit: f64, slopes: &[f64], weights: &[f64]) {
    sums[0] += misfit;
    sums[1] += slopes.iter().sum::<f64>();
    let products = slopes.iter().zip(weights);
    sums[2] += products.map(|(slope, weight)| slope * weight).sum::<f64>();
}

/// θ' = ω + G/N·(cos θ·W sin θ − sin θ·W cos θ), forward with all states kept, and backward.
fn by_hand(nodes: usize) -> Box<dyn FnMut(usize) -> Vec<f64>> {
    let mut weights = vec![0.0; nodes * nodes];
    for (i, entry) in weights.iter_mut().enumerate() {
        *entry = weight(nodes, i / nodes, i % nodes);
    }
    let net = Net {
        nodes,
        g: G / nodes as f64,
        omega: omega(nodes),
        weights,
    };
    Box::new(move |evaluations| {
        let mut sums = vec![0.0; 3];
        for _ in 0..evaluations {
            let (misfit, mut slopes) = net.gradient();
            // Where there is no edge there is no slope.
            for node in 0..nodes {
                slopes[node * (nodes + 1)] = 0.0;
            }
            add(&mut sums, misfit, &slopes, &net.weights);
        }
        sums
    })
}

struct Net {
    nodes: usize,
    g: f64,
    omega: Vec<f64>,
    weights: Vec<f64>,
}

/// Sines, cosines, and what the weights make of them.
struct Moment {
    s: Vec<f64>,
    c: Vec<f64>,
    ws: Vec<f64>,
    wc: Vec<f64>,
}

impl Net {
    fn rhs(&self, theta: &[f64]) -> (Vec<f64>, Moment) {
        let n = self.nodes;
        let (s, c): (Vec<f64>, Vec<f64>) = theta.iter().map(|x| x.sin_cos()).unzip();
        let (mut ws, mut wc) = (vec![0.0; n], vec![0.0; n]);
        for i in 0..n {
            let (mut of_s, mut of_c) = (0.0, 0.0);
            for (j, w) in self.weights[i * n..][..n].iter().enumerate() {
                of_s += w * s[j];
                of_c += w * c[j];
            }
            (ws[i], wc[i]) = (of_s, of_c);
        }
        let f = (0..n).map(|i| self.omega[i] + self.g * (c[i] * ws[i] - s[i] * wc[i]));
        (f.collect(), Moment { s, c, ws, wc })
    }

    /// What the state is worth by what f is worth, and what that adds to the weights.
    fn pull(&self, m: &Moment, worth: &[f64], slopes: &mut [f64]) -> Vec<f64> {
        let (n, g) = (self.nodes, self.g);
        let mut of_s: Vec<f64> = (0..n).map(|j| -g * m.wc[j] * worth[j]).collect();
        let mut of_c: Vec<f64> = (0..n).map(|j| g * m.ws[j] * worth[j]).collect();
        for i in 0..n {
            let (by_ws, by_wc) = (g * m.c[i] * worth[i], -g * m.s[i] * worth[i]);
            let weights = &self.weights[i * n..][..n];
            let slopes = &mut slopes[i * n..][..n];
            for j in 0..n {
                of_s[j] += weights[j] * by_ws;
                of_c[j] += weights[j] * by_wc;
                slopes[j] += by_ws * m.s[j] + by_wc * m.c[j];
            }
        }
        (0..n)
            .map(|j| of_s[j] * m.c[j] - of_c[j] * m.s[j])
            .collect()
    }

    fn stages(&self, x: &[f64]) -> (Vec<f64>, Vec<Moment>) {
        let along =
            |k: &[f64], h: f64| -> Vec<f64> { x.iter().zip(k).map(|(x, k)| x + h * k).collect() };
        let (k1, m1) = self.rhs(x);
        let (k2, m2) = self.rhs(&along(&k1, 0.5 * DT));
        let (k3, m3) = self.rhs(&along(&k2, 0.5 * DT));
        let (k4, m4) = self.rhs(&along(&k3, DT));
        let sum = |i: usize| DT / 6.0 * (k1[i] + 2.0 * k2[i] + 2.0 * k3[i] + k4[i]);
        let next = x.iter().enumerate().map(|(i, x)| x + sum(i)).collect();
        (next, vec![m1, m2, m3, m4])
    }

    fn gradient(&self) -> (f64, Vec<f64>) {
        let n = self.nodes;
        let mut states = vec![(0..n).map(start).collect::<Vec<f64>>()];
        for step in 0..STEPS {
            states.push(self.stages(&states[step]).0);
        }
        let mut slopes = vec![0.0; n * n];
        let mut worth = vec![0.0; n];
        let mut misfit = 0.0;
        for step in (0..=STEPS).rev() {
            if step % STRIDE == 0 {
                for (worth, x) in worth.iter_mut().zip(&states[step]) {
                    *worth += 2.0 * x;
                    misfit += x * x;
                }
            }
            if step == 0 {
                break;
            }
            let (_, moments) = self.stages(&states[step - 1]);
            let mut total = worth.clone();
            let mut later = vec![0.0; n];
            // What each slope counts in the step, and in the stage after it.
            for (moment, (own, next)) in moments
                .iter()
                .zip([(1.0, 0.5), (2.0, 0.5), (2.0, 1.0), (1.0, 0.0)])
                .rev()
            {
                let of_slope: Vec<f64> = (0..n)
                    .map(|i| DT * (own / 6.0 * worth[i] + next * later[i]))
                    .collect();
                later = self.pull(moment, &of_slope, &mut slopes);
                total
                    .iter_mut()
                    .zip(&later)
                    .for_each(|(sum, by)| *sum += by);
            }
            worth = total;
        }
        (misfit, slopes)
    }
}
