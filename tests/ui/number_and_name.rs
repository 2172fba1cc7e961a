//! `2x` is one literal with a suffix to Rust.

use lyapax::{SpectrumOptions, System, model};

model! {
    pub Plain {
        state x = 1.0;
        param k = 1.0;
        dx/dt = k - 2x;
    }
}

model! {
    pub Quoted {
        state x = 1.0;
        param k = 1.0;
        "x' = k - 2x"
    }
}

fn main() {
    let options = SpectrumOptions::new(10);
    System::new(Plain { k: 2.0.into() })
        .spectrum(&options)
        .unwrap();
    System::new(Quoted { k: 2.0.into() })
        .spectrum(&options)
        .unwrap();
}
