//! Where a flow jumps or switches, its tangent needs a word from the user.

use lyapax::{SpectrumOptions, System, model};

model! {
    pub Plain {
        state x = 1.0, v = 0.0;
        param friction = 1.0;
        dx/dt = v;
        dv/dt = -x - friction * sign(v);
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
    System::new(Plain {
        friction: 2.0.into(),
    })
    .spectrum(&options)
    .unwrap();
    System::new(Quoted { stiff: 2.0.into() })
        .spectrum(&options)
        .unwrap();
}
