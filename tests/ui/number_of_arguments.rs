//! Too few and too many arguments.

use lyapax::{SpectrumOptions, System, model};

model! {
    pub Plain {
        state x = 1.0, y = 0.0;
        fn pull(v, k) = -k * v;
        dx/dt = pull(x);
        dy/dt = atan2(x) - y;
    }
}

model! {
    pub Quoted {
        state x = 1.0, y = 0.0;
        "x' = -x + max(x, y, 1)
         y' = -y + x(t)"
    }
}

fn main() {
    let options = SpectrumOptions::new(10);
    System::new(Plain::default()).spectrum(&options).unwrap();
    System::new(Quoted::default()).spectrum(&options).unwrap();
}
