//! An equation of something that is no state.

use lyapax::{SpectrumOptions, System, model};

model! {
    pub Plain {
        state x = 1.0;
        dx/dt = -x;
        dy/dt = x - y;
    }
}

model! {
    pub Quoted {
        state position = 1.0;
        "positon' = -position"
    }
}

fn main() {
    let options = SpectrumOptions::new(10);
    System::new(Plain::default()).spectrum(&options).unwrap();
    System::new(Quoted::default())
        .initial(Quoted::position, 1.0)
        .spectrum(&options)
        .unwrap();
}
