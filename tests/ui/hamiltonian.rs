//! Declared Hamiltonian: a state without its partner, and a damping.

use lyapax::{SpectrumOptions, System, model};

model! {
    #[hamiltonian]
    pub Plain {
        state q = 1.0, p = 0.0, phase = 0.0;
        dq/dt = p;
        dp/dt = -sin(q) + cos(phase);
        dphase/dt = 1;
    }
}

model! {
    /// A pendulum in air.
    #[hamiltonian]
    pub Quoted {
        state q = 1.0, p = 0.0;
        "q' = p
         p' = -sin(q) - 0.2 * p"
    }
}

fn main() {
    let options = SpectrumOptions::new(10);
    System::new(Plain::default()).initial(Plain::phase, 0.1).spectrum(&options).unwrap();
    System::new(Quoted::default()).initial(Quoted::p, 0.1).spectrum(&options).unwrap();
}
