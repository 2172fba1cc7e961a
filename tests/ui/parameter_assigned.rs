//! A parameter is set from outside, by no equation.

use lyapax::{SpectrumOptions, System, model};

model! {
    pub Plain {
        state x = 1.0;
        param rate = 1.0;
        rate = 2.0;
        dx/dt = -rate * x;
    }
}

model! {
    pub Quoted {
        state x = 1.0;
        param rate = 1.0;
        "x' = -rate * x
         rate' = 0"
    }
}

fn main() {
    let options = SpectrumOptions::new(10);
    System::new(Plain { rate: 2.0.into() })
        .spectrum(&options)
        .unwrap();
    System::new(Quoted { rate: 2.0.into() })
        .spectrum(&options)
        .unwrap();
}
