//! Two equations for one state, and one for an output.

use lyapax::{SpectrumOptions, System, model};

model! {
    pub Plain {
        state x = 1.0;
        dx/dt = -x;
        dx/dt = 1;
    }
}

model! {
    pub Quoted {
        state x = 1.0;
        output e = x^2;
        "x' = -e
         e' = -2 * e"
    }
}

fn main() {
    let options = SpectrumOptions::new(10);
    System::new(Plain::default()).spectrum(&options).unwrap();
    System::new(Quoted::default()).spectrum(&options).unwrap();
}
