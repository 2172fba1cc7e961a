//! An item without its end does not take the next one with it.

use lyapax::{SpectrumOptions, System, model};

model! {
    pub Plain {
        state x = 1.0
        param rate = 1.0;
        dx/dt = -rate * x;
    }
}

model! {
    pub Quoted {
        "state x = 1.0, y = 1.0; param rate = 1.0 let r = rate * y;
         x' = -rate * x
         y' = -r"
    }
}

fn main() {
    let options = SpectrumOptions::new(10);
    System::new(Plain { rate: 2.0.into() })
        .initial(Plain::x, 0.1)
        .spectrum(&options)
        .unwrap();
    System::new(Quoted { rate: 2.0.into() })
        .initial(Quoted::y, 0.1)
        .spectrum(&options)
        .unwrap();
}
