//! Constants that have no value.

use lyapax::{SpectrumOptions, System, model};

model! {
    pub Plain {
        state x = 1.0;
        param scale = 1.0 / 0;
        dx/dt = -x / (2 - 2) * scale + ln(-1);
    }
}

model! {
    pub Quoted {
        state x = 1.0;
        param scale = 1.0;
        "x' = -x / (2 - 2)
              * scale + ln(-1)"
    }
}

fn main() {
    let options = SpectrumOptions::new(10);
    System::new(Plain { scale: 2.0.into() })
        .spectrum(&options)
        .unwrap();
    System::new(Quoted { scale: 2.0.into() })
        .spectrum(&options)
        .unwrap();
}
