//! `state x, y = 0.1` reads as if both had a value.

use lyapax::{SpectrumOptions, System, model};

model! {
    pub Plain {
        state x, y = 0.1;
        dx/dt = y;
        dy/dt = -x;
    }
}

model! {
    pub Quoted {
        "state x, y = 0.1;
         x' = y
         y' = -x"
    }
}

fn main() {
    let options = SpectrumOptions::new(10);
    System::new(Plain::default())
        .initial(Plain::x, 0.1)
        .spectrum(&options)
        .unwrap();
    System::new(Quoted::default())
        .initial(Quoted::y, 0.1)
        .spectrum(&options)
        .unwrap();
}
