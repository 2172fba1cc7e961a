//! Derivatives of trajectories: forward against backward, and both against finite differences of plain runs.

mod checkpoints;
mod exponents;
mod refused;

use lyapax::{
    Boundary, Checkpoints, Dense, Integrator, Model, Signal, SimulateOptions, Sparse, StateName,
    System, Uniform, Variable, model,
};
use lyapax_workspace::models::{Henon, Kuramoto, Lorenz};

/// A misfit that reads every state of every node at every sample, and is not the same for two of them.
fn weight(sample: usize, place: usize) -> f64 {
    1.0 + (0.7 * sample as f64 + 1.3 * place as f64).sin()
}

/// Σ weight·sin(x), by a plain run.
fn plain<M: Model>(system: &System<M>, options: &SimulateOptions) -> f64 {
    let run = system.simulate(options).unwrap();
    let samples = run.states().iter().zip(run.outputs().iter()).enumerate();
    let mut sum = 0.0;
    for (sample, ((_, states), (_, outputs))) in samples {
        for (place, value) in states.iter().chain(outputs).enumerate() {
            sum += weight(sample, place) * value.sin();
        }
    }
    sum
}

/// The same carried along with some variables.
fn forward<M: Model>(
    system: &System<M>,
    options: &SimulateOptions,
    variables: &[Variable<M>],
) -> Vec<f64> {
    let run = system.sensitivities(options, variables).unwrap();
    let (states, outputs) = (run.trajectory().states(), run.trajectory().outputs());
    let mut slopes = vec![0.0; variables.len()];
    for sample in 0..states.len() {
        let width = states.width();
        for (slope, variable) in slopes.iter_mut().zip(variables) {
            let change = run.states(*variable).at(sample);
            for (place, (x, dx)) in states.at(sample).iter().zip(change).enumerate() {
                *slope += weight(sample, place) * x.cos() * dx;
            }
            let change = run.outputs(*variable).at(sample);
            for (place, (y, dy)) in outputs.at(sample).iter().zip(change).enumerate() {
                *slope += weight(sample, width + place) * y.cos() * dy;
            }
        }
    }
    slopes
}

/// The same carried back.
fn backward<M: Model>(
    system: &System<M>,
    options: &SimulateOptions,
    checkpoints: Checkpoints,
) -> lyapax::Gradient<M> {
    let gradient = system.gradient(options, checkpoints, |sample| {
        let (states, outputs) = (sample.states().to_vec(), sample.outputs().to_vec());
        let nodes = sample.nodes();
        let mut misfit = 0.0;
        for (place, x) in states.iter().enumerate() {
            let weight = weight(sample.index(), place);
            let name = StateName::new(place / nodes, M::INFO.states[place / nodes]);
            sample.by_state_of(name, place % nodes, weight * x.cos());
            misfit += weight * x.sin();
        }
        for (place, y) in outputs.iter().enumerate() {
            let weight = weight(sample.index(), states.len() + place);
            let name = lyapax::OutputName::new(place / nodes, M::INFO.outputs[place / nodes]);
            sample.by_output_of(name, place % nodes, weight * y.cos());
            misfit += weight * y.sin();
        }
        misfit
    });
    gradient.unwrap()
}

/// Both ways, for some variables.
#[track_caller]
fn agree<M: Model>(
    system: &System<M>,
    options: &SimulateOptions,
    variables: &[Variable<M>],
) -> Vec<f64> {
    let there = forward(system, options, variables);
    let back = backward(system, options, Checkpoints::Sqrt);
    let value = plain(system, options);
    assert!(
        (back.misfit() - value).abs() <= 1e-11 * (1.0 + value.abs()),
        "{} {value}",
        back.misfit()
    );
    for (slope, variable) in there.iter().zip(variables) {
        let other = back.of(*variable).unwrap();
        let size = there
            .iter()
            .fold(0.0, |size: f64, slope| size.max(slope.abs()));
        assert!(
            slope.abs() > 1e-9 * size,
            "by {variable}: {slope:e}: nothing was tested"
        );
        assert!(
            (slope - other).abs() <= 1e-10 * slope.abs().max(1e-3 * size),
            "by {variable}: {slope:e} there, {other:e} back"
        );
    }
    there
}

/// A slope against the difference of two plain runs.
#[track_caller]
fn close(what: &str, slope: f64, h: f64, misfit: impl Fn(f64) -> f64) {
    // Of fourth order.
    let difference =
        (8.0 * (misfit(h) - misfit(-h)) - (misfit(2.0 * h) - misfit(-2.0 * h))) / (12.0 * h);
    assert!(
        (slope - difference).abs() < 2e-7 * (1.0 + slope.abs()),
        "{what}: {slope:e}, by differences {difference:e}"
    );
}

#[test]
fn lorenz_over_500_steps() {
    let options = SimulateOptions::new(500).dt(0.01);
    for integrator in Integrator::ALL {
        let options = options.clone().integrator(integrator);
        let system = System::new(Lorenz::default());
        let variables = [
            Lorenz::sigma.into(),
            Lorenz::rho.into(),
            Lorenz::beta.into(),
            Lorenz::x.into(),
            Lorenz::y.into(),
            Lorenz::z.into(),
        ];
        agree(&system, &options, &variables);
        // Of a shorter run, since differences of a chaotic one lose their digits.
        let options = SimulateOptions::new(100)
            .dt(0.01)
            .integrator(integrator)
            .stride(7);
        let slopes = agree(&system, &options, &variables);
        close("rho", slopes[1], 1e-4, |h| {
            let lorenz = Lorenz {
                rho: (28.0 + h).into(),
                ..Lorenz::default()
            };
            plain(&System::new(lorenz), &options)
        });
        close("initial y", slopes[4], 1e-4, |h| {
            plain(&system.clone().initial(Lorenz::y, 1.0 + h), &options)
        });
    }
}

/// The run is that of a simulation, bit for bit.
#[test]
fn the_run_itself() {
    let options = SimulateOptions::new(300)
        .dt(0.01)
        .t_transient(1.0)
        .stride(10);
    let system = System::new(Lorenz::default());
    let run = system
        .sensitivities(&options, &[Lorenz::rho.into()])
        .unwrap();
    let plain = system.simulate(&options).unwrap();
    assert_eq!(run.trajectory().states(), plain.states());
}

/// x' = −rate·x: ∂x/∂rate = −t·x, ∂x/∂x₀ = x/x₀, up to the step's error.
#[test]
fn a_decay() {
    use lyapax_workspace::models::Decay;
    let options = SimulateOptions::new(200)
        .dt(0.01)
        .integrator(Integrator::Rk6);
    let system = System::new(Decay::default()).initial(Decay::x, 3.0);
    let variables = [Decay::rate.into(), Decay::x.into()];
    let run = system.sensitivities(&options, &variables).unwrap();
    let x = run.trajectory().state(Decay::x);
    let (by_rate, by_start) = (run.of(Decay::x, Decay::rate), run.of(Decay::x, Decay::x));
    for (i, x) in x.iter().enumerate() {
        let t = 0.01 * i as f64;
        assert!((x - 3.0 * (-t).exp()).abs() < 1e-14);
        assert!((by_rate[i] + t * x).abs() < 1e-13);
        assert!((by_start[i] - x / 3.0).abs() < 1e-14);
    }
}

#[test]
fn a_map() {
    let options = SimulateOptions::new(12).stride(3);
    let system = System::new(Henon::default());
    let variables = [
        Henon::a.into(),
        Henon::b.into(),
        Henon::x.into(),
        Henon::y.into(),
    ];
    let slopes = agree(&system, &options, &variables);
    close("a", slopes[0], 1e-6, |h| {
        let henon = Henon {
            a: (1.4 + h).into(),
            ..Henon::default()
        };
        plain(&System::new(henon), &options)
    });
}

fn weights(nodes: usize) -> Dense {
    Dense::from_fn(nodes, |target, source| {
        let place = (target * nodes + source) as f64;
        // About a third of all edges are not there, and no node reads itself.
        if target == source || (place * 0.37).sin() < -0.5 {
            0.0
        } else {
            (1.7 * place).sin()
        }
    })
}

/// The weights of fifty oscillators: 1600 of them by one way back.
#[test]
fn a_network_of_fifty() {
    let nodes = 50;
    let omega: Vec<f64> = (0..nodes).map(|i| (0.9 * i as f64).cos()).collect();
    let model = Kuramoto {
        omega: omega.into(),
        G: 4.0.into(),
    };
    let system = |weights: Dense| {
        System::network(model.clone(), weights).initial_with(Kuramoto::theta, |i| 0.1 * i as f64)
    };
    let options = SimulateOptions::new(100).dt(0.02).stride(20);
    let dense = weights(nodes);
    let edges: Vec<_> = [(0, 1), (3, 2), (17, 41), (49, 0), (20, 21)]
        .into_iter()
        .filter(|(target, source)| dense.at(*target, *source) != 0.0)
        .collect();
    assert!(edges.len() > 3);
    let mut variables: Vec<_> = edges
        .iter()
        .map(|&(target, source)| Variable::Weight { target, source })
        .collect();
    variables.extend([
        Kuramoto::G.into(),
        Variable::from(Kuramoto::omega).at_node(7),
        Variable::from(Kuramoto::theta).at_node(31),
        Kuramoto::omega.into(),
        Variable::Coupling,
    ]);
    let system_of = |form: usize| match form {
        0 => system(dense.clone()),
        1 => system(dense.clone()).pairwise(),
        _ => System::network(model.clone(), Sparse::from_dense(&dense))
            .initial_with(Kuramoto::theta, |i| 0.1 * i as f64),
    };
    let all: Vec<Vec<f64>> = (0..3)
        .map(|form| agree(&system_of(form), &options, &variables))
        .collect();
    for other in &all[1..] {
        for (a, b) in all[0].iter().zip(other) {
            assert!((a - b).abs() < 1e-10 * (1.0 + a.abs()), "{a} {b}");
        }
    }
    for (slope, &(target, source)) in all[0].iter().zip(&edges) {
        close("a weight", *slope, 1e-4, |h| {
            let changed = Dense::from_fn(nodes, |to, from| {
                let by = if (to, from) == (target, source) {
                    h
                } else {
                    0.0
                };
                dense.at(to, from) + by
            });
            plain(&system(changed), &options)
        });
    }
    // All of them at once: each against its own column.
    let back = backward(&system(dense.clone()), &options, Checkpoints::All);
    let row: Vec<Variable<Kuramoto>> = (0..nodes)
        .filter(|source| dense.at(11, *source) != 0.0)
        .map(|source| Variable::Weight { target: 11, source })
        .collect();
    let there = forward(&system(dense.clone()), &options, &row);
    for (variable, slope) in row.iter().zip(there) {
        let other = back.of(*variable).unwrap();
        assert!(
            (slope - other).abs() < 1e-10 * (1e-2 + slope.abs()),
            "{variable}"
        );
    }
    // Where there is no edge there is nothing.
    let gradient = back.weights();
    for (weight, slope) in dense.values().iter().zip(gradient) {
        assert!((*weight == 0.0) == (*slope == 0.0));
    }
}

model! {
    /// Everything that a model may read, at once; the sums are products.
    pub Everything {
        state x = 0.3, y = -0.2;
        param a = 0.7, b = 0.4, phase = 0.3;
        input u, v;
        coupling c = a * sum(w * tanh(src.x) * cos(y + phase) + w^2 * sin(src.y - y)) / N;
        coupling d = sum(b * src.x * x[+1] + v);
        "x' = -x + c + u * y + 0.1 * x[-1] + sin(t)
         y' = b * x - y^3 + d / N"
        output energy = x^2 + a * y * x[+1] + c + t * u;
        output plain = y;
    }
}

model! {
    /// The same, where a sum is no product.
    pub Pairwise {
        state x = 0.3, y = -0.2;
        param a = 0.7, b = 0.4, phase = 0.3;
        input u, v;
        coupling c = a * sum(w * tanh(src.x - x + phase) * y[+1] + v * w^3);
        next(x) = 0.5 * x + c / N + u * y + 0.1 * x[-2] + 0.01 * sin(t);
        next(y) = b * x + 0.3 * cos(y);
        output energy = x^2 + a * y * x[+1] + c + t * u;
    }
}

fn signals(steps: f64) -> (Signal, Signal) {
    let samples: Vec<f64> = (0..9).map(|i| (1.1 * f64::from(i)).cos()).collect();
    (
        Signal::sampled(0.0, steps / 8.0, samples),
        Signal::Constant(0.2),
    )
}

#[test]
fn everything_at_once() {
    let nodes = 7;
    let (u, v) = signals(1.0);
    let of = |a: f64, v: Signal| Everything {
        a: (0..nodes)
            .map(|i| a + 0.05 * i as f64)
            .collect::<Vec<_>>()
            .into(),
        u: u.clone(),
        v,
        ..Everything::default()
    };
    let variables = [
        Everything::a.into(),
        Variable::from(Everything::a).at_node(3),
        Everything::b.into(),
        Everything::phase.into(),
        Everything::u.into(),
        Everything::v.into(),
        Variable::from(Everything::v).at_node(2),
        Everything::x.into(),
        Variable::from(Everything::y).at_node(6),
        Variable::Coupling,
    ];
    let options = SimulateOptions::new(40).dt(0.02).stride(5).t_transient(0.2);
    for boundary in [Boundary::Periodic, Boundary::Zero, Boundary::Clamp] {
        let system = |model| System::network(model, weights(nodes)).boundary(boundary);
        let slopes = agree(&system(of(0.7, v.clone())), &options, &variables);
        close("a", slopes[0], 1e-4, |h| {
            plain(&system(of(0.7 + h, v.clone())), &options)
        });
        close("v", slopes[5], 1e-4, |h| {
            plain(&system(of(0.7, Signal::Constant(0.2 + h))), &options)
        });
    }
    let system = |weight| System::network(of(0.7, v.clone()), Uniform::new(nodes, weight));
    let slopes = agree(&system(0.5), &options, &variables);
    // A factor f of the weight .5.
    close("coupling", slopes[9], 1e-4, |h| {
        plain(&system(0.5 + 0.5 * h), &options)
    });
}

#[test]
fn everything_edge_by_edge() {
    let nodes = 6;
    let (u, v) = signals(10.0);
    let model = Pairwise {
        u,
        v,
        ..Pairwise::default()
    };
    let variables = [
        Pairwise::a.into(),
        Pairwise::b.into(),
        Pairwise::phase.into(),
        Pairwise::u.into(),
        Pairwise::v.into(),
        Pairwise::x.into(),
        Variable::Weight {
            target: 0,
            source: 1,
        },
        Variable::Coupling,
    ];
    let options = SimulateOptions::new(10).stride(2);
    let system = System::network(model.clone(), weights(nodes));
    let slopes = agree(&system, &options, &variables);
    close("phase", slopes[2], 1e-4, |h| {
        let changed = Pairwise {
            phase: (0.3 + h).into(),
            ..model.clone()
        };
        plain(&System::network(changed, weights(nodes)), &options)
    });
    // More nodes than are taken side by side, and no whole number of times as many; all forms of graphs.
    let nodes = 19;
    let dense = weights(nodes);
    let factor: Vec<_> = [Pairwise::a.into(), Pairwise::x.into(), Variable::Coupling].into();
    let of_graph = |graph: lyapax::Graph| {
        let system = System::network(model.clone(), graph);
        agree(&system, &options, &factor)
    };
    let of_dense = of_graph(dense.clone().into());
    let of_sparse = of_graph(Sparse::from_dense(&dense).into());
    for (a, b) in of_dense.iter().zip(of_sparse) {
        assert!((a - b).abs() < 1e-10 * (1.0 + a.abs()), "{a} {b}");
    }
    for uniform in [
        Uniform::new(nodes, 0.2),
        Uniform::new(nodes, 0.2).with_self(),
    ] {
        let same = uniform.clone();
        let full = Dense::from_fn(nodes, |target, source| {
            let is_edge = target != source || same.includes_self();
            if is_edge { 0.2 } else { 0.0 }
        });
        for (a, b) in of_graph(uniform.into()).iter().zip(of_graph(full.into())) {
            assert!((a - b).abs() < 1e-10 * (1.0 + a.abs()), "{a} {b}");
        }
    }
}
