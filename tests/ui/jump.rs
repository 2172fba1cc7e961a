//! Where a flow jumps or switches, its tangent needs a word from the user.

use lyapax::{SpectrumOptions, System, model};

model! {
    pub Plain {
        state x = 0.1, v = 0.0, acc = 0.0;
        param a = 0.8;
        dx/dt = v;
        dv/dt = acc;
        dacc/dt = -a * (acc + v + x - sign(x));
    }
}

model! {
    pub Quoted {
        state x = 1.0, v = 0.0;
        param stiff = 4.0;
        "x' = v
         v' = if x > 0 { -x } else { -stiff * x }"
    }
}

fn main() {
    let options = SpectrumOptions::new(10);
    System::new(Plain { a: 0.7.into() })
        .spectrum(&options)
        .unwrap();
    System::new(Quoted { stiff: 2.0.into() })
        .spectrum(&options)
        .unwrap();
}
