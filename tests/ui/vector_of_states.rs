//! Declarations that cannot be read still declare what they name.

use lyapax::{Signal, SpectrumOptions, System, model};

model! {
    pub Plain {
        state u[3] = 1.0;
        param rate: f64 = 1.0;
        du1/dt = -rate * u1;
    }
}

model! {
    pub Quoted {
        state x y;
        input drive = 2.0;
        "x' = -x + y + drive
         y' = -y"
    }
}

fn main() {
    let options = SpectrumOptions::new(10);
    let plain = Plain { rate: 2.0.into() };
    System::new(plain).initial(Plain::u, 0.1).spectrum(&options).unwrap();
    let quoted = Quoted { drive: Signal::default() };
    System::new(quoted).initial(Quoted::y, 0.1).spectrum(&options).unwrap();
}
