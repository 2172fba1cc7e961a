//! A choice has braces, whatever other languages do.

use lyapax::{SpectrumOptions, System, model};

model! {
    pub Plain {
        state x = 1.0;
        #[continuous]
        dx/dt = if (x > 0) -x else x;
    }
}

model! {
    pub Quoted {
        state x = 1.0;
        "x' = if x > 0 then -x
              else 2"
    }
}

fn main() {
    let options = SpectrumOptions::new(10);
    System::new(Plain::default()).spectrum(&options).unwrap();
    System::new(Quoted::default()).spectrum(&options).unwrap();
}
