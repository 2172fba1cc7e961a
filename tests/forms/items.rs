//! Every item and every kind of expression, at work.

use lyapax::{Boundary, Dense, Model, Signal, SpectrumOptions, System, model};

use crate::motion;

model! {
    /// All items that a flow may have.
    pub Everything {
        state x = 0.5, y = -0.5;
        param a = 1.0, b = 2.0 / 4;
        input drive;
        let r2 = x^2 + y**2;
        fn saturate(v, limit) = limit * tanh(v / limit);
        coupling c = a / N * sum(w * saturate(src.x - x, 2));
        #[continuous]
        let gated = if r2 < 1 && !(x > 2) || y >= 0 { 1 - r2 } else { (1 - r2) };
        "x' = b * y + gated * x + c + drive"
        dy/dt = -b * x + gated * y + 0.1 * (y[+1] - 2 * y + y[-1]) + sin(2 * pi * t);
        output radius = sqrt(r2);
        output over = max(r2 - 1, 0);
    }
}

#[test]
fn everything_at_once() {
    let model = Everything {
        a: vec![1.0, 2.0, 3.0, 4.0].into(),
        drive: Signal::sampled(0.0, 1.0, [0.0, 1.0, 0.5]),
        ..Everything::default()
    };
    let system = System::network(model, Dense::all_to_all(4, 1.0))
        .boundary(Boundary::Clamp)
        .initial(Everything::x, vec![0.1, 0.2, 0.3, 0.4]);
    let spectrum = system.spectrum(&SpectrumOptions::new(150).dt(0.01).t_transient(0.0));
    assert_eq!(
        spectrum.expect("the spectrum is found").exponents().len(),
        8
    );
    let trajectory = motion(&system);
    let (x, y) = (
        trajectory.at(3, Everything::x, 2),
        trajectory.at(3, Everything::y, 2),
    );
    let radius = trajectory.output_of(Everything::radius, 2)[3];
    assert!((radius - x.hypot(y)).abs() < 1e-12);
}

model! {
    /// All items that a map may have.
    pub Kicked {
        state theta = 0.5, p = 0.1;
        param k = 1.0;
        let kicked = p + k * sin(theta);
        fn wrap(v) = mod(v, 2 * pi);
        "theta[n+1] = wrap(theta[n] + kicked)"
        next(p) = if kicked > pi { kicked - 2 * pi } else { kicked };
        output energy = p^2 / 2;
    }
}

#[test]
fn a_map_with_everything() {
    let spectrum = System::new(Kicked::default())
        .spectrum(&SpectrumOptions::new(2000))
        .unwrap();
    let sum: f64 = spectrum.exponents().iter().sum();
    assert!(
        sum.abs() < 1e-9,
        "the map preserves area, and the exponents sum to {sum}"
    );
}

#[test]
fn what_is_known_before_a_run() {
    let info = Everything::INFO;
    assert_eq!(info.states, ["x", "y"]);
    assert_eq!(info.initial, [0.5, -0.5]);
    assert_eq!(info.params, ["a", "b"]);
    assert_eq!(info.inputs, ["drive"]);
    assert_eq!(info.outputs, ["radius", "over"]);
    assert!(info.uses_weights && !info.autonomous && info.jumps.is_empty());
}
