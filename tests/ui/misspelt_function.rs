//! A function that does not exist, and one with too many arguments.

use lyapax::{SpectrumOptions, System, model};

model! {
    pub Plain {
        state x = 0.1;
        param gain = 1.5;
        dx/dt = -x + tahn(gain * x);
    }
}

model! {
    pub Quoted {
        state x = 0.1;
        param gain = 1.5;
        "x' = -x + tanh(gain, x)"
    }
}

fn main() {
    let options = SpectrumOptions::new(10);
    System::new(Plain { gain: 2.0.into() })
        .spectrum(&options)
        .unwrap();
    System::new(Quoted { gain: 2.0.into() })
        .spectrum(&options)
        .unwrap();
}
