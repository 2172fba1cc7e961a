//! Outputs feed nothing back; functions are called.

use lyapax::{SpectrumOptions, System, model};

model! {
    pub Plain {
        state x = 1.0, v = 0.0;
        output energy = (x^2 + v^2) / 2;
        dx/dt = v;
        dv/dt = -x - energy * v;
    }
}

model! {
    pub Quoted {
        state x = 1.0, v = 0.0;
        "x' = v
         v' = -x - sin^2(x) + tanh"
    }
}

fn main() {
    let options = SpectrumOptions::new(10);
    System::new(Plain::default()).spectrum(&options).unwrap();
    System::new(Quoted::default()).spectrum(&options).unwrap();
}
