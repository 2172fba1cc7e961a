//! Networks: products with a dense matrix, Jacobians of a step, gradients by all weights.

use lyapax::{
    Checkpoints, Dense, Graph, Integrator, Model, SimulateOptions, SpectrumOptions, System, model,
};

use super::table::{Kind, Table, Turn, absent, column};
use super::target::{Place, Target};

model! {
    /// Nothing but a product with the weights.
    pub Linear {
        state x = 1.0;
        coupling c = sum(w * src.x);
        dx/dt = c - x;
    }
}

model! {
    /// Rates of neurons: H. Sompolinsky et al., Phys. Rev. Lett. 61, 259 (1988), eq. (1).
    pub Rates {
        state h = 0.1;
        coupling c = sum(w * tanh(src.h));
        dh/dt = c - h;
    }
}

const TANGENTS: usize = 11;
const STEPS: u64 = 20;

/// Weights that are spread evenly, of which a node's add up to a number of order one.
fn weights(nodes: usize) -> Graph {
    let weight = |target: usize, source: usize| {
        let place = (target * 37 + source * 101 + target * source * 17) % 1009;
        (place as f64 / 1009.0 - 0.5) * 3.0 / (nodes as f64).sqrt()
    };
    let rows = (0..nodes).flat_map(|target| (0..nodes).map(move |source| weight(target, source)));
    Dense::new(nodes, rows.collect::<Vec<f64>>()).into()
}

/// A product of the matrix with twelve columns in each step of Euler's method.
pub fn product(sizes: &[usize], targets: &[Target], budget: f64) -> Table {
    let kind = Kind {
        name: "product",
        title: "Matrix product: weights of a dense network times 12 columns, a whole call of 20 steps of Euler's",
        of: "nodes",
        unit: "GFLOP/s",
        more_is_better: true,
        is_compared: true,
    };
    let prepare = |nodes, place| {
        let system = System::network(Linear::default(), weights(nodes))
            .initial_with(Linear::x, |i| 1.0 + (i % 7) as f64);
        let options = options(place, TANGENTS).integrator(Integrator::Euler);
        Ok(spectra(system, options))
    };
    let figure = |nodes: usize, seconds: f64| {
        (2 * nodes * nodes * (TANGENTS + 1)) as f64 * STEPS as f64 / seconds / 1e9
    };
    kind.everywhere(sizes, targets, budget, 2.0, prepare, figure)
}

/// The Jacobian of a step: as many tangents as there are nodes.
pub fn jacobian(sizes: &[usize], targets: &[Target], budget: f64) -> Table {
    let kind = Kind {
        name: "jacobian",
        title: "Jacobian: N tangents carried through N nodes, QR at the end, a whole call of 20 steps of RK4",
        of: "nodes",
        unit: "ms a step",
        more_is_better: false,
        is_compared: true,
    };
    let prepare = |nodes, place| Ok(spectra(rates(nodes), options(place, nodes)));
    kind.everywhere(sizes, targets, budget, 3.0, prepare, each_step)
}

/// The gradient of a misfit by all N² weights, backward.
pub fn gradient(sizes: &[usize], targets: &[Target], budget: f64) -> Table {
    let kind = Kind {
        name: "gradient",
        title: "Gradient: by all N² weights of N nodes, there and back, a whole call of 20 steps of RK4",
        of: "nodes",
        unit: "ms a step",
        more_is_better: false,
        is_compared: true,
    };
    let columns = targets.iter().map(|target| match &target.place {
        Ok(_) if target.is_cpu() => {
            let prepare = |nodes| Ok(backward(nodes));
            column(&target.name, sizes, budget, 2.0, prepare, each_step)
        }
        Ok(_) => {
            let reason = "gradients of runs are computed on the CPU";
            absent(&target.name, sizes, reason)
        }
        Err(reason) => absent(&target.name, sizes, reason),
    });
    kind.with(sizes, columns)
}

fn rates(nodes: usize) -> System<Rates> {
    System::network(Rates::default(), weights(nodes))
        .initial_with(Rates::h, |i| 0.1 * (i % 7) as f64 - 0.3)
}

fn options(place: Place, k: usize) -> SpectrumOptions {
    SpectrumOptions::new(STEPS)
        .dt(0.01)
        .t_transient(0.0)
        .k(k)
        .renorm_every(STEPS)
        .device(place.device)
        .float(place.float)
}

/// Runs with tangents.
fn spectra<M: Model>(system: System<M>, options: SpectrumOptions) -> Turn {
    Box::new(move || {
        // Their plain sum is the trace alone, whatever the tangents are.
        let spectrum = system.spectrum(&options)?;
        let exponents = spectrum.exponents().iter().enumerate();
        Ok(exponents
            .map(|(i, exponent)| exponent / (i + 1) as f64)
            .sum())
    })
}

/// The sum of squares of all nodes at the end, with its gradient.
fn backward(nodes: usize) -> Turn {
    let system = rates(nodes);
    let options = SimulateOptions::new(STEPS).dt(0.01).stride(STEPS);
    Box::new(move || {
        let gradient = system.gradient(&options, Checkpoints::All, |sample| {
            let mut misfit = 0.0;
            for node in 0..nodes {
                let h = sample.state_of(Rates::h, node);
                misfit += h * h;
                sample.by_state_of(Rates::h, node, 2.0 * h);
            }
            misfit
        })?;
        Ok(gradient.misfit() + gradient.weights().iter().sum::<f64>())
    })
}

/// Milliseconds of a step.
fn each_step(_: usize, seconds: f64) -> f64 {
    seconds / STEPS as f64 * 1e3
}
