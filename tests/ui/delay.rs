//! Delays: one that cannot be, and what is not supported yet.

use lyapax::{SpectrumOptions, System, model};

model! {
    pub Plain {
        state x = 1.0;
        param beta = 0.2;
        dx/dt = beta * delay(x, -17) - x;
    }
}

model! {
    pub Quoted {
        state x = 1.0;
        param beta = 0.2, tau = 17.0;
        "x' = beta * delay(x, tau) - x"
    }
}

fn main() {
    let options = SpectrumOptions::new(10);
    System::new(Plain { beta: 0.1.into() })
        .spectrum(&options)
        .unwrap();
    System::new(Quoted {
        tau: 2.0.into(),
        ..Quoted::default()
    })
    .spectrum(&options)
    .unwrap();
}
