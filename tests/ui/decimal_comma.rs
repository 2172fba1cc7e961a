//! The decimal mark is a point.

use lyapax::{SpectrumOptions, System, model};

model! {
    pub Plain {
        state x = 1.0;
        param a = 1,5, b = 2.0;
        dx/dt = -a * b * x;
    }
}

model! {
    pub Quoted {
        state x = 1.0;
        param k = 1.0;
        "x' = -1,5 * k * x"
    }
}

fn main() {
    let options = SpectrumOptions::new(10);
    System::new(Plain { b: 2.0.into(), ..Plain::default() }).spectrum(&options).unwrap();
    System::new(Quoted { k: 2.0.into() }).spectrum(&options).unwrap();
}
