//! Definitions that need each other.

use lyapax::{SpectrumOptions, System, model};

model! {
    pub Plain {
        state x = 1.0;
        let gain = 1 / (1 + loss);
        let loss = gain * x;
        dx/dt = gain - loss;
    }
}

model! {
    pub Quoted {
        state x = 1.0;
        fn factorial(n) = n * factorial(n - 1);
        "x' = -factorial(x)"
    }
}

fn main() {
    let options = SpectrumOptions::new(10);
    System::new(Plain::default()).spectrum(&options).unwrap();
    System::new(Quoted::default())
        .initial(Quoted::x, 2.0)
        .spectrum(&options)
        .unwrap();
}
