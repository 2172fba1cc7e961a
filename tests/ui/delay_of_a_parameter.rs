//! Only a state has a past.

use lyapax::{SpectrumOptions, System, model};

model! {
    pub Plain {
        state x = 1.0;
        param tau = 17.0;
        dx/dt = -delay(tau, 1) - x;
    }
}

model! {
    pub Quoted {
        state x = 1.0;
        param tau = 17.0;
        "x' = -delay(x^2, tau) - delay(x)"
    }
}

fn main() {
    let options = SpectrumOptions::new(10);
    System::new(Plain::default()).spectrum(&options).unwrap();
    System::new(Quoted::default()).spectrum(&options).unwrap();
}
