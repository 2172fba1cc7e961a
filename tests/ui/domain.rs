//! Constants outside the domain of what is done with them.

use lyapax::{SpectrumOptions, System, model};

model! {
    pub Plain {
        state x = 1.0;
        let scale = ln(-2);
        dx/dt = -x / (1 - 1) + scale;
    }
}

model! {
    pub Quoted {
        state x = 1.0;
        fn well(v) = sqrt(v - 2);
        "x' = -x + acos(1.5)
              + well(1)"
    }
}

fn main() {
    let options = SpectrumOptions::new(10);
    System::new(Plain::default()).spectrum(&options).unwrap();
    System::new(Quoted::default()).spectrum(&options).unwrap();
}
