//! Six mistakes of six kinds in one model, in both spellings: six messages for each.

use lyapax::{SpectrumOptions, System, model};

model! {
    pub Plain {
        state x = 1.0, y = 1.0, z = 1.0;
        param a = 1.0, b = 2.0;
        param sin = 2.0;
        let r = sqrt(-1) * x;
        dx/dt = a * (y - q) * r;
        dy/dt = tanh(x, b) + z;
        a = 3;
    }
}

model! {
    pub Quoted {
        "state x = 1.0, y = 1.0, z = 1.0;
         param a = 1.0, b = 2.0;
         param sin = 2.0;
         let r = sqrt(-1) * x;
         x' = a * (y - q) * r
         y' = tanh(x, b) + z
         a = 3"
    }
}

fn main() {
    let options = SpectrumOptions::new(10);
    let plain = Plain { a: 2.0.into(), ..Plain::default() };
    System::new(plain).initial(Plain::z, 0.1).spectrum(&options).unwrap();
    let quoted = Quoted { b: 2.0.into(), ..Quoted::default() };
    System::new(quoted).initial(Quoted::z, 0.1).spectrum(&options).unwrap();
}
