//! One prime on a line outside quotes ends the compilation before any macro can be called: this
//! message is the compiler's own.

use lyapax::{SpectrumOptions, System, model};

model! {
    pub Bare {
        state x = 1.0;
        param k = 1.0;
        x' = -k * x;
    }
}

fn main() {
    let options = SpectrumOptions::new(10);
    System::new(Bare { k: 2.0.into() }).spectrum(&options).unwrap();
}
