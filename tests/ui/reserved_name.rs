//! Names that mean something already.

use lyapax::{SpectrumOptions, System, model};

model! {
    pub Plain {
        state x = 1.0;
        param w = 1.0, tanh = 2.0, default = 1.0, __lyapax_gain = 1.0;
        dx/dt = -x;
    }
}

model! {
    pub Quoted {
        state t = 1.0;
        "t' = -1"
    }
}

fn main() {
    let options = SpectrumOptions::new(10);
    System::new(Plain { tanh: 2.0.into(), ..Plain::default() }).spectrum(&options).unwrap();
    System::new(Quoted::default()).spectrum(&options).unwrap();
}
