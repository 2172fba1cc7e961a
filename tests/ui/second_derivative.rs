//! Equations of the second order are written as two.

use lyapax::{SpectrumOptions, System, model};

model! {
    pub Plain {
        state x = 1.0;
        param k = 1.0;
        d2x/dt2 = -k * x;
    }
}

model! {
    pub Quoted {
        state x = 1.0;
        param k = 1.0;
        "x'' = -k * x"
    }
}

fn main() {
    let options = SpectrumOptions::new(10);
    System::new(Plain { k: 2.0.into() }).spectrum(&options).unwrap();
    System::new(Quoted { k: 2.0.into() }).spectrum(&options).unwrap();
}
