//! One name for two things.

use lyapax::{SpectrumOptions, System, model};

model! {
    pub Plain {
        state x = 1.0;
        param a = 1.0;
        fn a(v) = v^2;
        dx/dt = -a * x;
    }
}

model! {
    pub Quoted {
        state x = 1.0;
        param k = 1.0;
        "let k = 2 * x
         x' = -k * x
         fn f(sin) = sin"
    }
}

fn main() {
    let options = SpectrumOptions::new(10);
    System::new(Plain::default()).spectrum(&options).unwrap();
    System::new(Quoted::default()).spectrum(&options).unwrap();
}
