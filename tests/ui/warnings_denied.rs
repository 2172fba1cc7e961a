//! Warnings stand at their places; `deny` makes them visible here.

#![deny(deprecated)]

use lyapax::{SpectrumOptions, System, model};

model! {
    pub Plain {
        state x = 1.0, idle = 0.0;
        param rate = 1.0, forgotten = 2.0;
        let square = x^2;
        dx/dt = -rate * x;
        didle/dt = x;
    }
}

model! {
    pub Quoted {
        "state x = 1.0;
         param rate = 1.0;
         input drive;
         x' = -x"
    }
}

fn main() {
    let options = SpectrumOptions::new(10);
    System::new(Plain::default()).initial(Plain::idle, 0.1).spectrum(&options).unwrap();
    System::new(Quoted { rate: 2.0.into(), ..Quoted::default() }).spectrum(&options).unwrap();
}
