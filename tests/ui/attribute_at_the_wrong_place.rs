//! `#[hamiltonian]` belongs to the model, `#[jump]` to an equation.

use lyapax::{SpectrumOptions, System, model};

model! {
    pub Plain {
        state q = 1.0, p = 0.0;
        #[hamiltonian]
        dq/dt = p;
        dp/dt = -q;
    }
}

model! {
    #[jump]
    pub Quoted {
        state x = 1.0;
        "x' = -x"
    }
}

fn main() {
    let options = SpectrumOptions::new(10);
    System::new(Plain::default()).spectrum(&options).unwrap();
    System::new(Quoted::default()).spectrum(&options).unwrap();
}
