//! Mistakes after escapes in quoted text keep their place.

use lyapax::{SpectrumOptions, System, model};

model! {
    pub Plain {
        state ω = 1.0;
        "ω' = -\u{3c9} * \u{3b3}"
    }
}

model! {
    pub Quoted {
        state x = 1.0, y = 0.0;
        "x' = -x;\ty' = \
         -y + \"k\" * z"
    }
}

fn main() {
    let options = SpectrumOptions::new(10);
    System::new(Plain::default()).spectrum(&options).unwrap();
    System::new(Quoted::default()).spectrum(&options).unwrap();
}
