//! Constants beyond the range of f64.

use lyapax::{SpectrumOptions, System, model};

model! {
    pub Plain {
        state x = 1.0;
        dx/dt = -1e400 * x;
    }
}

model! {
    pub Quoted {
        state x = 1.0;
        "x' = -x / exp(1000)"
    }
}

fn main() {
    let options = SpectrumOptions::new(10);
    System::new(Plain::default()).spectrum(&options).unwrap();
    System::new(Quoted::default()).spectrum(&options).unwrap();
}
