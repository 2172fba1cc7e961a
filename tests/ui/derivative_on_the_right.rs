//! A derivative where a value should stand.

use lyapax::{SpectrumOptions, System, model};

model! {
    pub Plain {
        state x = 1.0, v = 0.0;
        dx/dt = v;
        dv/dt = -x - 0.1 * dx/dt;
    }
}

model! {
    pub Quoted {
        state x = 1.0, v = 0.0;
        "x' = v
         v' = -x - 0.1 * x'"
    }
}

fn main() {
    let options = SpectrumOptions::new(10);
    System::new(Plain::default()).spectrum(&options).unwrap();
    System::new(Quoted::default()).spectrum(&options).unwrap();
}
