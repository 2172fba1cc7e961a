//! A model is a flow or a map.

use lyapax::{SpectrumOptions, System, model};

model! {
    pub Plain {
        state x = 1.0, y = 1.0;
        dx/dt = y - x;
        next(y) = x;
    }
}

model! {
    pub Quoted {
        state x = 1.0, y = 1.0;
        "x[n+1] = y[n]
         y' = x"
    }
}

fn main() {
    let options = SpectrumOptions::new(10);
    System::new(Plain::default())
        .initial(Plain::y, 0.5)
        .spectrum(&options)
        .unwrap();
    System::new(Quoted::default())
        .initial(Quoted::y, 0.5)
        .spectrum(&options)
        .unwrap();
}
