//! A state whose equation was forgotten, in a flow and in a map.

use lyapax::{SpectrumOptions, System, model};

model! {
    pub Plain {
        state x = 1.0, v = 0.0;
        dx/dt = v;
    }
}

model! {
    pub Quoted {
        state x = 1.0, y = 0.0;
        "x[n+1] = 1 - x[n]^2 + y[n]"
    }
}

fn main() {
    let options = SpectrumOptions::new(10);
    System::new(Plain::default()).initial(Plain::v, 1.0).spectrum(&options).unwrap();
    System::new(Quoted::default()).initial(Quoted::y, 1.0).spectrum(&options).unwrap();
}
