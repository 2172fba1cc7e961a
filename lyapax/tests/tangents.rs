//! The tangents of one step are its derivative: |J·v| and the diagonal of R against central
//! differences of simulated steps, with everything at once that a node can read.

use lyapax::{
    Boundary, Dense, Integrator, Model, Signal, SimulateOptions, SpectrumOptions, System,
};

lyapax::model! {
    /// Sums with and without weights, of source, target, neighbours, input, time and parameters;
    /// and functions that are singular at zero.
    Flow {
        state x = 1.0, y = 0.5;
        param a = 0.7, b = 1.3;
        input u;
        coupling c = a / N * sum(w * sin(src.x - x) * b + u * src.y * x[+1]);
        coupling d = sum(y[-1] * src.x / (1 + src.y^2) + cos(t) * y);
        dx/dt = ln(x) + c - y / x + u * x[+2] * y[-1] / b;
        dy/dt = a * (x[-3] - x * y) + d / x + u / b + sin(t + y) * x[+1];
    }
}

lyapax::model! {
    /// The same as a map.
    Map {
        state x = 1.0, y = 0.5;
        param a = 0.7, b = 1.3;
        input u;
        coupling c = a / N * sum(w * sin(src.x - x) * b + u * src.y * x[+1]);
        coupling d = sum(y[-1] * src.x / (1 + src.y^2) + cos(t) * y);
        next(x) = ln(x) + c - y / x + u * x[+2] * y[-1] / b;
        next(y) = a * (x[-3] - x * y) + d / x + u / b + sin(t + y) * x[+1];
    }
}

/// Numbers from −1 to 1: the fractional parts of multiples of the golden section.
fn number(i: usize) -> f64 {
    2.0 * (0.618_033_988_749_895 * (i + 1) as f64).fract() - 1.0
}

/// Weights without symmetry, with absent edges and with edges from a node to itself.
fn weights(n: usize) -> Dense {
    Dense::from_fn(n, |target, source| {
        if target != source && (2 * target + source) % 3 == 0 {
            0.0
        } else {
            number(n * target + source)
        }
    })
}

/// What both models need of each node.
fn values(n: usize, salt: usize) -> Vec<f64> {
    (0..n).map(|i| 1.0 + 0.4 * number(i + salt)).collect()
}

fn signal() -> Signal {
    Signal::sampled(
        0.0,
        0.25,
        [0.3, 0.9, -0.4, 0.6, 0.1, 0.5, 0.7, -0.2, 0.4, 0.8],
    )
}

/// How one step is made: `None` for a map.
type Step = Option<Integrator>;

const START: f64 = 0.5;
const DT: f64 = 0.03;

fn after_one_step<M: Model>(system: &System<M>, step: Step, state: &[f64]) -> Vec<f64> {
    let mut options = SimulateOptions::new(1).start_time(START);
    if let Some(integrator) = step {
        options = options.dt(DT).integrator(integrator);
    }
    let system = system.clone().initial_state(state);
    system.simulate(&options).unwrap().states().at(1).to_vec()
}

/// ln R_jj of the tangents after one step from given columns.
fn logarithms<M: Model>(system: &System<M>, step: Step, columns: &[Vec<f64>]) -> Vec<f64> {
    let mut options = SpectrumOptions::new(1)
        .renorm_every(1)
        .t_transient(0.0)
        .start_time(START)
        .start_basis(columns);
    if let Some(integrator) = step {
        options = options.dt(DT).integrator(integrator);
    }
    let spectrum = system.spectrum(&options).unwrap();
    let per_step = if step.is_some() { DT } else { 1.0 };
    spectrum
        .raw_exponents()
        .iter()
        .map(|exponent| exponent * per_step)
        .collect()
}

fn dot(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}

/// R_jj of columns, by Gram–Schmidt.
fn diagonal(mut columns: Vec<Vec<f64>>) -> Vec<f64> {
    (0..columns.len())
        .map(|j| {
            let (before, rest) = columns.split_at_mut(j);
            let column = &mut rest[0];
            for _ in 0..2 {
                for q in &*before {
                    let r = dot(q, column);
                    column.iter_mut().zip(q).for_each(|(c, q)| *c -= r * q);
                }
            }
            let norm = dot(column, column).sqrt();
            for c in column.iter_mut() {
                *c /= norm;
            }
            norm
        })
        .collect()
}

#[track_caller]
fn check<M: Model>(system: &System<M>, step: Step, state: &[f64]) {
    let system = system.clone().initial_state(state);
    let d = state.len();
    let h = 1e-5;
    let product = |v: &[f64]| -> Vec<f64> {
        let at = |h: f64| {
            let moved: Vec<f64> = state.iter().zip(v).map(|(x, v)| x + h * v).collect();
            after_one_step(&system, step, &moved)
        };
        at(h)
            .iter()
            .zip(at(-h))
            .map(|(p, m)| (p - m) / (2.0 * h))
            .collect()
    };
    let identity: Vec<Vec<f64>> = (0..d)
        .map(|j| (0..d).map(|i| f64::from(i == j)).collect())
        .collect();
    // One vector at a time: unit vectors, then some that mix all components.
    let mixed = (0..4).map(|salt| {
        let v: Vec<f64> = (0..d).map(|i| number(i * (salt + 2) + salt)).collect();
        let norm = dot(&v, &v).sqrt();
        v.iter().map(|v| v / norm).collect()
    });
    for v in identity.iter().cloned().chain(mixed) {
        let (jv, found) = (product(&v), logarithms(&system, step, &[v]));
        let expected = dot(&jv, &jv).sqrt().ln();
        assert!(
            (found[0] - expected).abs() < 2e-7,
            "{step:?}, {d}: {found:?}, not {expected}"
        );
    }
    // All together.
    let expected = diagonal(identity.iter().map(|v| product(v)).collect());
    for (found, r) in logarithms(&system, step, &identity).iter().zip(expected) {
        assert!(
            (found - r.ln()).abs() < 1e-5,
            "{step:?}, {d}: {found}, not {}",
            r.ln()
        );
    }
}

fn flow(n: usize) -> Flow {
    Flow {
        a: values(n, 3).into(),
        b: values(n, 17).into(),
        u: signal(),
    }
}

fn map(n: usize) -> Map {
    Map {
        a: values(n, 3).into(),
        b: values(n, 17).into(),
        u: signal(),
    }
}

/// Sizes below, at and above a block of lanes.
const SIZES: [usize; 6] = [1, 2, 3, 8, 9, 17];

#[test]
fn networks_that_read_their_neighbours() {
    for n in SIZES {
        let state = values(2 * n, 40);
        for boundary in [Boundary::Periodic, Boundary::Zero, Boundary::Clamp] {
            let system = System::network(flow(n), weights(n)).boundary(boundary);
            for integrator in Integrator::ALL {
                check(&system, Some(integrator), &state);
            }
            let system = System::network(map(n), weights(n)).boundary(boundary);
            check(&system, None, &state);
        }
    }
}
