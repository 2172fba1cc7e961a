//! Two primes on a line outside quotes are a character literal to Rust. The compiler says so in its
//! own words, goes on, and the macro is called with the literal in it.

use lyapax::{SpectrumOptions, System, model};

model! {
    pub Bare {
        state x = 1.0, y = 0.0;
        param k = 1.0;
        x' = y; y' = -k * x;
    }
}

fn main() {
    let options = SpectrumOptions::new(10);
    System::new(Bare { k: 2.0.into() }).initial(Bare::y, 1.0).spectrum(&options).unwrap();
}
