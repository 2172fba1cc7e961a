//! Models of many operations take another path through the runtime: compiled once, one node at a time.

use lyapax::{Model, SpectrumOptions, System};

lyapax::model! {
    /// A ring of states, each driven by three others.
    pub Ring {
        state x0 = 0.10, x1 = 0.15, x2 = 0.20, x3 = 0.25, x4 = 0.30, x5 = 0.35, x6 = 0.40, x7 = 0.45, x8 = 0.50, x9 = 0.55, x10 = 0.60, x11 = 0.65;
        param g = 1.5, a = 0.3;
        dx0/dt = -x0 + 0.3 * tanh(g * x1) + a * sin(x2) * exp(-x3^2);
        dx1/dt = -x1 + 0.3 * tanh(g * x2) + a * sin(x3) * exp(-x4^2);
        dx2/dt = -x2 + 0.3 * tanh(g * x3) + a * sin(x4) * exp(-x5^2);
        dx3/dt = -x3 + 0.3 * tanh(g * x4) + a * sin(x5) * exp(-x6^2);
        dx4/dt = -x4 + 0.3 * tanh(g * x5) + a * sin(x6) * exp(-x7^2);
        dx5/dt = -x5 + 0.3 * tanh(g * x6) + a * sin(x7) * exp(-x8^2);
        dx6/dt = -x6 + 0.3 * tanh(g * x7) + a * sin(x8) * exp(-x9^2);
        dx7/dt = -x7 + 0.3 * tanh(g * x8) + a * sin(x9) * exp(-x10^2);
        dx8/dt = -x8 + 0.3 * tanh(g * x9) + a * sin(x10) * exp(-x11^2);
        dx9/dt = -x9 + 0.3 * tanh(g * x10) + a * sin(x11) * exp(-x0^2);
        dx10/dt = -x10 + 0.3 * tanh(g * x11) + a * sin(x0) * exp(-x1^2);
        dx11/dt = -x11 + 0.3 * tanh(g * x0) + a * sin(x1) * exp(-x2^2);
    }
}

#[test]
fn one_node_and_nine() {
    const { assert!(Ring::OPERATIONS > 200) };
    let options = SpectrumOptions::new(500).dt(0.01).k(4).t_transient(0.0);
    let alone = System::new(Ring::default()).spectrum(&options).unwrap();
    let many = System::uncoupled(
        Ring {
            g: vec![1.5; 9].into(),
            ..Ring::default()
        },
        9,
    );
    let together = many.spectrum(&options).unwrap();
    for (component, value) in alone.final_state().iter().enumerate() {
        for node in 0..9 {
            assert_eq!(
                together.final_state()[component * 9 + node].to_bits(),
                value.to_bits()
            );
        }
    }
    // Nine equal systems: the largest exponent is nine times there.
    assert!(
        (together.exponents()[0] - alone.exponents()[0]).abs() < 0.05,
        "{alone}\n{together}"
    );
}
