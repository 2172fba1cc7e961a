//! A product is written.

use lyapax::{SpectrumOptions, System, model};

model! {
    pub Plain {
        state x = 1.0;
        param r = 4.0;
        next(x) = r x (1 - x);
    }
}

model! {
    pub Quoted {
        state x = 1.0, y = 0.0;
        param a = 1.4;
        "x[n+1] = 1 - a x[n]^2 + y[n]
         y[n+1] = sin x[n]"
    }
}

fn main() {
    let options = SpectrumOptions::new(10);
    System::new(Plain::default()).spectrum(&options).unwrap();
    System::new(Quoted::default()).spectrum(&options).unwrap();
}
