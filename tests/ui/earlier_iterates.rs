//! A map reads the present iterate, a flow no iterate.

use lyapax::{SpectrumOptions, System, model};

model! {
    pub Plain {
        state x = 0.1;
        param r = 3.9;
        x(n+1) = r * x(n) * (1 - x(n));
    }
}

model! {
    pub Quoted {
        state x = 0.1, y = 0.1;
        "x[n+1] = y[n] - x[n-1]
         y[n+1] = y_{n}"
    }
}

fn main() {
    let options = SpectrumOptions::new(10);
    System::new(Plain::default()).spectrum(&options).unwrap();
    System::new(Quoted::default()).spectrum(&options).unwrap();
}
